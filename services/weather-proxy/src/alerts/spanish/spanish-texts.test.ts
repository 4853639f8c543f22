import { metrics } from '@site/platform/base/metrics';
import { until } from '@site/platform/testing/until';
import { capAlert, type CapAlert } from '../../../../../simulator/cap.js';
import { spanishTornado } from '../../../../../simulator/spanish-texts.js';
import { WeatherBench, type Weather } from '../../testing/weather.js';

let bench: WeatherBench;
beforeAll(async () => {
  bench = await WeatherBench.open();
});
beforeEach(() => bench.simulator.setAlerts([]));
afterEach(() => bench.reset());
afterAll(() => bench.close());

const begun = Date.now();
const end = new Date(begun + 1_800_000);
const text = spanishTornado(end).parameters!['CMAMlongtext'];
const key = `KLZK.TO.W.0042.${new Date().getUTCFullYear()}`;
const tornado = (changes: Partial<CapAlert> = {}) =>
  capAlert({
    id: 'urn:oid:2.49.tornado',
    event: 'Tornado Warning',
    sent: new Date(begun),
    ends: end,
    counties: ['05119'],
    vtec: 'O.NEW.KLZK.TO.W.0042',
    eventCode: { SAME: ['TOR'] },
    spanish: spanishTornado(end),
    ...changes,
  });
const capCalls = () => bench.simulator.calls('/alerts/urn');

const counted = async (outcome: string) => {
  const { values } = (await metrics.getSingleMetric('weather_alert_spanish_total')!.get()) as {
    values: { value: number; labels: { outcome?: string } }[];
  };
  return values.find(({ labels }) => labels.outcome === outcome)?.value ?? 0;
};
const first = async (weather: Weather) => (await weather.alerts()).alerts[0];

describe('the Spanish text of an alert', () => {
  it('is added after the English alert, fetched once for all replicas, and part of the event', async () => {
    const one = await bench.start();
    const other = await bench.start();
    bench.simulator.setMode('nws', { mode: 'hang', path: '/alerts/urn' });
    bench.simulator.setAlerts([tornado()]);
    await until('the English alert', async () => (await first(one))?.event === 'Tornado Warning');
    expect((await first(one))?.spanishText).toBeUndefined();
    await until('the fetch', () => capCalls().length === 1);
    expect(capCalls()[0]?.headers['accept']).toBe('application/cap+xml');
    expect(capCalls()[0]?.path).toBe('/alerts/urn:oid:2.49.tornado');
    const { version } = await one.alerts();
    await until('further polls', async () => (await one.alerts()).version > version + 1);

    bench.simulator.setMode('nws', { mode: 'ok' });
    await bench.database.dataSource.query(`UPDATE alert_spanish_texts SET attempted_at = now() - interval '1 minute'`);
    bench.simulator.setAlerts([tornado({ description: 'Its text has changed.' })]);
    for (const weather of [one, other])
      await until('the Spanish text', async () => (await first(weather))?.spanishText === text);
    expect((await one.event(key)).revisions[0]?.alerts[0]?.spanishText).toBe(text);
    const { version: later } = await other.alerts();
    await until('further polls', async () => (await other.alerts()).version > later + 1);
    expect(capCalls()).toHaveLength(2);
    expect((await first(other))?.spanishText).toBe(text);
  });

  it('comes from the list without a fetch, if the list has it', async () => {
    const weather = await bench.start();
    bench.simulator.setAlerts([tornado({ parameters: { CMAMlongtext: ['Take shelter now.', text!] } })]);
    await until('the Spanish text', async () => (await first(weather))?.spanishText === text);
    expect(capCalls()).toEqual([]);
  });

  it('is dropped and counted once if it contradicts the English alert', async () => {
    const before = await counted('other_end');
    const weather = await bench.start();
    bench.simulator.setAlerts([tornado({ spanish: spanishTornado(new Date(begun + 7_200_000)) })]);
    await until('the drop', async () => (await counted('other_end')) === before + 1);
    const { version } = await weather.alerts();
    await until('further polls', async () => (await weather.alerts()).version > version + 2);
    expect(await counted('other_end')).toBe(before + 1);
    expect(capCalls()).toHaveLength(1);
    expect(await first(weather)).toMatchObject({ event: 'Tornado Warning' });
    expect((await first(weather))?.spanishText).toBeUndefined();
  });

  it('is not looked for where no wireless emergency alert goes out', async () => {
    const weather = await bench.start();
    const watch = tornado({ id: 'urn:oid:watch', event: 'Tornado Watch', vtec: 'O.NEW.KWNS.TO.A.0501' });
    bench.simulator.setAlerts([watch, tornado()]);
    await until('the Spanish text', async () =>
      (await weather.alerts()).alerts.some(({ spanishText }) => spanishText === text),
    );
    expect(capCalls().map(({ path }) => path)).toEqual(['/alerts/urn:oid:2.49.tornado']);
  });
});
