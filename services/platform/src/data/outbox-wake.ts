/**
 * Notifies the relay of new outbox rows after the commit. In the transaction, a notice would slow down every writer:
 * Postgres commits transactions with notices one at a time, each with its own disk sync. The relay also polls every
 * half minute, and when its notice connection is restored.
 */
import {
  EventSubscriber,
  type DataSource,
  type EntityManager,
  type EntitySubscriberInterface,
  type QueryRunner,
  type TransactionCommitEvent,
} from 'typeorm';
import { inBackground } from '../base/request-context.js';
import { channelOf } from './listener.js';

const gatherMs = 10;
/** Between two notices: a poll costs the relay as much for one row as for a hundred. */
const restMs = 100;

/** The latest notice, which may still be pending. */
const noticeAt = new WeakMap<DataSource, number>();

/** Wakes the relay for committed rows: within 10 ms, or 100 ms after the last notice. */
export function wakeRelay(dataSource: DataSource): void {
  const now = performance.now();
  const latest = noticeAt.get(dataSource) ?? -Infinity;
  if (latest > now) return;
  const at = Math.max(now + gatherMs, latest + restMs);
  noticeAt.set(dataSource, at);
  const notify = () => {
    // Timers are imprecise: rows written from here on need another notice.
    noticeAt.set(dataSource, performance.now());
    dataSource.query(`SELECT pg_notify($1, '')`, [channelOf(dataSource, 'outbox')]).catch(() => undefined);
  };
  inBackground(() => setTimeout(notify, at - now).unref());
}

const waking = new WeakSet<QueryRunner>();

/** Wakes the relay when the manager's transaction commits, or now if there is none. */
export function wakeRelayOnCommit({ queryRunner, dataSource }: EntityManager): void {
  if (queryRunner?.isTransactionActive) waking.add(queryRunner);
  else wakeRelay(dataSource);
}

/** Registered in every data source. */
@EventSubscriber()
export class WakeRelayAfterCommit implements EntitySubscriberInterface {
  afterTransactionCommit({ queryRunner, dataSource }: TransactionCommitEvent): void {
    // TypeORM also reports a released savepoint as a commit.
    if (!queryRunner.isTransactionActive && waking.delete(queryRunner)) wakeRelay(dataSource);
  }
}
