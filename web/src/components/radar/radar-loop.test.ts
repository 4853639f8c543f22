import { buildRadar, buildRadarFrame } from './testing/radar-builders.js';
import { loopFrames, maxFrames, radarState } from './radar-loop.js';
import { toTimedRadar } from './radar-query.js';

const minuteMs = 60_000;
const arrived = { wall: Date.parse('2026-11-21T00:39:00Z'), steady: 10_000 };
const sentAt = 'Sat, 21 Nov 2026 00:39:00 GMT';
const later = (minutes: number, wallMinutes = minutes) => ({
  wall: arrived.wall + wallMinutes * minuteMs,
  steady: arrived.steady + minutes * minuteMs,
});
const state = (radar = buildRadar(3), now = arrived, sent: string | null = sentAt) =>
  radarState({ data: toTimedRadar(radar, sent, arrived), isPending: false }, now);
const ageMinutes = (visible: ReturnType<typeof state>) =>
  visible.kind === 'frames' ? visible.newestAgeMs / minuteMs : undefined;

describe("the loop's pictures", () => {
  const minutes = (count: number, step: number) =>
    loopFrames(Array.from({ length: count }, (_, index) => buildRadarFrame(index * step))).map(({ url }) =>
      Number(/(\d+)\.webp/.exec(url)?.[1]),
    );

  it('are empty for none, and one for one', () => {
    expect(minutes(0, 5)).toEqual([]);
    expect(minutes(1, 5)).toEqual([0]);
  });

  it("are sorted oldest first, regardless of the response's order", () => {
    const frames = loopFrames([buildRadarFrame(20), buildRadarFrame(0), buildRadarFrame(10)]);
    expect(frames.map(({ url }) => url)).toEqual([
      '/media/radar/20.webp',
      '/media/radar/10.webp',
      '/media/radar/0.webp',
    ]);
  });

  it('are twelve of thirty, in steps of ten minutes, including the newest', () => {
    const visible = minutes(30, 4);
    expect(visible).toHaveLength(maxFrames);
    expect(visible.at(-1)).toBe(0);
    const steps = visible.slice(1, -1).map((each, index) => visible[index]! - each);
    expect(steps.every((step) => step >= 6 && step <= 14)).toBe(true);
  });

  it('stay the same when a newer picture arrives', () => {
    const provided = Array.from({ length: 30 }, (_, index) => buildRadarFrame(index * 4 + 4));
    const before = loopFrames(provided).map(({ url }) => url);
    const after = loopFrames([buildRadarFrame(0), ...provided]).map(({ url }) => url);
    expect(after.slice(0, -2).every((url) => before.includes(url))).toBe(true);
  });

  it('exclude pictures without a time, and duplicates', () => {
    expect(loopFrames([buildRadarFrame(0, { time: 'soon' }), buildRadarFrame(5), buildRadarFrame(5)])).toHaveLength(1);
  });

  it('total a megabyte at most, but always include the newest', () => {
    const heavy = Array.from({ length: 12 }, (_, index) => buildRadarFrame(index * 10, { size_bytes: 300_000 }));
    expect(loopFrames(heavy)).toHaveLength(3);
    expect(loopFrames([buildRadarFrame(0, { size_bytes: 1_400_000 }), buildRadarFrame(10)])).toHaveLength(1);
  });
});

describe('the age of the newest picture', () => {
  it("starts with the server's value and increases", () => {
    expect(ageMinutes(state())).toBe(4);
    expect(ageMinutes(state(buildRadar(3), later(3)))).toBe(7);
  });

  it("includes the response's time in a cache", () => {
    expect(ageMinutes(state(buildRadar(3), arrived, 'Sat, 21 Nov 2026 01:09:00 GMT'))).toBe(34);
  });

  it('is never too low: with sleep, a clock set back, or a wrong clock', () => {
    expect(ageMinutes(state(buildRadar(3), later(0, 30)))).toBe(34);
    expect(ageMinutes(state(buildRadar(3), later(30, -60)))).toBe(34);
    const hourAhead = { ...buildRadar(3), server_time: '2026-11-21T01:39:00Z' };
    expect(ageMinutes(state(hourAhead))).toBe(4);
    expect(ageMinutes(state({ ...buildRadar(3), newest_age_seconds: -300 }))).toBe(0);
  });
});

describe("the radar's state", () => {
  it('is waiting before the first response, and unavailable when that failed', () => {
    const now = arrived;
    expect(radarState({ data: undefined, isPending: true }, now)).toEqual({ kind: 'waiting' });
    expect(radarState({ data: undefined, isPending: false }, now)).toEqual({ kind: 'unavailable', reason: 'failed' });
    expect(state(buildRadar(0, { reason: 'not configured' }))).toEqual({
      kind: 'unavailable',
      reason: 'not configured',
    });
    expect(state(buildRadar(3, { box: null })).kind).toBe('unavailable');
  });

  it('is old after fifteen minutes, and empty after two hours', () => {
    expect(state(buildRadar(3), later(11))).toMatchObject({ isOld: false });
    expect(state(buildRadar(3), later(12))).toMatchObject({ isOld: true });
    expect(state(buildRadar(3), later(117)).kind).toBe('unavailable');
  });
});
