import { setTimeout as wait } from 'node:timers/promises';
import { isOutage } from '../base/outage.js';

const giveUpAfterMs = 60_000;
const betweenTriesMs = 500;

/**
 * Runs work that may be repeated until the database, which may still be starting or be busy, lets it finish.
 * @param log called once with a short reason if the work is repeated
 * @throws Error with the reason in one line; immediately if waiting can't help
 */
export async function retryDuringOutage<Result>(
  work: () => Promise<Result>,
  log: (reason: string) => void,
  forMs: number = giveUpAfterMs,
): Promise<Result> {
  const until = performance.now() + forMs;
  for (let tries = 0; ; tries++) {
    try {
      return await work();
    } catch (error) {
      const { message, code } = error as Error & { code?: string };
      // If both addresses of a name refuse, the message is empty.
      const reason = message || code || 'no connection';
      // A wrong password or an unknown database: waiting won't help.
      if (!isOutage(error)) throw new Error(reason);
      if (performance.now() >= until)
        throw new Error(`the database is not available for ${forMs / 1_000} s (${reason})`);
      if (tries === 0) log(reason);
      await wait(betweenTriesMs);
    }
  }
}
