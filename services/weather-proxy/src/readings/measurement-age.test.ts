import { WeatherBench } from '../testing/weather.js';

const hourMs = 3_600_000;

let bench: WeatherBench;
beforeAll(async () => {
  bench = await WeatherBench.open();
});
afterEach(() => bench.reset());
afterAll(() => bench.close());

describe('the age of displayed data', () => {
  it('shows this hour’s forecast once the last observation is older than two hours', async () => {
    const weather = await bench.start();
    await weather.forecast();
    bench.simulator.setMode('nws', { mode: 'http', status: 500 });
    weather.clock.advance(2 * hourMs);

    const { current, forecast, meta } = await weather.forecast();

    const now = weather.clock.now() / 1_000;
    const hour = forecast?.hour.find(({ timeEpoch }) => timeEpoch <= now && now < timeEpoch + 3_600);
    expect(current?.tempF).toBe(hour?.tempF);
    expect(current?.condition?.code).toBe(hour?.condition?.code);
    expect(meta).toMatchObject({ currentFrom: 'forecast', stationId: '', stationName: '', forecastDelayed: false });
    expect(meta).not.toHaveProperty('observedAt');
  });

  it('marks a forecast made more than twelve hours ago as late', async () => {
    const weather = await bench.start();
    const good = await weather.forecast();
    bench.simulator.setMode('nws', { mode: 'http', status: 500 });
    // Made four hours before its fetch.
    weather.clock.advance(7.9 * hourMs);
    expect((await weather.forecast()).meta?.forecastDelayed).toBe(false);
    weather.clock.advance(0.2 * hourMs);

    const { meta } = await weather.forecast();

    expect(meta).toMatchObject({ forecastDelayed: true, forecastIssuedAt: good.meta?.forecastIssuedAt });
  });

  it('marks a late forecast just fetched, and an observation that isn’t current', async () => {
    const weather = await bench.start();
    // The simulator's clock doesn't move: its forecast is thirteen hours old, its observation nine.
    weather.clock.advance(9 * hourMs);

    const { meta } = await weather.forecast();

    expect(meta).toMatchObject({ stale: false, forecastDelayed: true, currentFrom: 'forecast', stationId: '' });
    expect(meta?.ageSeconds).toBeLessThan(60);
  });
});
