import { status } from '@grpc/grpc-js';
import { until } from '@site/platform/testing/until';
import { watchChanges } from '@site/platform/testing/watch-changes';
import type { Gauge, GetGaugeResponse, ListGaugesResponse } from '@site/proto/gen/nest/weather/v1/rivers';
import type { LastGood } from '../cache/last-good.js';
import { WeatherBench, type Weather } from '../testing/weather.js';

let bench: WeatherBench;
beforeAll(async () => {
  bench = await WeatherBench.open();
});
afterEach(() => bench.reset());
afterAll(() => bench.close());

const start = (seconds = '1') => bench.start({ RIVERS_POLL_SECONDS: seconds });
const list = ({ service }: Weather) => service.call<ListGaugesResponse>('weather.v1.RiversService', 'listGauges', {});
const course = ({ service }: Weather, id: string) =>
  service.call<GetGaugeResponse>('weather.v1.RiversService', 'getGauge', { id });
const answer = (weather: Weather, what: string, condition: (found: ListGaugesResponse) => boolean) =>
  until(what, async () => {
    const found = await list(weather);
    return condition(found) ? found : undefined;
  });
const existing = (weather: Weather) => answer(weather, 'the gauges', ({ ok, stale }) => ok && !stale);
const named = ({ gauges }: ListGaugesResponse, id: string): Gauge => {
  const found = gauges.find((gauge) => gauge.id === id);
  if (!found) throw new Error(`no gauge ${id}`);
  return found;
};
const calls = (part = '') => bench.simulator.calls(part).filter(({ provider }) => provider === 'nwps');
const keptRivers = async () =>
  (await bench.database.dataSource.query<LastGood[]>(`SELECT * FROM last_good WHERE key = 'rivers/1'`))[0];
const hour = 3_600_000;

describe('river gauges', () => {
  it('are listed by name with stage, flood, crest and county', async () => {
    const found = await existing(await start());

    const names = found.gauges.map(({ name }) => name);
    expect(names).toEqual([...names].sort((left, right) => left.localeCompare(right, 'en-US')));
    expect(found).toMatchObject({ ok: true, reason: '', stale: false });
    const littleRock = named(found, 'LITA4');
    expect(littleRock).toMatchObject({
      name: 'Arkansas River at Little Rock',
      county: '05119',
      lat: 34.75,
      lon: -92.27,
      observedCategory: 'no_flooding',
      crestCategory: 'no_flooding',
    });
    expect(Date.now() - Date.parse(littleRock.observed?.at ?? '')).toBeLessThan(hour);
    expect(littleRock.observed?.feet).toBeGreaterThan(8);
    const blackRock = named(found, 'BKRA4');
    expect(blackRock).toMatchObject({ county: '05075', crestCategory: 'minor' });
    expect(blackRock.crest?.feet).toBeGreaterThan(14);
    expect(Date.parse(blackRock.crest?.at ?? '')).toBeGreaterThan(Date.now());
  });

  it('are left out without a stage: flows, sentinel values, and readings older than a day', async () => {
    const found = await existing(await start());

    const ids = found.gauges.map(({ id }) => id);
    for (const id of ['BLDA4', 'BUFA4', 'PETA4']) expect(ids).not.toContain(id);
    expect(named(found, 'RVRA4')).toMatchObject({
      observed: { feet: expect.any(Number) },
      crest: null,
      crestCategory: '',
    });
  });

  it('aren’t in flood on a quiet day, and are in major floods in an outbreak', async () => {
    bench.simulator.setMode('nws', { mode: 'calm' });
    const calm = await start();
    expect((await existing(calm)).gauges.map(({ observedCategory }) => observedCategory)).not.toContain('minor');
    await bench.stop(calm);

    bench.simulator.setMode('nws', { mode: 'outbreak' });
    const categories = (
      await answer(await start(), 'floods', ({ gauges }) =>
        gauges.some(({ crestCategory }) => crestCategory === 'major'),
      )
    ).gauges;
    expect(categories.filter(({ crestCategory }) => /moderate|major/.test(crestCategory)).length).toBeGreaterThan(3);
  });

  it('are announced to the gateways', async () => {
    const weather = await start();
    const changes = watchChanges('weather-proxy', weather.service.address);
    await until('the announcement', () => changes.notices.some(({ topic }) => topic === 'rivers'));
    changes.close();
  });

  it('are fetched once per round, with the state’s bounding box', async () => {
    await existing(await start('600'));

    const target = calls('/gauges?').map(({ path }) => Object.fromEntries(new URL(path, 'http://x').searchParams));
    expect(target).toEqual([
      { 'bbox.xmin': '-94.72', 'bbox.ymin': '32.90', 'bbox.xmax': '-89.54', 'bbox.ymax': '36.60', srid: 'EPSG_4326' },
    ]);
  });

  it.each([
    { mode: 'http', status: 500 },
    { mode: 'html' },
    { mode: 'malformed' },
    { mode: 'nulls' },
    { mode: 'renamed' },
    { mode: 'strings' },
    { mode: 'infinite' },
    { mode: 'huge' },
    { mode: 'redirect' },
  ] as const)('stay unchanged, with their true age, while the source fails: %j', async (behavior) => {
    const weather = await start();
    const before = await existing(weather);
    bench.simulator.setMode('nwps', behavior);
    const stale = await answer(weather, 'a failure', (found) => found.stale);

    expect(stale.gauges.map(({ id, observed }) => [id, observed])).toEqual(
      before.gauges.map(({ id, observed }) => [id, observed]),
    );
    weather.clock.advance(hour);
    expect((await list(weather)).fetchedAt).toBe(stale.fetchedAt);
  });

  it('lose a reading older than a day, and disappear after that', async () => {
    const weather = await start('600');
    const before = await existing(weather);
    weather.clock.advance(Date.parse(before.fetchedAt ?? '') + 24 * hour - Date.now() - 1_000);
    const { gauges, ok } = await list(weather);

    expect(ok).toBe(true);
    expect(gauges.every(({ observed, observedCategory, trend }) => !observed && !observedCategory && !trend)).toBe(
      true,
    );
    weather.clock.advance(5_000);
    expect(await list(weather)).toMatchObject({ ok: false, reason: 'failed', gauges: [] });
  });

  it('survive a restart', async () => {
    const first = await start();
    const before = await existing(first);
    await until('the saved gauges', keptRivers);
    await bench.stop(first);
    bench.simulator.setMode('nwps', { mode: 'hang' });

    expect((await list(await start('600'))).gauges.map(({ id }) => id)).toEqual(before.gauges.map(({ id }) => id));
  });

  it('aren’t reported as none before the first response', async () => {
    bench.simulator.setMode('nwps', { mode: 'http', status: 503 });
    const weather = await start();
    await until('an attempt', () => calls().length > 0);

    expect(await list(weather)).toEqual({ gauges: [], ok: false, reason: 'failed', stale: false });
    await expect(course(weather, 'LITA4')).rejects.toMatchObject({ code: status.UNAVAILABLE });
  });
});

