import { purge, type Sweep } from '@site/platform/lifecycle/retention';
import type { Clock } from './clock.js';
import { resetsKeptHours } from './passwords/reset-limits.js';
import { attemptsKeptHours } from './sessions/sign-in-limits.js';

/** Long enough to answer "was that me?", and to know the networks that are familiar. */
const sessionsKeptDays = 30;

/** Forgets what is no longer needed, as it contains people's addresses. Deleted people go when the trash lets go of them. */
export const sweepBy =
  (clock: Clock): Sweep =>
  (dataSource) => {
    const olderThan = (hours: number) => `< '${new Date(clock().getTime() - hours * 3_600_000).toISOString()}'`;
    return purge(dataSource, [
      { table: 'sign_in_attempts', when: `at ${olderThan(attemptsKeptHours)}` },
      { table: 'sessions', key: 'sid_hash', when: `expires_at ${olderThan(sessionsKeptDays * 24)}` },
      { table: 'password_resets', when: `requested_at ${olderThan(resetsKeptHours)}` },
      { table: 'people' },
    ]);
  };
