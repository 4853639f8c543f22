/** Decides on photos without confirmation, and undoes decisions. */
import type { ModeratedSnapshot, SnapshotOutcome } from '@site/proto/submissions/v1/snapshots.responses';
import { type DecideInput, maxDecisionsPerRequest } from '@site/proto/submissions/v1/snapshots.schema';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { serverMessageOf } from '@/api/admin.js';
import * as strings from '@/strings/public-strings.js';
import { ApiError, request } from '@/api/api.js';
import { type ItemResult, patiently, type RunOptions } from '@/dashboard-kit/list/run-each.js';
import { isSignedOut } from '@/components/session/signed-out.js';
import { amount } from '@/ui/number-format.js';
import { useToast } from '@/ui/toast.js';
import { type Decided, DecisionQueue } from './decision-queue.js';
import { listAddress, senderOf, snapshots } from './snapshots.js';

const getErrorMessage = (error: Error) => serverMessageOf(error) || error.message;
const doneLabels = { approve: 'approved', reject: 'rejected' };

interface QuickEvents {
  onFailed: (decided: Decided) => void;
  onUndone: (decided: Decided, now: ModeratedSnapshot) => void;
}

/** The queue outlives each render, so events go to the latest handlers. */
class Listener {
  constructor(private events: QuickEvents) {}

  hear(events: QuickEvents) {
    this.events = events;
  }

  readonly failed: QuickEvents['onFailed'] = (decided) => this.events.onFailed(decided);
  readonly undone: QuickEvents['onUndone'] = (decided, now) => this.events.onUndone(decided, now);
}

/** The effect shows immediately; a queue sends the decisions. */
export function useQuickDecisions(events: QuickEvents) {
  const client = useQueryClient();
  const showToast = useToast();
  const [inHand, setInHand] = useState<ReadonlySet<string>>(new Set());
  const [listener] = useState(() => new Listener(events));
  useEffect(() => listener.hear(events));
  const [queue] = useState(
    () =>
      new DecisionQueue((photos, decision, onDone) => decideTogether(photos, { decision, reason: '' }, { onDone }), {
        onChange: setInHand,
        onDone: ({ photo: item, decision }, now) => snapshots.apply(client, { decision, item }, now),
        onFailed(decided, error) {
          const { photo, decision } = decided;
          showToast(
            `The photo by ${senderOf(photo)} wasn’t ${doneLabels[decision]}. ${getErrorMessage(error)}`,
            'error',
          );
          listener.failed(decided);
        },
        onUndone(decided, now) {
          snapshots.putBack(client, now);
          listener.undone(decided, now);
        },
        onUndoFailed: ({ photo }, error) =>
          showToast(
            `We couldn’t undo the decision on the photo by ${senderOf(photo)}. ${getErrorMessage(error)}`,
            'error',
          ),
        onIdle: () => snapshots.reload(client),
      }),
  );
  useEffect(() => {
    const sendAll = () => queue.sendAll();
    // Leaving the page doesn't cancel decisions.
    window.addEventListener('pagehide', sendAll);
    return () => {
      window.removeEventListener('pagehide', sendAll);
      void queue.flush();
    };
  }, [queue]);
  return { queue, inHand };
}

/** Returns a mutation that undoes decisions on photos. */
export function useTakeBack() {
  const client = useQueryClient();
  const showToast = useToast();
  const takingBack = useMutation({
    mutationFn: (photos: ModeratedSnapshot[]) =>
      decideTogether(
        photos,
        { decision: 'undo', reason: '' },
        { onDone: (item, now) => snapshots.putBack(client, now ?? item) },
      ),
    onSuccess: ({ done, failed }) => {
      const [first] = failed;
      if (!first) showToast(done.length === 1 ? 'It’s back.' : 'They’re back.');
      else if (failed.length === 1 && done.length === 0) showToast(getErrorMessage(first.error), 'error');
      else
        showToast(
          `We couldn’t undo ${amount(failed.length, 'decision', 'decisions')}. ${getErrorMessage(first.error)}`,
          'error',
        );
    },
    onSettled: () => snapshots.reload(client),
  });
  return (photos: ModeratedSnapshot[]) => takingBack.mutate(photos);
}

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
  how: Omit<DecideInput, 'ids'>,
  { onDone, onProgress, wait }: TogetherOptions,
): Promise<ItemResult<ModeratedSnapshot>> {
  const outcome: ItemResult<ModeratedSnapshot> = { done: [], failed: [] };
  let waiting = [...photos];
  while (waiting.length > 0) {
    const batch = waiting.slice(0, maxDecisionsPerRequest);
    const ids = batch.map(({ id }) => id);
    const became = new Map<string, SnapshotOutcome>();
    try {
      const decide = () =>
        request<SnapshotOutcome[]>(`${listAddress}/decide`, { method: 'POST', json: { ...how, ids }, keepalive: true });
      for (const one of (await patiently(decide, wait)).data) became.set(one.id, one);
      // Without progress, retrying would loop forever.
      if (!ids.some((id) => became.has(id))) throw new ApiError(0, strings.somethingWentWrong);
    } catch (error) {
      if (isSignedOut(error)) throw error;
      const reason = error instanceof Error ? error : new ApiError(0, String(error));
      outcome.failed.push(...waiting.map((item) => ({ item, error: reason })));
      onProgress?.(photos.length);
      return outcome;
    }
    for (const item of batch) {
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
