/** Dialog for reviewing submissions one after the other. */
import { ChevronLeft, ChevronRight, CircleCheck, Trash2, Undo2 } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import * as dashboardStrings from '@/strings/dashboard-strings.js';
import { Banner } from '@/ui/banner.js';
import { Button, IconButton } from '@/ui/button.js';
import { classNames } from '@/ui/class-names.js';
import { Dialog } from '@/ui/dialogs/dialog.js';
import { amount } from '@/ui/number-format.js';
import type { QuickDecision } from './decision-queue.js';
import { PendingActions } from './pending-actions.js';
import { capitalize } from './quick-decisions.js';
import type { ReviewKind } from './review-kind.js';
import { decisionOf } from './review-list.js';
import type { Decision, RequestState, Submission } from './submission-lists.js';

export interface News {
  /** Such as "Approved the photo by …". */
  text: string;
  undo?: () => void;
}

interface ReviewDialogProps<Item extends Submission> {
  kind: ReviewKind<Item>;
  state: RequestState;
  /** Undefined once all are decided. */
  item: Item | undefined;
  /** The list it belongs to, unless another user's decision removed it. */
  items: Item[];
  news: News | undefined;
  counts: DecisionCounts;
  savingCount: number;
  onShow: (item: Item) => void;
  onDecide: (decision: QuickDecision, item: Item) => void;
  /** Asks for confirmation of a deletion, or a rejection with a reason. */
  onOpenDialog: (decision: Decision, item: Item) => void;
  onClose: () => void;
  returnFocusTo: () => HTMLElement | null | undefined;
}

/** Arrow keys move through the list; A approves, R rejects, U undoes. */
export function ReviewDialog<Item extends Submission>(props: ReviewDialogProps<Item>) {
  const { kind, state, item, items, news, counts, savingCount, onShow, onDecide, onOpenDialog, onClose } = props;
  const { hindranceOf, Media, Details } = kind;
  const { nouns } = kind.tabs[state];
  const noun = capitalize(nouns[0]);
  const aside = item && kind.asideOf?.(item);
  const index = items.findIndex(({ id }) => id === item?.id);
  const isRemoved = index === -1;
  const decided = counts.approve + counts.reject;
  const previous = items[index - 1];
  const next = item && items[index + 1];
  // Arrived, or came back, since the last one was decided.
  const first = item ? undefined : items[0];
  const focused = useRef<HTMLDivElement>(null);
  const isDone = item === undefined;
  useEffect(() => {
    // The button that had the focus may be gone.
    if (isDone) focused.current?.focus();
  }, [isDone]);

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.repeat) return;
    const target = { ArrowLeft: previous, ArrowRight: next }[event.key];
    const decision = state === 'pending' && item && !isRemoved ? decisionOf(event.key) : undefined;
    const undo = event.key.toLowerCase() === 'u' ? news?.undo : undefined;
    if (!target && !decision && !undo) return;
    event.preventDefault();
    if (target) onShow(target);
    else if (undo) undo();
    else if (item && decision && (decision === 'reject' || !hindranceOf(item))) onDecide(decision, item);
  }

  return (
    // React events of the dialog bubble here although it is rendered elsewhere.
    <div role="presentation" onKeyDown={onKeyDown}>
      <Dialog
        open
        onClose={onClose}
        width={kind.dialogWidth}
        title={item ? kind.titleOf(item) : 'All done'}
        returnFocusTo={props.returnFocusTo}
        footer={
          item ? (
            <>
              <span className="mr-auto flex">
                <Step label={`Previous ${nouns[0]}`} to={previous} onShow={onShow}>
                  <ChevronLeft aria-hidden="true" size={22} />
                </Step>
                <Step label={`Next ${nouns[0]}`} to={next} onShow={onShow}>
                  <ChevronRight aria-hidden="true" size={22} />
                </Step>
              </span>
              {isRemoved ? null : state === 'pending' ? (
                <>
                  <Button tone="quiet" className="px-3" onClick={() => onOpenDialog('reject', item)}>
                    Reject with a reason…
                  </Button>
                  <PendingActions
                    hindrance={hindranceOf(item)}
                    className="sm:min-w-32"
                    onDecide={(decision) => onDecide(decision, item)}
                  />
                </>
              ) : (
                <Button tone="secondary" onClick={() => onOpenDialog('delete', item)}>
                  <Trash2 aria-hidden="true" size={18} />
                  {dashboardStrings.deleteAction}
                </Button>
              )}
            </>
          ) : (
            <>
              <Button tone={first ? 'secondary' : 'primary'} onClick={onClose}>
                Back to the list
              </Button>
              {first && <Button onClick={() => onShow(first)}>Continue</Button>}
            </>
          )
        }
      >
        <div className="mb-3 flex min-h-9 flex-wrap items-center justify-between gap-x-4 text-sm text-ink-soft">
          <p role="status" aria-live="polite" className="figures min-w-0 wrap-anywhere">
            {news && <span className="font-semibold text-ink">{news.text} </span>}
            {!item || isRemoved ? '' : `${noun} ${decided + index + 1} of ${decided + items.length}`}
            {item && !isRemoved && <span className="sr-only">, {kind.bylineOf(item)}</span>}
          </p>
          {news?.undo && (
            <Button tone="quiet" size="small" aria-keyshortcuts="U" onClick={news.undo}>
              <Undo2 aria-hidden="true" size={16} />
              Undo
            </Button>
          )}
          {state === 'pending' && item && (
            <p aria-hidden="true" className="hidden pointer-fine:block">
              <Key>A</Key> approve <Key>R</Key> reject{' '}
              {kind.decideAll && (
                <>
                  <Key>U</Key> undo{' '}
                </>
              )}
              <Key>←</Key> <Key>→</Key> move
            </p>
          )}
        </div>
        {item && isRemoved && (
          <Banner tone="info" className="mb-4">
            Someone else has already decided on this {nouns[0]}.
          </Banner>
        )}
        <div className={classNames(aside ? 'grid gap-4 md:grid-cols-[minmax(0,1fr)_15rem]' : '')}>
          <div
            // The same element for every item keeps the focus, so the shortcuts keep working.
            ref={focused}
            role="group"
            aria-label={item ? `${noun} ${kind.bylineOf(item)}` : 'Summary of your decisions'}
            tabIndex={-1}
            data-autofocus=""
            data-review=""
            style={{ aspectRatio: item && kind.aspectOf?.(item) }}
            className={classNames(
              'relative w-full overflow-hidden rounded-md',
              item && classNames('bg-surface-raised', kind.mediaClassName),
            )}
          >
            {item ? (
              <Media items={[item, ...items.slice(index + 1, isRemoved ? index + 1 : index + 3)]} />
            ) : (
              <AllDone nouns={nouns} counts={counts} more={items.length} savingCount={savingCount} />
            )}
          </div>
          {aside}
        </div>
        {item && <Details key={`details of ${item.id}`} item={item} />}
      </Dialog>
    </div>
  );
}

