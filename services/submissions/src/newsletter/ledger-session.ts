import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from 'pg';
import type { DataSource, EntityManager, QueryRunner } from 'typeorm';
import { timed } from '../jobs/spent.js';
import { isOutage } from '../pictures/outage.js';
import { writeAgain, type Ended } from './campaign-ledger.js';

/** A database that is just restarting is waited for: the mail is out, and only its record is missing. */
const recordWithinMs = 60_000;

/** Does it again while the database is away, for a while: what it writes down has happened. */
export async function patiently<Result>(work: () => Promise<Result>): Promise<Result> {
  const deadline = Date.now() + recordWithinMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isOutage(error) || Date.now() > deadline) throw error;
      await pause(500);
    }
  }
}

type Session = Pick<EntityManager, 'query'>;

/**
 * Every statement finds its rows by their keys. Those of the first campaigns, planned while the tables were nearly empty, read
 * the whole of them instead, and go on doing so for thousands of readers.
 */
const byKeyOnly = 'SET enable_seqscan = off';

/** Statements that are read and planned once in a session: with one for each mail that would be most of their time. */
const prepared = (client: Client): Session => ({
  async query<Rows>(text: string, values: unknown[] = []): Promise<Rows> {
    const name = createHash('sha256').update(text).digest('base64url');
    return (await client.query({ name, text, values })).rows as Rows;
  },
});

/**
 * Writes to the ledger over one session of the database. One that ended may have been the database's own end, which forgets what
 * was written quickly: everything since it was last safe is then written again before anything else.
 */
export class LedgerSession {
  /** How mails ended, as far as the database may still forget it. */
  ends: Ended[] = [];
  private session: QueryRunner | undefined;
  private hadOne = false;

  constructor(
    private readonly dataSource: DataSource,
    private readonly campaignId: string,
  ) {}

  /** Does it again while the database is away, for a while: what it writes down has happened. */
  ask<Answer>(work: (session: Session) => Promise<Answer>): Promise<Answer> {
    return timed('ledger', () =>
      patiently(async () => {
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

  /** A mail has ended; it is written down with the next question. */
  unsure(ended: Ended): void {
    this.ends.push(ended);
  }

  /** What was written is safe, but for what was not written yet. */
  safe(unwritten: Ended | undefined): void {
    this.ends = unwritten ? [unwritten] : [];
  }

  async close(): Promise<void> {
    const { session } = this;
    this.session = undefined;
    if (!session) return;
    // A session that has ended cannot be asked any more.
    await session.query('RESET enable_seqscan').catch(() => undefined);
    await session.release().catch(() => undefined);
  }
}
