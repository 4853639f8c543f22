import { Inject, Injectable } from '@nestjs/common';
import { newId } from '@site/platform/base/ids';
import { DataSource, type EntityManager } from 'typeorm';
import { CLOCK, type Clock } from '../clock.js';
import { accountHashOf } from '../people/find-account.js';
import { addressKeyOf, networkOf } from '@site/platform/base/ip-address';
import { comeBackLater } from './come-back-later.js';
import { addAttempt, type Attempt } from './sign-in-limits.js';

interface AttemptLimit {
  /** Counted under a separate name, so that such guesses never block the owner's password sign-in. */
  subject: (personId: string) => string;
  mostFailures: number;
  windowMs: number;
  /** The message before "Please try again in 5 minutes." */
  what: string;
}

const minute = 60_000;

export const attemptLimits = {
  /** Someone who finds an open session can guess its password five times in 15 minutes, from anywhere. */
  oldPassword: {
    subject: (personId) => `old password of ${personId}`,
    mostFailures: 5,
    windowMs: 15 * minute,
    what: 'Too many attempts with a wrong old password',
  },
  /** The same for confirming one's identity. */
  identity: {
    subject: (personId) => `identity of ${personId}`,
    mostFailures: 5,
    windowMs: 15 * minute,
    what: 'Too many attempts',
  },
  /**
   * Someone who knows a password can also guess the code: 20 times in 12 hours, worldwide. As three of a million are
   * right (one step before and after), a hit takes 23 years. Passkeys and recovery codes, which cannot be guessed, keep
   * working, and a new password resets the limit.
   */
  factorCode: {
    subject: (personId) => `second factor of ${personId}`,
    mostFailures: 20,
    windowMs: 12 * 60 * minute,
    what: 'Too many wrong codes',
  },
} satisfies Record<string, AttemptLimit>;

/** Clears the wrong guesses, because their author can no longer reach what they were guessing. */
export const clearFailedAttempts = (manager: EntityManager, personId: string, rule: AttemptLimit) =>
  manager.query('UPDATE sign_in_attempts SET failed = false WHERE account_hash = $1 AND failed', [
    accountHashOf(rule.subject(personId)),
  ]);

/** Limits guesses at secrets of a known user. Counted in the table of sign-ins, which is purged anyway. */
@Injectable()
export class AttemptLimiter {
  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Uses up one attempt, before the guess is verified.
   * @throws RESOURCE_EXHAUSTED with the seconds until the next attempt
   */
  async begin(personId: string, clientAddress: string, rule: AttemptLimit): Promise<Attempt> {
    const now = this.clock();
    const attempt = {
      id: newId(),
      accountHash: accountHashOf(rule.subject(personId)),
      network: networkOf(clientAddress),
    };
    const wait = await this.dataSource.transaction(async (manager) => {
      await manager.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`account ${attempt.accountHash}`]);
      const [oldest] = await manager.query<{ at: Date }[]>(
        `SELECT at FROM sign_in_attempts WHERE account_hash = $1 AND failed AND at > $2
         ORDER BY at DESC OFFSET $3 LIMIT 1`,
        [attempt.accountHash, new Date(now.getTime() - rule.windowMs), rule.mostFailures - 1],
      );
      if (oldest) return oldest.at.getTime() + rule.windowMs - now.getTime();
      await addAttempt(manager, attempt, addressKeyOf(clientAddress), now);
      return 0;
    });
    if (wait > 0) throw comeBackLater(rule.what, wait);
    return attempt;
  }
}
