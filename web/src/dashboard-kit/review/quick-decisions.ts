/** Decides on submissions without confirmation, and undoes decisions. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { serverMessageOf } from '@/api/admin.js';
import { amount } from '@/ui/number-format.js';
import { useToast } from '@/ui/toast.js';
import { type Decided, DecisionQueue, type QueueEvents } from './decision-queue.js';
import { decideEach, type ReviewKind } from './review-kind.js';
import type { Submission } from './submission-lists.js';

const getErrorMessage = (error: Error) => serverMessageOf(error) || error.message;
const doneLabels = { approve: 'approved', reject: 'rejected' };

interface QuickEvents<Item> {
  onDone: (decided: Decided<Item>) => void;
  onFailed: (decided: Decided<Item>, error: Error) => void;
  onUndone: (decided: Decided<Item>, now: Item) => void;
}

/** The effect shows immediately; a queue sends the decisions. */
export function useQuickDecisions<Item extends Submission>(kind: ReviewKind<Item>, events: QuickEvents<Item>) {
  const client = useQueryClient();
  const showToast = useToast();
  const [hiddenIds, setHiddenIds] = useState<ReadonlySet<string>>(new Set());
  const handlers: QueueEvents<Item> = {
    onChange: setHiddenIds,
    onDone(decided) {
      kind.remove(client, decided.item);
      events.onDone(decided);
    },
    onFailed(decided, error) {
      const { item, decision } = decided;
      if (!kind.prefersServerText)
        showToast(
          `${capitalize(kind.nameOf(item))} wasn’t ${doneLabels[decision]}. ${getErrorMessage(error)}`,
          'error',
        );
      events.onFailed(decided, error);
    },
    onUndone(decided, now) {
      kind.putBack(client, now);
      events.onUndone(decided, now);
    },
    onUndoFailed: ({ item }, error) =>
      showToast(`We couldn’t undo the decision on ${kind.nameOf(item)}. ${getErrorMessage(error)}`, 'error'),
    onIdle: () => kind.reload(client),
  };
  const [queue] = useState(
    () =>
      new DecisionQueue<Item>(
        (items, decision, onDone) => decideEach(kind, items, { decision, reason: '' }, { onDone }),
        handlers,
      ),
  );
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

export const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Returns a mutation that undoes decisions. */
export function useTakeBack<Item extends Submission>(kind: ReviewKind<Item>) {
  const client = useQueryClient();
  const showToast = useToast();
  const takingBack = useMutation({
    mutationFn: (items: Item[]) =>
      decideEach(
        kind,
        items,
        { decision: 'undo', reason: '' },
        { onDone: (item, now) => kind.putBack(client, now ?? item) },
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
    onSettled: () => kind.reload(client),
  });
  return (items: Item[]) => takingBack.mutate(items);
}
