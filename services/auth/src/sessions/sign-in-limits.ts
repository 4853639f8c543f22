/** Limits guesses at passwords and codes, per account, network and address. */
import { Inject, Injectable } from '@nestjs/common';
import { newId } from '@site/platform/base/ids';
import { DataSource, type EntityManager } from 'typeorm';
import { CLOCK, type Clock } from '../settings.js';
import { accountHashOf } from '../people/find-account.js';
import { addressKeyOf, networkOf } from '@site/platform/base/ip-address';
import { createRetryError } from './retry-later-error.js';
import { SignInAttempt } from './session-entities.js';

const minute = 60_000;
const freeFailures = 5;
const quiet = 15 * minute;
const maxWaitMs = 15 * minute;
const accountWindow = 60 * minute;
const accountFailures = 50;
const addressWindow = 5 * minute;
const addressAttempts = 20;
const familiarDays = 30;
export const attemptRetentionHours = 24;

const waitAfter = (failures: number): number =>
  failures < freeFailures ? 0 : Math.min(minute * 2 ** (failures - freeFailures), maxWaitMs);

export interface Attempt {
  id: string;
  accountHash: string;
  network: string;
}

/** Counts as a failure until it has succeeded. */
const addAttempt = (manager: EntityManager, attempt: Attempt, addressKey: string, at: Date) =>
  manager.insert(SignInAttempt, {
    id: attempt.id,
    accountHash: attempt.accountHash,
    clientNetwork: attempt.network,
    addressKey,
    at,
    failed: true,
  });

interface AttemptLimit {
  /** A separate name, so that such guesses never block the owner's sign-in. */
  subject: (userId: string) => string;
  maxFailures: number;
  windowMs: number;
  /** Before "Please try again in 5 minutes." */
  what: string;
}

export const attemptLimits = {
  /** An open session allows five guesses at its password in 15 minutes, from anywhere. */
  oldPassword: {
    subject: (userId) => `old password of ${userId}`,
    maxFailures: 5,
    windowMs: 15 * minute,
    what: 'Too many attempts with a wrong old password',
  },
  identity: {
    subject: (userId) => `identity of ${userId}`,
    maxFailures: 5,
    windowMs: 15 * minute,
    what: 'Too many attempts',
  },
  /**
   * A known password allows 20 guesses at the code in 12 hours, worldwide. As three of a million are right (one step
   * before and after), a hit takes 23 years. Passkeys and recovery codes, which can't be guessed, keep working, and a
   * new password resets the limit.
   */
  factorCode: {
    subject: (userId) => `second factor of ${userId}`,
    maxFailures: 20,
    windowMs: 12 * 60 * minute,
    what: 'Too many wrong codes',
  },
} satisfies Record<string, AttemptLimit>;

/** Their author can no longer reach what they were guessing. */
export const clearFailedAttempts = (manager: EntityManager, userId: string, rule: AttemptLimit) =>
  manager.query('UPDATE sign_in_attempts SET failed = false WHERE account_hash = $1 AND failed', [
    accountHashOf(rule.subject(userId)),
  ]);

/**
 * Makes password guessing infeasible without locking anyone out permanently. Three limits, each of which says when to
 * retry:
 *
 * - account and network (/24, /64): after 5 failures in a row, the next one waits 1, 2, 4, 8, then 15 minutes. A row
 *   ends with a success, or with 15 quiet minutes after its last wait.
 * - account, worldwide: 50 failures an hour. Beyond that, only attempts from networks where this user has signed in
 *   within 30 days, or without a failure within the hour, are checked, so that the correct password works even while a
 *   botnet attacks this account.
 * - address: 20 attempts in 5 minutes, for any account and with any result.
 *
 * Unknown accounts are limited alike, so the limits don't reveal who has an account.
 */
