/** Dialog for reviewing photos one after the other. */
import type { ModeratedSnapshot } from '@site/proto/submissions/v1/snapshots.responses';
import { ChevronLeft, ChevronRight, CircleCheck, Trash2, Undo2 } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import * as dashboardStrings from '@/strings/dashboard-strings.js';
import * as strings from '@/strings/public-strings.js';
import { Facts } from '@/dashboard-kit/facts.js';
import { decisionOf } from '@/dashboard-kit/review/review-list.js';
import type { Review } from '@/dashboard-kit/review/review.js';
import { Banner } from '@/ui/banner.js';
import { Button, IconButton } from '@/ui/button.js';
import { classNames } from '@/ui/class-names.js';
import { Dialog } from '@/ui/dialogs/dialog.js';
import { amount } from '@/ui/number-format.js';
import { LinkedText } from '@/ui/linked-text.js';
import type { QuickDecision } from './decision-queue.js';
import { SenderHistory } from './decided-photos.js';
import { hasSimilarPhotos, SimilarPhotos, ReviewPhotos } from './review-photos.js';
import { DuplicateBadge, PendingActions } from './photo-card.js';
import { hindranceOf, senderOf } from './snapshots.js';

export interface News {
  /** Such as "Approved the photo by …". */
  text: string;
  undo?: () => void;
}

interface ReviewDialogProps {
  /** Its list has the photo, unless another user's decision removed it. */
  review: Review<ModeratedSnapshot>;
  /** Undefined once all are decided. */
  snapshot: ModeratedSnapshot | undefined;
  news: News | undefined;
  counts: DecisionCounts;
  savingCount: number;
  onShow: (snapshot: ModeratedSnapshot) => void;
  onDecide: (decision: QuickDecision, snapshot: ModeratedSnapshot) => void;
  onClose: () => void;
}

