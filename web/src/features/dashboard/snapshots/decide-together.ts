import type { ModeratedSnapshot, SnapshotOutcome } from '@site/proto/submissions/v1/snapshots.responses';
import { type DecideInput, maxDecisionsPerRequest } from '@site/proto/submissions/v1/snapshots.schema';
import * as strings from '@/strings/public-strings.js';
import { ApiError, request } from '@/api/api.js';
import { type ItemResult, patiently, type RunOptions } from '@/dashboard-kit/list/run-each.js';
import { isSignedOut } from '@/components/session/signed-out.js';
import { listAddress } from './snapshots.js';

interface TogetherOptions extends RunOptions {
  /** Called for each photo; `now` is the stored photo, or null after a deletion. */
  onDone: (item: ModeratedSnapshot, now: ModeratedSnapshot | null) => void;
}

/**
 * Decides on several photos. To show progress, the gateway responds within a few seconds with those it has processed;
 * the rest are sent again. Photos in a failed call count as undecided.
 * @throws ApiError when the session has ended
 */
export async function decideTogether(
  photos: readonly ModeratedSnapshot[],
  decision: Omit<DecideInput, 'ids'>,
  { onDone, onProgress, wait }: TogetherOptions,
): Promise<ItemResult<ModeratedSnapshot>> {
  const result: ItemResult<ModeratedSnapshot> = { done: [], failed: [] };
  let waiting = [...photos];
  while (waiting.length > 0) {
    const batch = waiting.slice(0, maxDecisionsPerRequest);
    const ids = batch.map(({ id }) => id);
    const outcomes = new Map<string, SnapshotOutcome>();
    try {
      const decide = () =>
        request<SnapshotOutcome[]>(`${listAddress}/decide`, {
          method: 'POST',
          json: { ...decision, ids },
          keepalive: true,
        });
      for (const one of (await patiently(decide, wait)).data) outcomes.set(one.id, one);
      // Without progress, retrying would loop forever.
      if (!ids.some((id) => outcomes.has(id))) throw new ApiError(0, strings.somethingWentWrong);
    } catch (error) {
      if (isSignedOut(error)) throw error;
      const reason = error instanceof Error ? error : new ApiError(0, String(error));
      result.failed.push(...waiting.map((item) => ({ item, error: reason })));
      onProgress?.(photos.length);
      return result;
    }
    for (const item of batch) {
      const one = outcomes.get(item.id);
      if (!one) continue;
      if (one.failure) {
        const { status, message } = one.failure;
        const error = new ApiError(status, message, '', [], { serverMessage: message });
        result.failed.push({ item, error });
      } else {
        result.done.push(item);
        onDone(item, one.snapshot);
      }
    }
    waiting = waiting.filter(({ id }) => !outcomes.has(id));
    onProgress?.(photos.length - waiting.length);
  }
  return result;
}