describe('a gauge’s hydrograph', () => {
  it('has three days of hourly stages, the forecast, its crest and the thresholds', async () => {
    const weather = await start('600');
    await existing(weather);
    const found = await course(weather, 'bkra4');

    expect(found.gauge).toMatchObject({ id: 'BKRA4', crestCategory: 'minor' });
    expect(found.thresholds).toEqual({ actionFeet: 12, minorFeet: 14, moderateFeet: 20, majorFeet: 24 });
    const times = found.observed.map(({ at }) => Date.parse(at));
    expect(times).toEqual([...times].sort((left, right) => left - right));
    expect(times.length).toBeGreaterThan(70);
    expect(times.length).toBeLessThanOrEqual(74);
    expect(new Set(times.map((ms) => Math.floor(ms / hour))).size).toBe(times.length);
    expect(Date.now() - (times[0] ?? 0)).toBeLessThanOrEqual(72 * hour + 60_000);
    expect(found.forecast).toHaveLength(20);
    expect(found.gauge?.crest?.feet).toBe(Math.max(...found.forecast.map(({ feet }) => feet)));
    expect(Date.parse(found.forecastIssuedAt ?? '')).toBeLessThanOrEqual(Date.now());
    expect(found).toMatchObject({ stale: false, fetchedAt: expect.stringMatching(/Z$/) });
  });

  it('has no forecast where none is published', async () => {
    const weather = await start('600');
    await existing(weather);
    const found = await course(weather, 'RVRA4');

    expect(found).toMatchObject({ forecast: [], gauge: { crest: null } });
    expect(found.forecastIssuedAt).toBeUndefined();
    expect(found.observed.length).toBeGreaterThan(70);
  });

  it('is fetched once, for any number of visitors', async () => {
    const weather = await start('600');
    await existing(weather);
    await Promise.all(Array.from({ length: 10 }, () => course(weather, 'LITA4')));

    expect(calls('/gauges/lita4')).toHaveLength(2);
  });

  it.each(['', 'LITA', 'LITA44', '../x1', 'lit%4', 'LÎTA4'])('is rejected for an impossible id: "%s"', async (id) => {
    const weather = await start('600');
    await existing(weather);

    await expect(course(weather, id)).rejects.toMatchObject({ code: status.INVALID_ARGUMENT });
    expect(calls('/gauges/')).toEqual([]);
  });

  it('is unknown for a gauge that isn’t listed, without a call', async () => {
    const weather = await start('600');
    await existing(weather);

    await expect(course(weather, 'XXXA4')).rejects.toMatchObject({ code: status.NOT_FOUND });
    expect(calls('/gauges/')).toEqual([]);
  });

  it('stays available with its age for six hours while the source fails', async () => {
    const weather = await start('600');
    await existing(weather);
    const before = await course(weather, 'LITA4');
    bench.simulator.setMode('nwps', { mode: 'http', status: 500, path: '/gauges/' });
    weather.clock.advance(11 * 60_000);
    const later = await course(weather, 'LITA4');

    expect(later).toMatchObject({ stale: true, fetchedAt: before.fetchedAt, forecast: before.forecast });
    weather.clock.advance(6 * hour);
    await expect(course(weather, 'LITA4')).rejects.toMatchObject({ code: status.UNAVAILABLE });
  });

  it('is unavailable before the gateway’s timeout when the source hangs', async () => {
    const weather = await start('600');
    await existing(weather);
    bench.simulator.setMode('nwps', { mode: 'hang', path: '/gauges/' });
    const begun = performance.now();

    await expect(course(weather, 'LITA4')).rejects.toMatchObject({ code: status.UNAVAILABLE });
    expect(performance.now() - begun).toBeLessThan(4_900);
  });

  it('has no thresholds when the source has none', async () => {
    const weather = await start('600');
    await existing(weather);
    bench.simulator.setMode('nwps', { mode: 'http', status: 404, path: '/gauges/lita4', times: 1 });

    const { thresholds, observed, forecast } = await course(weather, 'LITA4');
    // One of the two calls got the 404.
    expect(
      [Object.keys(thresholds ?? {}).length === 0, observed.length + forecast.length === 0].filter(Boolean),
    ).toHaveLength(1);
  });
});
