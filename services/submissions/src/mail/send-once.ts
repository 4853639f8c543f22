import { Lease } from '@site/platform/data/lease';
import { markProcessed } from '@site/platform/jobs/outbox';
import type { DataSource, EntityManager } from 'typeorm';
import { Hopeless, Postponed } from '../jobs/job.js';
import { patiently } from '../jobs/patiently.js';
import { timed } from '../jobs/spent.js';
import { composeMail } from './compose.js';
import type { Letter } from './letter.js';
import type { MailParts } from './mail-parts.js';
import { SendFailure } from '@site/platform/mail/send-failure';

/**
 * One mail to one reader, once: reserved in the ledger, sent, recorded. A process that finds a reservation whose lease has
 * ended sends the mail again, because the holder may have died before sending it. Or just after, and then the mail goes out
 * twice: that is counted, and both copies have the same Message-ID.
 */
export interface Sending {
  /** The outbox row that asked for it. */
  outboxId: string;
  /** Name of the job. */
  kind: string;
  /** Decides, in the transaction of the reservation, whether there is anything to send now. */
  prepare: (manager: EntityManager) => Promise<{ to: string; letter: Letter } | undefined>;
  /** Called in the transaction that records that the server has taken it. */
  sent?: (manager: EntityManager) => Promise<void>;
  /** Called in the transaction that records that there is no such mailbox. */
  bounced?: (manager: EntityManager) => Promise<void>;
  /** Marks an outbox row of another service as done; one of this service is marked where the mail is recorded. */
  complete?: () => Promise<unknown>;
}

/** Longer than we wait for a silent mail server (60 s), so that only dead processes lose their lease. */
const lease = new Lease({ holder: 'tries', until: 'leased_until' }, 90);
/** We wait for a database that is just restarting: the mail is out, and only its record is missing. */
const recordWithinMs = 25_000;

export async function sendOnce(parts: MailParts, sending: Sending): Promise<void> {
  const { dataSource, mailer, site } = parts;
  const reserved = await timed('ledger', () => dataSource.transaction((manager) => reserve(manager, sending)));
  if (reserved !== 'finished') {
    const mail = composeMail(reserved.letter, { id: sending.outboxId, to: reserved.to, site });
    try {
      await timed('smtp', () => mailer.send(mail));
    } catch (error) {
      return await afterFailure(dataSource, sending, { error, tries: reserved.tries });
    }
    await timed('ledger', () => record(dataSource, sending, 'sent'));
  }
  await sending.complete?.();
}

/** Reserves the mail for this process, or finds that there is nothing to do. */
async function reserve(
  manager: EntityManager,
  { outboxId, kind, prepare }: Sending,
): Promise<{ to: string; letter: Letter; tries: number } | 'finished'> {
  const [taken] = await manager.query<{ tries: number }[]>(
    `INSERT INTO mail_sends AS known (id, kind, state, leased_until)
     VALUES ($1, $2, 'sending', ${lease.end})
     ON CONFLICT (id) DO UPDATE SET
       state = 'sending',
       ${lease.take('known.tries + 1')},
       maybe_repeated = known.maybe_repeated + CASE known.state WHEN 'sending' THEN 1 ELSE 0 END
     WHERE known.state = 'waiting' OR (known.state = 'sending' AND ${lease.isFree('known')})
     RETURNING tries`,
    [outboxId, kind],
  );
  if (taken) {
    const due = await prepare(manager);
    if (due) return { ...due, tries: taken.tries };
    await finish(manager, outboxId, 'dropped');
    return 'finished';
  }
  const [{ state, wait_ms: waitMs }] = await manager.query<[{ state: string; wait_ms: number }]>(
    `SELECT state, greatest(1000, ${lease.leftMs('mail_sends')})::integer AS wait_ms
     FROM mail_sends WHERE id = $1`,
    [outboxId],
  );
  if (state === 'sending') throw new Postponed('another process is sending this mail', waitMs);
  await markProcessed(manager, outboxId);
  return 'finished';
}

async function finish(manager: EntityManager, outboxId: string, state: 'sent' | 'dropped'): Promise<void> {
  await manager.query('UPDATE mail_sends SET state = $2 WHERE id = $1', [outboxId, state]);
  // Does nothing for a row of another service.
  await markProcessed(manager, outboxId);
}

/** Writes down how it ended, and keeps trying while the database is down. */
const record = (dataSource: DataSource, { outboxId, ...told }: Sending, end: 'sent' | 'bounced') =>
  patiently(recordWithinMs, () =>
    dataSource.transaction(async (manager) => {
      await told[end]?.(manager);
      await finish(manager, outboxId, end === 'sent' ? 'sent' : 'dropped');
    }),
  );

async function afterFailure(
  dataSource: DataSource,
  sending: Sending,
  { error, tries }: { error: unknown; tries: number },
): Promise<void> {
  if (!(error instanceof SendFailure)) throw error;
  if (error.kind === 'bounced') {
    await record(dataSource, sending, 'bounced');
    await sending.complete?.();
    return;
  }
  // If it may have gone out it stays reserved, with a lease that has ended: then sending it again is counted.
  await dataSource.query(
    `UPDATE mail_sends SET state = $2, ${lease.release} WHERE id = $1 AND ${lease.isHeldBy('$3')}`,
    [sending.outboxId, error.maybeSent ? 'sending' : 'waiting', tries],
  );
  if (error.kind === 'away') throw new Postponed(`the mail server is away: ${error.message}`, awayWaitMs());
  if (error.kind === 'refused') throw new Hopeless(`the mail was refused: ${error.message}`);
  throw new Error(`the mail could not be sent: ${error.message}`);
}

/** Random, so that not all come back at the same moment. */
const awayWaitMs = () => 5_000 * (1 + Math.random());
