import { until } from '@site/platform/testing/until';
import { warningName, warningSteps, type StepName } from '../../../../simulator/xmpp/warning-steps.js';
import { simulatedUser, startXmppServer, type XmppServer } from '../../../../simulator/xmpp/xmpp-server.js';
import { inParts } from '../testing/damaged-products.js';
import { WeatherBench, type Weather } from '../testing/weather.js';
import { isFromNwws } from '../alerts/messages/nwws-id.js';
import { nwwsContradictions } from './nwws-metrics.js';

let bench: WeatherBench;
let server: XmppServer;
beforeAll(async () => {
  bench = await WeatherBench.open();
});
beforeEach(async () => {
  server = await startXmppServer();
  bench.simulator.setAlerts([]);
});
afterEach(async () => {
  await bench.reset();
  await bench.database.dataSource.query('TRUNCATE nwws_alerts, nwws_endings');
  await server.close();
});
afterAll(() => bench.close());

const key = `${warningName()}.${new Date().getUTCFullYear()}`;
const pulaski = '05119';
const lonoke = '05085';

/** A later end would be an upgrade. */
const ends = new Date(Date.now() + 40 * 60_000);

/** A step of the outbreak, as if issued `minutesAgo`. */
function step(name: StepName, minutesAgo = 0) {
  const minute = warningSteps({ start: new Date() }).find((each) => each.name === name)?.minute ?? 0;
  const start = new Date(Date.now() - (minute + minutesAgo) * 60_000);
  const found = warningSteps({ start, ends }).find((each) => each.name === name);
  if (!found) throw new Error(`there is no step ${name}`);
  return found;
}

/** Has read the list and joined the feed's room. */
async function listening(): Promise<Weather> {
  const weather = await bench.start({
    NWWS_USER: simulatedUser.user,
    NWWS_PASSWORD: simulatedUser.password,
    NWWS_HOST: server.address,
  });
  await until('a poll of the list', async () => (await weather.alerts()).ok);
  await until('an occupant of the room', () => server.listeners() === 1);
  return weather;
}

async function polls(weather: Weather, count: number): Promise<void> {
  const { version } = await weather.alerts();
  await until('polls of the list', async () => (await weather.alerts()).version >= version + count);
}

const revisions = async (weather: Weather) =>
  (await weather.event(key)).revisions.map(({ action }) => action).toReversed();

const warned = (weather: Weather) =>
  until('the warning', async () => (await weather.alerts()).alerts.find(({ eventKey }) => eventKey === key));

const rings = (kind: string) =>
  until(`the bell: ${kind}`, async () => {
    const { values } = await nwwsContradictions.get();
    return values.some(({ labels, value }) => labels['kind'] === kind && value === 1);
  });

