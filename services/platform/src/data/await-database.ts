import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { isOutage } from '../base/outage.js';

const givesUpAfterMs = 60_000;
const betweenTriesMs = 500;
const oneTryMs = 5_000;

async function tryConnect(url: string): Promise<(Error & { code?: string }) | undefined> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: oneTryMs });
  // Errors after the attempt don't matter.
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
 * Waits up to 60 s until Postgres accepts connections, for one-off steps that may start first.
 * @param log called once with a short reason if there is a wait
 * @throws Error with the reason in one line; immediately if waiting can't help
 */
export async function awaitDatabase(
  url: string,
  log: (reason: string) => void,
  forMs: number = givesUpAfterMs,
): Promise<void> {
  const until = performance.now() + forMs;
  for (let tries = 0; ; tries++) {
    const error = await tryConnect(url);
    if (!error) return;
    // If both addresses of a name refuse, the message is empty.
    const reason = error.message || error.code || 'no connection';
    // A wrong password or an unknown database: waiting won't help.
    if (!isOutage(error)) throw new Error(reason);
    if (tries === 0) log(reason);
    if (performance.now() >= until)
      throw new Error(`the database did not accept connections within ${forMs / 1_000} s (${reason})`);
    await wait(betweenTriesMs);
  }
}
