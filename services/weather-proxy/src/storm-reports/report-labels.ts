/** Normalizes the two sources' wording of local storm reports. */
import type { StormReportKind } from '@site/proto/weather/v1/storm-reports.responses';

/** The first match wins: freezing rain is winter, a wind chill isn't wind, a funnel cloud isn't a tornado. */
const kinds: readonly (readonly [StormReportKind, RegExp])[] = [
  ['tornado', /\btornado\b/],
  ['winter', /snow|sleet|blizzard|freez|\bice\b(?! jam)|icing|wind ?chill|wnd ?chill|wintry|extreme cold|frost/],
  ['hail', /\bhail\b/],
  ['flood', /flood|flash fld|ice jam|debris flow/],
  ['wind', /\bwnd\b|wind|gust|downburst|microburst/],
  ['rain', /\brain/],
];

/** "other" if none matches. */
export const kindOf = (type: string): StormReportKind =>
  kinds.find(([, form]) => form.test(type.toLowerCase()))?.[0] ?? 'other';

/** NWS Instruction 10-517. */
const abbreviations = new Map(
  Object.entries({
    tstm: 'thunderstorm',
    wnd: 'wind',
    gst: 'gust',
    dmg: 'damage',
    fld: 'flood',
    hvy: 'heavy',
    frz: 'freezing',
    mngr: 'manager',
    mgr: 'manager',
    emerg: 'emergency',
    dept: 'department',
    govt: 'government',
    offl: 'official',
    wx: 'weather',
    hwy: 'highway',
  }),
);

const acronyms = new Set(['ASOS', 'AWOS', 'NWS']);

const capitalized = (word: string) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase();

/** "Thunderstorm Wind Damage" for "TSTM WND DMG" and "Tstm Wnd Dmg". Keeps other mixed-case words. */
export function formatReportType(type: string): string {
  const isMixed = /[a-z]/.test(type);
  return type.replace(/[a-z']+/gi, (word) => {
    const spelled = abbreviations.get(word.toLowerCase());
    if (spelled) return capitalized(spelled);
    return isMixed || acronyms.has(word) ? word : capitalized(word);
  });
}

interface Unit {
  form: RegExp;
  one: string;
  many: string;
  /** Larger values are typos or mean something else. */
  max: number;
}
const units: readonly Unit[] = [
  { form: /^(in|inch|inches|")$/, one: 'inch', many: 'inches', max: 200 },
  { form: /^mph$/, one: 'mph', many: 'mph', max: 350 },
  { form: /^(kt|kts|knot|knots)$/, one: 'knot', many: 'knots', max: 300 },
  { form: /^(ft|foot|feet)$/, one: 'foot', many: 'feet', max: 200 },
  { form: /^(f|deg f|°f)$/, one: '°F', many: '°F', max: 140 },
];

export interface Magnitude {
  magnitude: string;
  qualifier: '' | 'measured' | 'estimated';
}

const minInches = 0.01;

const qualifiers: Record<string, Magnitude['qualifier']> = { m: 'measured', e: 'estimated' };

/**
 * "1.75 inches" for "1.75" and "Inch". Empty without a known unit.
 * @param amount which may begin with the qualifier: "M63"
 * @param qualifier "M" for measured, "E" for estimated
 */
export function magnitudeOf(amount: string, unit: string, qualifier = ''): Magnitude {
  const [, qualifierCode = '', digits = ''] = /^([MEU]?)\s*(\d{1,4}(?:\.\d{1,4})?)$/i.exec(amount.trim()) ?? [];
  const none: Magnitude = { magnitude: '', qualifier: '' };
  // A tornado's rating.
  if (/^EF[0-5U]$/i.test(amount.trim())) return { ...none, magnitude: amount.trim().toUpperCase() };
  const value = Number(digits);
  const matched = units.find(({ form }) => form.test(unit.trim().toLowerCase()));
  if (!digits || value <= 0 || !matched || value > matched.max) return none;
  // Sources report a trace as 0.0001 inch.
  if (matched.one === 'inch' && value < minInches) return { ...none, magnitude: 'trace' };
  return {
    magnitude: `${value} ${value === 1 ? matched.one : matched.many}`.replace(' °', '°'),
    qualifier: qualifiers[(qualifierCode || qualifier.trim().charAt(0)).toLowerCase()] ?? '',
  };
}
