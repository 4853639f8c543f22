/**
 * Decides whether a refused mail is the recipient's fault or ours, from the responses to all recipients.
 *
 * If recipients of several domains get the same refusal and few mails are accepted, our set-up is at fault, whatever
 * the code says: sending pauses, and no recipient is marked as bounced. An undecided refusal marks a recipient only when
 * it repeats over days.
 */
import type { DataSource, EntityManager } from 'typeorm';
import { toRejectionPattern } from './rejection-cause.js';
import { storedReason } from './mail-report.js';
import { mailRefusals } from './mail-rejections.js';
import { SendFailure } from './send-failure.js';

export interface MailRecipient {
  /** Id of the subscriber or channel; if there is none, of the mail's outbox row. */
  id: string;
  to: string;
  /** Outbox row of a mail of its own. */
  outboxId?: string;
}

/** A recipient whose mail was refused before the refusals turned out to be our fault. */
export interface RejectedRecipient {
  recipientId: string;
  outboxId: string | null;
}

export interface VerdictOptions {
  /** Undoes what was done because of these recipients' refusals, in the verdict's transaction. */
  restore?: (manager: EntityManager, rejected: readonly RejectedRecipient[]) => Promise<void>;
  /** Marks no recipient as bounced until the server has accepted more mails than it refused; until then "later". */
  needsProof?: boolean;
}

/** As many domains with the same refusal, or recipients, if all have the same domain. */
const minDomains = 3;
const minRecipients = 10;
/** An undecided refusal marks the recipient after so many attempts over so many days. */
const minAttempts = 3;
const minDays = 3;
const flushIntervalMs = 5_000;
/** Spares the database while a whole batch is refused. */
const setupCacheMs = 5_000;

const recently = `interval '1 hour'`;
/** Attempts within an hour count as one. */
const attemptInterval = `interval '1 hour'`;

/** Counts accepted and refused mails, in this process and, every five seconds, in the database. */
export class MailVerdicts {
  private readonly accepted = new Map<string, number>();
  private acceptedIds: string[] = [];
  private flushedAt = -Infinity;
  private readonly setupUntil = new Map<string, number>();
  private turn: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly dataSource: DataSource,
    private readonly options: VerdictOptions = {},
  ) {}

  /** Never rejects: the mail is sent, whatever happens to its count. */
  async wasAccepted({ id, to }: MailRecipient): Promise<void> {
    const domain = domainOf(to);
    this.accepted.set(domain, (this.accepted.get(domain) ?? 0) + 1);
    this.acceptedIds.push(id);
    if (performance.now() - this.flushedAt < flushIntervalMs) return;
    await this.settle();
  }

  /** Stores what was counted; call it after a series of mails. Never rejects. */
  async settle(): Promise<void> {
    await this.inTurn(() => this.flush(this.dataSource.manager)).catch(() => undefined);
  }

  /**
   * Counts a refusal and returns it with its final kind. Other failures are returned unchanged.
   * @param record called if the recipient is at fault, in the transaction of the verdict
   */
  async recordRejection(
    recipient: MailRecipient,
    failure: SendFailure,
    record?: (manager: EntityManager) => Promise<void>,
  ): Promise<SendFailure> {
    const { kind, rejection, message } = failure;
    if (rejection === undefined || (kind !== 'bounced' && kind !== 'refused')) {
      if (kind === 'bounced' && record) await this.dataSource.transaction(record);
      return failure;
    }
    const pattern = toRejectionPattern(message, recipient.to);
    const isCached = (this.setupUntil.get(pattern) ?? 0) > performance.now();
    const verdict = isCached ? 'setup' : await this.inTurn(() => this.judge(recipient, { pattern, failure, record }));
    if (verdict === kind) return failure;
    if (verdict === 'setup') mailRefusals.inc();
    const { maybeSent } = failure;
    return new SendFailure(verdict, message, maybeSent, failure.cause, verdict === 'setup' ? 'setup' : rejection);
  }

  private judge(
    recipient: MailRecipient,
    { pattern, failure, record }: { pattern: string; failure: SendFailure; record: MailRecord | undefined },
  ): Promise<SendFailure['kind']> {
    const { restore, needsProof } = this.options;
    return this.dataSource.transaction(async (manager) => {
      // Otherwise concurrent verdicts wouldn't count each other's refusals.
      await manager.query(`SELECT pg_advisory_xact_lock(hashtextextended('mail.verdicts', 0))`);
      await this.flush(manager);
      const isPersistent = await countRejection(manager, recipient, pattern);
      const { domains, recipients, accepted } = await countResponses(manager, pattern);
      if ((domains >= minDomains || recipients >= minRecipients) && recipients > accepted) {
        this.setupUntil.set(pattern, performance.now() + setupCacheMs);
        const rejected = await findRejectedRecipients(manager, pattern);
        await restore?.(manager, rejected);
        await manager.query(`DELETE FROM mail_reports WHERE mail_tag = '' AND recipient_id = ANY($1::uuid[])`, [
          rejected.map(({ recipientId }) => recipientId),
        ]);
        return 'setup';
      }
      const isBounce = failure.kind === 'bounced' || (failure.isUndecided && isPersistent);
      if (!isBounce) return failure.kind;
      if (needsProof && !isPersistent && accepted <= recipients) return 'later';
      await record?.(manager);
      await manager.query(
        `INSERT INTO mail_reports (recipient_id, mail_tag, kind, reason) VALUES ($1, '', 'bounce', $2)
         ON CONFLICT DO NOTHING`,
        [recipient.id, storedReason(failure.message)],
      );
      return 'bounced';
    });
  }

  private async flush(database: Pick<EntityManager, 'query'>): Promise<void> {
    this.flushedAt = performance.now();
    if (this.accepted.size === 0) return;
    const counts = [...this.accepted].map(([domain, mails]) => ({ domain, mails }));
    const ids = this.acceptedIds;
    this.accepted.clear();
    this.acceptedIds = [];
    this.setupUntil.clear();
    await database.query(
      `WITH counted AS (SELECT * FROM jsonb_to_recordset($1::jsonb) AS counted(domain text, mails integer)),
       forgiven AS (DELETE FROM mail_rejections WHERE recipient_id = ANY($2::uuid[])),
       today AS (
         INSERT INTO mail_days AS existing (day, accepted)
         SELECT (now() AT TIME ZONE 'UTC')::date, sum(mails) FROM counted
         ON CONFLICT (day) DO UPDATE SET accepted = existing.accepted + excluded.accepted)
       INSERT INTO mail_acceptances AS existing (domain, mails) SELECT domain, mails FROM counted ORDER BY domain
       ON CONFLICT (domain) DO UPDATE SET last_at = now(), mails = excluded.mails +
         CASE WHEN existing.last_at > now() - ${recently} THEN existing.mails ELSE 0 END`,
      [JSON.stringify(counts), ids],
    );
  }

  /** One statement at a time: a batch of refusals must not take all connections. */
  private inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.turn.then(work);
    this.turn = result.catch(() => undefined);
    return result;
  }
}

