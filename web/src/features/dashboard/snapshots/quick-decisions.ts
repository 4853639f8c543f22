/** Decides on photos without confirmation, and undoes decisions. */
import type { ModeratedSnapshot } from '@site/proto/submissions/v1/snapshots.responses';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { serverMessageOf } from '@/api/admin.js';
import { amount } from '@/ui/number-format.js';
import { useToast } from '@/ui/toast.js';
import { type Decided, DecisionQueue, type QueueEvents, type Send } from './decision-queue.js';
import { decideTogether } from './decide-together.js';
import { senderOf, snapshots } from './snapshots.js';

const getErrorMessage = (error: Error) => serverMessageOf(error) || error.message;
const doneLabels = { approve: 'approved', reject: 'rejected' };

const send: Send = (photos, decision, onDone) => decideTogether(photos, { decision, reason: '' }, { onDone });

interface QuickEvents {
  onFailed: (decided: Decided) => void;
  onUndone: (decided: Decided, now: ModeratedSnapshot) => void;
}

/** The effect shows immediately; a queue sends the decisions. */
export function useQuickDecisions(events: QuickEvents) {
  const client = useQueryClient();
  const showToast = useToast();
  const [hiddenIds, setHiddenIds] = useState<ReadonlySet<string>>(new Set());
  const handlers: QueueEvents = {
    onChange: setHiddenIds,
    onDone: ({ photo }) => snapshots.remove(client, photo),
    onFailed(decided, error) {
      const { photo, decision } = decided;
      showToast(`The photo by ${senderOf(photo)} wasn’t ${doneLabels[decision]}. ${getErrorMessage(error)}`, 'error');
      events.onFailed(decided);
    },
    onUndone(decided, now) {
      snapshots.putBack(client, now);
      events.onUndone(decided, now);
    },
    onUndoFailed: ({ photo }, error) =>
      showToast(`We couldn’t undo the decision on the photo by ${senderOf(photo)}. ${getErrorMessage(error)}`, 'error'),
    onIdle: () => snapshots.reload(client),
  };
  const [queue] = useState(() => new DecisionQueue(send, handlers));
  // The queue outlives each render.
  useEffect(() => queue.listen(handlers));
  useEffect(() => {
    const sendAll = () => queue.sendAll();
    // Leaving the page doesn't cancel decisions.
    window.addEventListener('pagehide', sendAll);
    return () => {
      window.removeEventListener('pagehide', sendAll);
      void queue.flush();
    };
  }, [queue]);
  return { queue, hiddenIds };
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
