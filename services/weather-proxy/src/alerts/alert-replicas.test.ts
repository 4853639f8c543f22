import { until } from '@site/platform/testing/until';
import { capAlert } from '../../../../simulator/cap.js';
import { startSimulator, type Simulator } from '../../../../simulator/simulator.js';
import { WeatherBench } from '../testing/weather.js';

let bench: WeatherBench;
let elsewhere: Simulator;
beforeAll(async () => {
  bench = await WeatherBench.open();
  elsewhere = await startSimulator();
});
afterEach(() => bench.reset());
afterAll(async () => {
  await bench.close();
  await elsewhere.close();
});

const tornado = () =>
  capAlert({
    id: 'urn:oid:tornado',
    event: 'Tornado Warning',
    sent: new Date(),
    ends: new Date(Date.now() + 1_800_000),
    vtec: 'O.NEW.KLZK.TO.W.0042',
    counties: ['05119'],
    severity: 'Extreme',
  });

describe('two replicas', () => {
  it('share one polling interval: together they poll no more often than one', async () => {
    const first = await bench.start();
    const second = await bench.start();
    const { version } = await until('a list', async () => {
      const list = await first.alerts();
      return list.ok ? list : undefined;
    });
    await until('four more polls', async () => (await second.alerts()).version >= version + 4);
    const times = bench.simulator.calls('/alerts').map(({ at }) => Date.parse(at));
    const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(950);
  });

  it('return the same list when one of them can’t reach the upstream', async () => {
    bench.simulator.setAlerts([]);
    const seeing = await bench.start();
    await until('a list', async () => (await seeing.alerts()).ok);
    elsewhere.setMode('nws', { mode: 'http', status: 503 });
    const blind = await bench.start({ NWS_BASE_URL: `${elsewhere.url}/nws` });
    bench.simulator.setAlerts([tornado()]);
    await until('the warning', async () => (await blind.alerts()).alerts.length === 1);
    const from = (await seeing.alerts()).version;
    await until('some polls of both', async () => {
      for (const replica of [seeing, blind, blind, seeing]) {
        const response = await replica.alerts();
        expect(response.ok).toBe(true);
        expect(response.alerts.map(({ event }) => event)).toEqual(['Tornado Warning']);
      }
      return (await seeing.alerts()).version > from + 4;
    });
  });

  it('keep polling when the current poller stops or loses the upstream', async () => {
    bench.simulator.setAlerts([tornado()]);
    const first = await bench.start({ NWS_BASE_URL: `${elsewhere.url}/nws` });
    elsewhere.setMode('nws', { mode: 'ok' });
    elsewhere.setAlerts([tornado()]);
    await until('a list', async () => (await first.alerts()).ok);
    const second = await bench.start();
    elsewhere.setMode('nws', { mode: 'hang' });
    const seen = bench.simulator.calls('/alerts').length;
    await until('a poll by the other replica', () => bench.simulator.calls('/alerts').length > seen + 2);
    expect(await first.alerts()).toMatchObject({ ok: true, alerts: [{ event: 'Tornado Warning' }] });
    await bench.stop(first);
    const { version } = await second.alerts();
    await until('more polls', async () => (await second.alerts()).version > version + 1);
    expect(await second.alerts()).toMatchObject({ ok: true });
  });

  it('never go back: a poll that took too long changes nothing', async () => {
    bench.simulator.setAlerts([tornado()]);
    const quick = await bench.start();
    await until('the warning', async () => (await quick.alerts()).alerts.length === 1);
    elsewhere.setAlerts([]);
    elsewhere.setMode('nws', { mode: 'slow', delay_ms: 3_000 });
    const slow = await bench.start({ NWS_BASE_URL: `${elsewhere.url}/nws` });
    const { version } = await quick.alerts();
    await until('some polls', async () => {
      for (const replica of [slow, quick])
        expect((await replica.alerts()).alerts.map(({ event }) => event)).toEqual(['Tornado Warning']);
      return (await quick.alerts()).version > version + 3;
    });
  });

  it('replace a killed leader within 20 seconds, and return the warnings that began meanwhile', async () => {
    // As left by a killed leader.
    await bench.database.dataSource.query(
      `INSERT INTO weather_leader (id, holder, held_until) VALUES (1, 'killed', now() + interval '7 seconds')`,
    );
    bench.simulator.setAlerts([tornado()]);
    const began = performance.now();
    const standby = await bench.start();
    await until('the warning', async () => (await standby.alerts()).alerts.length === 1, 20_000);
    const tookMs = performance.now() - began;
    expect(tookMs).toBeGreaterThan(4_000);
    expect(tookMs).toBeLessThan(20_000);
  }, 30_000);

  it('each poll the alerts alone without the database', async () => {
    const { dataSource } = bench.database;
    bench.simulator.setAlerts([]);
    elsewhere.setMode('nws', { mode: 'ok' });
    elsewhere.setAlerts([]);
    const replicas = [await bench.start(), await bench.start({ NWS_BASE_URL: `${elsewhere.url}/nws` })];
    for (const each of replicas) await until('a list', async () => (await each.alerts()).ok);
    await dataSource.query(
      'ALTER TABLE weather_leader RENAME TO weather_leader_away; ALTER TABLE alert_list RENAME TO alert_list_away',
    );
    try {
      bench.simulator.setAlerts([tornado()]);
      elsewhere.setAlerts([tornado()]);
      for (const each of replicas) await until('the warning', async () => (await each.alerts()).alerts.length === 1);
    } finally {
      await dataSource.query(
        'ALTER TABLE weather_leader_away RENAME TO weather_leader; ALTER TABLE alert_list_away RENAME TO alert_list',
      );
    }
  });
});
