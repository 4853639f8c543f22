import { newId } from '@site/platform/base/ids';
import { FailedRows } from '@site/platform/jobs/work-loop';
import { testLogger } from '@site/platform/testing/logger';
import { until } from '@site/platform/testing/until';
import type { ListProvidersResponse } from '@site/proto/gen/nest/weather/v1/providers';
import fc from 'fast-check';
import { capAlert } from '../../../../simulator/cap.js';
import { parseCleanJson } from '../readings/source-values.js';
import { broken } from '../testing/broken-parts.js';
import { WeatherBench, type Weather } from '../testing/weather.js';
import { ensureListRow, readList, type AlertListState } from './alert-list.js';
import { readAlerts } from './messages/active-alert.js';
import { storePoll } from './store-poll.js';

let bench: WeatherBench;
beforeAll(async () => {
  bench = await WeatherBench.open();
});
beforeEach(() => bench.simulator.setAlerts([]));
afterEach(async () => {
  await bench.database.dataSource.query(
    'DROP TRIGGER IF EXISTS reject ON alert_events; DROP TRIGGER IF EXISTS reject ON alert_list',
  );
  await bench.reset();
});
afterAll(() => bench.close());

const admin = { id: newId(), name: 'Ada', role: 'admin', clientAddress: '192.0.2.1', sessionId: newId() } as const;
const minuteMs = 60_000;
const begun = Date.now();
const fromNow = (minutes: number) => new Date(begun + minutes * minuteMs);
const year = new Date().getUTCFullYear();

const counties = ['05119', '05085', '05125', '05045', '05105'];
const alertOf = (number: number, changes: Partial<Parameters<typeof capAlert>[0]> = {}) =>
  capAlert({
    id: `urn:oid:${number}`,
    event: number % 2 ? 'Tornado Warning' : 'Flood Advisory',
    sent: fromNow(-2),
    ends: fromNow(40),
    vtec: `O.NEW.KLZK.${number % 2 ? 'TO.W' : 'FL.Y'}.${String(number).padStart(4, '0')}`,
    counties: [counties[number % counties.length]!],
    severity: 'Extreme',
    ...changes,
  });
const keyOf = (number: number) => `KLZK.${number % 2 ? 'TO.W' : 'FL.Y'}.${String(number).padStart(4, '0')}.${year}`;

/** Rejects rows of a table as a damaged index or a constraint would. */
async function rejectRows(table: 'alert_events' | 'alert_list', condition: string): Promise<void> {
  await bench.database.dataSource.query(`
    CREATE OR REPLACE FUNCTION reject_row() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'damaged index'; END $$`);
  await bench.database.dataSource.query(
    `CREATE TRIGGER reject BEFORE INSERT OR UPDATE ON ${table} FOR EACH ROW WHEN (${condition}) EXECUTE FUNCTION reject_row()`,
  );
}

const recordedKeys = async (weather: Weather) => (await weather.eventsAfter(0)).map(({ eventKey }) => eventKey).sort();
const shownKeys = async (weather: Weather) => (await weather.alerts()).alerts.map(({ eventKey }) => eventKey).sort();

const damages: [string, Parameters<typeof capAlert>[0] | object][] = [
  ['NUL in its description', { description: 'HAZARD...\u0000Tornado.' }],
  ['NUL in its identifier', { id: 'urn:oid:\u00002' }],
  ['a lone surrogate in its headline', { headline: 'A warning \ud83d for you' }],
  ['an emoji where its description is cut', { description: `${'x'.repeat(7_998)}🌪🌪🌪` }],
  ['an emoji where its instruction is cut', { instruction: `${'x'.repeat(3_998)}🌪🌪🌪` }],
  ['a control character in a parameter', { parameters: { NWSheadline: ['A\u0001B\u0080'] } }],
];

describe('an alert with unusual text', () => {
  it.each(damages)('delays no other and is recorded itself: %s', async (_what, changes) => {
    const weather = await bench.start();
    bench.simulator.setAlerts([alertOf(2, changes), alertOf(1)]);

    await until('both events to be recorded', async () => (await recordedKeys(weather)).length === 2);
    const { alerts, ok } = await weather.alerts();

    expect(ok).toBe(true);
    expect(alerts.map(({ eventKey }) => eventKey).sort()).toEqual([keyOf(2), keyOf(1)].sort());
    for (const text of alerts.flatMap(({ headline, desc, instruction, nwsHeadline }) => [
      headline,
      desc,
      instruction,
      nwsHeadline,
    ])) {
      expect(text.isWellFormed()).toBe(true);
      // eslint-disable-next-line no-control-regex -- these must be gone
      expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
    }
  });
});

describe('an alert that can’t be read', () => {
  it('is set aside with its reason, and the dashboard shows it', async () => {
    const weather = await bench.start();
    const unreadable = alertOf(2);
    unreadable.properties['event'] = null;
    bench.simulator.setAlerts([unreadable, alertOf(1), 'nonsense']);

    await until('the good event to be recorded', async () => (await recordedKeys(weather)).includes(keyOf(1)));
    const { providers } = await weather.service.call<ListProvidersResponse>(
      'weather.v1.ProvidersService',
      'listProviders',
      {},
      admin,
    );

    expect(await weather.alerts()).toMatchObject({ ok: false, alerts: [{ eventKey: keyOf(1) }] });
    expect(providers.find(({ name }) => name === 'nws')).toMatchObject({
      state: 'failing',
      detail: expect.stringMatching(/set aside 2 .*urn:oid:2: properties\.event: .*; alert 3: /),
    });
  });
});

