import { Inject, Injectable } from '@nestjs/common';
import { newId } from '@site/platform/base/ids';
import { DataSource } from 'typeorm';
import { CLOCK, type Clock } from '../clock.js';
import { accountHashOf } from '../people/find-account.js';
import { addressKeyOf, networkOf } from '../sessions/client-network.js';
import { comeBackLater } from '../sessions/come-back-later.js';
import { addAttempt, type Attempt } from '../sessions/sign-in-limits.js';

/**
 * Somebody who finds an open session can guess its password five times in 15 minutes, from anywhere. Counted under a name of
 * its own, so that such guesses never keep the owner from signing in, but in the table of sign-ins, which is purged anyway.
 */
const windowMs = 15 * 60_000;
const mostFailures = 5;

@Injectable()
export class OldPasswordLimits {
  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Uses up one attempt, before the old password is checked.
   * @throws RESOURCE_EXHAUSTED with the seconds until the next attempt
   */
  async begin(personId: string, clientAddress: string): Promise<Attempt> {
    const now = this.clock();
    const attempt = {
      id: newId(),
      accountHash: accountHashOf(`old password of ${personId}`),
      network: networkOf(clientAddress),
    };
    const wait = await this.dataSource.transaction(async (manager) => {
      await manager.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`account ${attempt.accountHash}`]);
      const [oldest] = await manager.query<{ at: Date }[]>(
        `SELECT at FROM sign_in_attempts WHERE account_hash = $1 AND failed AND at > $2
         ORDER BY at DESC OFFSET $3 LIMIT 1`,
        [attempt.accountHash, new Date(now.getTime() - windowMs), mostFailures - 1],
      );
      if (oldest) return oldest.at.getTime() + windowMs - now.getTime();
      await addAttempt(manager, attempt, addressKeyOf(clientAddress), now);
      return 0;
    });
    if (wait > 0) throw comeBackLater('Too many attempts with a wrong old password', wait);
    return attempt;
  }
}