/** Arrow keys move through the list; A approves, R rejects, U undoes. */
export function ReviewDialog(props: ReviewDialogProps) {
  const { review, snapshot, news, counts, savingCount, onShow, onDecide, onClose } = props;
  const { state, items: snapshots, openDialog } = review;
  const index = snapshots.findIndex(({ id }) => id === snapshot?.id);
  const isRemoved = index === -1;
  const decided = counts.approve + counts.reject;
  const previous = snapshots[index - 1];
  const next = snapshot && snapshots[index + 1];
  // Arrived, or came back, since the last one was decided.
  const first = snapshot ? undefined : snapshots[0];
  const focused = useRef<HTMLDivElement>(null);
  const isDone = snapshot === undefined;
  useEffect(() => {
    // The button that had the focus may be gone.
    if (isDone) focused.current?.focus();
  }, [isDone]);

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.repeat) return;
    const target = { ArrowLeft: previous, ArrowRight: next }[event.key];
    const decision = state === 'pending' && snapshot && !isRemoved ? decisionOf(event.key) : undefined;
    const undo = event.key.toLowerCase() === 'u' ? news?.undo : undefined;
    if (!target && !decision && !undo) return;
    event.preventDefault();
    if (target) onShow(target);
    else if (undo) undo();
    else if (snapshot && decision && (decision === 'reject' || !hindranceOf(snapshot))) onDecide(decision, snapshot);
  }

  return (
    // React events of the dialog bubble here although it is rendered elsewhere.
    <div role="presentation" onKeyDown={onKeyDown}>
      <Dialog
        open
        onClose={onClose}
        width="photo"
        title={snapshot ? senderOf(snapshot) : 'All done'}
        returnFocusTo={review.returnFocusTo}
        footer={
          snapshot ? (
            <>
              <span className="mr-auto flex">
                <Step label="Previous photo" to={previous} onShow={onShow}>
                  <ChevronLeft aria-hidden="true" size={22} />
                </Step>
                <Step label="Next photo" to={next} onShow={onShow}>
                  <ChevronRight aria-hidden="true" size={22} />
                </Step>
              </span>
              {isRemoved ? null : state === 'pending' ? (
                <>
                  <Button tone="quiet" className="px-3" onClick={() => openDialog('reject', snapshot)}>
                    Reject with a reason…
                  </Button>
                  <PendingActions
                    snapshot={snapshot}
                    className="sm:min-w-32"
                    onOpenDialog={(decision) => decision !== 'delete' && onDecide(decision, snapshot)}
                  />
                </>
              ) : (
                <Button tone="secondary" onClick={() => openDialog('delete', snapshot)}>
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
            {!snapshot || isRemoved ? '' : `Photo ${decided + index + 1} of ${decided + snapshots.length}`}
            {snapshot && !isRemoved && <span className="sr-only">, by {senderOf(snapshot)}</span>}
          </p>
          {news?.undo && (
            <Button tone="quiet" size="small" aria-keyshortcuts="U" onClick={news.undo}>
              <Undo2 aria-hidden="true" size={16} />
              Undo
            </Button>
          )}
          {state === 'pending' && snapshot && (
            <p aria-hidden="true" className="hidden pointer-fine:block">
              <Key>A</Key> approve <Key>R</Key> reject <Key>U</Key> undo <Key>←</Key> <Key>→</Key> move
            </p>
          )}
        </div>
        {snapshot && isRemoved && (
          <Banner tone="info" className="mb-4">
            Someone else has already decided on this photo.
          </Banner>
        )}
        <div
          className={classNames(
            snapshot && hasSimilarPhotos(snapshot) && 'grid gap-4 md:grid-cols-[minmax(0,1fr)_15rem]',
          )}
        >
          <div
            // The same element for every photo keeps the focus, so the shortcuts keep working.
            ref={focused}
            role="group"
            aria-label={snapshot ? `Photo by ${senderOf(snapshot)}` : 'Summary of your decisions'}
            tabIndex={-1}
            data-autofocus=""
            data-review=""
            // A fixed height on large screens keeps the layout stable.
            style={{ aspectRatio: snapshot && aspectOf(snapshot) }}
            className={classNames(
              'relative w-full overflow-hidden rounded-md',
              snapshot && 'max-h-[52dvh] bg-surface-raised md:h-[min(52dvh,34rem)] md:max-h-none',
            )}
          >
            {snapshot ? (
              <ReviewPhotos snapshots={[snapshot, ...snapshots.slice(index + 1, isRemoved ? index + 1 : index + 3)]} />
            ) : (
              <AllDone counts={counts} more={snapshots.length} savingCount={savingCount} />
            )}
            {snapshot && hasSimilarPhotos(snapshot) && <DuplicateBadge />}
          </div>
          {snapshot && hasSimilarPhotos(snapshot) && <SimilarPhotos key={snapshot.id} snapshot={snapshot} />}
        </div>
        {snapshot && (
          <Facts
            className="mt-5 grid-cols-2 gap-y-3 lg:grid-cols-4"
            facts={[
              ['First Name', snapshot.first_name],
              ['Last Name', snapshot.last_name],
              [dashboardStrings.location, snapshot.location, 'max-sm:col-span-2'],
              [strings.emailAddress, snapshot.email, 'max-sm:col-span-2'],
              ['Comment', <LinkedText key="comment" text={snapshot.comment || '–'} byVisitor />, 'col-span-full'],
            ]}
          />
        )}
        {snapshot && <SenderHistory key={`history of ${snapshot.id}`} snapshot={snapshot} />}
      </Dialog>
    </div>
  );
}

function aspectOf({ picture }: ModeratedSnapshot): string {
  return picture?.width && picture.height ? `${picture.width} / ${picture.height}` : '4 / 3';
}

interface StepProps {
  label: string;
  to: ModeratedSnapshot | undefined;
  onShow: (snapshot: ModeratedSnapshot) => void;
  children: ReactNode;
}

function Step({ label, to, onShow, children }: StepProps) {
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

function AllDone({ counts, more, savingCount }: { counts: DecisionCounts; more: number; savingCount: number }) {
  const { approve, reject } = counts;
  return (
    <div className="flex flex-col items-center gap-2 py-14 text-center">
      <CircleCheck aria-hidden="true" size={44} className="text-ozark" />
      <p className="figures text-lg font-semibold">
        {more > 0
          ? `${amount(more, 'more photo is', 'more photos are')} pending review.`
          : 'No photos are pending review.'}
      </p>
      <p className="figures text-ink-soft">
        {amount(approve, 'photo', 'photos')} approved, {reject} rejected.
      </p>
      <p role="status" className="figures min-h-6 text-ink-soft">
        {savingCount > 0 && `Saving the last ${savingCount}…`}
      </p>
    </div>
  );
}
