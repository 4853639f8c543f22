/** Lists of submitted photos for moderators. */
import type { ModeratedSnapshot, SnapshotLists } from '@site/proto/submissions/v1/snapshots.responses';
import { AdminImage } from '@/dashboard-kit/admin-image.js';
import { approvalHindrance, requestListsOf } from '@/dashboard-kit/review/submission-lists.js';

const intervalsMs = { processing: 2_000, idle: 15_000, otherwise: 60_000 };

export const listAddress = '/admin/main/snapshot';

export const snapshots = requestListsOf<ModeratedSnapshot, SnapshotLists>({
  kind: 'snapshot',
  itemsOf: (data, state) => data[`${state}Snapshots`],
  refreshMs: (lists) => {
    const pending = lists?.pending.items ?? [];
    if (pending.some(({ picture }) => picture?.state === 'processing')) return intervalsMs.processing;
    return pending.length === 0 ? intervalsMs.idle : intervalsMs.otherwise;
  },
});

export const senderOf = ({ first_name: first, last_name: last }: ModeratedSnapshot) => `${first} ${last}`.trim();

/** Returns why the photo can't be approved yet; undefined if it can. */
export const hindranceOf = ({ picture }: ModeratedSnapshot) => approvalHindrance('picture', picture);

interface SnapshotPhotoProps {
  snapshot: ModeratedSnapshot;
  cssPixels: number;
  fit: 'cover' | 'contain';
}

/** Fills its box, which must be positioned. */
export function SnapshotPhoto({ snapshot, cssPixels, fit }: SnapshotPhotoProps) {
  return (
    <span className="absolute inset-0">
      <AdminImage
        image={snapshot.picture}
        src={snapshot.file}
        alt={`Photo from ${snapshot.location} by ${senderOf(snapshot)}`}
        cssPixels={cssPixels}
        fit={fit}
        className="size-full"
      />
    </span>
  );
}
