/**
 * Products as the weather service's offices write them: warnings (TOR, SVR, FFW) and follow-up statements (SVS, FFS).
 */
import { state } from '@site/regions/state';

export interface Product {
  id: string;
  cccc: string;
  ttaaii: string;
  awipsid: string;
  /** RFC 3339 UTC. */
  issue: string;
  text: string;
}

export type WarningKind = 'tornado' | 'severe_thunderstorm' | 'flash_flood';

export interface WarningProduct {
  kind: WarningKind;
  /** VTEC; NEW gives a warning, any other a statement. */
  action: string;
  /** "0042". */
  number: string;
  issued: Date;
  begins: Date;
  ends: Date;
  /** FIPS codes, "05119". */
  counties: readonly string[];
  /** Degrees north and east. */
  polygon: readonly (readonly [lat: number, lon: number])[];
  /** "TORNADO...OBSERVED". */
  tags?: readonly string[];
  /** "TORNADO EMERGENCY FOR LITTLE ROCK". */
  headline?: string;
  /** Released in a separate segment. */
  released?: readonly string[];
  /** VTEC; "T" is a test. */
  productClass?: string;
  office?: string;
}

const kinds = {
  tornado: { name: 'Tornado Warning', vtec: 'TO.W', warning: ['TOR', 'WFUS54'], statement: ['SVS', 'WWUS54'] },
  severe_thunderstorm: {
    name: 'Severe Thunderstorm Warning',
    vtec: 'SV.W',
    warning: ['SVR', 'WUUS54'],
    statement: ['SVS', 'WWUS54'],
  },
  flash_flood: { name: 'Flash Flood Warning', vtec: 'FF.W', warning: ['FFW', 'WGUS54'], statement: ['FFS', 'WGUS74'] },
} as const;

const descriptions: Readonly<Record<WarningKind, { what: string; instruction: string }>> = {
  tornado: {
    what: 'a severe thunderstorm capable of producing a tornado was\nlocated near the county line, moving northeast at 40 mph.\n\nHAZARD...Tornado.\n\nSOURCE...Radar indicated rotation.\n\nIMPACT...Flying debris will be dangerous to those caught without\nshelter.',
    instruction:
      'TAKE COVER NOW! Move to a basement or an interior room on the lowest\nfloor of a sturdy building. Avoid windows.',
  },
  severe_thunderstorm: {
    what: 'a severe thunderstorm was located near the county line,\nmoving northeast at 45 mph.\n\nHAZARD...70 mph wind gusts and golf ball size hail.\n\nSOURCE...Radar indicated.\n\nIMPACT...People and animals outdoors will be injured.',
    instruction: 'For your protection move to an interior room on the lowest floor of a\nbuilding.',
  },
  flash_flood: {
    what: 'Doppler radar indicated thunderstorms producing heavy rain\nacross the warned area. Between 2 and 4 inches of rain have fallen.\n\nHAZARD...Flash flooding caused by thunderstorms.\n\nSOURCE...Radar.\n\nIMPACT...Flash flooding of small creeks and streams, urban areas,\nhighways, streets and underpasses.',
    instruction: "Turn around, don't drown when encountering flooded roads.",
  },
};

const digits = (date: Date) => date.toISOString().replace(/\D/g, '');
/** Formats "230012". */
const dayStamp = (date: Date) => digits(date).slice(6, 12);
const vtecStamp = (date: Date) => `${digits(date).slice(2, 8)}T${digits(date).slice(8, 12)}Z`;
const hundredths = (degrees: number) => String(Math.round(Math.abs(degrees) * 100)).padStart(4, '0');

/** Formats "612 PM CST Sun Nov 22 2026". */
function localTime(date: Date): string {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: state.timeZone,
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  });
  const parts = Object.fromEntries(format.formatToParts(date).map(({ type, value }) => [type, value]));
  const { hour, minute, dayPeriod, timeZoneName, weekday, month, day, year } = parts;
  return `${hour}${minute} ${dayPeriod} ${timeZoneName} ${weekday} ${month} ${day} ${year}`;
}

