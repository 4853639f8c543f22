import type { ModeratedSnapshot } from '@site/proto/submissions/v1/snapshots.answers';
import { AdminPicture } from '../../../dashboard-kit/admin-picture.js';
import { senderOf } from './snapshot-lists.js';

interface SnapshotPhotoProps {
  snapshot: ModeratedSnapshot;
  /** Approximate display width. */
  cssPixels: number;
  fit: 'cover' | 'contain';
}

/** A snapshot's picture in any state. Fills its box, which must be positioned. */
export function SnapshotPhoto({ snapshot, cssPixels, fit }: SnapshotPhotoProps) {
  return (
    <span className="absolute inset-0">
      <AdminPicture
        picture={snapshot.picture}
        src={snapshot.file}
        alt={`Photo from ${snapshot.location} by ${senderOf(snapshot)}`}
        cssPixels={cssPixels}
        fit={fit}
        className="size-full"
      />
    </span>
  );
}
