import { hourMs } from '../readings/local-time.js';
import { weatherAt } from '../forecasts/current-weather.js';
import { at, celsius, gridOf, half, hourly, now, observation, point } from '../testing/nws-parts.js';
import { UpstreamError } from '../upstream/upstream-error.js';
import type { GridAddress, NwsClient } from './nws-client.js';
import { NwsSource } from './nws.source.js';
import type { Observation } from './schemas.js';

function sourceOf(observations: Readonly<Record<string, Partial<Observation>>>) {
  const target: string[] = [];
  const client = {
    forecastsFail: false,
    point: () => Promise.resolve(point()),
    halfDays: () => Promise.resolve({ periods: [half('2026-11-20T06:00', '2026-11-20T18:00', {})] }),
    hourly: () => Promise.resolve({ periods: hourly() }),
    grid: () => Promise.reject(new Error('no grid')),
    stations: () => Promise.resolve(['KLIT', 'KSGT', 'KPBF'].map((id) => ({ id, name: `${id} field` }))),
    observation: (station: string) => {
      target.push(station);
      const changes = observations[station];
      return Promise.resolve(changes ? { latest: observation({ timestamp: now - 600_000, ...changes }) } : {});
    },
  } as unknown as NwsClient;
  const clock = { now: () => now, elapsed: () => now };
  const source = new NwsSource(client, clock, { forecastMs: 60_000, observationMs: 60_000 });
  const fetch = () => source.fetchForecast(at, AbortSignal.timeout(5_000));
  return { asked: target, fetch };
}

describe('the forecast TTL', () => {
  /** `askedInTheNext` moves the clock and requests all places again. */
  function sourceOfPlaces(places: number) {
    let elapsedMs = 0;
    let calls = 0;
    const periods = () => {
      calls += 1;
      return Promise.resolve({ periods: hourly() });
    };
    const client = {
      forecastsFail: false,
      point: ({ lat }: { lat: number }) => Promise.resolve({ ...point(), gridX: Math.round(lat * 100) }),
      halfDays: periods,
      hourly: periods,
      grid: () => Promise.reject(new Error('no grid')),
      stations: () => Promise.resolve([]),
    } as unknown as NwsClient;
    const clock = { now: () => now + elapsedMs, elapsed: () => elapsedMs };
    const source = new NwsSource(client, clock, { forecastMs: 300_000, observationMs: 120_000 });
    return async (minutes: number): Promise<number> => {
      const before = calls;
      elapsedMs += minutes * 60_000;
      for (let place = 0; place < places; place += 1)
        await source.fetchForecast({ lat: 30 + place / 100, lon: -92 }, AbortSignal.timeout(30_000));
      return calls - before;
    };
  }

  it('is five minutes for a few places', async () => {
    const callsAfter = sourceOfPlaces(20);
    expect(await callsAfter(0)).toBe(40);
    expect(await callsAfter(4)).toBe(0);
    expect(await callsAfter(2)).toBe(40);
  });

  it('is longer while many places are viewed, all of which stay cached', async () => {
    const callsAfter = sourceOfPlaces(700);
    expect(await callsAfter(0)).toBe(1_400);
    expect(await callsAfter(6)).toBe(0);
    expect(await callsAfter(2)).toBe(1_400);
  });
});

describe('the station used', () => {
  it.each([
    ['rejected by quality control', { temperature: celsius(18, 'X') }],
    ['questioned by quality control', { temperature: celsius(18, 'Q') }],
    ['physically impossible', { temperature: celsius(85) }],
    ['not measured', { temperature: celsius(null) }],
    ['three hours old', { timestamp: now - 3 * hourMs }],
    ['in the future', { timestamp: now + hourMs }],
  ] as const)('is the next one when the nearest’s temperature is %s', async (_what, changes) => {
    const { asked, fetch } = sourceOf({ KLIT: changes, KSGT: { temperature: celsius(11) }, KPBF: {} });

    const { current, ...rest } = weatherAt(await fetch(), now);

    expect(current.tempC).toBe(11);
    expect(rest).toMatchObject({ from: 'observation', stationId: 'KSGT', stationName: 'KSGT field' });
    expect(asked).toEqual(['KLIT', 'KSGT']);
  });

  it('is none when three stations have no temperature', async () => {
    const { asked, fetch } = sourceOf({});

    expect((await fetch()).measurement).toBeUndefined();
    expect(asked).toEqual(['KLIT', 'KSGT', 'KPBF']);
  });
});

describe('a moved cell', () => {
  const removed = () => Promise.reject(new UpstreamError('gone', 'not_found', { status: 404 }));
  /** The cell changes after the first response, and the old one lacks a part. */
  function sourceWithout(part: 'halfDays' | 'hourly' | 'grid' | 'stations', { moves = true } = {}) {
    let elapsedMs = 0;
    let isNotFound = false;
    const calls: string[] = [];
    const ask =
      <Value>(name: string, value: () => Value) =>
      (cell: GridAddress) => {
        calls.push(`${name} ${cell.gridX}`);
        // The station list expires rarely, unless it failed.
        if (name === part && part === 'stations' && !isNotFound) return Promise.reject(new Error('busy'));
        return name === part && isNotFound && cell.gridX === 83 ? removed() : Promise.resolve(value());
      };
    const client = {
      forecastsFail: false,
      point: () => {
        calls.push('point');
        return Promise.resolve({ ...point(), gridX: isNotFound && moves ? 84 : 83 });
      },
      halfDays: ask('halfDays', () => ({ periods: [half('2026-11-20T06:00', '2026-11-20T18:00', {})] })),
      hourly: ask('hourly', () => ({ periods: hourly() })),
      grid: ask('grid', () => gridOf({})),
      stations: ask('stations', () => [{ id: 'KLIT', name: '' }]),
      observation: () => Promise.resolve({ latest: observation() }),
    } as unknown as NwsClient;
    const clock = { now: () => now, elapsed: () => elapsedMs };
    const source = new NwsSource(client, clock, { forecastMs: 60_000, observationMs: 60_000 });
    return {
      fetch: () => source.fetchForecast(at, AbortSignal.timeout(5_000)),
      calls,
      goes: (afterMs: number) => {
        isNotFound = true;
        elapsedMs += afterMs;
        calls.length = 0;
      },
      wait: (ms: number) => (elapsedMs += ms),
    };
  }

  it.each(['halfDays', 'hourly', 'grid', 'stations'] as const)(
    'is replaced within the same request: no %s',
    async (part) => {
      const { fetch, calls, goes } = sourceWithout(part);
      await fetch();
      goes(120_000);
      await fetch();
      expect(calls.filter((call) => call === 'point')).toHaveLength(1);
      expect(calls).toContain('halfDays 84');
      expect(calls).toContain('hourly 84');
    },
  );

  it('is looked up once in five minutes while the lookup returns the same cell', async () => {
    const { fetch, calls, goes, wait } = sourceWithout('halfDays', { moves: false });
    await fetch();
    goes(120_000);
    for (let second = 0; second < 299; second += 1) {
      await expect(fetch()).rejects.toThrow('gone');
      wait(1_000);
    }
    expect(calls.filter((call) => call === 'point')).toHaveLength(1);
    wait(1_000);
    await expect(fetch()).rejects.toThrow('gone');
    expect(calls.filter((call) => call === 'point')).toHaveLength(2);
  });
});
