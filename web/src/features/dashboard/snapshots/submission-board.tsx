/** Tab of pending or approved photos: list, review and bulk decisions. */
import type { ModeratedSnapshot } from '@site/proto/submissions/v1/snapshots.responses';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleCheck, Images, SearchX } from 'lucide-react';
import { useRef, useState } from 'react';
import { CardSkeletons, Loaded } from '@/dashboard-kit/list/paged-list.js';
import { EmptyState } from '@/ui/lists/empty-state.js';
import { amount } from '@/ui/number-format.js';
import type { Decision, RequestState } from '@/dashboard-kit/submissions/submission-lists.js';
import { useUndo, useUndoToast } from '@/dashboard-kit/list/delete-with-undo.js';
import { useToast } from '@/ui/toast.js';
import * as dashboardStrings from '@/strings/dashboard-strings.js';
import { BulkBar } from './bulk-bar.js';
import { DecisionDialog, type DecisionTarget } from './decision-dialog.js';
import type { QuickDecision } from './decision-queue.js';
import { useQuickDecisions, useTakeBack } from './quick-decisions.js';
import { RequestList } from './submission-list.js';
import { type News, ReviewDialog, type DecisionCounts } from './review-dialog.js';
import { useSelection } from '@/dashboard-kit/list/selection.js';
import { hindranceOf, senderOf, snapshots as sent } from './snapshots.js';

const labels: Record<RequestState, string> = {
  approved: dashboardStrings.approvedRequests,
  pending: dashboardStrings.pendingRequests,
};
const emptyMessages: Record<RequestState, string> = {
  approved: 'There are no approved snapshots',
  pending: 'All photo requests have been processed. There are no pending requests at the moment.',
};
const doneLabels: Record<Decision, string> = { approve: 'Approved', reject: 'Rejected', delete: 'Deleted' };

interface RequestBoardProps {
  state: RequestState;
  /** Empty for all. */
  searchText: string;
}

const zeroCounts: DecisionCounts = { approve: 0, reject: 0 };

