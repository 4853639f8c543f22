import type { ModeratedSnapshot } from '@site/proto/submissions/v1/snapshots.answers';
import { useQueryClient } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight, Trash2, Undo2 } from 'lucide-react';
import { useEffect, useState, type KeyboardEvent, type ReactNode } from 'react';
import { Facts } from '../../../dashboard-kit/facts.js';
import type { Decision, RequestState } from '../../../dashboard-kit/requests/request-lists.js';
import { Banner } from '../../../ui/banner.js';
import { Button, IconButton } from '../../../ui/button.js';
import { Dialog } from '../../../ui/dialogs/dialog.js';
import { LinkedText } from '../../../ui/linked-text.js';
import * as strings from '../../../strings.js';
import { privatePictureQuery, sizeFor } from '../../../dashboard-kit/private-picture.js';
import { DuplicateBadge, PendingActions } from './request-card.js';
import { decisionOf } from './request-list.js';
import { SnapshotPhoto } from './snapshot-photo.js';
import { hindranceOf, senderOf } from './snapshot-lists.js';

/** The photo is at most as wide as the dialog. */
const widestPhotoPixels = 912;

export interface News {
  /** For instance "Approved the photo by …". */
  text: string;
  /** Brings it back; absent where that cannot be. */
  undo?: () => void;
}

interface ReviewDialogProps {
  state: RequestState;
  snapshot: ModeratedSnapshot;
  /** The list in which it stands; it may have left it because somebody else decided. */
  snapshots: ModeratedSnapshot[];
  /** What has just been done. */
  news: News | undefined;
  onShow: (snapshot: ModeratedSnapshot) => void;
  onAsk: (decision: Decision, snapshot: ModeratedSnapshot) => void;
  onClose: () => void;
  returnFocusTo: () => HTMLElement | null | undefined;
}

/** One photo, large, with everything about it. Arrow keys go through the list; A approves, R rejects. */
export function ReviewDialog(props: ReviewDialogProps) {
  const { state, snapshot, snapshots, news, onShow, onAsk, onClose, returnFocusTo } = props;
  const index = snapshots.findIndex(({ id }) => id === snapshot.id);
  const isGone = index === -1;
  const previous = snapshots[index - 1];
  const next = snapshots[index + 1];
  useFetchedAhead(next);

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.repeat) return;
    const target = { ArrowLeft: previous, ArrowRight: next }[event.key];
    const decision = state === 'pending' && !isGone ? decisionOf(event.key) : undefined;
    if (!target && !decision) return;
    event.preventDefault();
    if (target) onShow(target);
    else if (decision === 'reject' || (decision && !hindranceOf(snapshot))) onAsk(decision, snapshot);
  }

  return (
    // Events of the dialog arrive here although it stands elsewhere in the document.
    <div role="presentation" onKeyDown={onKeyDown}>
      <Dialog
        open
        onClose={onClose}
        width="photo"
        title={senderOf(snapshot)}
        returnFocusTo={returnFocusTo}
        footer={
          <>
            <span className="mr-auto flex">
              <Step label="Previous photo" to={previous} onShow={onShow}>
                <ChevronLeft aria-hidden="true" size={22} />
              </Step>
              <Step label="Next photo" to={next} onShow={onShow}>
                <ChevronRight aria-hidden="true" size={22} />
              </Step>
            </span>
            {isGone ? null : state === 'pending' ? (
              <PendingActions snapshot={snapshot} look="sm:min-w-36" onAsk={(decision) => onAsk(decision, snapshot)} />
            ) : (
              <Button tone="secondary" onClick={() => onAsk('delete', snapshot)}>
                <Trash2 aria-hidden="true" size={18} />
                {strings.deleteAction}
              </Button>
            )}
          </>
        }
      >
        <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4 text-sm text-ink-soft">
          <p role="status" aria-live="polite" className="figures min-w-0 wrap-anywhere">
            {news && <span className="font-semibold text-ink">{news.text} </span>}
            {isGone ? '' : `Photo ${index + 1} of ${snapshots.length}`}
          </p>
          {news?.undo && <UndoButton key={news.text} undo={news.undo} />}
          {state === 'pending' && (
            <p aria-hidden="true" className="hidden pointer-fine:block">
              <Key>A</Key> approve <Key>R</Key> reject <Key>←</Key> <Key>→</Key> move
            </p>
          )}
        </div>
        {isGone && (
          <Banner tone="info" className="mb-4">
            Somebody else has decided on this photo.
          </Banner>
        )}
        <div
          // A new element for a new photo: what was said of the last one does not stay.
          key={snapshot.id}
          role="group"
          aria-label={`Photo by ${senderOf(snapshot)}`}
          tabIndex={-1}
          data-autofocus=""
          data-review=""
          // On a phone as high as the photo needs; on a large screen always the same, so that nothing jumps from photo to photo.
          style={{ aspectRatio: aspectOf(snapshot) }}
          className="relative max-h-[52dvh] w-full overflow-hidden rounded-md bg-surface-raised md:h-[min(52dvh,34rem)] md:max-h-none"
        >
          <SnapshotPhoto snapshot={snapshot} cssPixels={Math.min(window.innerWidth, widestPhotoPixels)} fit="contain" />
          {snapshot.picture?.duplicate_of?.length ? <DuplicateBadge /> : null}
        </div>
        <Facts
          className="mt-5 grid-cols-2 gap-y-3 lg:grid-cols-4"
          facts={[
            [strings.firstName, snapshot.first_name],
            [strings.lastName, snapshot.last_name],
            [strings.location, snapshot.location, 'max-sm:col-span-2'],
            [strings.emailAddress, snapshot.email, 'max-sm:col-span-2'],
            [strings.comment, <LinkedText key="comment" text={snapshot.comment || '–'} byVisitor />, 'col-span-full'],
          ]}
        />
      </Dialog>
    </div>
  );
}

/** Once is enough. */
function UndoButton({ undo }: { undo: () => void }) {
  const [undone, setUndone] = useState(false);
  if (undone) return null;
  return (
    <Button
      tone="quiet"
      size="small"
      onClick={() => {
        setUndone(true);
        undo();
      }}
    >
      <Undo2 aria-hidden="true" size={16} />
      Undo
    </Button>
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

/** The next photo is there before it is asked for. */
function useFetchedAhead(snapshot: ModeratedSnapshot | undefined) {
  const client = useQueryClient();
  const picture = snapshot?.picture;
  const src =
    picture?.state === 'ready' ? sizeFor(picture, Math.min(window.innerWidth, widestPhotoPixels))?.src : undefined;
  useEffect(() => {
    if (src?.startsWith('/media/pending/')) void client.prefetchQuery(privatePictureQuery(src));
  }, [client, src]);
}
