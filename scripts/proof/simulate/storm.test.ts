import { generator, poisson, SharedCache, sharedSeconds, throughCache, trace, busiestWindow } from './storm.mjs';

const day = { visits: 60_000, seconds: 120, first: 0.6, assets: ['/assets/a.js'] };

describe('a storm’s visits', () => {
  it('match the requested number, and are the same in each run', () => {
    const visits = [...trace(day)].reduce((sum, second) => sum + second.visits, 0);
    expect(visits).toBeCloseTo(day.visits, 3);
    const run = () => throughCache(day, () => ({ seconds: 5, bytes: 1 }));
    expect(run()).toEqual(run());
  });

  it('follow the storm', () => {
    const seconds = [...trace(day)];
    const rateOf = (second: number, path: string) =>
      seconds[second]?.rates.find(([candidate]) => candidate === path)?.[1] ?? 0;
    // In the southwest at first, in the northeast at the end.
    expect(rateOf(0, '/now/miller')).toBeGreaterThan(5 * rateOf(119, '/now/miller'));
    expect(rateOf(119, '/now/clay')).toBeGreaterThan(5 * rateOf(0, '/now/clay'));
  });

  it('scatter around the mean', () => {
    const random = generator(1);
    for (const mean of [0.2, 4, 200]) {
      const counts = Array.from({ length: 4_000 }, () => poisson(mean, random));
      expect(counts.reduce((sum, count) => sum + count, 0) / counts.length / mean).toBeCloseTo(1, 1);
    }
  });
});

describe('a shared cache', () => {
  it('requests the origin once until a response expires', () => {
    const cache = new SharedCache(() => ({ seconds: 5, bytes: 1 }));
    const asked = [0, 1, 4, 5, 9, 10].map((second) => cache.request('/a', second, 100));
    expect(asked).toEqual([1, 0, 0, 1, 0, 1]);
    expect(cache.request('/b', 10, 7)).toBe(1);
  });

  it('requests uncacheable responses each time', () => {
    const cache = new SharedCache(() => ({ seconds: 0, bytes: 1 }));
    expect([cache.request('/a', 0, 30), cache.request('/a', 0, 20)]).toEqual([30, 20]);
  });

  it.each([
    ['public, max-age=0, s-maxage=15, stale-while-revalidate=15', 15],
    ['public, max-age=31536000, immutable', 31_536_000],
    ['private, max-age=60', 0],
    ['no-store', 0],
    [undefined, 0],
  ])('reads %s as %i s', (header, seconds) => {
    expect(sharedSeconds(header)).toBe(seconds);
  });
});

test('the worst window has the most requests to the origin', () => {
  const left = [['/a'], ['/a', '/b', '/c'], ['/a', '/b'], [], ['/a']];
  expect(busiestWindow(left, 2)).toEqual([
    ['/a', '/b', '/c'],
    ['/a', '/b'],
  ]);
  expect(throughCache({ ...day, seconds: 3 }, () => ({ seconds: 5, bytes: 1 })).leftBySecond).toHaveLength(3);
});
