import { metrics } from '@site/platform/base/metrics';
import { testLogger } from '@site/platform/testing/logger';
import { until } from '@site/platform/testing/until';
import type { AlertEvent } from '@site/proto/gen/nest/weather/v1/alert_events';
import { Subject } from 'rxjs';
import { anEvent, SendingBench } from '../testing/sending.js';
import { EventWatch } from './event-watch.js';
import type { AlertLog } from './weather-client.js';

/** A fake weather proxy. */
class FakeLog implements AlertLog {
  events: AlertEvent[] = [];
  away = false;
  /** Default: our clock. */
  sourceTime: (() => Date) | undefined;
  readonly changes = new Subject<{ topic: string; id?: string | undefined }>();

  async list(after: number, limit: number) {
    if (this.away) throw new Error('away');
    return {
      events: this.events.filter(({ sequence }) => sequence > after).slice(0, limit),
      ...(this.sourceTime && { sourceTime: this.sourceTime().toISOString() }),
    };
  }
  notices = () => this.changes.asObservable();
  close = () => undefined;

  say(...events: AlertEvent[]): void {
    for (const event of events) this.events.push({ ...event, sequence: this.events.length + 1 });
    this.changes.next({ topic: 'alerts' });
  }
}

let bench: SendingBench;
let log: FakeLog;
let watches: EventWatch[];
beforeEach(async () => {
  bench = await SendingBench.open();
  log = new FakeLog();
  watches = [];
});
afterEach(async () => {
  await Promise.all(watches.map((watch) => watch.onModuleDestroy()));
  await bench.close();
});

function start(): void {
  const watch = new EventWatch(log, bench.database.dataSource, testLogger);
  watches.push(watch);
  watch.onApplicationBootstrap();
}
const dispatches = () =>
  bench.query<{ event_key: string; kind: string }>(
    'SELECT event_key, kind FROM dispatches ORDER BY created_at, event_key',
  );
const cursor = async () => (await bench.query<{ after: number }>('SELECT after FROM event_cursor'))[0]?.after;
const key = (number: number) => `KLZK.TO.W.000${number}.2026`;

it('creates one dispatch per change, whatever the number of replicas', async () => {
  start();
  start();
  log.say(anEvent({ eventKey: key(1) }), anEvent({ eventKey: key(2) }));
  log.say(anEvent({ eventKey: key(1), revision: 2, action: 'CON' }));
  await until('all is read', async () => (await cursor()) === 3);
  expect((await dispatches()).map(({ event_key: name }) => name).toSorted()).toEqual([key(1), key(2)]);
});

it('resumes where it was when the weather proxy is back', async () => {
  log.say(anEvent({ eventKey: key(1) }));
  start();
  await until('the first is read', async () => (await cursor()) === 1);
  log.away = true;
  log.say(anEvent({ eventKey: key(2) }));
  log.away = false;
  await until('the second is read', async () => (await cursor()) === 2);
  expect(await dispatches()).toHaveLength(2);
});

it('reads a replaced log from the beginning without sending anything again', async () => {
  log.say(anEvent({ eventKey: key(1) }), anEvent({ eventKey: key(2) }));
  start();
  await until('all is read', async () => (await cursor()) === 2);
  log.events = [];
  log.say(anEvent({ eventKey: key(2) }), anEvent({ eventKey: key(3) }), anEvent({ eventKey: key(1) }));
  await until('the new log is read', async () => (await cursor()) === 3);
  expect((await dispatches()).map(({ event_key: name }) => name).toSorted()).toEqual([key(1), key(2), key(3)]);
});

it.each([
  ['three hours ahead', 3],
  ['three hours behind', -3],
])('uses the upstream clock when ours is %s', async (_name, hours) => {
  const aheadMs = hours * 3_600_000;
  const there = (fromNowMs: number) => new Date(Date.now() - aheadMs + fromNowMs);
  log.sourceTime = () => there(0);
  const sent = there(-20_000).toISOString();
  const ends = there(30 * 60_000).toISOString();
  start();
  log.say(
    anEvent({ eventKey: key(1), sent, firstSeenAt: there(-5_000).toISOString(), ends }),
    // Recent or in the future by our clock, long over by the upstream clock.
    anEvent({ eventKey: key(2), sent: there(-2 * 3_600_000).toISOString(), ends }),
  );
  await until('all is read', async () => (await cursor()) === 2);
  expect(await dispatches()).toMatchObject([{ event_key: key(1), kind: 'new' }]);
  const [dispatch] = await bench.query<{ minutes: number; ahead: number }>(
    `SELECT extract(epoch FROM send_until - now())::float / 60 AS minutes, clock_ahead_ms::float / 3600000 AS ahead FROM dispatches`,
  );
  expect(dispatch?.minutes).toBeCloseTo(30, 0);
  expect(dispatch?.ahead).toBeCloseTo(hours, 1);
});