describe('the NWWS-OI feed', () => {
  it('starts an event, which stays until the list confirms it', async () => {
    const weather = await listening();
    server.say(step('NEW').product);
    const alert = await warned(weather);
    expect(alert).toMatchObject({ event: 'Tornado Warning', revision: 1, counties: [pulaski], level: 'warning' });
    expect(isFromNwws(alert.id)).toBe(true);
    await polls(weather, 3);
    expect(isFromNwws((await warned(weather)).id)).toBe(true);

    bench.simulator.setAlerts(step('NEW').list);
    await until('the list’s message', async () => !isFromNwws((await warned(weather)).id));
    expect((await weather.alerts()).alerts).toHaveLength(1);
    expect(await revisions(weather)).toEqual(['NEW', 'CON']);
    expect(await weather.event(alert.id)).toMatchObject({ eventKey: key, active: true });
  });

  it('upgrades an event beside the list’s alert, until the list’s own upgrade replaces it', async () => {
    const weather = await listening();
    bench.simulator.setAlerts(step('NEW', 6).list);
    await warned(weather);
    server.say(step('RAISED').product);
    await until('the emergency', async () => (await warned(weather)).badge === 'Tornado emergency');
    expect((await weather.alerts()).alerts).toHaveLength(2);
    const [, raised] = await weather.eventsAfter(0);
    expect(raised).toMatchObject({ action: 'CON', threatStep: 3, newCounties: [] });
    bench.simulator.setAlerts(step('RAISED').list);
    await until('one alert', async () => (await weather.alerts()).alerts.length === 1);
    expect(await warned(weather)).toMatchObject({ badge: 'Tornado emergency' });
  });

  it('adds counties, and downgrades or ends nothing', async () => {
    const weather = await listening();
    bench.simulator.setAlerts(step('RAISED', 6).list);
    await warned(weather);
    server.say(step('CON', 1).product);
    server.say(step('CAN').product);
    await polls(weather, 2);
    expect(await revisions(weather)).toEqual(['NEW']);
    expect(await warned(weather)).toMatchObject({ badge: 'Tornado emergency' });
    server.say(step('EXA').product);
    const grown = await until('Lonoke County', async () => (await weather.eventsAfter(1))[0]);
    expect(grown).toMatchObject({ action: 'EXA', newCounties: [lonoke] });
    bench.simulator.setAlerts(step('CAN').list);
    await until('the end', async () => !(await weather.event(key)).active);
    expect((await weather.alerts()).alerts).toEqual([]);
  });

  it('ignores repetitions, and replays after the end', async () => {
    const weather = await listening();
    const { product, list } = step('NEW', 1);
    server.say(product);
    await warned(weather);
    server.say({ ...product, id: 'again' });
    bench.simulator.setAlerts(list);
    await until('the list’s message', async () => !isFromNwws((await warned(weather)).id));
    server.say(product);
    bench.simulator.setAlerts(step('CAN').list);
    await until('the end', async () => !(await weather.event(key)).active);
    server.say(product);
    await polls(weather, 2);
    expect(await revisions(weather)).toEqual(['NEW', 'CON', 'CAN']);
    expect((await weather.alerts()).alerts).toEqual([]);
  });

  it('accepts a product in parts', async () => {
    const weather = await listening();
    for (const part of inParts(step('NEW').product, 3)) server.say(part);
    expect(await warned(weather)).toMatchObject({ event: 'Tornado Warning' });
  });

  it('warns while the list is unreadable, without allowing “no alerts”', async () => {
    const weather = await listening();
    bench.simulator.setMode('nws', { mode: 'http', status: 500 });
    await until('a failed poll', async () => !(await weather.alerts()).ok);
    server.say(step('NEW').product);
    expect(await warned(weather)).toMatchObject({ event: 'Tornado Warning' });
    expect((await weather.alerts()).ok).toBe(false);
  });

  it('alerts operators when an event is missing from the list for two minutes', async () => {
    const weather = await listening();
    server.say(step('NEW').product);
    await warned(weather);
    await bench.database.dataSource.query(`UPDATE nwws_alerts SET received_at = received_at - interval '3 minutes'`);
    await rings('missing');
    const rung = await bench.database.dataSource.query<unknown[]>(
      'SELECT 1 FROM nwws_alerts WHERE alarmed_at IS NOT NULL',
    );
    expect(rung).toHaveLength(1);
  });

  it('alerts operators when the list reports less, or continues after the feed’s end', async () => {
    const { dataSource } = bench.database;
    const weather = await listening();
    bench.simulator.setAlerts(step('NEW', 6).list);
    await warned(weather);
    server.say(step('RAISED').product);
    await until('the emergency', async () => (await warned(weather)).badge === 'Tornado emergency');
    await dataSource.query(`UPDATE nwws_alerts SET received_at = received_at - interval '3 minutes'`);
    await rings('lower');
    server.say(step('CAN').product);
    await until('the end', async () => {
      const [, changed] = await dataSource.query<[unknown, number]>(
        `UPDATE nwws_endings SET over_at = over_at - interval '3 minutes'`,
      );
      return changed === 1;
    });
    await rings('still_listed');
    expect(await warned(weather)).toMatchObject({ badge: 'Tornado emergency' });
  });

  it('is used by one replica, and by another when that one stops', async () => {
    const first = await listening();
    const second = await bench.start({
      NWWS_USER: simulatedUser.user,
      NWWS_PASSWORD: simulatedUser.password,
      NWWS_HOST: server.address,
    });
    await polls(second, 2);
    expect(server.listeners()).toBe(1);
    await bench.stop(first);
    await until('the other replica in the room', () => server.listeners() === 1);
    server.say(step('NEW').product);
    expect(await warned(second)).toMatchObject({ event: 'Tornado Warning' });
  });
});

it('is off without credentials', async () => {
  const weather = await bench.start();
  await until('a poll of the list', async () => (await weather.alerts()).ok);
  expect(server.listeners()).toBe(0);
});
