import type { ModeratedSnapshot } from '@site/proto/submissions/v1/snapshots.answers';
import type { SyntheticEvent } from 'react';
import { SnapshotPhoto } from './snapshot-photo.js';

/** The photo is at most as wide as the dialog. */
const widestPhotoPixels = 912;

/** Decoded while another photo is looked at, so that it is there in the frame in which it is asked for. */
const decode = ({ target }: SyntheticEvent) => {
  if (target instanceof HTMLImageElement) void target.decode().catch(() => undefined);
};

/** The first photo, large; the others wait behind it, fetched and decoded, and keep their elements when they come forward. */
export function ReviewPhotos({ snapshots }: { snapshots: ModeratedSnapshot[] }) {
  const cssPixels = Math.min(window.innerWidth, widestPhotoPixels);
  return snapshots.map((snapshot, index) => (
    <div
      key={snapshot.id}
      className="absolute inset-0"
      onLoadCapture={decode}
      {...(index > 0 && { 'aria-hidden': true, style: { visibility: 'hidden' as const } })}
    >
      <SnapshotPhoto snapshot={snapshot} cssPixels={cssPixels} fit="contain" />
    </div>
  ));
}
