import { until } from '@site/platform/testing/until';
import { littleRock, WeatherBench, type Weather } from '../testing/weather.js';

const minuteMs = 60_000;
const old = '/gridpoints/LZK/83,73';
const movedTo = { gridId: 'LZK', gridX: 84, gridY: 74 };
const now = '/gridpoints/LZK/84,74';

let bench: WeatherBench;
beforeAll(async () => {
  bench = await WeatherBench.open();
});
afterEach(() => bench.reset());
afterAll(() => bench.close());

const calls = (part: string) => bench.simulator.calls(part).length;
/** Its next request waits for a new forecast. */
async function startedBefore(): Promise<Weather> {
  const weather = await bench.start();
  await weather.forecast();
  await until('the forecast in the database', async () => {
    const rows = await bench.database.dataSource.query<unknown[]>(`SELECT FROM last_good WHERE key LIKE 'forecast/%'`);
    return rows.length > 0;
  });
  weather.clock.advance(20 * minuteMs);
  bench.simulator.clearCalls();
  return weather;
}

describe('a moved forecast cell', () => {
  it.each([undefined, 301, 302, 307, 308, 400, 410] as const)(
    'that returns %s is looked up again, and the same request gets the new cell’s forecast',
    async (removedStatus) => {
      const weather = await startedBefore();
      bench.simulator.changeNws({ movedTo, ...(removedStatus && { removedStatus }) });

      const { meta } = await weather.forecast();

      expect(meta).toMatchObject({ source: 'nws', stale: false, stationId: 'KLIT' });
      expect(meta?.ageSeconds).toBeLessThan(60);
      expect(calls('/points/')).toBe(1);
      expect(calls(`${now}/stations`)).toBe(1);
      weather.clock.advance(20 * minuteMs);
      bench.simulator.clearCalls();
      await weather.forecast();
      expect([calls('/points/'), calls(`${old}/`), calls(`${now}/forecast`)]).toEqual([0, 0, 2]);
    },
  );

  it('is looked up once for concurrent requests', async () => {
    const weather = await startedBefore();
    bench.simulator.changeNws({ movedTo });
    const publicResponses = await Promise.all(Array.from({ length: 20 }, () => weather.forecast()));
    expect(publicResponses.map(({ meta }) => meta?.stale)).toEqual(publicResponses.map(() => false));
    expect(calls('/points/')).toBe(1);
  });

  it('doesn’t stop forecasts of other places, however many moved', async () => {
    const weather = await startedBefore();
    bench.simulator.changeNws({ movedTo, removedStatus: 301 });
    const places = Array.from({ length: 6 }, (_unused, n) => ({ ...littleRock, lat: littleRock.lat + n / 100 }));
    const publicResponses = await Promise.all(places.map((place) => weather.forecast(place)));
    expect(publicResponses.map(({ meta }) => meta?.stale)).toEqual(places.map(() => false));
  });

  it('is not looked up repeatedly while it stays gone', async () => {
    const weather = await startedBefore();
    bench.simulator.setMode('nws', { mode: 'http', status: 404, path: '/gridpoints/' });
    for (let second = 0; second < 60; second += 2) {
      await weather.forecast();
      weather.clock.advance(2_000);
    }
    await until('calls for the cell', () => calls('/gridpoints/') > 20);
    expect(calls('/points/')).toBe(1);
  });
});

it('refetches the station list when a station has been closed', async () => {
  const weather = await startedBefore();
  bench.simulator.changeNws({ closed: ['KLIT', 'KSGT', 'KPBF'], stations: ['KLRF', 'KCXW'] });
  const { meta } = await weather.forecast();
  expect(meta).toMatchObject({ currentFrom: 'observation', stationId: 'KLRF' });
  expect(calls('/stations?limit=3')).toBe(1);
});

it('refreshes forecasts in time after a clock was set back by three hours', async () => {
  const weather = await startedBefore();
  await weather.forecast();
  weather.clock.setBack(180 * minuteMs);
  weather.clock.advance(6 * minuteMs);
  bench.simulator.clearCalls();
  await until('a call for a newer forecast', async () => {
    await weather.forecast();
    return calls(`${old}/forecast/hourly`) > 0;
  });
});

it('loads another replica’s forecast although its own clock was set back', async () => {
  const first = await startedBefore();
  const second = await bench.start();
  await first.forecast();
  first.clock.setBack(3 * 60 * minuteMs);
  const { meta } = await second.forecast();
  expect(meta?.stale).toBe(false);
});
