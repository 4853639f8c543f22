/** Alerts as api.weather.gov serves them (CAP 1.2 as GeoJSON and XML), modeled on recorded ones. */
import { escapeXml } from '@site/domain/escape-xml';
import { state } from '@site/regions/state';

export interface CapAlert {
  id: string;
  event: string;
  sent: Date;
  /** When absent, the VTEC code has 000000T0000Z and `ends` is null. */
  ends?: Date;
  onset?: Date;
  /** When the list drops the message; default: the end, or six hours later. */
  expires?: Date;
  /** Without times: "O.NEW.KLZK.TO.W.0042". */
  vtec?: string | string[];
  counties?: string[];
  /** UGC codes, if not those of the counties. */
  zones?: string[];
  /** SAME codes, if not those of the counties; an empty list leaves them out. */
  same?: string[];
  areaDesc?: string;
  references?: string[];
  status?: string;
  messageType?: 'Alert' | 'Update' | 'Cancel';
  severity?: string;
  certainty?: string;
  urgency?: string;
  headline?: string | null;
  description?: string;
  instruction?: string | null;
  sender?: string;
  geometry?: unknown;
  parameters?: Record<string, string[]>;
  eventCode?: Record<string, string[]>;
  /** A second block of the XML, in es-US. */
  spanish?: SpanishBlock;
}

/** As CAP names its parts; default: those of the English block. */
export interface SpanishBlock {
  event?: string;
  expires?: Date;
  instruction?: string;
  parameters?: Record<string, string>;
}
const spanishBlocks = new WeakMap<object, SpanishBlock>();

const stamp = (date: Date | undefined) =>
  date
    ? date
        .toISOString()
        .replace(/^\d\d|[-:]|\.\d+/g, '')
        .replace(/(\d{6}T\d{4})\d\d/, '$1')
    : '000000T0000Z';

const unlessAbsent = (date: Date | undefined): string | null => date?.toISOString() ?? null;

/** @param halfDegrees half the side of the square */
export function squareAround(lat: number, lon: number, halfDegrees = 0.2): unknown {
  const south = lat - halfDegrees;
  const north = lat + halfDegrees;
  const west = lon - halfDegrees;
  const east = lon + halfDegrees;
  return {
    type: 'Polygon',
    coordinates: [
      [
        [west, south],
        [east, south],
        [east, north],
        [west, north],
        [west, south],
      ],
    ],
  };
}

/** Returns a feature of /alerts/active. */
export function capAlert(
  alert: CapAlert,
): { type: 'Feature'; properties: Record<string, unknown> } & Record<string, unknown> {
  const { id, event, sent, ends, counties = [] } = alert;
  const onset = alert.onset ?? sent;
  const expires = alert.expires ?? ends ?? new Date(sent.getTime() + 6 * 3_600_000);
  const codes = [alert.vtec ?? []].flat().map((code) => `/${code}.${stamp(onset)}-${stamp(ends)}/`);
  const same = alert.same ?? counties.map((fips) => `0${fips}`);
  const feature = {
    id: `https://api.weather.gov/alerts/${id}`,
    type: 'Feature' as const,
    geometry: alert.geometry ?? null,
    properties: {
      '@id': `https://api.weather.gov/alerts/${id}`,
      '@type': 'wx:Alert',
      id,
      areaDesc: alert.areaDesc ?? counties.join('; '),
      geocode: {
        ...(same.length > 0 && { SAME: same }),
        UGC: alert.zones ?? counties.map((fips) => `${state.postalCode}C${fips.slice(2)}`),
      },
      affectedZones: [],
      references: (alert.references ?? []).map((identifier) => ({
        '@id': `https://api.weather.gov/alerts/${identifier}`,
        identifier,
        sender: 'w-nws.webmaster@noaa.gov',
        sent: sent.toISOString(),
      })),
      sent: sent.toISOString(),
      effective: sent.toISOString(),
      onset: onset.toISOString(),
      expires: expires.toISOString(),
      ends: unlessAbsent(ends),
      status: alert.status ?? 'Actual',
      messageType: alert.messageType ?? ((alert.references ?? []).length > 0 ? 'Update' : 'Alert'),
      category: 'Met',
      severity: alert.severity ?? 'Severe',
      certainty: alert.certainty ?? 'Observed',
      urgency: alert.urgency ?? 'Immediate',
      event,
      sender: 'w-nws.webmaster@noaa.gov',
      senderName: alert.sender ?? 'NWS Little Rock AR',
      headline: alert.headline === undefined ? `${event} issued by NWS Little Rock AR` : alert.headline,
      description: alert.description ?? `A ${event} is in effect.`,
      instruction: alert.instruction === undefined ? 'Take cover now.' : alert.instruction,
      response: 'Shelter',
      parameters: {
        AWIPSidentifier: ['TORLZK'],
        WMOidentifier: ['WFUS54 KLZK'],
        ...(codes.length > 0 && { VTEC: codes }),
        ...alert.parameters,
      },
      scope: 'Public',
      code: 'IPAWSv1.0',
      language: 'en-US',
      web: 'http://www.weather.gov',
      eventCode: alert.eventCode ?? { SAME: ['NWS'] },
    },
  };
  if (alert.spanish) spanishBlocks.set(feature, alert.spanish);
  return feature;
}

const element = (name: string, text: string) => `<${name}>${escapeXml(text)}</${name}>`;
const namedValue = (name: string, [key, value]: readonly [string, string]) =>
  `<${name}>${element('valueName', key)}${element('value', value)}</${name}>`;

/** Returns the message of a feature of /alerts/active as CAP 1.2 XML, with its blocks in both languages. */
export function capXml(feature: object): string {
  const { properties } = feature as { properties: Record<string, unknown> };
  const textOf = (name: string) => (properties[name] as string | null) ?? '';
  const firsts = (values: unknown) =>
    Object.entries((values ?? {}) as Record<string, string[]>).map(([name, [first = '']]) => [name, first] as const);
  const block = (language: string, { event, expires, instruction, parameters }: SpanishBlock) =>
    `<info>${element('language', language)}<category>Met</category>${element('event', event ?? textOf('event'))}` +
    `${element('severity', textOf('severity'))}${firsts(properties['eventCode'])
      .map((code) => namedValue('eventCode', code))
      .join('')}` +
    `${element('expires', expires?.toISOString() ?? textOf('expires'))}${element('instruction', instruction ?? '')}` +
    `${Object.entries(parameters ?? {})
      .map((each) => namedValue('parameter', each))
      .join('')}</info>`;
  const english = {
    instruction: textOf('instruction'),
    parameters: Object.fromEntries(firsts(properties['parameters'])),
  };
  const spanish = spanishBlocks.get(feature);
  return (
    `<?xml version="1.0" encoding="UTF-8"?>\n<alert xmlns="urn:oasis:names:tc:emergency:cap:1.2">` +
    `${element('identifier', textOf('id'))}${element('sent', textOf('sent'))}<status>Actual</status><scope>Public</scope>` +
    `${block('en-US', english)}${spanish ? block('es-US', spanish) : ''}</alert>`
  );
}