@Injectable()
export class SignInLimits {
  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Uses up an attempt before the check, so that concurrent ones can't all take the last.
   * @throws RESOURCE_EXHAUSTED with the seconds until the next attempt
   */
  async begin(email: string, clientAddress: string, userId: string | undefined): Promise<Attempt> {
    const now = this.clock();
    const attempt = { id: newId(), accountHash: accountHashOf(email), network: networkOf(clientAddress) };
    const addressKey = addressKeyOf(clientAddress);
    const wait = await this.dataSource.transaction(async (manager) => {
      // In this order, against deadlocks.
      for (const key of [`account ${attempt.accountHash}`, `address ${addressKey}`]) {
        await manager.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [key]);
      }
      const waitMs = Math.max(
        await this.addressWait(manager, addressKey, now),
        await this.networkWait(manager, attempt, now),
        await this.accountWait(manager, attempt, userId, now),
      );
      if (waitMs > 0) return waitMs;
      await addAttempt(manager, attempt, addressKey, now);
      return 0;
    });
    if (wait > 0) throw createRetryError('Too many sign-in attempts', wait);
    return attempt;
  }

  /**
   * Like `begin`, for a guess at a known user's secret.
   * @throws RESOURCE_EXHAUSTED with the seconds until the next attempt
   */
  async beginAttempt(userId: string, clientAddress: string, rule: AttemptLimit): Promise<Attempt> {
    const now = this.clock();
    const attempt = {
      id: newId(),
      accountHash: accountHashOf(rule.subject(userId)),
      network: networkOf(clientAddress),
    };
    const wait = await this.dataSource.transaction(async (manager) => {
      await manager.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`account ${attempt.accountHash}`]);
      const [oldest] = await manager.query<{ at: Date }[]>(
        `SELECT at FROM sign_in_attempts WHERE account_hash = $1 AND failed AND at > $2
         ORDER BY at DESC OFFSET $3 LIMIT 1`,
        [attempt.accountHash, new Date(now.getTime() - rule.windowMs), rule.maxFailures - 1],
      );
      if (oldest) return oldest.at.getTime() + rule.windowMs - now.getTime();
      await addAttempt(manager, attempt, addressKeyOf(clientAddress), now);
      return 0;
    });
    if (wait > 0) throw createRetryError(rule.what, wait);
    return attempt;
  }

  /** Clears this account's failures from this network. */
  async succeeded(manager: EntityManager, { accountHash, network }: Omit<Attempt, 'id'>): Promise<void> {
    await manager.query(
      'UPDATE sign_in_attempts SET failed = false WHERE account_hash = $1 AND client_network = $2 AND failed',
      [accountHash, network],
    );
  }

  /** Removes an attempt that was not checked. */
  async withdraw({ id }: Attempt): Promise<void> {
    await this.dataSource.query('DELETE FROM sign_in_attempts WHERE id = $1', [id]);
  }

  private async addressWait(manager: EntityManager, addressKey: string, now: Date): Promise<number> {
    const [oldest] = await manager.query<{ at: Date }[]>(
      'SELECT at FROM sign_in_attempts WHERE address_key = $1 AND at > $2 ORDER BY at DESC OFFSET $3 LIMIT 1',
      [addressKey, new Date(now.getTime() - addressWindow), addressAttempts - 1],
    );
    return oldest ? oldest.at.getTime() + addressWindow - now.getTime() : 0;
  }

  private async networkWait(manager: EntityManager, { accountHash, network }: Attempt, now: Date): Promise<number> {
    const failures = await manager.query<{ at: Date }[]>(
      `SELECT at FROM sign_in_attempts
       WHERE account_hash = $1 AND client_network = $2 AND failed AND at > $3 ORDER BY at`,
      [accountHash, network, new Date(now.getTime() - attemptRetentionHours * 60 * minute)],
    );
    let inARow = 0;
    let last = -Infinity;
    for (const { at } of failures) {
      if (at.getTime() - last > waitAfter(inARow) + quiet) inARow = 0;
      inARow += 1;
      last = at.getTime();
    }
    return Math.max(0, last + waitAfter(inARow) - now.getTime());
  }

  private async accountWait(
    manager: EntityManager,
    { accountHash, network }: Attempt,
    userId: string | undefined,
    now: Date,
  ): Promise<number> {
    const since = new Date(now.getTime() - accountWindow);
    const [oldest] = await manager.query<{ at: Date }[]>(
      'SELECT at FROM sign_in_attempts WHERE account_hash = $1 AND failed AND at > $2 ORDER BY at DESC OFFSET $3 LIMIT 1',
      [accountHash, since, accountFailures - 1],
    );
    if (!oldest) return 0;
    const [place] = await manager.query<{ untried: boolean; familiar: boolean }[]>(
      `SELECT
         NOT EXISTS (SELECT 1 FROM sign_in_attempts
                     WHERE account_hash = $1 AND client_network = $2 AND failed AND at > $3) AS untried,
         EXISTS (SELECT 1 FROM sessions
                 WHERE person_id = $4 AND client_network = $2 AND created_at > $5) AS familiar`,
      [accountHash, network, since, userId ?? null, new Date(now.getTime() - familiarDays * 24 * 60 * minute)],
    );
    if (place?.untried || place?.familiar) return 0;
    return oldest.at.getTime() + accountWindow - now.getTime();
  }
}
