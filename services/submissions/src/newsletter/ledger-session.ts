import { createHash } from 'node:crypto';
import type { Client } from 'pg';
import type { DataSource, EntityManager, QueryRunner } from 'typeorm';
import { patiently } from '../jobs/patiently.js';
import { timed } from '../jobs/spent.js';
import { writeAgain, type Ended } from './campaign-ledger.js';

/** We wait for a database that is just restarting: the mail is out, and only its record is missing. */
export const recordWithinMs = 60_000;

type Session = Pick<EntityManager, 'query'>;

/**
 * Every statement finds its rows by their keys. Without this, statements that were planned while the tables were nearly empty
 * would scan them, and go on scanning for thousands of readers.
 */
const byKeyOnly = 'SET enable_seqscan = off';

/** Statements are parsed and planned once in a session: for each mail, that would take most of the time. */
const prepared = (client: Client): Session => ({
  async query<Rows>(text: string, values: unknown[] = []): Promise<Rows> {
    const name = createHash('sha256').update(text).digest('base64url');
    return (await client.query({ name, text, values })).rows as Rows;
  },
});

/**
 * Writes to the ledger over one session of the database. A session may have ended because the database crashed, and then it has
 * forgotten what was written quickly: all that is not known to be safe is written again before anything else.
 */
export class LedgerSession {
  /** How mails ended, as long as the database may still forget it. */
  ends: Ended[] = [];
  private session: QueryRunner | undefined;
  private hadOne = false;

  constructor(
    private readonly dataSource: DataSource,
    private readonly campaignId: string,
  ) {}

  /** Repeats `work` while the database is down, for a while: what it writes down has already happened. */
  ask<Answer>(work: (session: Session) => Promise<Answer>): Promise<Answer> {
    return timed('ledger', () =>
      patiently(recordWithinMs, async () => {
        if (!this.session || this.session.isReleased) {
          this.session = this.dataSource.createQueryRunner();
          await this.using((session) => session.query(byKeyOnly));
          if (this.hadOne) await this.using((session) => writeAgain(session, this.campaignId, this.ends));
          this.hadOne = true;
        }
        return this.using(work);
      }),
    );
  }

  private async using<Answer>(work: (session: Session) => Promise<Answer>): Promise<Answer> {
    try {
      if (!this.session) throw new Error('the session has ended');
      return await work(prepared((await this.session.connect()) as Client));
    } catch (error) {
      await this.close();
      throw error;
    }
  }

  /** How a mail ended; it is written down with the next statement. */
  unsure(ended: Ended): void {
    this.ends.push(ended);
  }

  /** All is safe except what is not written yet. */
  safe(unwritten: Ended | undefined): void {
    this.ends = unwritten ? [unwritten] : [];
  }

  async close(): Promise<void> {
    const { session } = this;
    this.session = undefined;
    if (!session) return;
    // Fails for a session that has ended by itself.
    await session.query('RESET enable_seqscan').catch(() => undefined);
    await session.release().catch(() => undefined);
  }
}
