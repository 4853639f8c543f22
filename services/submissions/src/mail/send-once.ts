/**
 * Sends one mail to one recipient, once: reserved in the ledger, sent, recorded.
 *
 * States in the ledger `mail_sends`: sending (a process is working on it until the lease ends), waiting (it wasn't
 * sent), sent, dropped (nothing to send, or it can't be sent).
 *
 * When the lease has expired, the mail is sent again, because the previous process may have died before sending. If it
 * died just after, the mail goes out twice; that is counted, and both copies have the same Message-ID.
 */
import { Lease } from '@site/platform/data/lease';
import { markProcessed } from '@site/platform/jobs/outbox';
import type { MailRecipient } from '@site/platform/mail/mail-verdicts';
import type { Mailer } from '@site/platform/mail/mailer';
import { SendFailure } from '@site/platform/mail/send-failure';
import type { JobName } from '@site/proto/queues';
import type { DataSource, EntityManager } from 'typeorm';
import type { z } from 'zod';
import { Hopeless, job, Postponed, type HandlersOf, type JobRun, timed } from '../jobs/job.js';
import { patiently } from '../jobs/retry-during-outage.js';
import { composeMail } from './compose.js';
import type { Letter, Site } from './letter.js';
import { findMailServerFailure } from './mail-server-error.js';
import { verdictsOf } from './verdicts.js';

interface Sending extends Pick<JobRun<unknown>, 'limit'> {
  /** Outbox row that requested the mail; also the local part of the Message-ID. */
  outboxId: string;
  kind: string;
  /** The subscriber whose refusals count together; otherwise each mail's count apart. */
  recipientId?: string;
  /** Decides, in the reservation's transaction, whether there is anything to send. */
  prepare: (manager: EntityManager) => Promise<{ to: string; letter: Letter } | undefined>;
  /** Called in the transaction that records that the mail was sent. */
  sent?: (manager: EntityManager) => Promise<void>;
  /** Called in the transaction that records a bounce. */
  bounced?: (manager: EntityManager) => Promise<void>;
  /** Marks another service's outbox row as done. This service's row is marked with the record. */
  complete?: () => Promise<unknown>;
}

type Plan = Omit<Sending, 'outboxId' | 'kind' | 'limit'>;

/** Longer than the timeout of a silent mail server (60 s), so that only dead processes lose it. */
const lease = new Lease({ holder: 'tries', until: 'leased_until' }, 90);
/** Long enough for a database restart: the mail is sent, only its record is missing. */
const recordWithinMs = 25_000;

export interface MailParts {
  dataSource: DataSource;
  mailer: Mailer;
  site: Site;
}

const awayWaitMs = 5_000;
/** A refusal that may be ours or the mailbox's: after 5 s, 20 s, 80 s … up to every six hours. */
const undecidedWaitMs = (tries: number) => Math.min(5_000 * 4 ** (tries - 1), 6 * 3_600_000) * (1 + Math.random() / 4);
/** Longer than the timeout of a silent mail server. */
const limitSeconds = 100;

/**
 * Returns the handler of job `name`, which sends one mail to one recipient. It reads current rows, so it sends nothing
 * about undone changes.
 */
export const mailJob = <Payload, Name extends JobName<'mail'>>(
  parts: MailParts,
  name: Name,
  payload: z.ZodType<Payload>,
  sending: (run: JobRun<Payload>) => Plan | Promise<Plan>,
): HandlersOf<Name> => {
  const handler = job(payload, limitSeconds, async (run) =>
    sendOnce(parts, { outboxId: run.outboxId, kind: name, limit: run.limit, ...(await sending(run)) }),
  );
  return { [name]: handler } as HandlersOf<Name>;
};

async function sendOnce({ dataSource, mailer, site }: MailParts, sending: Sending): Promise<void> {
  const reserved = await timed('ledger', () => dataSource.transaction((manager) => reserve(manager, sending)));
  if (reserved !== 'finished') {
    const { outboxId, recipientId = outboxId } = sending;
    const recipient = { id: recipientId, to: reserved.to, outboxId };
    const mail = {
      ...composeMail(reserved.letter, { id: outboxId, to: reserved.to, site }),
      returnToken: sending.recipientId && mailer.returnToken?.(sending.recipientId, outboxId),
    };
    try {
      await timed('smtp', () => mailer.send(mail, sending.limit));
    } catch (error) {
      return await afterFailure(dataSource, sending, { error, tries: reserved.tries, recipient });
    }
    await verdictsOf(dataSource).wasAccepted(recipient);
    await timed('ledger', () => record(dataSource, sending));
  }
  await sending.complete?.();
}

/** Reserves the mail for this process, or returns `finished` if there is nothing to send. */
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
  // Does nothing for another service's row.
  await markProcessed(manager, outboxId);
}

/** Records the result, retrying while the database is down. */
const record = (dataSource: DataSource, sending: Sending) =>
  patiently(recordWithinMs, () =>
    dataSource.transaction(async (manager) => {
      await sending.sent?.(manager);
      await finish(manager, sending.outboxId, 'sent');
    }),
  );

async function afterFailure(
  dataSource: DataSource,
  sending: Sending,
  { error, tries, recipient }: { error: unknown; tries: number; recipient: MailRecipient },
): Promise<void> {
  if (!(error instanceof SendFailure)) throw error;
  const failure = await patiently(recordWithinMs, () =>
    verdictsOf(dataSource).recordRejection(recipient, error, async (manager) => {
      await sending.bounced?.(manager);
      await finish(manager, sending.outboxId, 'dropped');
    }),
  );
  if (failure.kind === 'bounced') {
    await sending.complete?.();
    return;
  }
  // A mail that may have been sent stays reserved with an expired lease, so that sending it again is counted.
  await dataSource.query(
    `UPDATE mail_sends SET state = $2, ${lease.release} WHERE id = $1 AND ${lease.isOwnedBy('$3')}`,
    [sending.outboxId, failure.maybeSent ? 'sending' : 'waiting', tries],
  );
  const serverFailure = findMailServerFailure(failure, awayWaitMs);
  if (serverFailure) throw serverFailure;
  const { kind, message } = failure;
  // A policy against us refuses other mails, too, which the verdict of the second attempt counts.
  if (failure.rejection === 'unclear' || (failure.isUndecided && tries === 1))
    throw new Postponed(`the mail was rejected: ${message}`, undecidedWaitMs(tries));
  if (kind === 'refused') throw new Hopeless(`the mail was rejected: ${message}`);
  throw new Error(`the mail could not be sent: ${message}`);
}
