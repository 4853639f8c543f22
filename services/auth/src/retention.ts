import { FailedRows } from '@site/platform/jobs/work-loop';
import { purge, type Sweep } from '@site/platform/lifecycle/retention';
import type { Clock } from './settings.js';
import { resetsKeptHours } from './passwords/reset-limits.js';
import { mergeSpellings } from './moderators/merge-spellings.js';
import { attemptsKeptHours } from './sessions/sign-in-limits.js';

/** Long enough to answer "was that me?" and to recognize networks. */
const sessionsKeptDays = 30;
/** For the message to those who open the link again. */
const invitationsKeptDays = 30;
/** Ended ones are never read; allows for clock skew. */
const halfSessionsKeptHours = 1;

/** Deletes unneeded data with users' addresses. The trash purges deleted users. */
export const sweepBy =
  (clock: Clock): Sweep =>
  async (dataSource, rows = new FailedRows('retention')) => {
    // A previous release beside this one stores addresses as typed.
    await rows.attempt('spellings of addresses', () => mergeSpellings(dataSource.manager));
    const olderThan = (hours: number) => `< '${new Date(clock().getTime() - hours * 3_600_000).toISOString()}'`;
    const rules = [
      { table: 'sign_in_attempts', passing: true, when: `at ${olderThan(attemptsKeptHours)}` },
      { table: 'sessions', passing: true, key: 'sid_hash', when: `expires_at ${olderThan(sessionsKeptDays * 24)}` },
      { table: 'password_resets', passing: true, when: `requested_at ${olderThan(resetsKeptHours)}` },
      {
        table: 'half_sessions',
        passing: true,
        key: 'token_hash',
        when: `expires_at ${olderThan(halfSessionsKeptHours)}`,
      },
      // By ctid: the key has two columns.
      {
        table: 'factor_challenges',
        passing: true,
        key: 'ctid',
        when: `expires_at ${olderThan(halfSessionsKeptHours)}`,
      },
      { table: 'people', namesPerson: true },
      { table: 'invitations', namesPerson: true, when: `expires_at ${olderThan(invitationsKeptDays * 24)}` },
    ];
    return purge(dataSource, rules, { rows });
  };
