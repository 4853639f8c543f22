import { until } from '@site/platform/testing/until';
import { capAlert, squareAround, type CapAlert } from '../../../../simulator/cap.js';
import { WeatherBench, type Weather } from '../testing/weather.js';

let bench: WeatherBench;
beforeAll(async () => {
  bench = await WeatherBench.open();
});
beforeEach(() => bench.simulator.setAlerts([]));
afterEach(() => bench.reset());
afterAll(() => bench.close());

const begun = Date.now();
const fromNow = (minutes: number) => new Date(begun + minutes * 60_000);
const year = new Date().getUTCFullYear();
const polk = '05113';
const pulaski = '05119';
const lonoke = '05085';

async function play(weather: Weather, ...features: unknown[]): Promise<void> {
  bench.simulator.setAlerts(features);
  const requested = (await weather.alerts()).version + 1;
  await until('a poll of the list', async () => {
    const { ok, version } = await weather.alerts();
    return ok && version > requested;
  });
}

/** Each revision as its event's rank of appearance, action, counties and new counties. */
async function log(weather: Weather) {
  const events = await weather.eventsAfter(0);
  const keys = [...new Set(events.map(({ eventKey }) => eventKey))];
  return events.map(({ eventKey, action, counties, newCounties }) => [
    keys.indexOf(eventKey),
    action,
    counties.toSorted(),
    newCounties.toSorted(),
  ]);
}

describe('without VTEC', () => {
  const statement = (id: string, sent: number, ends: number, changes: Partial<CapAlert> = {}) =>
    capAlert({
      id,
      event: 'Special Weather Statement',
      severity: 'Moderate',
      counties: [polk],
      sent: fromNow(sent),
      ends: fromNow(ends),
      geometry: squareAround(34.5, -94.2),
      ...changes,
    });
  const sender = 'w-nws.webmaster@noaa.gov';
  const expired = (...ids: string[]) => ids.map((id) => `${sender},${id},${fromNow(-30).toISOString()}`).join(' ');

  it.each([
    ['in one text', [expired('urn:oid:s0', 'urn:oid:s1')]],
    ['in several texts', [expired('urn:oid:s0'), expired('urn:oid:s1')]],
    ['by their addresses', [expired('https://api.weather.gov/alerts/urn:oid:s1')]],
  ])('a renewal continues predecessors that it only names as expired, %s', async (_how, expiredReferences) => {
    const weather = await bench.start();
    await play(weather, statement('urn:oid:s1', -20, 10));
    await play(weather, statement('urn:oid:s2', -1, 40, { parameters: { expiredReferences } }));
    expect(await log(weather)).toEqual([
      [0, 'NEW', [polk], [polk]],
      [0, 'CON', [polk], []],
    ]);
    const [alert] = (await weather.alerts()).alerts;
    expect(await weather.event('urn:oid:s1')).toMatchObject({ eventKey: alert?.eventKey, active: true });
    expect((await weather.alerts()).unlisted ?? []).toEqual([]);
  });

  it.each(['', 'no reference', `${sender},`, ',,', `${sender},urn:oid:other,yesterday`])(
    'an unreadable list of predecessors hides no alert: "%s"',
    async (text) => {
      const weather = await bench.start();
      await play(weather, statement('urn:oid:s2', -1, 40, { parameters: { expiredReferences: [text] } }));
      expect((await weather.alerts()).alerts).toHaveLength(1);
    },
  );

  const issued = (number: number, sent: number, onset: number, zones = ['ARZ044', 'ARZ045'], ends = 600) =>
    capAlert({
      id: `urn:oid:aqa.${number}`,
      event: 'Air Quality Alert',
      severity: 'Unknown',
      zones,
      same: [],
      sent: fromNow(sent),
      onset: fromNow(onset),
      ends: fromNow(ends),
      headline: `Issue ${number}`,
    });

  it('an air quality alert issued again and again with the same end is one event', async () => {
    const weather = await bench.start();
    const first = issued(1, -600, -300);
    await play(weather, first);
    await play(weather, first, issued(2, -60, -60));
    await play(weather, first, issued(2, -60, -60), issued(3, -1, -1, ['ARZ045', 'ARZ044', 'ARZ044']));
    const events = await log(weather);
    expect(events.map(([event, action]) => [event, action])).toEqual([
      [0, 'NEW'],
      [0, 'CON'],
      [0, 'CON'],
    ]);
    expect(events.slice(1).map(([, , , added]) => added)).toEqual([[], []]);
  });

  it('an alert issued again with the same onset and another end is one event, and the next day is another', async () => {
    const weather = await bench.start();
    await play(weather, issued(1, -60, 60));
    await play(weather, issued(2, -1, 60, ['ARZ044', 'ARZ045'], 900), issued(3, -1, 900, ['ARZ044', 'ARZ045'], 2_340));
    const events = await log(weather);
    expect(events.map(([event, action]) => [event, action])).toEqual([
      [0, 'NEW'],
      [0, 'CON'],
      [1, 'NEW'],
    ]);
    expect((await weather.alerts()).unlisted ?? []).toEqual([]);
  });

  it('storms that follow one another over the same counties are events of their own', async () => {
    const weather = await bench.start();
    await play(weather, statement('urn:oid:s1', -20, 10), statement('urn:oid:s2', -2, 10));
    expect((await log(weather)).map(([event, action]) => [event, action])).toEqual([
      [0, 'NEW'],
      [1, 'NEW'],
    ]);
  });
});

