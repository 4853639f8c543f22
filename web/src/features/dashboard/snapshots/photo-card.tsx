/** Cards of submitted photos. */
import type { ModeratedSnapshot } from '@site/proto/submissions/v1/snapshots.responses';
import { Trash2 } from 'lucide-react';
import { useId } from 'react';
import * as dashboardStrings from '@/strings/dashboard-strings.js';
import * as strings from '@/strings/public-strings.js';
import { Ago, FactRows } from '@/dashboard-kit/facts.js';
import { cardPixels } from '@/dashboard-kit/list/paged-list.js';
import { PendingActions } from '@/dashboard-kit/review/pending-actions.js';
import type { ReviewCardProps } from '@/dashboard-kit/review/review-list.js';
import { Button } from '@/ui/button.js';
import { classNames } from '@/ui/class-names.js';
import { DuplicateBadge, hasSimilarPhotos } from './review-photos.js';
import { hindranceOf, senderOf, SnapshotPhoto } from './snapshots.js';

export function PhotoCard(props: ReviewCardProps<ModeratedSnapshot>) {
  const { item: snapshot, selected, selectBox, onOpen, onOpenDialog } = props;
  const isPending = snapshot.status === 'pending';
  const nameId = useId();
  const { email, location } = snapshot;
  const sender = senderOf(snapshot);
  const [word, time] = isPending ? ['Sent', snapshot.created_at] : ['Approved', snapshot.decided_at];
  return (
    <li
      data-snapshot={snapshot.id}
      className={classNames('card flex scroll-mt-20 flex-col overflow-hidden', selected && 'ring-3 ring-sky')}
    >
      <div className="relative aspect-4/3 overflow-hidden bg-surface-raised">
        <SnapshotPhoto snapshot={snapshot} cssPixels={cardPixels} fit="cover" />
        <button
          type="button"
          data-open={snapshot.id}
          aria-label={`Open the photo by ${sender} from ${location}`}
          aria-keyshortcuts={isPending ? 'A R X' : 'X'}
          onClick={onOpen}
          className="absolute inset-0 rounded-t-lg focus-visible:outline-offset-[-3px]"
        />
        {hasSimilarPhotos(snapshot) && <DuplicateBadge />}
        {/* Stacked above the button that covers the picture. */}
        <span className="absolute top-1.5 right-1.5 z-10">{selectBox}</span>
      </div>
      <FactRows
        className="flex-1 p-4 pb-3"
        name={strings.name}
        nameId={nameId}
        facts={[
          [strings.name, sender],
          [strings.email, email],
          [dashboardStrings.location, location],
        ]}
      />
      {time && (
        <p className="px-4 text-sm text-ink-soft">
          {word} <Ago at={time} />
        </p>
      )}
      <div className="flex gap-2 p-4 pt-3">
        {isPending ? (
          <PendingActions
            hindrance={hindranceOf(snapshot)}
            describedBy={nameId}
            className="min-w-0 flex-1"
            onDecide={onOpenDialog}
          />
        ) : (
          <Button
            tone="secondary"
            size="small"
            className="min-h-11 flex-1"
            aria-describedby={nameId}
            onClick={() => onOpenDialog('delete')}
          >
            <Trash2 aria-hidden="true" size={16} />
            {dashboardStrings.deleteAction}
          </Button>
        )}
      </div>
    </li>
  );
}
