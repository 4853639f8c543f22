import { FailedRows } from '@site/platform/jobs/work-loop';
import { purge, type Sweep } from '@site/platform/lifecycle/retention';
import type { Clock } from './settings.js';
import { resetRetentionHours } from './passwords/reset-limits.js';
import { attemptRetentionHours } from './sessions/sign-in-limits.js';

/** Long enough to answer "was that me?" and to recognize networks. */
const sessionRetentionDays = 30;
/** For the message to those who open the link again. */
const invitationRetentionDays = 30;
/** Ended ones are never read; allows for clock skew. */
const halfSessionRetentionHours = 1;

/** Deletes unneeded data with users' addresses. The trash purges deleted users. */
export const sweepBy =
  (clock: Clock): Sweep =>
  async (dataSource, rows = new FailedRows('retention')) => {
    const olderThan = (hours: number) => `< '${new Date(clock().getTime() - hours * 3_600_000).toISOString()}'`;
    const rules = [
      { table: 'sign_in_attempts', passing: true, when: `at ${olderThan(attemptRetentionHours)}` },
      { table: 'sessions', passing: true, key: 'sid_hash', when: `expires_at ${olderThan(sessionRetentionDays * 24)}` },
      { table: 'password_resets', passing: true, when: `requested_at ${olderThan(resetRetentionHours)}` },
      {
        table: 'half_sessions',
        passing: true,
        key: 'token_hash',
        when: `expires_at ${olderThan(halfSessionRetentionHours)}`,
      },
      // By ctid: the key has two columns.
      {
        table: 'factor_challenges',
        passing: true,
        key: 'ctid',
        when: `expires_at ${olderThan(halfSessionRetentionHours)}`,
      },
      { table: 'people', hasPersonalName: true },
      { table: 'invitations', hasPersonalName: true, when: `expires_at ${olderThan(invitationRetentionDays * 24)}` },
    ];
    return purge(dataSource, rules, { rows });
  };
