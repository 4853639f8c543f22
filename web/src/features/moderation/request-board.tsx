import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleCheck, Images } from 'lucide-react';
import { useRef, useState } from 'react';
import { LoadFailure } from '../../components/admin/load-failure.js';
import { Banner } from '../../components/banner.js';
import { Loading, Skeleton } from '../../components/skeleton.js';
import { useToast } from '../../components/toast.js';
import { strings } from '../../strings.js';
import { DecisionDialog } from './decision-dialog.js';
import { gridLook, RequestList } from './request-list.js';
import { ReviewDialog } from './review-dialog.js';
import {
  senderOf,
  snapshotListsQuery,
  type Decision,
  type DecisionOn,
  type ModeratedSnapshot,
  type SnapshotState,
} from './snapshot-lists.js';

const labels: Record<SnapshotState, string> = {
  approved: strings.approvedRequests,
  pending: strings.pendingRequests,
};
const emptyTexts: Record<SnapshotState, string> = {
  approved: strings.noApprovedSnapshots,
  pending: strings.noPendingSnapshots,
};
const doneWords: Record<Decision, string> = { approve: 'Approved', reject: 'Rejected', delete: 'Deleted' };

/** The photos of one state, one of them large when it is opened, and the decisions about them. */
export function RequestBoard({ state }: { state: SnapshotState }) {
  const client = useQueryClient();
  const lists = useQuery(snapshotListsQuery(client));
  const showToast = useToast();
  const board = useRef<HTMLDivElement>(null);
  const [opened, setOpened] = useState<ModeratedSnapshot>();
  const [news, setNews] = useState('');
  const [asked, setAsked] = useState<Omit<DecisionOn, 'reason'>>();
  /** Where the focus goes when a dialog closes; undefined: to where it came from. */
  const nextFocus = useRef<() => HTMLElement | null | undefined>(undefined);
  const returnFocusTo = () => nextFocus.current?.();

  const list = lists.data?.[state];
  const snapshots = list?.snapshots ?? [];

  const cardOf = (id: string | undefined) => () =>
    (id && board.current?.querySelector<HTMLElement>(`[data-snapshot="${CSS.escape(id)}"] [data-open]`)) ||
    board.current;

  function show(snapshot: ModeratedSnapshot) {
    setNews('');
    setOpened(snapshot);
    nextFocus.current = cardOf(snapshot.id);
  }

  function ask(decision: Decision, snapshot: ModeratedSnapshot) {
    nextFocus.current = undefined;
    setAsked({ decision, snapshot });
  }

  /** The next photo takes the place of the decided one: open if that was open, else with the focus on it. */
  function decided({ decision, snapshot }: DecisionOn) {
    const position = snapshots.findIndex(({ id }) => id === snapshot.id);
    const next = snapshots[position + 1] ?? snapshots[position - 1];
    const text = `${doneWords[decision]} the photo by ${senderOf(snapshot)}.`;
    setAsked(undefined);
    if (opened && next) {
      setOpened(next);
      setNews(text);
      nextFocus.current = () => document.querySelector<HTMLElement>('[data-review]');
    } else {
      setOpened(undefined);
      showToast(text);
      nextFocus.current = cardOf(next?.id);
    }
  }

  function cancel() {
    setAsked(undefined);
  }

  function close() {
    nextFocus.current = cardOf(opened?.id);
    setOpened(undefined);
  }

  // The newest version of what is open: its picture may have been prepared meanwhile.
  const shown = opened && (snapshots.find(({ id }) => id === opened.id) ?? opened);

  return (
    <div ref={board} tabIndex={-1} role="group" aria-label={labels[state]}>
      {lists.isError && lists.data && (
        <Banner tone="error" className="mb-6">
          {strings.fetchSnapshotsFailed}
        </Banner>
      )}
      {list ? (
        list.snapshots.length === 0 ? (
          <Empty state={state} />
        ) : (
          <RequestList label={labels[state]} state={state} list={list} onOpen={show} onAsk={ask} />
        )
      ) : lists.isPending ? (
        <Loading label="Loading photos" className={gridLook}>
          {['1', '2', '3'].map((key) => (
            <CardSkeleton key={key} />
          ))}
        </Loading>
      ) : (
        <LoadFailure
          text={strings.fetchSnapshotsFailed}
          error={lists.error}
          retrying={lists.isFetching}
          onRetry={() => void lists.refetch()}
        />
      )}
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
      <DecisionDialog asked={asked} onCancel={cancel} onDecided={decided} returnFocusTo={returnFocusTo} />
    </div>
  );
}

function Empty({ state }: { state: SnapshotState }) {
  const Icon = state === 'pending' ? CircleCheck : Images;
  return (
    <div className="card flex flex-col items-center px-6 py-16 text-center">
      <Icon aria-hidden="true" size={40} className={state === 'pending' ? 'text-ozark' : 'text-ink-soft'} />
      <p className="mt-4 max-w-md text-lg">{emptyTexts[state]}</p>
    </div>
  );
}

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
