/** Alerts as api.weather.gov serves them (CAP 1.2 as GeoJSON), modeled on recorded ones. */

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
}

const stamp = (moment: Date | undefined) =>
  moment
    ? moment
        .toISOString()
        .replace(/^\d\d|[-:]|\.\d+/g, '')
        .replace(/(\d{6}T\d{4})\d\d/, '$1')
    : '000000T0000Z';

const unlessAbsent = (moment: Date | undefined): string | null => moment?.toISOString() ?? null;

/** @param halfDegrees half the side of the square */
export function squareAround(lat: number, lon: number, halfDegrees = 0.2): unknown {
  const [south, north, west, east] = [lat - halfDegrees, lat + halfDegrees, lon - halfDegrees, lon + halfDegrees];
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
  return {
    id: `https://api.weather.gov/alerts/${id}`,
    type: 'Feature',
    geometry: alert.geometry ?? null,
    properties: {
      '@id': `https://api.weather.gov/alerts/${id}`,
      '@type': 'wx:Alert',
      id,
      areaDesc: alert.areaDesc ?? counties.join('; '),
      geocode: {
        ...(same.length > 0 && { SAME: same }),
        UGC: alert.zones ?? counties.map((fips) => `ARC${fips.slice(2)}`),
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
}
