/** Review of visitors' submissions in one tab: the list, its keys, bulk decisions, confirmations and undo. */
import type { UseQueryResult } from '@tanstack/react-query';
import { SearchX, Trash2 } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import * as dashboardStrings from '@/strings/dashboard-strings.js';
import { Button } from '@/ui/button.js';
import { EmptyState } from '@/ui/lists/empty-state.js';
import { amount } from '@/ui/number-format.js';
import { useToast } from '@/ui/toast.js';
import { Failure } from '../action-dialog.js';
import { useUndo, useUndoToast } from '../list/delete-with-undo.js';
import { CardSkeletons, Loaded } from '../list/paged-list.js';
import { type Selection, SelectionBar, useSelection } from '../list/selection.js';
import { DecisionDialog, type DecisionTarget } from './decision-dialog.js';
import type { QuickDecision } from './decision-queue.js';
import { capitalize, useQuickDecisions, useTakeBack } from './quick-decisions.js';
import { type DecisionCounts, type News, ReviewDialog } from './review-dialog.js';
import type { ReviewKind } from './review-kind.js';
import { ReviewList, type ReviewCardProps } from './review-list.js';
import type { Decision, RequestLists, RequestState, Submission } from './submission-lists.js';

interface ReviewBoardProps<Item extends Submission> {
  kind: ReviewKind<Item>;
  state: RequestState;
  lists: UseQueryResult<RequestLists<Item, unknown>>;
  /** Empty for all. */
  searchText?: string;
  card: (props: ReviewCardProps<Item>) => ReactNode;
  /** Adds something to the list of cards. */
  wrap?: (cards: ReactNode) => ReactNode;
}

const doneLabels: Record<Decision, string> = { approve: 'Approved', reject: 'Rejected', delete: 'Deleted' };
const zeroCounts: DecisionCounts = { approve: 0, reject: 0 };

