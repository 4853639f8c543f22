/** The database session that records which newsletters were sent. */
import { createHash } from 'node:crypto';
import type { Client } from 'pg';
import type { DataSource, EntityManager, QueryRunner } from 'typeorm';
import { patiently } from '../jobs/retry-during-outage.js';
import { timed } from '../jobs/job.js';
import { rewriteResults, type Ended } from './campaign-ledger.js';

/** Long enough for a database restart: the mail is sent, only its record is missing. */
export const recordWithinMs = 60_000;

type Session = Pick<EntityManager, 'query'>;

/** Forces index lookups: statements planned while tables were nearly empty would keep scanning them. */
const byKeyOnly = 'SET enable_seqscan = off';

/** Prepares statements once per session; parsing and planning would take most of the time. */
const prepared = (client: Client): Session => ({
  async query<Rows>(text: string, values: unknown[] = []): Promise<Rows> {
    const name = createHash('sha256').update(text).digest('base64url');
    return (await client.query({ name, text, values })).rows as Rows;
  },
});

/**
 * Writes to the ledger over one database session. If a database crash ended it, quick writes may be lost: the next
 * session first repeats all that may not be durable.
 */
export class LedgerSession {
  /** Results that a database crash could still lose. */
  ends: Ended[] = [];
  private session: QueryRunner | undefined;
  private hadOne = false;

  constructor(
    private readonly dataSource: DataSource,
    private readonly campaignId: string,
  ) {}

  /** Retries `work` while the database is down, because it records something that has happened. */
  run<Result>(work: (session: Session) => Promise<Result>): Promise<Result> {
    return timed('ledger', () =>
      patiently(recordWithinMs, async () => {
        if (!this.session || this.session.isReleased) {
          this.session = this.dataSource.createQueryRunner();
          await this.using((session) => session.query(byKeyOnly));
          if (this.hadOne) await this.using((session) => rewriteResults(session, this.campaignId, this.ends));
          this.hadOne = true;
        }
        return this.using(work);
      }),
    );
  }

  private async using<Result>(work: (session: Session) => Promise<Result>): Promise<Result> {
    try {
      if (!this.session) throw new Error('the session has ended');
      return await work(prepared((await this.session.connect()) as Client));
    } catch (error) {
      await this.close();
      throw error;
    }
  }

  /** Adds a result, recorded by the next statement. */
  unsure(ended: Ended): void {
    this.ends.push(ended);
  }

  /** Marks all results as durable except the unwritten one. */
  safe(unwritten: Ended | undefined): void {
    this.ends = unwritten ? [unwritten] : [];
  }

  async close(): Promise<void> {
    const { session } = this;
    this.session = undefined;
    if (!session) return;
    // Fails if the session has already ended.
    await session.query('RESET enable_seqscan').catch(() => undefined);
    await session.release().catch(() => undefined);
  }
}
