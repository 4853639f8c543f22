import { testLogger } from '@site/platform/testing/logger';
import { until } from '@site/platform/testing/until';
import type { AlertEvent } from '@site/proto/gen/nest/weather/v1/alert_events';
import { Subject } from 'rxjs';
import { anEvent, SendingBench } from '../testing/sending.js';
import { EventWatch } from './event-watch.js';
import type { AlertLog } from './weather-client.js';

/** Plays the weather proxy. */
class FakeLog implements AlertLog {
  events: AlertEvent[] = [];
  away = false;
  /** What the weather service's clock says now; as ours when absent. */
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
const runs = () =>
  bench.query<{ event_key: string; kind: string }>(
    'SELECT event_key, kind FROM alert_runs ORDER BY created_at, event_key',
  );
const cursor = async () => (await bench.query<{ after: number }>('SELECT after FROM event_cursor'))[0]?.after;
const key = (number: number) => `KLZK.TO.W.000${number}.2026`;

it('makes one run of each piece of news, however many replicas follow', async () => {
  start();
  start();
  log.say(anEvent({ eventKey: key(1) }), anEvent({ eventKey: key(2) }));
  log.say(anEvent({ eventKey: key(1), revision: 2, action: 'CON' }));
  await until('all is read', async () => (await cursor()) === 3);
  expect((await runs()).map(({ event_key: name }) => name).toSorted()).toEqual([key(1), key(2)]);
});

it('goes on where it was when the weather proxy comes back', async () => {
  log.say(anEvent({ eventKey: key(1) }));
  start();
  await until('the first is read', async () => (await cursor()) === 1);
  log.away = true;
  log.say(anEvent({ eventKey: key(2) }));
  log.away = false;
  await until('the second is read', async () => (await cursor()) === 2);
  expect(await runs()).toHaveLength(2);
});

it('reads a log that has started over from its beginning, and sends nothing of it again', async () => {
  log.say(anEvent({ eventKey: key(1) }), anEvent({ eventKey: key(2) }));
  start();
  await until('all is read', async () => (await cursor()) === 2);
  log.events = [];
  log.say(anEvent({ eventKey: key(2) }), anEvent({ eventKey: key(3) }), anEvent({ eventKey: key(1) }));
  await until('the new log is read', async () => (await cursor()) === 3);
  expect((await runs()).map(({ event_key: name }) => name).toSorted()).toEqual([key(1), key(2), key(3)]);
});

it.each([
  ['three hours ahead', 3],
  ['three hours behind', -3],
])('goes by the weather service’s clock where ours is %s', async (_name, hours) => {
  const aheadMs = hours * 3_600_000;
  const there = (fromNowMs: number) => new Date(Date.now() - aheadMs + fromNowMs);
  log.sourceTime = () => there(0);
  const [sent, ends] = [there(-20_000).toISOString(), there(30 * 60_000).toISOString()];
  start();
  log.say(
    anEvent({ eventKey: key(1), sent, firstSeenAt: there(-5_000).toISOString(), ends }),
    // By our clock news, or not yet sent; by the source's long over.
    anEvent({ eventKey: key(2), sent: there(-2 * 3_600_000).toISOString(), ends }),
  );
  await until('all is read', async () => (await cursor()) === 2);
  expect(await runs()).toMatchObject([{ event_key: key(1), kind: 'new' }]);
  const [run] = await bench.query<{ minutes: number; ahead: number }>(
    `SELECT extract(epoch FROM send_until - now())::float / 60 AS minutes, clock_ahead_ms::float / 3600000 AS ahead FROM alert_runs`,
  );
  expect(run?.minutes).toBeCloseTo(30, 0);
  expect(run?.ahead).toBeCloseTo(hours, 1);
});