describe('with VTEC', () => {
  const watch = (
    id: string,
    action: string,
    [onset, ends]: readonly [number, number],
    changes: Partial<CapAlert> = {},
  ) =>
    capAlert({
      id,
      event: 'Freeze Watch',
      vtec: `O.${action}.KLZK.FZ.A.0005`,
      counties: [pulaski],
      sent: fromNow(-10),
      onset: fromNow(onset),
      ends: fromNow(ends),
      ...changes,
    });
  const [tonight, tomorrow] = [
    [600, 1_200],
    [2_040, 2_640],
  ] as const;
  const key = `KLZK.FZ.A.0005.${year}`;

  it('a second period of the same number is new for its counties, and both are listed', async () => {
    const weather = await bench.start();
    await play(weather, watch('urn:oid:f1', 'NEW', tonight));
    const later = { sent: fromNow(-5) };
    await play(weather, watch('urn:oid:f2', 'CON', tonight), watch('urn:oid:f3', 'NEW', tomorrow, later));
    await play(weather, watch('urn:oid:f2', 'CON', tonight), watch('urn:oid:f4', 'CON', tomorrow, later));
    expect(await log(weather)).toEqual([
      [0, 'NEW', [pulaski], [pulaski]],
      [0, 'CON', [pulaski], [pulaski]],
      [0, 'CON', [pulaski], []],
    ]);
    const { alerts } = await weather.alerts();
    expect(alerts.map(({ id, eventKey }) => [id, eventKey])).toEqual([
      ['urn:oid:f2', key],
      ['urn:oid:f4', key],
    ]);
    expect((await weather.event(key)).revisions[1]?.changes).toContain('Now also for a later period');
  });

  it('a message with the codes of two periods is one part of the event', async () => {
    const weather = await bench.start();
    await play(weather, watch('urn:oid:f1', 'NEW', tonight));
    const code = (action: string, [begins, ends]: readonly [number, number]) =>
      `/O.${action}.KLZK.FZ.A.0005.${[begins, ends]
        .map(
          (minutes) =>
            `${fromNow(minutes)
              .toISOString()
              .replace(/^20|[-:]/g, '')
              .slice(0, 11)}Z`,
        )
        .join('-')}/`;
    const parameters = { VTEC: [code('CON', tonight), code('NEW', tomorrow)] };
    await play(weather, watch('urn:oid:f2', 'CON', [600, 2_640], { references: ['urn:oid:f1'], parameters }));
    expect(await log(weather)).toEqual([
      [0, 'NEW', [pulaski], [pulaski]],
      [0, 'CON', [pulaski], [pulaski]],
    ]);
    expect((await weather.event(key)).revisions[0]?.alerts).toHaveLength(1);
  });

  it('a period that is prolonged or postponed is not a second one', async () => {
    const weather = await bench.start();
    await play(weather, watch('urn:oid:f1', 'NEW', tonight));
    await play(weather, watch('urn:oid:f2', 'EXT', [700, 1_500], { references: ['urn:oid:f1'] }));
    expect((await log(weather)).at(-1)).toEqual([0, 'EXT', [pulaski], []]);
  });

  const part = (id: string, action: string, fips: string, changes: Partial<CapAlert> = {}) =>
    watch(id, action, tonight, {
      counties: [fips],
      ...(action === 'CAN' && { messageType: 'Cancel' as const }),
      ...changes,
    });

  it('a county that is released while others change otherwise has a revision of its own', async () => {
    const weather = await bench.start();
    await play(weather, watch('urn:oid:f1', 'NEW', tonight, { counties: [pulaski, polk] }));
    const references = ['urn:oid:f1'];
    await play(
      weather,
      part('urn:oid:f2', 'CAN', polk, { references }),
      part('urn:oid:f3', 'EXT', pulaski, { references, ends: fromNow(1_500) }),
    );
    const [, release, extension] = await weather.eventsAfter(0);
    expect(release).toMatchObject({ eventKey: key, revision: 2, action: 'CON', counties: [pulaski] });
    expect(extension).toMatchObject({ eventKey: key, revision: 3, action: 'EXT', counties: [pulaski] });
    expect(Date.parse(extension?.ends ?? '') - Date.parse(release?.ends ?? '')).toBe(300 * 60_000);
    const { revisions } = await weather.event(key);
    expect(revisions.map(({ changes }) => changes)).toEqual([
      [expect.stringMatching(/^Now until /)],
      ['No longer for Polk County'],
      [],
    ]);
  });

  it('a county that a warning replaces is named as replaced', async () => {
    const weather = await bench.start();
    await play(weather, watch('urn:oid:f1', 'NEW', tonight, { counties: [pulaski, polk] }));
    const references = ['urn:oid:f1'];
    await play(
      weather,
      part('urn:oid:f2', 'UPG', polk, { references }),
      part('urn:oid:f3', 'CON', pulaski, { references }),
    );
    expect((await weather.eventsAfter(0)).at(-1)).toMatchObject({ counties: [pulaski], replacedCounties: [polk] });
  });

  it('a part stays in force when only the cancellation of another part is listed', async () => {
    const weather = await bench.start();
    await play(weather, watch('urn:oid:f1', 'NEW', tonight, { counties: [pulaski, polk] }));
    const cancellation = part('urn:oid:f2', 'CAN', polk, { references: ['urn:oid:f1'] });
    await play(weather, cancellation);
    expect((await log(weather))[1]).toEqual([0, 'CON', [pulaski], []]);
    await play(weather, cancellation, part('urn:oid:f3', 'CON', pulaski, { references: ['urn:oid:f1'] }));
    const actions = (await weather.eventsAfter(0)).map(({ action }) => action);
    expect(actions.filter((action) => action === 'CAN')).toEqual([]);
    expect(await weather.event(key)).toMatchObject({ active: true });
  });

  it('a part that the list drops by mistake stays in force', async () => {
    const weather = await bench.start();
    const cached = part('urn:oid:f2', 'NEW', lonoke);
    await play(weather, part('urn:oid:f1', 'NEW', pulaski), cached);
    await play(weather, cached);
    await play(weather, part('urn:oid:f3', 'CON', lonoke, { references: ['urn:oid:f2'] }));
    for (const [, , counties] of await log(weather)) expect(counties).toEqual([lonoke, pulaski]);
    await play(
      weather,
      part('urn:oid:f3', 'CON', lonoke, { references: ['urn:oid:f2'] }),
      part('urn:oid:f4', 'CAN', pulaski, { references: ['urn:oid:f1'] }),
    );
    expect((await log(weather)).at(-1)).toEqual([0, 'CON', [lonoke], []]);
  });
});
