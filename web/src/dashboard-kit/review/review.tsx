/** Review of visitors' submissions in one tab: the list, its keys, bulk decisions, confirmations and undo. */
import type { UseQueryResult } from '@tanstack/react-query';
import { type LucideIcon, SearchX, Trash2 } from 'lucide-react';
import { type ComponentProps, type ReactNode, useRef, useState } from 'react';
import * as dashboardStrings from '@/strings/dashboard-strings.js';
import { Button } from '@/ui/button.js';
import { EmptyState } from '@/ui/lists/empty-state.js';
import { amount } from '@/ui/number-format.js';
import { useToast } from '@/ui/toast.js';
import { useUndoToast } from '../list/delete-with-undo.js';
import { CardSkeletons, Loaded } from '../list/paged-list.js';
import type { ItemResult, RunOptions } from '../list/run-each.js';
import { SelectionBar, useSelection } from '../list/selection.js';
import { DecisionDialog, type DecisionTarget } from './decision-dialog.js';
import { ReviewList, type ReviewCardProps } from './review-list.js';
import type { Decision, RequestLists, RequestState, requestListsOf, Submission } from './submission-lists.js';

interface Question<Item> {
  /** In the title; "Request" by default. */
  nouns?: [one: string, many: string];
  /** Says what happens to the item, or to several if there is none. */
  text: (item: Item | undefined) => ReactNode;
  busyLabel?: string;
  failure: string;
}

type Lists<Item extends Submission> = ReturnType<typeof requestListsOf<Item, unknown>>;

/** Describes a kind of submission to its review screen. */
export interface ReviewKind<Item extends Submission> extends Omit<Lists<Item>, 'query' | 'find'> {
  /** Inside a sentence, such as "the photo by Ann Lee". */
  nameOf: (item: Item) => string;
  /** In a list of failures. */
  labelOf: (item: Item) => string;
  /** Returns why the item can't be approved yet; undefined if it can. */
  hindranceOf: (item: Item) => string | undefined;
  tabs: Record<
    RequestState,
    {
      label: string;
      nouns: [one: string, many: string];
      /** As in `ListOrder`. */
      order: string;
      empty: string;
      Icon: LucideIcon;
      gridClassName: string;
    }
  >;
  skeletons: Omit<ComponentProps<typeof CardSkeletons>, 'className'>;
  loadFailed: string;
  /** Message above stale data; by default with its age. */
  oldNote?: string;
  questions: Record<Decision, Question<Item>>;
  reasonHint: string;
  /** Failures show the server's message instead of ours. */
  prefersServerText?: boolean;
  /** Decides on several items with one call; by default, each has its own. */
  decideAll?: (
    items: Item[],
    decision: { decision: Decision; reason: string },
    options: RunOptions & { onDone: (item: Item) => void },
  ) => Promise<ItemResult<Item>>;
}

interface ReviewOptions<Item extends Submission> {
  kind: ReviewKind<Item>;
  state: RequestState;
  lists: UseQueryResult<RequestLists<Item, unknown>>;
  /** Decided items, which return if the call fails. */
  hiddenIds?: ReadonlySet<string>;
  /** Undoes approvals and rejections; otherwise rejections are restored from the trash. */
  takeBack?: (items: Item[]) => void;
}

export type Review<Item extends Submission> = ReturnType<typeof useReview<Item>>;