interface StepProps<Item> {
  label: string;
  to: Item | undefined;
  onShow: (item: Item) => void;
  children: ReactNode;
}

function Step<Item>({ label, to, onShow, children }: StepProps<Item>) {
  return (
    <IconButton label={label} aria-disabled={to ? undefined : true} onClick={() => to && onShow(to)}>
      {children}
    </IconButton>
  );
}

function Key({ children }: { children: string }) {
  return (
    <kbd className="ml-2 inline-flex min-w-6 justify-center rounded-sm bg-surface-raised px-1.5 font-sans font-semibold text-ink">
      {children}
    </kbd>
  );
}

export type DecisionCounts = Record<QuickDecision, number>;

interface AllDoneProps {
  nouns: [one: string, many: string];
  counts: DecisionCounts;
  more: number;
  savingCount: number;
}

function AllDone({ nouns, counts, more, savingCount }: AllDoneProps) {
  const [one, many] = nouns;
  const { approve, reject } = counts;
  return (
    <div className="flex flex-col items-center gap-2 py-14 text-center">
      <CircleCheck aria-hidden="true" size={44} className="text-ozark" />
      <p className="figures text-lg font-semibold">
        {more > 0
          ? `${amount(more, `more ${one} is`, `more ${many} are`)} pending review.`
          : `No ${many} are pending review.`}
      </p>
      <p className="figures text-ink-soft">
        {amount(approve, one, many)} approved, {reject} rejected.
      </p>
      <p role="status" className="figures min-h-6 text-ink-soft">
        {savingCount > 0 && `Saving the last ${savingCount}…`}
      </p>
    </div>
  );
}