type MailRecord = (manager: EntityManager) => Promise<void>;

const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1).toLowerCase();

/** @returns whether this recipient has been refused often enough, over enough days */
async function countRejection(
  manager: EntityManager,
  { id, to, outboxId }: MailRecipient,
  pattern: string,
): Promise<boolean> {
  const [row] = await manager.query<[{ is_persistent: boolean }]>(
    `INSERT INTO mail_rejections AS existing (recipient_id, domain, pattern, outbox_id) VALUES ($1, $2, $3, $4)
     ON CONFLICT (recipient_id) DO UPDATE SET domain = excluded.domain, pattern = excluded.pattern,
       outbox_id = excluded.outbox_id, last_at = now(),
       attempts = existing.attempts + CASE WHEN existing.last_at < now() - ${attemptInterval} THEN 1 ELSE 0 END
     RETURNING attempts >= ${minAttempts} AND first_at < now() - interval '${minDays} days' AS is_persistent`,
    [id, domainOf(to), pattern, outboxId ?? null],
  );
  return row.is_persistent;
}

interface Responses {
  domains: number;
  recipients: number;
  accepted: number;
}

/** Counts the last hour's acceptances, and the recipients refused alike whose domains have accepted nothing since. */
async function countResponses(manager: EntityManager, pattern: string): Promise<Responses> {
  const [row] = await manager.query<[Responses]>(
    `SELECT count(DISTINCT domain)::integer AS domains, count(*)::integer AS recipients,
       (SELECT coalesce(sum(mails), 0)::integer FROM mail_acceptances WHERE last_at > now() - ${recently}) AS accepted
     FROM mail_rejections AS refusal WHERE pattern = $1 AND last_at > now() - ${recently}
       AND NOT EXISTS (SELECT FROM mail_acceptances AS accepted
         WHERE accepted.domain = refusal.domain AND accepted.last_at > refusal.last_at)`,
    [pattern],
  );
  return row;
}

const findRejectedRecipients = (manager: EntityManager, pattern: string): Promise<RejectedRecipient[]> =>
  manager.query<RejectedRecipient[]>(
    `SELECT recipient_id AS "recipientId", outbox_id AS "outboxId" FROM mail_rejections
     WHERE pattern = $1 AND last_at > now() - interval '1 day'`,
    [pattern],
  );
