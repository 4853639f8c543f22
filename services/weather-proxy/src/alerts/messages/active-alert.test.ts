import type { Place } from '../../readings/place-forecast.js';
import { concerns, isActive, isCovered, readAlerts } from './active-alert.js';

const now = Date.parse('2026-11-20T21:00:00Z');

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

const read = (...features: unknown[]) => readAlerts(features, now).inForce.map(({ alert }) => alert);

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

describe('parsing alerts', () => {
  it('drops a cancellation and what it cancels', () => {
    const cancel = feature({ id: 'urn:oid:2', messageType: 'Cancel', references: [{ identifier: 'urn:oid:1' }] });

    expect(read(feature(), cancel)).toEqual([]);
  });

  it('replaces a message with its update', () => {
    const update = feature({ id: 'urn:oid:2', messageType: 'Update', references: [{ identifier: 'urn:oid:1' }] });

    expect(read(feature(), update).map(({ id }) => id)).toEqual(['urn:oid:2']);
  });

  it.each(['Test', 'Exercise', 'System', 'Draft'])('drops what isn’t a real alert: %s', (status) => {
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

  it('leaves an alert without an end time open', () => {
    const [alert] = read(feature({ ends: null, expires: null }));
    expect(alert?.expires).toBeUndefined();
    expect(alert && isActive(alert, now + 3_600_000)).toBe(true);
  });

  it('names only counties of Arkansas, by FIPS code', () => {
    expect(read(feature({ geocode: { SAME: ['005119', '029091', '005045', '005045'] } }))[0]?.counties).toEqual([
      '05119',
      '05045',
    ]);
  });

  it('maps an unknown severity to Unknown', () => {
    expect(read(feature({ severity: 'Catastrophic' }))[0]?.severity).toBe('Unknown');
  });

  it('sets unreadable alerts aside with their reasons, and parses the rest', () => {
    const { inForce, setAside } = readAlerts([feature(), { properties: { id: 'urn:oid:3' } }, 'nonsense'], now);

    expect(inForce).toHaveLength(1);
    expect(setAside).toEqual([
      { name: 'urn:oid:3', reason: expect.stringContaining('properties.status: ') },
      { name: 'alert 3', reason: expect.any(String) },
    ]);
  });
});

describe('messages that aren’t alerts', () => {
  it.each([
    ['Required Weekly Test', { SAME: ['RWT'] }],
    ['Required Monthly Test', {}],
    ['Test Message', {}],
    ['Administrative Message', { SAME: ['DMO'] }],
  ])('treats as a test, whatever its status: %s %j', (event, eventCode) => {
    expect(read(feature({ event, eventCode }))).toEqual([]);
  });

  it.each(['T', 'E'])('skips products whose VTEC code has class %s', (productClass) => {
    const vtec = `/${productClass}.NEW.KLZK.TO.W.0099.261120T2051Z-261120T2130Z/`;
    expect(read(feature({ parameters: { VTEC: [vtec] } }))).toEqual([]);
  });

  it('ignores a test’s cancellation', () => {
    const cancel = feature({
      id: 'urn:oid:2',
      status: 'Test',
      messageType: 'Cancel',
      references: [{ identifier: 'urn:oid:1' }],
    });
    expect(read(feature(), cancel).map(({ id }) => id)).toEqual(['urn:oid:1']);
  });
});

describe('ended alerts', () => {
  const coded = (id: string, action: string, properties: Record<string, unknown> = {}) =>
    feature({
      id,
      parameters: { VTEC: [`/O.${action}.KLZK.SV.W.0107.261120T2051Z-261120T2130Z/`] },
      ...properties,
    });

  it.each(['CAN', 'EXP', 'UPG'])('end by a message with action %s, whatever its type', (action) => {
    expect(read(coded('urn:oid:2', action))).toEqual([]);
  });

  it('end when a later message of the event covers all their zones, with or without references', () => {
    const early = coded('urn:oid:1', 'NEW', { sent: '2026-11-20T20:51:00Z' });
    const timeout = coded('urn:oid:2', 'CON', { sent: '2026-11-20T21:00:00Z' });
    expect(read(early, timeout).map(({ id }) => id)).toEqual(['urn:oid:2']);
  });

  it('don’t end while one of their zones isn’t covered', () => {
    const early = coded('urn:oid:1', 'NEW', {
      sent: '2026-11-20T20:51:00Z',
      geocode: { UGC: ['ARC119', 'ARC085'] },
    });
    const timeout = coded('urn:oid:2', 'CON', { sent: '2026-11-20T21:00:00Z' });
    expect(read(early, timeout)).toHaveLength(2);
  });
});

describe('the end of an alert', () => {
  const ending = (code: string | undefined, properties: Record<string, unknown> = {}) =>
    read(feature({ ...(code && { parameters: { VTEC: [code] } }), ...properties }))[0];

  it('is “until further notice” when the VTEC code is open-ended, whenever the message expires', () => {
    const alert = ending('/O.NEW.KTSA.FL.W.0011.261120T2051Z-000000T0000Z/');
    expect(alert).toMatchObject({ ends: undefined, expires: undefined, untilFurtherNotice: true });
    expect(alert && isActive(alert, now + 30 * 86_400_000)).toBe(true);
  });

  it('is the VTEC code’s when the message has none', () => {
    expect(ending('/O.NEW.KLZK.TO.A.0501.261120T2051Z-261121T0300Z/')).toMatchObject({
      ends: '2026-11-21T03:00:00.000Z',
      untilFurtherNotice: false,
    });
  });

  it('is the message’s expiry when there is no other', () => {
    expect(ending(undefined)).toMatchObject({ ends: '2026-11-20T21:30:00.000Z', untilFurtherNotice: false });
  });
});

describe('an alert with unreadable parts', () => {
  it('loses a malformed polygon and is kept', () => {
    const [alert] = read(feature({}, { type: 'Polygon', coordinates: [[['here', 'there']]] }));
    expect(alert).toMatchObject({ id: 'urn:oid:1', geometry: undefined, counties: ['05119'] });
  });

  it.each([
    { references: 'none' },
    { geocode: 7 },
    { parameters: [] },
    { sent: 'yesterday', effective: null, onset: 'soon', expires: 'later' },
    { description: 7, instruction: {}, headline: [] },
    { eventCode: 'TOR' },
    { severity: null, urgency: 4 },
  ])('is kept without the unreadable part: %j', (properties) => {
    expect(read(feature(properties))).toHaveLength(1);
  });
});

describe('the area of an alert', () => {
  const area = (geocode: unknown, areaDesc = '') => {
    const [alert] = read(feature({ geocode, areaDesc }));
    return alert && { counties: alert.counties.length, statewide: alert.statewide };
  };
  const state = { counties: 75, statewide: true };

  it.each([
    { SAME: ['005000'], UGC: [] },
    { SAME: ['000000'] },
    { UGC: ['ARC000'] },
    { UGC: ['ARZ000'] },
    { UGC: ['ARCALL'] },
    { UGC: ['ARZALL'] },
    { SAME: ['005119'], UGC: ['ARZ000'] },
  ])('is every county for a statewide code: %j', (geocode) => {
    expect(area(geocode)).toEqual(state);
  });

  it.each([
    [['ARC119'], ['05119']],
    [['ARZ044'], ['05119']],
    [['ARZ103', 'ARZ203'], ['05009']],
    [
      ['ARZ340', 'ARZ075'],
      ['05113', '05017'],
    ],
    [['ARZ044', 'TXZ001'], ['05119']],
  ])('is the counties of its zones without SAME codes: %j', (UGC, expected) => {
    expect(read(feature({ geocode: { UGC } }))[0]?.counties).toEqual(expected);
  });

  it('comes from its description when a zone is in no table', () => {
    const geocode = { UGC: ['ARZ999'] };
    expect(read(feature({ geocode, areaDesc: 'Van Buren County Higher Elevations' }))[0]?.counties).toEqual(['05141']);
  });

  it('is the whole state when it can’t be located', () => {
    expect(area({ UGC: ['ARZ999'] }, 'Somewhere')).toEqual(state);
    expect(area(null, 'Somewhere')).toEqual(state);
    expect(area({ SAME: [], UGC: [] })).toEqual(state);
  });

  it('has no county for places elsewhere', () => {
    expect(read(feature({ geocode: { SAME: ['048201'], UGC: ['TXC201'] }, areaDesc: 'Harris, TX' }))).toEqual([]);
  });
});

describe('the polygon of an alert', () => {
  const littleRock = square.coordinates[0]!;
  const moved = (degreesEast: number, degreesNorth: number) =>
    littleRock.map(([lon = 0, lat = 0]) => [lon + degreesEast, lat + degreesNorth]);
  const swapped = littleRock.map(([lon = 0, lat = 0]) => [lat, lon]);
  const polygon = (...coordinates: number[][][]) => ({ type: 'Polygon', coordinates });
  const readWith = (geometry: unknown) => {
    const { inForce, misplaced } = readAlerts([feature({}, geometry)], now);
    return { alert: inForce[0]!.alert, misplaced };
  };

  it.each<[string, unknown]>([
    ['600 km away', polygon(moved(0, 5.4))],
    ['in a county next to the named ones', polygon(moved(-1, 0))],
    ['with latitude and longitude swapped', polygon(swapped)],
    ['with a wrong digit', polygon(moved(10, 0))],
    ['without the minus', polygon(littleRock.map(([lon = 0, lat = 0]) => [-lon, lat]))],
    ['of several parts, all elsewhere', { type: 'MultiPolygon', coordinates: [[moved(5, 0)], [swapped]] }],
    ['that is a single point', polygon(Array<number[]>(4).fill([-92.28, 34.75]))],
    ['that is a line', polygon([0, 1, 2, 0].map((step) => [-92.3 + step / 10, 34.75]))],
  ])('is discarded %s: the alert covers its counties', (_what, geometry) => {
    const { alert, misplaced } = readWith(geometry);
    expect(misplaced).toEqual(['urn:oid:1']);
    expect(alert).toMatchObject({ geometry: undefined, counties: ['05119'] });
    expect(concerns(alert, place())).toBe(true);
  });

  const hole = moved(0, 0).map(([lon = 0, lat = 0]) => [-92.3 + (lon + 92.3) / 4, 34.75 + (lat - 34.75) / 4]);
  const [southwest, southeast, northeast, northwest] = littleRock;
  it.each<[string, unknown, Partial<Place>]>([
    ['in the county that it names', square, {}],
    ['with a hole', polygon(littleRock, hole), { lon: -92.48 }],
    ['that is a bow tie', polygon([southwest!, northeast!, southeast!, northwest!, southwest!]), { lon: -92.48 }],
    ['that winds around its area twice', polygon([...littleRock, ...littleRock.slice(1)]), {}],
    ['with a spike', polygon([southwest!, southeast!, [-92, 40], southeast!, northeast!, northwest!, southwest!]), {}],
    [
      'of several parts, one of them in the county',
      { type: 'MultiPolygon', coordinates: [[swapped], [littleRock]] },
      {},
    ],
  ])('is kept %s', (_what, geometry, at) => {
    const { alert, misplaced } = readWith(geometry);
    expect(misplaced).toEqual([]);
    expect(JSON.parse(alert.geometry ?? '')).toEqual(geometry);
    expect(concerns(alert, place(at))).toBe(true);
    expect(concerns(alert, place({ lat: 36.3 }))).toBe(false);
  });
});

describe('an alert at a place', () => {
  const within = (geometry: unknown, at: Partial<Place>, properties = {}) => {
    const [alert] = read(feature(properties, geometry));
    return alert && concerns(alert, place(at));
  };

  it('applies inside its polygon', () => {
    expect(within(square, {})).toBe(true);
  });

  it('doesn’t apply outside its polygon, even in a county that it touches', () => {
    expect(within(square, { lat: 34.5 })).toBe(false);
  });

  it('applies to every point of a cell that it comes near', () => {
    expect(within(square, { lat: 34.58 })).toBe(true);
    expect(within(square, { lat: 34.56 })).toBe(false);
  });

  it('doesn’t apply in a hole of its polygon', () => {
    const hole = [
      [-92.4, 34.65],
      [-92.2, 34.65],
      [-92.2, 34.85],
      [-92.4, 34.85],
      [-92.4, 34.65],
    ];
    expect(within({ type: 'Polygon', coordinates: [...square.coordinates, hole] }, { lon: -92.3 })).toBe(false);
  });

  it('applies inside any part of its area', () => {
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

  it('applies by county when it has no polygon', () => {
    expect(within(null, {})).toBe(true);
    const conway = { lat: 35.08, lon: -92.44, county: '05045', zones: ['ARC045'] };
    expect(within(null, conway)).toBe(false);
    // The cell's center is in Faulkner County, its edge in Pulaski County.
    expect(within(null, { ...conway, lat: 34.92, lon: -92.44 })).toBe(true);
  });

  it('applies everywhere when it is statewide, whatever its polygon', () => {
    expect(within(square, { lat: 36.3 }, { geocode: { SAME: ['005000'] } })).toBe(true);
  });

  it('applies by forecast zone when it names no county', () => {
    expect(within(null, {}, { geocode: { SAME: [], UGC: ['ARZ044'] } })).toBe(true);
  });
});

it('never applies outside Arkansas', () => {
  expect(isCovered(place())).toBe(true);
  expect(isCovered(place({ county: undefined, zones: ['TXC037'] }))).toBe(false);
});
