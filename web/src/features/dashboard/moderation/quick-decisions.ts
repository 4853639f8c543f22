import type { ModeratedSnapshot } from '@site/proto/submissions/v1/snapshots.answers';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ApiError } from '../../../api/api.js';
import { useToast } from '../../../ui/toast.js';
import { amount } from '../../../ui/figures.js';
import { decideTogether } from './decide-together.js';
import { DecisionQueue, type Decided } from './decision-queue.js';
import { senderOf, snapshots } from './snapshot-lists.js';

const saidOf = (error: Error) => (error instanceof ApiError && error.serverMessage) || error.message;
const doneWords = { approve: 'approved', reject: 'rejected' };

interface QuickEvents {
  onFailed: (decided: Decided) => void;
  onUndone: (decided: Decided, now: ModeratedSnapshot) => void;
}

/** The queue outlives each render, so events go to the handlers of the latest one. */
class Listener {
  constructor(private events: QuickEvents) {}

  hear(events: QuickEvents) {
    this.events = events;
  }

  readonly failed: QuickEvents['onFailed'] = (decided) => this.events.onFailed(decided);
  readonly undone: QuickEvents['onUndone'] = (decided, now) => this.events.onUndone(decided, now);
}

/** Decides without confirmation: the effect shows immediately, and a queue sends the decisions to the server. */
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
          showToast(`The photo by ${senderOf(photo)} wasn’t ${doneWords[decision]}. ${saidOf(error)}`, 'error');
          listener.failed(decided);
        },
        onUndone(decided, now) {
          snapshots.putBack(client, now);
          listener.undone(decided, now);
        },
        onUndoFailed: ({ photo }, error) =>
          showToast(`We couldn’t undo the decision on the photo by ${senderOf(photo)}. ${saidOf(error)}`, 'error'),
        onIdle: () => snapshots.reload(client),
      }),
  );
  useEffect(() => {
    const flush = () => void queue.flush();
    // Leaving the page doesn't cancel decisions.
    window.addEventListener('pagehide', flush);
    return () => {
      window.removeEventListener('pagehide', flush);
      flush();
    };
  }, [queue]);
  return { queue, inHand };
}

/** Undoes recent decisions with one call and reports the result. */
export function useTakeBack() {
  const client = useQueryClient();
  const showToast = useToast();
  const takingBack = useMutation({
    networkMode: 'always',
    mutationFn: (photos: ModeratedSnapshot[]) =>
      decideTogether(
        photos,
        { decision: 'undo', reason: '' },
        { onDone: (item, now) => snapshots.putBack(client, now ?? item) },
      ),
    onSuccess: ({ done, failed }) => {
      const [first] = failed;
      if (!first) showToast(done.length === 1 ? 'It’s back.' : 'They’re back.');
      else if (failed.length === 1 && done.length === 0) showToast(saidOf(first.error), 'error');
      else
        showToast(
          `We couldn’t undo ${amount(failed.length, 'decision', 'decisions')}. ${saidOf(first.error)}`,
          'error',
        );
    },
    onSettled: () => snapshots.reload(client),
  });
  return (photos: ModeratedSnapshot[]) => takingBack.mutate(photos);
}
