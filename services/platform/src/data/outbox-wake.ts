import {
  EventSubscriber,
  type DataSource,
  type EntityManager,
  type EntitySubscriberInterface,
  type QueryRunner,
  type TransactionCommitEvent,
} from 'typeorm';

/**
 * Tells the relay of new outbox rows at once: a notice in Postgres, sent after the commit. Within the transaction it would slow
 * down every writer, because Postgres commits transactions with notices one at a time, each waiting for the disk by itself.
 * The relay also polls every half minute, and at once when its connection for notices was lost and is back.
 */

const gatherMs = 10;
/** Between two notices: under many writes the relay's look costs as much for one row as for a hundred. */
const restMs = 100;

/** The channel that the relay of a schema listens on. */
export const outboxChannel = (dataSource: DataSource) =>
  `${(dataSource.options as { schema?: string }).schema ?? 'public'}_outbox`;

/** When the latest notice went out, or will go out. */
const noticeAt = new WeakMap<DataSource, number>();

/** Wakes the relay, for rows that are already committed: within ten milliseconds, or a tenth of a second after the last time. */
export function wakeRelay(dataSource: DataSource): void {
  const now = performance.now();
  const latest = noticeAt.get(dataSource) ?? -Infinity;
  if (latest > now) return;
  const at = Math.max(now + gatherMs, latest + restMs);
  noticeAt.set(dataSource, at);
  setTimeout(() => {
    // The clock of timers is coarser: whoever writes from here on needs a notice of their own.
    noticeAt.set(dataSource, performance.now());
    dataSource.query(`SELECT pg_notify($1, '')`, [outboxChannel(dataSource)]).catch(() => undefined);
  }, at - now).unref();
}

const waking = new WeakSet<QueryRunner>();

/** Wakes the relay when the manager's transaction is committed, or now if there is none. */
export function wakeRelayOnCommit({ queryRunner, dataSource }: EntityManager): void {
  if (queryRunner?.isTransactionActive) waking.add(queryRunner);
  else wakeRelay(dataSource);
}

/** Part of every data source. */
@EventSubscriber()
export class WakeRelayAfterCommit implements EntitySubscriberInterface {
  afterTransactionCommit({ queryRunner, dataSource }: TransactionCommitEvent): void {
    // TypeORM reports a released savepoint as a commit, too.
    if (!queryRunner.isTransactionActive && waking.delete(queryRunner)) wakeRelay(dataSource);
  }
}
