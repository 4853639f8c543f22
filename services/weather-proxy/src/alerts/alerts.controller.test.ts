import { jest } from '@jest/globals';
import { testLogger } from '@site/platform/testing/logger';
import { until } from '@site/platform/testing/until';
import { watchChanges } from '@site/platform/testing/watch-changes';
import { capAlert, squareAround } from '../../../../simulator/cap.js';
import { littleRock, WeatherBench, type Weather } from '../testing/weather.js';

let bench: WeatherBench;
beforeAll(async () => {
  bench = await WeatherBench.open();
});
afterEach(() => bench.reset());
afterAll(() => bench.close());

const okAlerts = (weather: Weather) =>
  until('a successful attempt', async () => {
    const response = await weather.alerts();
    return response.ok ? response : undefined;
  });

const notOkAlerts = (weather: Weather) =>
  until('a failed attempt', async () => {
    const response = await weather.alerts();
    return response.ok ? undefined : response;
  });

describe('the alerts of the state', () => {
  it('include everything active in Arkansas, most severe first', async () => {
    const weather = await bench.start();

    const { alerts, source, updatedAt } = await okAlerts(weather);

    expect(alerts.map(({ event, severity }) => `${severity} ${event}`)).toEqual([
      'Severe Flash Flood Warning',
      'Severe Flash Flood Warning',
      'Severe Flash Flood Warning',
      'Minor Flood Advisory',
    ]);
    expect(alerts.at(-1)).toMatchObject({
      counties: ['05015', '05087'],
      sender: 'NWS Tulsa OK',
      areas: 'Carroll, AR; Madison, AR',
    });
    expect(JSON.parse(alerts[0]?.geometry ?? 'null')).toMatchObject({ type: 'Polygon' });
    expect(source).toBe('nws');
    expect(Math.abs(Date.parse(updatedAt ?? '') - Date.now())).toBeLessThan(10_000);
    expect(bench.simulator.calls('/alerts')[0]?.path).toBe('/alerts/active?area=AR&status=actual');
  });

  it('are reported as none only right after the provider confirmed it', async () => {
    bench.simulator.setMode('nws', { mode: 'calm' });
    const weather = await bench.start();

    expect(await okAlerts(weather)).toMatchObject({ ok: true, alerts: [] });
  });

  it.each([
    { mode: 'http', status: 500 },
    { mode: 'empty' },
    { mode: 'null' },
    { mode: 'html' },
    { mode: 'malformed' },
    { mode: 'redirect' },
    { mode: 'huge' },
    { mode: 'stale' },
    { mode: 'future' },
  ] as const)('are never reported as none when the provider fails: %j', async (behavior) => {
    bench.simulator.setMode('nws', behavior);
    const weather = await bench.start();
    await until('an attempt', () => bench.simulator.calls('/alerts').length > 1);

    expect(await weather.alerts()).toMatchObject({ ok: false, alerts: [], source: '' });
    expect(await weather.alerts()).not.toHaveProperty('updatedAt');
  });

  it('remain available while the provider fails, with the time of the last success', async () => {
    const weather = await bench.start();
    await okAlerts(weather);
    bench.simulator.setMode('nws', { mode: 'http', status: 500 });

    const response = await notOkAlerts(weather);

    expect(response.alerts).toHaveLength(4);
    expect(response.updatedAt).toBeDefined();
  });

  it('end on time even while the provider fails', async () => {
    bench.simulator.setMode('nws', { mode: 'tornado', expires_in_s: 60 });
    const weather = await bench.start();
    const before = await okAlerts(weather);
    expect(before.alerts[0]).toMatchObject({ event: 'Tornado Warning', severity: 'Extreme', counties: ['05119'] });
    bench.simulator.setMode('nws', { mode: 'http', status: 500 });
    await notOkAlerts(weather);

    weather.clock.advance(30_000);
    expect((await weather.alerts()).alerts[0]?.event).toBe('Tornado Warning');
    weather.clock.advance(31_000);

    const after = await weather.alerts();
    expect(after.ok).toBe(false);
    expect(after.alerts.map(({ event }) => event)).not.toContain('Tornado Warning');
  });

  it('are not trusted as complete five minutes after the last success', async () => {
    const weather = await bench.start({ ALERTS_POLL_SECONDS: '3600' });
    await okAlerts(weather);

    weather.clock.advance(5 * 60_000);

    expect(await weather.alerts()).toMatchObject({ ok: false });
  });

  it('survive a restart while the provider fails', async () => {
    const first = await bench.start();
    const existing = await okAlerts(first);
    await until('the list in the database', async () => {
      const rows = await bench.database.dataSource.query<unknown[]>('SELECT 1 FROM alert_list WHERE list_version > 0');
      return rows.length === 1;
    });
    await bench.stop(first);
    bench.simulator.setMode('nws', { mode: 'http', status: 500 });

    const response = await notOkAlerts(await bench.start());

    expect(response).toMatchObject({ ok: false, source: 'nws', alerts: existing.alerts });
    expect(response.updatedAt).toBeDefined();
  });

  it('are fetched although forecasts fail', async () => {
    bench.simulator.setMode('nws', { mode: 'http', status: 500, path: '/points' });
    const weather = await bench.start();
    for (let runOnce = 0; runOnce < 8; runOnce += 1) {
      await weather.forecast().catch(() => undefined);
      weather.clock.advance(4_000);
    }

    expect(await okAlerts(weather)).toMatchObject({ ok: true });
  });

  it('are announced to the gateways when they change', async () => {
    bench.simulator.setMode('nws', { mode: 'calm' });
    const weather = await bench.start();
    await okAlerts(weather);
    // The first list is announced too; the third attempt begins after that.
    await until('the third attempt', () => bench.simulator.calls('/alerts').length > 2);
    const changes = watchChanges('weather-proxy', weather.service.address);
    const topics = () => changes.notices.map(({ topic }) => topic);
    await until('the stream is open', () => topics().includes('*'));
    const polls = bench.simulator.calls('/alerts').length;
    await until('another attempt without a change', () => bench.simulator.calls('/alerts').length > polls + 1);
    expect(topics()).not.toContain('alerts');

    bench.simulator.setMode('nws', { mode: 'tornado' });

    await until('the announcement', () => topics().includes('alerts'));
    changes.close();
  });
});

