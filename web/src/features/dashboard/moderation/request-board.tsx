import type { ModeratedSnapshot } from '@site/proto/submissions/v1/snapshots.answers';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleCheck, Images, SearchX } from 'lucide-react';
import { useRef, useState } from 'react';
import { cardGridLook } from '../../../dashboard-kit/list/card-grid.js';
import { EmptyState } from '../../../dashboard-kit/list/empty-state.js';
import { amount } from '../../../ui/figures.js';
import { Loaded } from '../../../dashboard-kit/list/loaded.js';
import type { Decision, RequestState } from '../../../dashboard-kit/requests/request-lists.js';
import { useUndo, useUndoToast } from '../../../dashboard-kit/list/restore.js';
import { Loading, Skeleton } from '../../../ui/skeleton.js';
import { useToast } from '../../../ui/toast.js';
import * as strings from '../../../strings.js';
import { BulkBar } from './bulk-bar.js';
import { DecisionDialog, type Asked } from './decision-dialog.js';
import { RequestList } from './request-list.js';
import { ReviewDialog, type News } from './review-dialog.js';
import { useSelection } from './selection.js';
import { hindranceOf, senderOf, snapshots as sent } from './snapshot-lists.js';

const labels: Record<RequestState, string> = {
  approved: strings.approvedRequests,
  pending: strings.pendingRequests,
};
const emptyTexts: Record<RequestState, string> = {
  approved: strings.noApprovedSnapshots,
  pending: strings.noPendingSnapshots,
};
const doneWords: Record<Decision, string> = { approve: 'Approved', reject: 'Rejected', delete: 'Deleted' };

interface RequestBoardProps {
  state: RequestState;
  /** What is searched for; empty for all. */
  words: string;
  /** Whether the person may bring back what was rejected or deleted. */
  mayUndo: boolean;
}

/** The photos of one state, one of them large when it is opened, and the decisions about them. */
export function RequestBoard({ state, words, mayUndo }: RequestBoardProps) {
  const client = useQueryClient();
  const lists = useQuery({
    ...sent.query(client, words),
    // While the next words are searched for, the last finds stay.
    placeholderData: (last) => last,
  });
  const showToast = useToast();
  const showUndo = useUndoToast();
  const undo = useUndo();
  const board = useRef<HTMLDivElement>(null);
  const [opened, setOpened] = useState<ModeratedSnapshot>();
  const [news, setNews] = useState<News>();
  const [asked, setAsked] = useState<Asked>();
  /** Where the focus goes when a dialog closes; undefined: to where it came from. */
  const nextFocus = useRef<() => HTMLElement | null | undefined>(undefined);
  const returnFocusTo = () => nextFocus.current?.();

  const snapshots = lists.data?.[state].items ?? [];
  const selection = useSelection(snapshots);

  const cardOf = (id: string | undefined) => () =>
    (id && board.current?.querySelector<HTMLElement>(`[data-snapshot="${CSS.escape(id)}"] [data-open]`)) ||
    board.current;

  function show(snapshot: ModeratedSnapshot) {
    setNews(undefined);
    setOpened(snapshot);
    nextFocus.current = cardOf(snapshot.id);
  }

  function ask(decision: Decision, snapshot: ModeratedSnapshot) {
    nextFocus.current = undefined;
    setAsked({ decision, photos: [snapshot], inBulk: false });
  }

  /** The next photo takes the place of the decided one: open if that was open, else with the focus on it. */
  function decided(decision: Decision, snapshot: ModeratedSnapshot) {
    const position = snapshots.findIndex(({ id }) => id === snapshot.id);
    const next = snapshots[position + 1] ?? snapshots[position - 1];
    const text = `${doneWords[decision]} the photo by ${senderOf(snapshot)}.`;
    const canUndo = mayUndo && decision !== 'approve';
    selection.forget([snapshot]);
    setAsked(undefined);
    if (opened && next) {
      setOpened(next);
      setNews({ text, ...(canUndo && { undo: () => undo([inTrash(snapshot)]) }) });
      nextFocus.current = () => document.querySelector<HTMLElement>('[data-review]');
    } else {
      setOpened(undefined);
      if (canUndo) showUndo(text, inTrash(snapshot));
      else showToast(text);
      nextFocus.current = cardOf(next?.id);
    }
  }

  function askInBulk(decision: Decision) {
    nextFocus.current = () => board.current;
    const { selected } = selection;
    const photos = decision === 'approve' ? selected.filter((one) => !hindranceOf(one)) : selected;
    setAsked({ decision, photos, inBulk: true });
  }

  function decidedInBulk(decision: Decision, done: ModeratedSnapshot[]) {
    const ids = new Set(done.map(({ id }) => id));
    selection.forget(done);
    setAsked((now) => now && { ...now, photos: now.photos.filter(({ id }) => !ids.has(id)) });
    const text = `${doneWords[decision]} ${amount(done.length, 'photo', 'photos')}.`;
    if (mayUndo && decision !== 'approve') showUndo(text, ...done.map(inTrash));
    else showToast(text);
  }

  function close() {
    nextFocus.current = cardOf(opened?.id);
    setOpened(undefined);
  }

  // The newest version of what is open: its picture may have been prepared meanwhile.
  const shown = opened && (snapshots.find(({ id }) => id === opened.id) ?? opened);

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
        failure={strings.fetchSnapshotsFailed}
        oldNote={() => strings.fetchSnapshotsFailed}
        placeholder={
          <Loading label="Loading photos" className={cardGridLook}>
            {['1', '2', '3'].map((key) => (
              <CardSkeleton key={key} />
            ))}
          </Loading>
        }
      >
        {({ [state]: list }) =>
          list.items.length === 0 ? (
            <Empty state={state} words={words} />
          ) : (
            <>
              <RequestList
                label={labels[state]}
                state={state}
                words={words}
                list={list}
                selection={selection}
                onOpen={show}
                onAsk={ask}
              />
              <BulkBar state={state} selection={selection} snapshots={snapshots} onAsk={askInBulk} />
            </>
          )
        }
      </Loaded>
      {shown && (
        <ReviewDialog
          state={state}
          snapshot={shown}
          snapshots={snapshots}
          news={news}
          onShow={show}
          onAsk={ask}
          onClose={close}
          returnFocusTo={returnFocusTo}
        />
      )}
      <DecisionDialog
        asked={asked}
        onCancel={() => setAsked(undefined)}
        onDecided={(decision, done, inBulk) => {
          if (inBulk) decidedInBulk(decision, done);
          else for (const snapshot of done) decided(decision, snapshot);
        }}
        returnFocusTo={returnFocusTo}
      />
    </div>
  );
}

function Empty({ state, words }: { state: RequestState; words: string }) {
  if (words) return <EmptyState Icon={SearchX}>No photo here matches “{words}”.</EmptyState>;
  const isPending = state === 'pending';
  return (
    <EmptyState Icon={isPending ? CircleCheck : Images} done={isPending}>
      {emptyTexts[state]}
    </EmptyState>
  );
}

const inTrash = ({ id }: ModeratedSnapshot) => ({ type: 'snapshot', id });

function CardSkeleton() {
  return (
    <span className="card block overflow-hidden">
      <Skeleton className="aspect-4/3 rounded-none" />
      <span className="block p-4">
        <Skeleton className="h-5 w-3/5" />
        <Skeleton className="mt-2 h-5 w-4/5" />
        <Skeleton className="mt-2 h-5 w-1/2" />
        <Skeleton className="mt-5 h-11 rounded-full" />
      </span>
    </span>
  );
}
