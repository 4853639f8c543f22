/** Tab of pending or approved photos, with quick decisions in the review dialog. */
import type { ModeratedSnapshot } from '@site/proto/submissions/v1/snapshots.responses';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useUndo } from '@/dashboard-kit/list/delete-with-undo.js';
import { ReviewBoard, useReview } from '@/dashboard-kit/review/review.js';
import type { Decision, RequestState } from '@/dashboard-kit/review/submission-lists.js';
import type { QuickDecision } from './decision-queue.js';
import { PhotoCard } from './photo-card.js';
import { useQuickDecisions, useTakeBack } from './quick-decisions.js';
import { type DecisionCounts, type News, ReviewDialog } from './review-dialog.js';
import { photoReview, senderOf, snapshots } from './snapshots.js';

interface PhotoBoardProps {
  state: RequestState;
  /** Empty for all. */
  searchText: string;
}

const zeroCounts: DecisionCounts = { approve: 0, reject: 0 };

export function PhotoBoard({ state, searchText }: PhotoBoardProps) {
  const client = useQueryClient();
  const lists = useQuery({ ...snapshots.query(client, searchText), placeholderData: (last) => last });
  const undo = useUndo();
  const takeBack = useTakeBack();
  /** A photo, or that none are left. */
  const [opened, setOpened] = useState<ModeratedSnapshot | 'all done'>();
  const [counts, setCounts] = useState(zeroCounts);
  const [news, setNews] = useState<News>();
  const count = (decision: QuickDecision, by: 1 | -1) =>
    setCounts((now) => ({ ...now, [decision]: Math.max(0, now[decision] + by) }));

  const { queue, hiddenIds } = useQuickDecisions({
    onFailed({ decision }) {
      count(decision, -1);
      setNews(undefined);
    },
    onUndone({ decision }, now) {
      count(decision, -1);
      setOpened((open) => open && now);
      setNews({ text: `The photo by ${senderOf(now)} is pending again.`, ...undoOfLast() });
    },
  });
  const review = useReview({ kind: photoReview, state, lists, hiddenIds, takeBack });

  function undoOfLast(): Pick<News, 'undo'> {
    const { last } = queue;
    return last ? { undo: () => queue.undo(last.photo.id) } : {};
  }

  function show(snapshot: ModeratedSnapshot) {
    setNews(undefined);
    setOpened(snapshot);
    review.focusNext(snapshot);
  }

  function open(snapshot: ModeratedSnapshot) {
    setCounts(zeroCounts);
    show(snapshot);
  }

  /** Shows the next photo before the server responds. */
  function decideAtOnce(decision: QuickDecision, snapshot: ModeratedSnapshot) {
    const next = review.findNeighbor(snapshot);
    review.selection.deselect([snapshot]);
    queue.decide(snapshot, decision);
    count(decision, 1);
    setOpened(next ?? 'all done');
    setNews({ text: review.doneText(decision, photoReview.nameOf(snapshot)), ...undoOfLast() });
    review.focusNext(next);
    if (!next) void queue.flush();
  }

  /** Opens the next photo if the decided one was open. */
  function decided(decision: Decision, snapshot: ModeratedSnapshot) {
    const next = review.findNeighbor(snapshot);
    if (!opened || (!next && decision === 'delete')) {
      setOpened(undefined);
      review.decided(decision, snapshot);
      return;
    }
    review.selection.deselect([snapshot]);
    review.closeDialog();
    setOpened(next ?? 'all done');
    if (decision !== 'delete') count(decision, 1);
    setNews({
      text: review.doneText(decision, photoReview.nameOf(snapshot)),
      undo: () => (decision === 'delete' ? undo([{ type: 'snapshot', id: snapshot.id }]) : takeBack([snapshot])),
    });
    review.focusOn(() => document.querySelector<HTMLElement>('[data-review]'));
  }

  function close() {
    review.focusNext(opened === 'all done' ? undefined : opened);
    setOpened(undefined);
    void queue.flush();
  }

  return (
    <ReviewBoard
      review={review}
      searchText={searchText}
      onDecided={decided}
      card={(card) => <PhotoCard {...card} state={state} onOpen={open} />}
    >
      {opened && (
        <ReviewDialog
          review={review}
          // The latest version, whose picture may be ready by now.
          snapshot={opened === 'all done' ? undefined : (review.items.find(({ id }) => id === opened.id) ?? opened)}
          news={news}
          counts={counts}
          savingCount={hiddenIds.size}
          onShow={show}
          onDecide={decideAtOnce}
          onClose={close}
        />
      )}
    </ReviewBoard>
  );
}
