import type { Place } from '../forecasts/place-forecast.js';
import { bySeverity, concerns, isActive, isCovered, readAlerts } from './active-alert.js';

const now = Date.parse('2026-11-20T21:00:00Z');

/** An alert as the provider sends it. */
function feature(properties: Record<string, unknown> = {}, geometry: unknown = null): unknown {
  return {
    type: 'Feature',
    geometry,
    properties: {
      id: 'urn:oid:1',
      areaDesc: 'Pulaski, AR',
      geocode: { SAME: ['005119'], UGC: ['ARC119'] },
      references: [],
      effective: '2026-11-20T14:51:00-06:00',
      expires: '2026-11-20T15:30:00-06:00',
      ends: null,
      status: 'Actual',
      messageType: 'Alert',
      severity: 'Severe',
      certainty: 'Observed',
      urgency: 'Immediate',
      event: 'Severe Thunderstorm Warning',
      senderName: 'NWS Little Rock AR',
      headline: 'Severe Thunderstorm Warning issued November 20',
      description: 'At 251 PM CST …',
      instruction: null,
      ...properties,
    },
  };
}

const read = (...features: unknown[]) => readAlerts(features).alerts;

const place = (changes: Partial<Place> = {}): Place => ({
  lat: 34.75,
  lon: -92.28,
  name: 'Little Rock',
  region: 'Arkansas',
  country: 'United States of America',
  tzId: 'America/Chicago',
  county: '05119',
  zones: ['ARC119', 'ARZ044'],
  ...changes,
});

const square = {
  type: 'Polygon',
  coordinates: [
    [
      [-92.5, 34.6],
      [-92.1, 34.6],
      [-92.1, 34.9],
      [-92.5, 34.9],
      [-92.5, 34.6],
    ],
  ],
};

describe('reading alerts', () => {
  it('drops a cancellation and what it cancels', () => {
    const cancel = feature({ id: 'urn:oid:2', messageType: 'Cancel', references: [{ identifier: 'urn:oid:1' }] });

    expect(read(feature(), cancel)).toEqual([]);
  });

  it('keeps an update in place of what it updates', () => {
    const update = feature({ id: 'urn:oid:2', messageType: 'Update', references: [{ identifier: 'urn:oid:1' }] });

    expect(read(feature(), update).map(({ id }) => id)).toEqual(['urn:oid:2']);
  });

  it.each(['Test', 'Exercise', 'System', 'Draft'])('drops what is not real: %s', (status) => {
    expect(read(feature({ status }))).toEqual([]);
  });

  it('names an alert without a headline by its event and area', () => {
    expect(read(feature({ headline: null }))[0]?.headline).toBe('Severe Thunderstorm Warning for Pulaski, AR');
  });

  it('takes the end of the event before the end of the message', () => {
    const [alert] = read(feature({ ends: '2026-11-20T16:00:00-06:00' }));
    expect(alert?.expires).toBe('2026-11-20T22:00:00.000Z');
    expect(read(feature())[0]?.expires).toBe('2026-11-20T21:30:00.000Z');
  });

  it('leaves an alert without any end open', () => {
    const [alert] = read(feature({ ends: null, expires: null }));
    expect(alert?.expires).toBeUndefined();
    expect(alert && isActive(alert, now + 3_600_000)).toBe(true);
  });

  it('names counties of Arkansas only, by FIPS code', () => {
    expect(read(feature({ geocode: { SAME: ['005119', '029091', '005045', '005045'] } }))[0]?.counties).toEqual([
      '05119',
      '05045',
    ]);
  });

  it('reads a severity it does not know as Unknown', () => {
    expect(read(feature({ severity: 'Catastrophic' }))[0]?.severity).toBe('Unknown');
  });

  it('counts what it cannot read and reads the rest', () => {
    const { alerts, unreadable } = readAlerts([feature(), { properties: { id: 'urn:oid:3' } }, 'nonsense']);

    expect(alerts).toHaveLength(1);
    expect(unreadable).toBe(2);
  });
});

describe('the order of alerts', () => {
  it('is by severity, then urgency, then certainty, then the newest', () => {
    const alerts = read(
      feature({ id: 'minor', severity: 'Minor' }),
      feature({ id: 'older', effective: '2026-11-20T14:00:00-06:00' }),
      feature({ id: 'possible', certainty: 'Possible' }),
      feature({ id: 'future', urgency: 'Future' }),
      feature({ id: 'extreme', severity: 'Extreme', urgency: 'Future' }),
      feature({ id: 'newer' }),
    ).sort(bySeverity);

    expect(alerts.map(({ id }) => id)).toEqual(['extreme', 'newer', 'older', 'possible', 'future', 'minor']);
  });
});

describe('an alert at a place', () => {
  const within = (geometry: unknown, at: Partial<Place>, properties = {}) => {
    const [alert] = read(feature(properties, geometry));
    return alert && concerns(alert, place(at));
  };

  it('is there inside its polygon', () => {
    expect(within(square, {})).toBe(true);
  });

  it('is not there outside its polygon, even in a county that it touches', () => {
    expect(within(square, { lat: 34.5 })).toBe(false);
  });

  it('is there within 2 km of its edge', () => {
    expect(within(square, { lat: 34.585 })).toBe(true);
    expect(within(square, { lat: 34.57 })).toBe(false);
  });

  it('is not there in a hole of its polygon', () => {
    const hole = [
      [-92.4, 34.65],
      [-92.2, 34.65],
      [-92.2, 34.85],
      [-92.4, 34.85],
      [-92.4, 34.65],
    ];
    expect(within({ type: 'Polygon', coordinates: [...square.coordinates, hole] }, { lon: -92.3 })).toBe(false);
  });

  it('is there inside any part of its area', () => {
    const elsewhere = [
      [
        [-94, 36],
        [-93.9, 36],
        [-93.9, 36.1],
        [-94, 36],
      ],
    ];
    expect(within({ type: 'MultiPolygon', coordinates: [elsewhere, square.coordinates] }, {})).toBe(true);
  });

  it('goes by county where it has no polygon', () => {
    expect(within(null, {})).toBe(true);
    expect(within(null, { county: '05045', zones: ['ARC045'] })).toBe(false);
  });

  it('goes by forecast zone where it names no county', () => {
    expect(within(null, {}, { geocode: { SAME: [], UGC: ['ARZ044'] } })).toBe(true);
  });
});

it('knows of no alerts outside Arkansas', () => {
  expect(isCovered(place())).toBe(true);
  expect(isCovered(place({ county: undefined, zones: ['TXC037'] }))).toBe(false);
});