/** Formats "ARC085-119-230045-". */
const areaLine = (counties: readonly string[], ends: Date) =>
  `${state.postalCode}C${counties.map((fips) => fips.slice(2)).join('-')}-${dayStamp(ends)}-`;

let count = 11_900;

/** Writes a warning or follow-up statement with VTEC codes, polygon and motion as an office would. */
export function warningProduct(warning: WarningProduct): Product {
  const { kind, action, number, issued, begins, ends, counties, polygon, tags = [], released = [] } = warning;
  const { name, vtec, ...codes } = kinds[kind];
  const [category, ttaaii] = action === 'NEW' ? codes.warning : codes.statement;
  const office = warning.office ?? 'KLZK';
  const awipsid = `${category}${office.slice(1)}`;
  const codeLine = (what: string) => {
    const from = what === 'NEW' ? vtecStamp(begins) : '000000T0000Z';
    return `/${warning.productClass ?? 'O'}.${what}.${office}.${vtec}.${number}.${from}-${vtecStamp(ends)}/`;
  };
  const water = kind === 'flash_flood' ? ['/00000.0.ER.000000T0000Z.000000T0000Z.000000T0000Z.OO/'] : [];
  const coordinates = polygon.map(([lat, lon]) => `${hundredths(lat)} ${hundredths(lon)}`).join(' ');
  const title = action === 'NEW' ? name : kind === 'flash_flood' ? 'Flash Flood Statement' : 'Severe Weather Statement';
  const top = [
    ...(action === 'NEW' ? ['BULLETIN - EAS ACTIVATION REQUESTED'] : []),
    title,
    'National Weather Service Little Rock AR',
    localTime(issued),
    '',
  ];
  const isOver = ['CAN', 'EXP'].includes(action);
  const end = [
    '',
    '&&',
    '',
    `LAT...LON ${coordinates}`,
    `TIME...MOT...LOC ${digits(issued).slice(8, 12)}Z 236DEG 35KT 3473 9241`,
    '',
    ...tags,
    '',
    '$$',
    '',
  ];
  const release = [
    areaLine(released, ends),
    codeLine('CAN'),
    '',
    localTime(issued),
    '',
    `...THE ${name.toUpperCase()} IS CANCELLED FOR THESE COUNTIES...`,
    '',
    'The storm has moved out of the warned area.',
    ...end.filter((line) => !tags.includes(line)),
  ];
  const body = isOver
    ? [`...THE ${name.toUpperCase()} IS CANCELLED...`, '', 'The storm no longer poses an immediate threat.']
    : [
        ...(warning.headline ? [`...${warning.headline}...`, ''] : []),
        'The National Weather Service in Little Rock has issued a',
        '',
        `* ${name} for...`,
        ...counties.map((fips) => `  County ${fips} in Arkansas...`),
        '',
        `* At ${localTime(issued).split(' ').slice(0, 3).join(' ')}, ${descriptions[kind].what}`,
        '',
        'PRECAUTIONARY/PREPAREDNESS ACTIONS...',
        '',
        descriptions[kind].instruction,
      ];
  const segment = [areaLine(counties, ends), codeLine(action), ...water, ''];
  count += 1;
  const lines = [
    '',
    String(count % 1_000).padStart(3, '0'),
    `${ttaaii} ${office} ${dayStamp(issued)}`,
    awipsid,
    ...(action === 'NEW' ? ['', ...segment, ...top, ...body, ...end] : ['', ...top]),
    ...(action !== 'NEW' && released.length > 0 ? release : []),
    ...(action !== 'NEW' ? [...segment, localTime(issued), '', ...body, ...end] : []),
    'Forecaster',
    '',
  ];
  return {
    id: `29116.${count}`,
    cccc: office,
    ttaaii,
    awipsid,
    issue: `${issued.toISOString().slice(0, 19)}Z`,
    text: lines.join('\n'),
  };
}