export function ReviewBoard<Item extends Submission>(props: ReviewBoardProps<Item>) {
  const { kind, state, lists, searchText = '', card, wrap } = props;
  const { label, nouns, empty, Icon, gridClassName } = kind.tabs[state];
  const isUndoable = kind.decideAll !== undefined;
  const showToast = useToast();
  const showUndo = useUndoToast();
  const undoDeletion = useUndo();
  const takeBack = useTakeBack(kind);
  const board = useRef<HTMLDivElement>(null);
  /** An item, or that none are left. */
  const [opened, setOpened] = useState<Item | 'all done'>();
  const [counts, setCounts] = useState(zeroCounts);
  const [news, setNews] = useState<News>();
  const [failed, setFailed] = useState<{ decision: QuickDecision; error: Error }>();
  const [target, setTarget] = useState<DecisionTarget<Item>>();
  /** Focused when a dialog closes; by default, its opener. */
  const nextFocus = useRef<() => HTMLElement | null | undefined>(undefined);
  const returnFocusTo = () => nextFocus.current?.();
  const count = (decision: QuickDecision, by: 1 | -1) =>
    setCounts((now) => ({ ...now, [decision]: Math.max(0, now[decision] + by) }));

  const { queue, hiddenIds } = useQuickDecisions(kind, {
    onDone({ decision, item }) {
      if (!isUndoable) showDone(decision, kind.nameOf(item), [item]);
    },
    onFailed({ decision }, error) {
      setFailed({ decision, error });
      count(decision, -1);
      setNews(undefined);
    },
    onUndone({ decision }, now) {
      count(decision, -1);
      setOpened((open) => open && now);
      setNews({ text: `${capitalize(kind.nameOf(now))} is pending again.`, ...undoOfLast() });
    },
  });
  const all = lists.data?.[state].items ?? [];
  // Decided items leave at once and return if the call fails.
  const items = hiddenIds.size > 0 ? all.filter(({ id }) => !hiddenIds.has(id)) : all;
  const selection = useSelection(items);

  const openerOf = (item: Item | undefined) => () =>
    (item && board.current?.querySelector<HTMLElement>(`[data-open="${CSS.escape(item.id)}"]`)) || board.current;

  function undoOfLast(): Pick<News, 'undo'> {
    const { last } = queue;
    return last ? { undo: () => queue.undo(last.item.id) } : {};
  }

  function show(item: Item) {
    setNews(undefined);
    setFailed(undefined);
    setOpened(item);
    nextFocus.current = openerOf(item);
  }

  function open(item: Item) {
    setCounts(zeroCounts);
    show(item);
  }

  function openDialog(decision: Decision, item: Item) {
    nextFocus.current = undefined;
    setTarget({ decision, items: [item], inBulk: false });
  }

  const findNeighbor = ({ id }: Item) => {
    const position = items.findIndex((one) => one.id === id);
    return items[position + 1] ?? items[position - 1];
  };

  /** Shows the effect before the server responds. */
  function decideAtOnce(decision: QuickDecision, item: Item) {
    const next = findNeighbor(item);
    selection.deselect([item]);
    queue.decide(item, decision);
    count(decision, 1);
    setOpened(isUndoable ? (next ?? 'all done') : undefined);
    setNews({ text: `${doneLabels[decision]} ${kind.nameOf(item)}.`, ...undoOfLast() });
    nextFocus.current = openerOf(next);
    if (!next || !isUndoable) void queue.flush();
  }

  /** Opens the next item if the decided one was open; otherwise focuses it. */
  function decided(decision: Decision, item: Item) {
    const next = findNeighbor(item);
    selection.deselect([item]);
    setTarget(undefined);
    if (opened && isUndoable && (next || decision !== 'delete')) {
      setOpened(next ?? 'all done');
      if (decision !== 'delete') count(decision, 1);
      setNews({
        text: `${doneLabels[decision]} ${kind.nameOf(item)}.`,
        undo: () => (decision === 'delete' ? undoDeletion([inTrash(item)]) : takeBack([item])),
      });
      nextFocus.current = () => document.querySelector<HTMLElement>('[data-review]');
    } else {
      setOpened(undefined);
      showDone(decision, kind.nameOf(item), [item]);
      nextFocus.current = openerOf(next);
    }
  }

  const inTrash = ({ id }: Item) => ({ type: kind.kind, id });

  function showDone(decision: Decision, what: string, done: Item[]) {
    const text = `${doneLabels[decision]} ${what}.`;
    if (isUndoable && decision !== 'delete')
      showToast(text, 'success', { label: 'Undo', onClick: () => takeBack(done) });
    else if (decision === 'approve') showToast(text);
    else showUndo(text, ...done.map(inTrash));
  }

  function openBulkDialog(decision: Decision) {
    nextFocus.current = () => board.current;
    const { selected } = selection;
    const decidable = decision === 'approve' ? selected.filter((item) => !kind.hindranceOf(item)) : selected;
    setTarget({ decision, items: decidable, inBulk: true });
  }

  function decidedInBulk(decision: Decision, done: Item[]) {
    const ids = new Set(done.map(({ id }) => id));
    selection.deselect(done);
    setTarget((now) => now && { ...now, items: now.items.filter(({ id }) => !ids.has(id)) });
    showDone(decision, amount(done.length, ...nouns), done);
  }

  function close() {
    nextFocus.current = openerOf(opened === 'all done' ? undefined : opened);
    setOpened(undefined);
    void queue.flush();
  }

  return (
    <div ref={board} tabIndex={-1} role="group" aria-label={label} aria-busy={lists.isPlaceholderData || undefined}>
      {failed && kind.prefersServerText && (
        <Failure text={kind.questions[failed.decision].failure} error={failed.error} serverFirst className="mb-6" />
      )}
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
                kind={kind}
                state={state}
                searchText={searchText}
                items={items}
                hasMore={nextCursor !== null}
                selection={selection}
                card={card}
                wrap={wrap}
                onOpen={open}
                onOpenDialog={openDialog}
              />
              <BulkBar kind={kind} state={state} items={items} selection={selection} onOpenDialog={openBulkDialog} />
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
      {opened && (
        <ReviewDialog
          kind={kind}
          state={state}
          // The latest version, whose picture may be ready by now.
          item={opened === 'all done' ? undefined : (items.find(({ id }) => id === opened.id) ?? opened)}
          items={items}
          news={news}
          counts={counts}
          savingCount={hiddenIds.size}
          onShow={show}
          onDecide={decideAtOnce}
          onOpenDialog={openDialog}
          onClose={close}
          returnFocusTo={returnFocusTo}
        />
      )}
      {target && (
        <DecisionDialog
          kind={kind}
          nouns={nouns}
          target={target}
          onCancel={() => setTarget(undefined)}
          onDecided={decided}
          onDecidedInBulk={decidedInBulk}
          returnFocusTo={returnFocusTo}
        />
      )}
    </div>
  );
}

interface BulkBarProps<Item extends Submission> {
  kind: ReviewKind<Item>;
  state: RequestState;
  items: Item[];
  selection: Selection<Item>;
  onOpenDialog: (decision: Decision) => void;
}

function BulkBar<Item extends Submission>({ kind, state, items, selection, onOpenDialog }: BulkBarProps<Item>) {
  const approvable = selection.selected.filter((item) => !kind.hindranceOf(item)).length;
  return (
    <SelectionBar nouns={kind.tabs[state].nouns} selection={selection} items={items}>
      {state === 'pending' ? (
        <>
          <Button tone="secondary" onClick={() => onOpenDialog('reject')}>
            {dashboardStrings.reject} {selection.selected.length}
          </Button>
          <Button
            aria-disabled={approvable === 0 || undefined}
            title={approvable === 0 ? 'None of them can be approved right now.' : undefined}
            onClick={() => approvable > 0 && onOpenDialog('approve')}
          >
            {dashboardStrings.approve} {approvable}
          </Button>
        </>
      ) : (
        <Button tone="secondary" onClick={() => onOpenDialog('delete')}>
          <Trash2 aria-hidden="true" size={16} />
          {dashboardStrings.deleteAction} {selection.selected.length}
        </Button>
      )}
    </SelectionBar>
  );
}