describe('the alerts at a place', () => {
  it('are those whose area contains it', async () => {
    bench.simulator.setMode('nws', { mode: 'tornado' });
    const weather = await bench.start();
    await okAlerts(weather);

    const { alerts, meta } = await weather.forecast(littleRock);

    expect(alerts?.alert.map(({ event }) => event)).toEqual(['Tornado Warning']);
    expect(meta).toMatchObject({ alertsOk: true });
    expect(meta?.alertsFetchedAt).toBeDefined();
  });

  it('don’t include those of another county', async () => {
    const weather = await bench.start();
    await okAlerts(weather);

    expect((await weather.forecast(littleRock)).alerts?.alert ?? []).toEqual([]);
  });

  it.each([
    ['a right polygon', squareAround(34.75, -92.28), true],
    ['a polygon 600 km away', squareAround(40.2, -92.28), false],
    ['a polygon with latitude and longitude swapped', squareAround(-92.28, 34.75), false],
    ['a polygon with a wrong digit', squareAround(34.75, -82.28), false],
  ])('include a warning for its county with %s; a discarded polygon is logged', async (_what, geometry, isRight) => {
    const warn = jest.spyOn(testLogger, 'warn');
    const sent = new Date();
    const ends = new Date(Date.now() + 30 * 60_000);
    const vtec = 'O.NEW.KLZK.TO.W.0042';
    const named = { id: 'urn:oid:placed', event: 'Tornado Warning', counties: ['05119'], vtec, sent, ends };
    bench.simulator.setAlerts([capAlert({ ...named, geometry })]);
    const weather = await bench.start();
    await okAlerts(weather);

    expect((await weather.forecast(littleRock)).alerts?.alert).toMatchObject([{ id: 'urn:oid:placed' }]);
    const [listed] = (await weather.alerts()).alerts;
    expect(listed?.geometry && JSON.parse(listed.geometry)).toEqual(isRight ? geometry : undefined);
    const logged = warn.mock.calls.filter(([, message]) => message?.startsWith('discarded polygons'));
    expect(logged[0]?.[0]).toEqual(isRight ? undefined : { ids: ['urn:oid:placed'] });
    warn.mockRestore();
  });

  it('are unknown, not none, when alerts can’t be fetched', async () => {
    bench.simulator.setMode('nws', { mode: 'http', status: 500, path: '/alerts' });
    const weather = await bench.start();

    expect((await weather.forecast(littleRock)).meta).toMatchObject({ alertsOk: false, stale: false });
  });

  it('stay current while the forecast is old', async () => {
    bench.simulator.setMode('nws', { mode: 'calm' });
    const weather = await bench.start();
    await okAlerts(weather);
    await weather.forecast();
    bench.simulator.setMode('nws', { mode: 'http', status: 500, path: '/gridpoints' });
    weather.clock.advance(3_600_000);
    await okAlerts(weather);

    await until('a stale forecast', async () => (await weather.forecast()).meta?.stale);
    expect((await weather.forecast()).meta).toMatchObject({ alertsOk: true, stale: true });
  });
});
