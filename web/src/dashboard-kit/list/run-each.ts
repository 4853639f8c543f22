import { ApiError } from '../../api/api.js';
import { isSignedOut } from '../../domain/session/signed-out.js';

export interface EachOutcome<Item> {
  done: Item[];
  failed: { item: Item; error: Error }[];
}

/** Several at a time, so that a hundred do not take a hundred times as long; few enough to leave the server room. */
const atATime = 3;
/** What the server asks for when it does not say how long. */
const usualPauseSeconds = 5;
/** A server that asks for more patience than that, for one thing, is told no longer. */
const mostPauses = 5;

interface RunOptions {
  onProgress?: (finished: number) => void;
  wait?: (seconds: number) => Promise<void>;
}

const waitSeconds = (seconds: number) => new Promise<void>((resolve) => setTimeout(resolve, seconds * 1_000));

/**
 * Does the same to each of several things, a call each; a server that has had too many calls is given the pause it asks for.
 * One that fails does not stop the others; only the end of the session does, for they would all fail: it is thrown, and what
 * was done is done.
 */
export async function runEach<Item>(
  items: readonly Item[],
  act: (item: Item) => Promise<unknown>,
  { onProgress, wait = waitSeconds }: RunOptions = {},
): Promise<EachOutcome<Item>> {
  const outcome: EachOutcome<Item> = { done: [], failed: [] };
  const waiting = [...items];

  async function patiently(item: Item) {
    for (let pauses = 0; ; pauses += 1) {
      try {
        return await act(item);
      } catch (error) {
        if (!(error instanceof ApiError) || error.status !== 429 || pauses === mostPauses) throw error;
        await wait(error.retryAfterSeconds ?? usualPauseSeconds);
      }
    }
  }

  async function work() {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
      try {
        await patiently(item);
        outcome.done.push(item);
      } catch (error) {
        if (isSignedOut(error)) {
          waiting.length = 0;
          throw error;
        }
        outcome.failed.push({ item, error: error instanceof Error ? error : new ApiError(0, String(error)) });
      }
      onProgress?.(outcome.done.length + outcome.failed.length);
    }
  }

  await Promise.all(Array.from({ length: atATime }, work));
  return outcome;
}