export function useReview<Item extends Submission>(options: ReviewOptions<Item>) {
  const { kind, state, lists, hiddenIds, takeBack } = options;
  const showToast = useToast();
  const showUndo = useUndoToast();
  const board = useRef<HTMLDivElement>(null);
  const [target, setTarget] = useState<DecisionTarget<Item>>();
  /** Focused when a dialog closes; by default, its opener. */
  const nextFocus = useRef<() => HTMLElement | null | undefined>(undefined);
  const all = lists.data?.[state].items ?? [];
  const items = hiddenIds?.size ? all.filter(({ id }) => !hiddenIds.has(id)) : all;
  const selection = useSelection(items);

  function focusNext(item: Item | undefined) {
    nextFocus.current = () =>
      (item && board.current?.querySelector<HTMLElement>(`[data-open="${CSS.escape(item.id)}"]`)) || board.current;
  }

  function findNeighbor({ id }: Item): Item | undefined {
    const position = items.findIndex((one) => one.id === id);
    return items[position + 1] ?? items[position - 1];
  }

  function openDialog(decision: Decision, item: Item) {
    nextFocus.current = undefined;
    setTarget({ decision, items: [item], inBulk: false });
  }

  function openBulkDialog(decision: Decision) {
    nextFocus.current = () => board.current;
    const { selected } = selection;
    const decidable = decision === 'approve' ? selected.filter((item) => !kind.hindranceOf(item)) : selected;
    setTarget({ decision, items: decidable, inBulk: true });
  }

  const doneText = (decision: Decision, what: string) => `${doneLabels[decision]} ${what}.`;

  function showDone(decision: Decision, what: string, done: Item[]) {
    const text = doneText(decision, what);
    if (takeBack && decision !== 'delete') showToast(text, 'success', { label: 'Undo', onClick: () => takeBack(done) });
    else if (decision === 'approve') showToast(text);
    else showUndo(text, ...done.map(({ id }) => ({ type: kind.kind, id })));
  }

  function decided(decision: Decision, item: Item) {
    selection.deselect([item]);
    setTarget(undefined);
    showDone(decision, kind.nameOf(item), [item]);
    focusNext(findNeighbor(item));
  }

  function decidedInBulk(decision: Decision, done: Item[]) {
    const ids = new Set(done.map(({ id }) => id));
    selection.deselect(done);
    setTarget((now) => now && { ...now, items: now.items.filter(({ id }) => !ids.has(id)) });
    showDone(decision, amount(done.length, ...kind.tabs[state].nouns), done);
  }

  return {
    ...{ kind, state, lists, board, items, selection, target, doneText },
    ...{ findNeighbor, focusNext, openDialog, openBulkDialog, decided, decidedInBulk },
    closeDialog: () => setTarget(undefined),
    /** Replaces what `focusNext` has set. */
    focusOn: (find: (() => HTMLElement | null | undefined) | undefined) => {
      nextFocus.current = find;
    },
    returnFocusTo: () => nextFocus.current?.(),
  };
}

const doneLabels: Record<Decision, string> = { approve: 'Approved', reject: 'Rejected', delete: 'Deleted' };

interface ReviewBoardProps<Item extends Submission> {
  review: Review<Item>;
  /** Empty for all. */
  searchText?: string;
  /** After a confirmed decision on one item; by default, its neighbor gets the focus. */
  onDecided?: (decision: Decision, item: Item) => void;
  card: (props: ReviewCardProps<Item>) => ReactNode;
  /** Adds something to the list of cards. */
  wrap?: (cards: ReactNode) => ReactNode;
  /** Other dialogs. */
  children?: ReactNode;
}

export function ReviewBoard<Item extends Submission>(props: ReviewBoardProps<Item>) {
  const { review, searchText = '', onDecided = review.decided, card, wrap, children } = props;
  const { kind, state, lists, items } = review;
  const { label, nouns, empty, Icon, gridClassName } = kind.tabs[state];
  return (
    <div
      ref={review.board}
      tabIndex={-1}
      role="group"
      aria-label={label}
      aria-busy={lists.isPlaceholderData || undefined}
    >
      <Loaded
        query={lists}
        failure={kind.loadFailed}
        oldNote={() => kind.oldNote}
        placeholder={<CardSkeletons {...kind.skeletons} className={gridClassName} />}
      >
        {({ [state]: { nextCursor } }) =>
          items.length > 0 || nextCursor !== null ? (
            <>
              <ReviewList
                review={review}
                searchText={searchText}
                hasMore={nextCursor !== null}
                card={card}
                wrap={wrap}
              />
              <BulkBar review={review} />
            </>
          ) : searchText ? (
            <EmptyState Icon={SearchX}>
              No {nouns[1]} here match “{searchText}”.
            </EmptyState>
          ) : (
            <EmptyState Icon={Icon} done={state === 'pending'}>
              {empty}
            </EmptyState>
          )
        }
      </Loaded>
      {children}
      <DecisionDialog review={review} onDecided={onDecided} />
    </div>
  );
}

function BulkBar<Item extends Submission>({ review }: { review: Review<Item> }) {
  const { kind, state, items, selection, openBulkDialog } = review;
  const approvable = selection.selected.filter((item) => !kind.hindranceOf(item)).length;
  return (
    <SelectionBar nouns={kind.tabs[state].nouns} selection={selection} items={items}>
      {state === 'pending' ? (
        <>
          <Button tone="secondary" onClick={() => openBulkDialog('reject')}>
            {dashboardStrings.reject} {selection.selected.length}
          </Button>
          <Button
            aria-disabled={approvable === 0 || undefined}
            title={approvable === 0 ? 'None of them can be approved right now.' : undefined}
            onClick={() => approvable > 0 && openBulkDialog('approve')}
          >
            {dashboardStrings.approve} {approvable}
          </Button>
        </>
      ) : (
        <Button tone="secondary" onClick={() => openBulkDialog('delete')}>
          <Trash2 aria-hidden="true" size={16} />
          {dashboardStrings.deleteAction} {selection.selected.length}
        </Button>
      )}
    </SelectionBar>
  );
}
