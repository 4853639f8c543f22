import { ApiError } from '@/api/api.js';
import { isSignedOut } from '@/components/session/signed-out.js';

export interface ItemResult<Item> {
  done: Item[];
  failed: { item: Item; error: Error }[];
}

/** Fast without overloading the server. */
const atATime = 3;
/** Without a Retry-After header. */
const defaultPauseSeconds = 5;
/** After this many 429 responses, a call has failed. */
const maxRetries = 5;

export interface RunOptions {
  onProgress?: (finished: number) => void;
  wait?: (seconds: number) => Promise<void>;
}

const waitSeconds = (seconds: number) => new Promise<void>((resolve) => setTimeout(resolve, seconds * 1_000));

/** Retries while the server responds with 429, up to `maxRetries` times. */
export async function patiently<Result>(
  call: () => Promise<Result>,
  wait: NonNullable<RunOptions['wait']> = waitSeconds,
): Promise<Result> {
  for (let pauses = 0; ; pauses += 1) {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 429 || pauses === maxRetries) throw error;
      await wait(error.retryAfterSeconds ?? defaultPauseSeconds);
    }
  }
}

/**
 * Makes one call per item and pauses on 429. A failure doesn't stop the rest, except for the end of the session: it is
 * thrown.
 */
export async function runEach<Item>(
  items: readonly Item[],
  act: (item: Item) => Promise<unknown>,
  { onProgress, wait }: RunOptions = {},
): Promise<ItemResult<Item>> {
  const outcome: ItemResult<Item> = { done: [], failed: [] };
  const waiting = [...items];

  async function work() {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
      try {
        await patiently(() => act(item), wait);
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
