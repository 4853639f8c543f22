import type { ModeratedSnapshot, SnapshotOutcome } from '@site/proto/submissions/v1/snapshots.answers';
import { mostDecidedAtOnce, type DecideInput } from '@site/proto/submissions/v1/snapshots.schema';
import { ApiError, request } from '../../../api/api.js';
import { isSignedOut } from '../../../domain/session/signed-out.js';
import { patiently, type EachOutcome, type RunOptions } from '../../../dashboard-kit/list/run-each.js';
import * as strings from '../../../strings.js';
import { listAddress } from './snapshot-lists.js';

interface TogetherOptions extends RunOptions {
  /** Called for each photo as it completes; `now` is the stored photo, or null after a deletion. */
  onDone: (item: ModeratedSnapshot, now: ModeratedSnapshot | null) => void;
}

/**
 * Decides on several photos with one call. The gateway responds within a few seconds with the photos it has processed,
 * so that progress can be shown; the rest are sent again. Photos in a failed call count as undecided.
 * @throws ApiError when the session has ended
 */
export async function decideTogether(
  photos: readonly ModeratedSnapshot[],
  how: Omit<DecideInput, 'ids'>,
  { onDone, onProgress, wait }: TogetherOptions,
): Promise<EachOutcome<ModeratedSnapshot>> {
  const outcome: EachOutcome<ModeratedSnapshot> = { done: [], failed: [] };
  let waiting = [...photos];
  while (waiting.length > 0) {
    const asked = waiting.slice(0, mostDecidedAtOnce);
    const ids = asked.map(({ id }) => id);
    const became = new Map<string, SnapshotOutcome>();
    try {
      const ask = () => request<SnapshotOutcome[]>(`${listAddress}/decide`, { method: 'POST', json: { ...how, ids } });
      for (const one of (await patiently(ask, wait)).data) became.set(one.id, one);
      // No progress: retrying would loop forever.
      if (!ids.some((id) => became.has(id))) throw new ApiError(0, strings.somethingWentWrong);
    } catch (error) {
      if (isSignedOut(error)) throw error;
      const reason = error instanceof Error ? error : new ApiError(0, String(error));
      outcome.failed.push(...waiting.map((item) => ({ item, error: reason })));
      onProgress?.(photos.length);
      return outcome;
    }
    for (const item of asked) {
      const one = became.get(item.id);
      if (!one) continue;
      if (one.failure) {
        const { status, message } = one.failure;
        const error = new ApiError(status, message, '', [], { serverMessage: message });
        outcome.failed.push({ item, error });
      } else {
        outcome.done.push(item);
        onDone(item, one.snapshot);
      }
    }
    waiting = waiting.filter(({ id }) => !became.has(id));
    onProgress?.(photos.length - waiting.length);
  }
  return outcome;
}
