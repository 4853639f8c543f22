import type { LonLat } from './polygons.js';
import { parseMotion, trackStorm } from './storm-track.js';

const now = Date.parse('2026-11-25T18:00:00Z');
const minute = 60_000;
const square: LonLat[] = [
  [-92.5, 34.5],
  [-92, 34.5],
  [-92, 35],
  [-92.5, 35],
  [-92.5, 34.5],
];
/** From the southwest at 40 knots: 74 km/h. */
const text = (changes: { time?: string; degrees?: number; knots?: number; at?: string } = {}) =>
  `${changes.time ?? '2026-11-25T18:00:00-00:00'}...storm...${changes.degrees ?? 225}DEG...${changes.knots ?? 40}KT...${changes.at ?? '34.55,-92.45'}`;
const towns = [
  { name: 'Ahead', position: [-92.25, 34.72] as const },
  { name: 'Behind', position: [-92.48, 34.51] as const },
  { name: 'Beside', position: [-92.45, 34.95] as const },
  { name: 'Outside', position: [-91.9, 35.1] as const },
];
const track = (description: string, ends?: number) =>
  trackStorm(parseMotion(description), [square], { towns, now, ...(ends !== undefined && { ends }) });

describe('the motion of a storm', () => {
  it('is parsed with its time, direction, speed and position', () => {
    expect(parseMotion(text())).toEqual({
      observedAt: now,
      towardsDegrees: 45,
      speedKnots: 40,
      positions: [[-92.45, 34.55]],
    });
  });

  it('has several positions for a line of storms', () => {
    expect(parseMotion(text({ at: '34.5,-92.4 34.9,-92.5' }))?.positions).toEqual([
      [-92.4, 34.5],
      [-92.5, 34.9],
    ]);
  });

  it.each([undefined, '', 'storm', text({ degrees: 361 }), text({ time: 'today' }), text({ at: '95,-92' })])(
    'is unknown in %j',
    (description) => {
      expect(parseMotion(description)).toBeUndefined();
    },
  );
});

describe('the track of a storm', () => {
  it('lists the towns ahead in the polygon, with times rounded to five minutes', () => {
    // 26 km at 74 km/h.
    expect(track(text())?.arrivals).toEqual([{ town: 'Ahead', at: now + 20 * minute }]);
  });

  it('starts where the storm should be by now', () => {
    const later = track(text({ time: '2026-11-25T17:50:00-00:00' }));
    expect(later?.arrivals).toEqual([{ town: 'Ahead', at: now + 10 * minute }]);
    expect(later?.from[0]?.[0]).toBeGreaterThan(-92.4);
  });

  it('leaves out towns reached only after the warning ends', () => {
    expect(track(text(), now + 10 * minute)?.arrivals).toEqual([]);
  });

  it('includes a town between two positions of a line of storms', () => {
    const line = track(text({ degrees: 270, at: '34.55,-92.45 34.9,-92.45' }));
    expect(line?.arrivals.map(({ town }) => town)).toContain('Ahead');
  });

  it.each([
    ['zero', text({ knots: 0 })],
    ['older than 30 minutes', text({ time: '2026-11-25T17:29:00-00:00' })],
    ['an hour ahead of the clock', text({ time: '2026-11-25T19:00:00-00:00' })],
    ['leading out of the polygon', text({ degrees: 45 })],
    ['far away', text({ at: '40,-92' })],
  ])('is left out when the motion is %s', (_case, description) => {
    expect(track(description)).toBeUndefined();
  });
});
