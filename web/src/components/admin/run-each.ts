import { ApiError } from '../../api.js';
import { isSignedOut } from './signed-out.js';

export interface EachOutcome<Item> {
  done: Item[];
  failed: { item: Item; error: Error }[];
}

/** As many calls at a time as the gateway takes from one person without being asked to wait. */
const atATime = 3;

/**
 * Does the same to each of several things, a call each. One that fails does not stop the others; only the end of the session
 * does, for they would all fail: it is thrown, and what was done is done.
 */
export async function runEach<Item>(
  items: readonly Item[],
  act: (item: Item) => Promise<unknown>,
  onProgress?: (finished: number) => void,
): Promise<EachOutcome<Item>> {
  const outcome: EachOutcome<Item> = { done: [], failed: [] };
  const waiting = [...items];
  const work = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
      try {
        await act(item);
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
  };
  await Promise.all(Array.from({ length: atATime }, work));
  return outcome;
}