export function RequestBoard({ state, searchText }: RequestBoardProps) {
  const client = useQueryClient();
  const lists = useQuery({
    ...sent.query(client, searchText),
    placeholderData: (last) => last,
  });
  const showToast = useToast();
  const showUndo = useUndoToast();
  const undo = useUndo();
  const takeBack = useTakeBack();
  const board = useRef<HTMLDivElement>(null);
  /** A photo, or that none are left. */
  const [opened, setOpened] = useState<ModeratedSnapshot | 'all done'>();
  const [counts, setCounts] = useState(zeroCounts);
  const [news, setNews] = useState<News>();
  const [target, setTarget] = useState<DecisionTarget>();
  /** Focused when a dialog closes; by default, its opener. */
  const nextFocus = useRef<() => HTMLElement | null | undefined>(undefined);
  const returnFocusTo = () => nextFocus.current?.();
  const count = (decision: QuickDecision, by: 1 | -1) =>
    setCounts((now) => ({ ...now, [decision]: Math.max(0, now[decision] + by) }));

  const { queue, inHand } = useQuickDecisions({
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
  const items = lists.data?.[state].items ?? [];
  // Decided photos leave at once and return if the call fails.
  const snapshots = inHand.size > 0 ? items.filter(({ id }) => !inHand.has(id)) : items;
  const selection = useSelection(snapshots);

  const cardOf = (id: string | undefined) => () =>
    (id && board.current?.querySelector<HTMLElement>(`[data-snapshot="${CSS.escape(id)}"] [data-open]`)) ||
    board.current;

  function undoOfLast(): Pick<News, 'undo'> {
    const { last } = queue;
    return last ? { undo: () => queue.undo(last.photo.id) } : {};
  }

  function show(snapshot: ModeratedSnapshot) {
    setNews(undefined);
    setOpened(snapshot);
    nextFocus.current = cardOf(snapshot.id);
  }

  function open(snapshot: ModeratedSnapshot) {
    setCounts(zeroCounts);
    show(snapshot);
  }

  function openDialog(decision: Decision, snapshot: ModeratedSnapshot) {
    nextFocus.current = undefined;
    setTarget({ decision, photos: [snapshot], inBulk: false });
  }

  const findNeighbor = ({ id }: ModeratedSnapshot) => {
    const position = snapshots.findIndex((one) => one.id === id);
    return snapshots[position + 1] ?? snapshots[position - 1];
  };

  /** Shows the next photo before the server responds. */
  function decideAtOnce(decision: QuickDecision, snapshot: ModeratedSnapshot) {
    const next = findNeighbor(snapshot);
    selection.deselect([snapshot]);
    queue.decide(snapshot, decision);
    count(decision, 1);
    setOpened(next ?? 'all done');
    setNews({ text: `${doneLabels[decision]} the photo by ${senderOf(snapshot)}.`, ...undoOfLast() });
    nextFocus.current = cardOf(next?.id);
    if (!next) void queue.flush();
  }

  /** Opens the next photo if the decided one was open; otherwise focuses it. */
  function decided(decision: Decision, snapshot: ModeratedSnapshot) {
    const next = findNeighbor(snapshot);
    const text = `${doneLabels[decision]} the photo by ${senderOf(snapshot)}.`;
    selection.deselect([snapshot]);
    setTarget(undefined);
    if (opened && (next || decision !== 'delete')) {
      setOpened(next ?? 'all done');
      if (decision !== 'delete') count(decision, 1);
      setNews({ text, undo: decision === 'delete' ? () => undo([inTrash(snapshot)]) : () => takeBack([snapshot]) });
      nextFocus.current = () => document.querySelector<HTMLElement>('[data-review]');
    } else {
      setOpened(undefined);
      tell(decision, text, [snapshot]);
      nextFocus.current = cardOf(next?.id);
    }
  }

  /** A deletion can be undone while the trash keeps it, other decisions for a moment. */
  function tell(decision: Decision, text: string, done: ModeratedSnapshot[]) {
    if (decision === 'delete') showUndo(text, ...done.map(inTrash));
    else showToast(text, 'success', { label: 'Undo', onClick: () => takeBack(done) });
  }

  function openBulkDialog(decision: Decision) {
    nextFocus.current = () => board.current;
    const { selected } = selection;
    const photos = decision === 'approve' ? selected.filter((one) => !hindranceOf(one)) : selected;
    setTarget({ decision, photos, inBulk: true });
  }

  function decidedInBulk(decision: Decision, done: ModeratedSnapshot[]) {
    const ids = new Set(done.map(({ id }) => id));
    selection.deselect(done);
    setTarget((now) => now && { ...now, photos: now.photos.filter(({ id }) => !ids.has(id)) });
    tell(decision, `${doneLabels[decision]} ${amount(done.length, 'photo', 'photos')}.`, done);
  }

  function close() {
    nextFocus.current = cardOf(opened === 'all done' ? undefined : opened?.id);
    setOpened(undefined);
    void queue.flush();
  }

  // The latest version, whose picture may be ready by now.
  const openedSnapshot =
    opened && opened !== 'all done' ? (snapshots.find(({ id }) => id === opened.id) ?? opened) : undefined;

  return (
    <div
      ref={board}
      tabIndex={-1}
      role="group"
      aria-label={labels[state]}
      aria-busy={lists.isPlaceholderData || undefined}
    >
      <Loaded
        query={lists}
        failure={dashboardStrings.fetchSnapshotsFailed}
        oldNote={() => dashboardStrings.fetchSnapshotsFailed}
        placeholder={
          <CardSkeletons
            label="Loading photos"
            count={3}
            imageClassName="aspect-4/3"
            lines={['h-5 w-3/5', 'mt-2 h-5 w-4/5', 'mt-2 h-5 w-1/2', 'mt-5 h-11 rounded-full']}
          />
        }
      >
        {({ [state]: list }) =>
          snapshots.length === 0 && list.nextCursor === null ? (
            <Empty state={state} searchText={searchText} />
          ) : (
            <>
              <RequestList
                label={labels[state]}
                state={state}
                searchText={searchText}
                list={{ ...list, items: snapshots }}
                selection={selection}
                onOpen={open}
                onOpenDialog={openDialog}
              />
              <BulkBar state={state} selection={selection} snapshots={snapshots} onOpenDialog={openBulkDialog} />
            </>
          )
        }
      </Loaded>
      {opened && (
        <ReviewDialog
          state={state}
          snapshot={openedSnapshot}
          snapshots={snapshots}
          news={news}
          counts={counts}
          underWay={inHand.size}
          onShow={show}
          onDecide={decideAtOnce}
          onOpenDialog={openDialog}
          onClose={close}
          returnFocusTo={returnFocusTo}
        />
      )}
      <DecisionDialog
        target={target}
        onCancel={() => setTarget(undefined)}
        onDecided={(decision, done, inBulk) => {
          if (inBulk) decidedInBulk(decision, done);
          else for (const snapshot of done) decided(decision, snapshot);
        }}
        returnFocusTo={returnFocusTo}
      />
    </div>
  );
}

function Empty({ state, searchText }: { state: RequestState; searchText: string }) {
  if (searchText) return <EmptyState Icon={SearchX}>No photos here match “{searchText}”.</EmptyState>;
  const isPending = state === 'pending';
  return (
    <EmptyState Icon={isPending ? CircleCheck : Images} done={isPending}>
      {emptyMessages[state]}
    </EmptyState>
  );
}

const inTrash = ({ id }: ModeratedSnapshot) => ({ type: 'snapshot', id });
