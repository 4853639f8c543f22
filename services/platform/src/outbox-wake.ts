import {
  EventSubscriber,
  type DataSource,
  type EntityManager,
  type EntitySubscriberInterface,
  type QueryRunner,
  type TransactionCommitEvent,
} from 'typeorm';

/**
 * How the relay hears of new outbox rows at once: a notice in Postgres, sent after the commit. Within the transaction it
 * would cost every writer: Postgres commits transactions with notices one after the other, each waiting for the disk alone.
 * A lost notice is healed by the relay's own look every second.
 */

const gatherMs = 10;

/** The channel that the relay of a schema listens on. */
export const outboxChannel = (dataSource: DataSource) =>
  `${(dataSource.options as { schema?: string }).schema ?? 'public'}_outbox`;

const announced = new WeakSet<DataSource>();

/** Wakes the relay; calls within ten milliseconds are one notice. For rows that are committed already. */
export function wakeRelay(dataSource: DataSource): void {
  if (announced.has(dataSource)) return;
  announced.add(dataSource);
  setTimeout(() => {
    announced.delete(dataSource);
    dataSource.query(`SELECT pg_notify($1, '')`, [outboxChannel(dataSource)]).catch(() => undefined);
  }, gatherMs).unref();
}

const waking = new WeakSet<QueryRunner>();

/** Wakes the relay when the manager's transaction is committed, or now where there is none. */
export function wakeRelayOnCommit({ queryRunner, dataSource }: EntityManager): void {
  if (queryRunner?.isTransactionActive) waking.add(queryRunner);
  else wakeRelay(dataSource);
}

/** Part of every data source. */
@EventSubscriber()
export class WakeRelayAfterCommit implements EntitySubscriberInterface {
  afterTransactionCommit({ queryRunner, dataSource }: TransactionCommitEvent): void {
    // A released savepoint is told as a commit, too.
    if (!queryRunner.isTransactionActive && waking.delete(queryRunner)) wakeRelay(dataSource);
  }
}
