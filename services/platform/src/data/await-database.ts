import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';

/** Waiting for a Postgres that is not there yet. */

const givesUpAfterMs = 60_000;
const betweenTriesMs = 500;
const oneTryMs = 5_000;

/**
 * What passes by itself: no connection, a name that is not known yet, and Postgres's own words for starting, stopping and being full
 * (57P01, 57P03 and 53300 in "PostgreSQL Error Codes"). A wrong password or an unknown database does not.
 */
const passes =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|57P01|57P03|53300)$/;
/** pg says these two without a code: a connection that was cut off, and one that took longer than `oneTryMs`. */
const passesWithoutCode = /^(Connection terminated|timeout expired)/;

/** Why the database does not let us in; undefined when it does. */
async function refusal(url: string): Promise<(Error & { code?: string }) | undefined> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: oneTryMs });
  // What happens to the connection after we are done with it concerns nobody.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return undefined;
  } catch (error) {
    return error as Error;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/**
 * Waits until Postgres lets us in, 60 s at most: a step that runs once would otherwise fail because it was sooner.
 * @param say is told once, in a few words, when there is something to wait for
 * @throws Error that says in one line why not: at once when waiting does not help
 */
export async function awaitDatabase(
  url: string,
  say: (reason: string) => void,
  forMs: number = givesUpAfterMs,
): Promise<void> {
  const until = performance.now() + forMs;
  for (let tries = 0; ; tries++) {
    const error = await refusal(url);
    if (!error) return;
    // Both addresses of a name refused: the reasons are inside, the message is empty.
    const reason = error.message || error.code || 'no connection';
    if (!(error.code ? passes.test(error.code) : passesWithoutCode.test(reason))) throw new Error(reason);
    if (tries === 0) say(reason);
    if (performance.now() >= until)
      throw new Error(`the database did not let us in within ${forMs / 1_000} s (${reason})`);
    await wait(betweenTriesMs);
  }
}
