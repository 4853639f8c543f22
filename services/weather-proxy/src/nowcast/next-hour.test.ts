import { inflateSync } from 'node:zlib';
import { nextHourCellOf, nextHourGrid, nextHourMinutes, unknownIntensity } from '@site/domain/weather/next-hour';
import { until } from '@site/platform/testing/until';
import type { GetNextHourResponse } from '@site/proto/gen/nest/weather/v1/next_hour';
import { reflectivityOf } from '../../../../simulator/storm-context/radar-storms.js';
import { minuteMs, RadarBench } from '../radar/testing/radar-bench.js';
import { TestClock, type Weather } from '../testing/weather.js';

let bench: RadarBench;
beforeAll(async () => {
  bench = await RadarBench.open();
});
afterEach(() => bench.reset());
afterAll(() => bench.close());

const get = ({ service }: Weather) =>
  service.call<GetNextHourResponse>('weather.v1.NextHourService', 'getNextHour', {});
const waitFor = (weather: Weather, what: string, isSo: (found: GetNextHourResponse) => boolean) =>
  until(
    what,
    async () => {
      const found = await get(weather);
      return isSo(found) ? found : undefined;
    },
    30_000,
  );

const cells = nextHourGrid.columns * nextHourGrid.rows;
/** Of a place, per five minutes. */
function intensitiesAt({ intensities }: GetNextHourResponse, place: { lat: number; lon: number }): number[] {
  const grids = inflateSync(intensities);
  const cell = nextHourCellOf(place) ?? NaN;
  return nextHourMinutes.map((_minutes, index) => grids[index * cells + cell] ?? NaN);
}

/** The simulator's origin of kilometers. */
const middle = { lon: -92.37, lat: 34.97 } as const;
const radians = Math.PI / 180;
const kmPerDegree = 6_378.137 * radians * Math.cos(middle.lat * radians);
const northing = (lat: number) => Math.asinh(Math.tan(lat * radians)) / radians;
function placeAt(x: number, y: number): { lat: number; lon: number } {
  const north = (northing(middle.lat) + y / kmPerDegree) * radians;
  return { lat: Math.atan(Math.sinh(north)) / radians, lon: middle.lon + x / kmPerDegree };
}
const dbzAt = (x: number, y: number, outbreakMinutes: number) =>
  reflectivityOf(
    { kind: 'outbreak', outbreakMinutes, clockMinutes: 0 },
    { left: x, top: y, stepX: 1, stepY: 1, columns: 1, rows: 1 },
    false,
  )[0] ?? NaN;

describe('rain in the next hour', () => {
  it('starts when the simulated squall line arrives, within five minutes', async () => {
    bench.simulator.setMode('nws', { mode: 'outbreak' });
    const startedAt = Date.now();
    const weather = await bench.start();
    await bench.response(weather, 'the loop', ({ frames }) => frames.length >= 9);
    const found = await waitFor(weather, 'a forecast', ({ ok }) => ok);

    expect(found).toMatchObject({ reason: '', source: 'mrms' });
    const frameMinutes = (Date.parse(found.frameTime) - startedAt) / minuteMs;
    const errors: number[] = [];
    for (let y = -140; y <= 140; y += 20) {
      for (let x = -60; x <= 20; x += 10) {
        const start = nextHourMinutes.find((minutes) => dbzAt(x, y, frameMinutes + minutes) >= 20);
        if (start === undefined || start < 10 || start > 50) continue;
        const forecast = intensitiesAt(found, placeAt(x, y));
        const first = forecast.findIndex((intensity) => intensity >= 1 && intensity !== unknownIntensity);
        errors.push(first < 0 ? NaN : Math.abs((nextHourMinutes[first] ?? NaN) - start));
      }
    }
    expect(errors.length).toBeGreaterThan(10);
    expect(errors.filter((error) => error <= 5).length).toBeGreaterThanOrEqual(0.9 * errors.length);
  });

  it('is less certain with lead time', async () => {
    const found = await waitFor(await bench.start(), 'a forecast', ({ confidence }) => confidence.length > 0);

    expect(found.confidence).toHaveLength(nextHourMinutes.length);
    expect(found.confidence).toEqual([...found.confidence].sort((left, right) => right - left));
    expect(found.confidence.every((value) => value > 0 && value <= 1)).toBe(true);
  });

  it('is none without echoes', async () => {
    bench.simulator.setMode('nws', { mode: 'calm' });
    const found = await waitFor(await bench.start(), 'a forecast', ({ ok }) => ok);

    expect(new Set(inflateSync(found.intensities))).toEqual(new Set([0]));
  });

  it('is unknown with echoes in a single frame', async () => {
    bench.simulator.setMode('mrms', { mode: 'strings' });
    const found = await waitFor(await bench.start(), 'a response', ({ reason }) => reason === 'no motion');

    expect(found).toMatchObject({ ok: false, source: 'mrms' });
    expect(found.intensities).toHaveLength(0);
  });

  it('is unknown from frames in unknown colors', async () => {
    bench.simulator.setMode('mrms', { mode: 'renamed' });
    const found = await waitFor(await bench.start(), 'a frame', ({ frameTime }) => frameTime !== '');

    expect(found).toMatchObject({ ok: false, reason: 'no radar' });
  });

  it('is unknown without frames, and without an object store', async () => {
    bench.setBoth('http');
    expect(await get(await bench.start())).toMatchObject({ ok: false, reason: 'no radar', frameTime: '' });
    expect(await get(await bench.start({ S3_ENDPOINT: '' }))).toMatchObject({ ok: false, reason: 'not configured' });
  });

  it('is unknown once its frame is older than 15 minutes', async () => {
    const clock = new TestClock();
    const weather = await bench.start({}, clock);
    await waitFor(weather, 'a forecast', ({ ok }) => ok);
    bench.setBoth('http');
    clock.advance(16 * minuteMs);

    const found = await get(weather);
    expect(found).toMatchObject({ ok: false, reason: 'old frame' });
    expect(found.frameAgeSeconds).toBeGreaterThan(15 * 60);
  });

  it('is read by other replicas, and survives a restart', async () => {
    const leader = await bench.start();
    const { frameTime } = await waitFor(leader, 'a forecast', ({ ok }) => ok);
    await bench.weather.stop(leader);
    bench.setBoth('http');

    expect(await get(await bench.start())).toMatchObject({ ok: true, frameTime });
  });
});