describe('an event that can’t be recorded', () => {
  it('is set aside, while the others are recorded and all are shown', async () => {
    await rejectRows('alert_events', `NEW.event_key = '${keyOf(2)}'`);
    const weather = await bench.start();
    bench.simulator.setAlerts([alertOf(2), alertOf(1), alertOf(3)]);

    await until('the others to be recorded', async () => (await recordedKeys(weather)).length === 2);
    const { eventsStuckSince } = await until('a list that says so', async () => {
      const list = await weather.alerts();
      return list.eventsStuckSince ? list : undefined;
    });

    expect(await recordedKeys(weather)).toEqual([keyOf(1), keyOf(3)]);
    expect(await shownKeys(weather)).toEqual([keyOf(1), keyOf(2), keyOf(3)].sort());
    expect(Date.now() - Date.parse(eventsStuckSince ?? '')).toBeLessThan(60_000);

    await bench.database.dataSource.query('DROP TRIGGER reject ON alert_events');
    await until('the event to be recorded', async () => (await recordedKeys(weather)).length === 3);
    await until('the list to recover', async () => (await weather.alerts()).eventsStuckSince === undefined);
  });

  it('is forgotten when it has left the list', async () => {
    await rejectRows('alert_events', `NEW.event_key = '${keyOf(2)}'`);
    const weather = await bench.start();
    bench.simulator.setAlerts([alertOf(2), alertOf(1)]);
    await until('a list that says so', async () => (await weather.alerts()).eventsStuckSince);

    bench.simulator.setAlerts([alertOf(1)]);

    await until('the list to recover', async () => (await weather.alerts()).eventsStuckSince === undefined);
    expect(await recordedKeys(weather)).toEqual([keyOf(1)]);
  });
});

describe('the list and the event log', () => {
  it('shows the alerts while no event can be recorded, and says so', async () => {
    await bench.database.dataSource.query('ALTER TABLE alert_messages RENAME TO alert_messages_away');
    try {
      const weather = await bench.start();
      bench.simulator.setAlerts([alertOf(1), alertOf(2)]);

      await until('both alerts', async () => (await shownKeys(weather)).length === 2);
      expect(await shownKeys(weather)).toEqual([keyOf(1), keyOf(2)].sort());
      expect((await weather.alerts()).eventsStuckSince).toBeDefined();
    } finally {
      await bench.database.dataSource.query('ALTER TABLE alert_messages_away RENAME TO alert_messages');
    }
  });

  it('records events while the list can’t be saved, and serves it from memory', async () => {
    const weather = await bench.start();
    await until('the empty list', async () => (await weather.alerts()).ok);
    await rejectRows('alert_list', `NEW.alerts::text LIKE '%urn:oid%'`);
    bench.simulator.setAlerts([alertOf(1)]);

    await until('the event to be recorded', async () => (await recordedKeys(weather)).length === 1);
    await until('the alert to be shown', async () => (await shownKeys(weather)).length === 1);
  });
});

describe('a list with one to three broken alerts', () => {
  /** Stores a list as a poll does, and returns what pages and notifications get of it. */
  async function stored(features: unknown[]) {
    const { dataSource } = bench.database;
    const holder = newId();
    await dataSource.query('TRUNCATE alert_list, alert_events, alert_event_heads, alert_messages');
    await ensureListRow(dataSource);
    await dataSource.query('TRUNCATE weather_leader');
    await dataSource.query('INSERT INTO weather_leader (id, holder, held_until) VALUES (1, $1, now())', [holder]);
    const read = readAlerts(parseCleanJson(JSON.stringify(features)) as unknown[], Date.now());
    const seen = { read, upstreamNow: Date.now(), isComplete: read.setAside.length === 0, validators: {} };
    await storePoll(dataSource, {
      holder,
      source: 'nws',
      at: Date.now(),
      seen,
      before: (await readList(dataSource)) as AlertListState,
      rows: new FailedRows('alerts', testLogger),
      logger: testLogger,
    });
    const list = await readList(dataSource);
    const events = await dataSource.query<{ event_key: string }[]>('SELECT event_key FROM alert_events');
    return {
      shown: new Set(list?.alerts.map(({ eventKey }) => eventKey)),
      recorded: new Set(events.map((row) => row.event_key)),
      setAside: list?.setAside ?? [],
      isStuck: list?.eventsStuckSince !== undefined,
    };
  }

  const lists = fc
    .tuple(
      fc.uniqueArray(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 4 }),
      fc.array(
        fc.integer({ min: 41, max: 99 }).chain((number) => broken(alertOf(number))),
        {
          minLength: 1,
          maxLength: 3,
        },
      ),
    )
    .chain(([good, damaged]) =>
      fc
        .shuffledSubarray([...good.map((number) => alertOf(number) as unknown), ...damaged], {
          minLength: good.length + damaged.length,
        })
        .map((features) => ({ good, features })),
    );

  it('shows and records every good one within one poll', async () => {
    await fc.assert(
      fc.asyncProperty(lists, async ({ good, features }) => {
        const { shown, recorded, isStuck } = await stored(features);
        const keys = good.map(keyOf);
        expect({ shown: keys.filter((key) => !shown.has(key)), recorded: keys.filter((key) => !recorded.has(key)) }) //
          .toEqual({ shown: [], recorded: [] });
        // After the boundary, nothing is left that Postgres rejects.
        expect(isStuck).toBe(false);
      }),
      { numRuns: 500 },
    );
  });
});
