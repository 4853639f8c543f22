import type { ModeratedSnapshot } from '@site/proto/submissions/v1/snapshots.answers';
import type { SyntheticEvent } from 'react';
import { SnapshotPhoto } from './snapshot-photo.js';

/** The dialog's width limits the photo's. */
const widestPhotoPixels = 912;

/** Decodes the next photos in the background, so that they appear without delay. */
const decode = ({ target }: SyntheticEvent) => {
  if (target instanceof HTMLImageElement) void target.decode().catch(() => undefined);
};

/**
 * Shows the first photo. The others are fetched and decoded behind it and keep their elements when they move to the
 * front.
 */
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