/** Makes Postgres refuse an event's dispatches until the returned function is called. */
async function refuseRunsOf(eventKey: string): Promise<() => Promise<unknown>> {
  await bench.query(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'this dispatch is refused'; END $$`);
  await bench.query(`CREATE TRIGGER refused BEFORE INSERT ON dispatches FOR EACH ROW
    WHEN (NEW.event_key = '${eventKey}') EXECUTE FUNCTION refuse()`);
  return () => bench.query('DROP TRIGGER refused ON dispatches');
}
const dispatchKeys = async () => (await dispatches()).map(({ event_key: name }) => name).toSorted();
const parked = () =>
  bench.query<{ event_key: string; attempts: number; reason: string }>(
    'SELECT event_key, attempts, reason FROM parked_events ORDER BY sequence',
  );
const failures = async () =>
  (await metrics.getMetricsAsJSON())
    .find(({ name }) => name === 'work_loop_row_failures_total')
    ?.values.find(({ labels }) => labels['loop'] === 'alert-events')?.value ?? 0;

it.each([
  ['first', 1],
  ['in the middle', 2],
  ['last', 3],
])('sends the other warnings when the %s one fails, and retries that one', async (_where, bad) => {
  const heal = await refuseRunsOf(key(bad));
  const before = await failures();
  start();
  start();
  log.say(...[1, 2, 3].map((number) => anEvent({ eventKey: key(number) })));
  const good = [1, 2, 3].filter((number) => number !== bad).map(key);
  await until('the others go out', async () => (await dispatches()).length === 2);
  expect(await dispatchKeys()).toEqual(good);
  await until('another attempt', async () => ((await parked())[0]?.attempts ?? 0) > 1);
  expect(await parked()).toMatchObject([{ event_key: key(bad), reason: 'this dispatch is refused' }]);
  expect(await failures()).toBeGreaterThan(before + 1);
  await heal();
  await until('its dispatch is created', async () => (await dispatches()).length === 3);
  await until('nothing is parked', async () => (await parked()).length === 0);
});

it('does not announce a parked revision once a later one has been sent', async () => {
  const heal = await refuseRunsOf(key(1));
  start();
  log.say(anEvent({ eventKey: key(1) }));
  await until('the event is parked', async () => (await parked()).length === 1);
  await bench.query(`UPDATE parked_events SET retry_at = now() + interval '1 hour'`);
  await heal();
  log.say(anEvent({ eventKey: key(1), revision: 2, action: 'CON' }));
  await until('the later revision is sent', async () => (await dispatches()).length === 1);
  await bench.query('UPDATE parked_events SET retry_at = now()');
  await until('nothing is parked', async () => (await parked()).length === 0);
  expect(await bench.query('SELECT revision FROM dispatches')).toEqual([{ revision: 2 }]);
});

it('keeps a parked event when the process that parked it is gone', async () => {
  const heal = await refuseRunsOf(key(1));
  start();
  log.say(anEvent({ eventKey: key(1) }), anEvent({ eventKey: key(2) }));
  await until('the event is parked', async () => (await parked()).length === 1);
  await watches.pop()?.onModuleDestroy();
  await heal();
  start();
  await until('its dispatch is created', async () => (await dispatches()).length === 2);
});

it('skips an event that the weather proxy cannot send, and reads it later', async () => {
  const list = log.list.bind(log);
  let isBroken = true;
  log.list = async (after, limit) => {
    const page = await list(after, limit);
    if (isBroken && page.events.some(({ eventKey }) => eventKey === key(2)))
      throw Object.assign(new Error('13 INTERNAL: cannot encode'), { code: 13 });
    return page;
  };
  start();
  log.say(...[1, 2, 3].map((number) => anEvent({ eventKey: key(number) })));
  await until('the others go out', async () => (await dispatches()).length === 2);
  expect(await dispatchKeys()).toEqual([key(1), key(3)]);
  expect(await parked()).toMatchObject([{ event_key: '', reason: '13 INTERNAL: cannot encode' }]);
  isBroken = false;
  await until('its dispatch is created', async () => (await dispatches()).length === 3);
});

it('parks nothing while the weather proxy or the database is down', async () => {
  log.away = true;
  log.say(anEvent({ eventKey: key(1) }));
  start();
  await bench.query('ALTER TABLE dispatches RENAME TO elsewhere');
  log.away = false;
  await until('a round to fail', async () => (await roundFailures()) > 1);
  expect(await parked()).toEqual([]);
  await bench.query('ALTER TABLE elsewhere RENAME TO dispatches');
  await until('its dispatch is created', async () => (await dispatches()).length === 1);
});
const roundFailures = async () =>
  (await metrics.getMetricsAsJSON())
    .find(({ name }) => name === 'work_loop_failures_total')
    ?.values.find(({ labels }) => labels['loop'] === 'alert-events')?.value ?? 0;
