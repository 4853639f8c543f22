import { Hourglass, ImageOff, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { isShowable, Picture } from '../../components/picture.js';
import { PrivatePicture } from './private-picture.js';
import { senderOf, type ModeratedSnapshot } from './snapshot-lists.js';

/** Addresses of pictures that are not public begin so. */
const privatePrefix = '/media/pending/';

interface SnapshotPhotoProps {
  snapshot: ModeratedSnapshot;
  /** About how wide it is shown. */
  cssPixels: number;
  fit: 'cover' | 'contain';
}

/** A snapshot's picture in whatever state it is; fills its box, which must be positioned. */
export function SnapshotPhoto({ snapshot, cssPixels, fit }: SnapshotPhotoProps) {
  const { picture } = snapshot;
  const look = `absolute inset-0 size-full ${fit === 'cover' ? 'object-cover' : 'object-contain'}`;
  if (picture?.state === 'processing') return <Note Icon={Hourglass}>The picture is being prepared…</Note>;
  if (picture?.state === 'rejected') {
    return <Note Icon={ImageOff}>{picture.rejected_because || 'The picture cannot be shown.'}</Note>;
  }
  const alt = `Photo from ${snapshot.location} by ${senderOf(snapshot)}`;
  if (!isShowable(picture)) {
    if (!snapshot.file) return <Note Icon={ImageOff}>There is no picture.</Note>;
    return <img src={snapshot.file} alt={alt} className={look} />;
  }
  if (picture.sizes.some(({ src }) => src.startsWith(privatePrefix))) {
    return <PrivatePicture picture={picture} cssPixels={cssPixels} alt={alt} className={look} />;
  }
  return <Picture picture={picture} alt={alt} sizes={`${cssPixels}px`} fit={fit} className={look} />;
}

function Note({ Icon, children }: { Icon: LucideIcon; children: ReactNode }) {
  return (
    <span className="absolute inset-0 flex flex-col items-center justify-center gap-2 p-4 text-center text-ink-soft">
      <Icon aria-hidden="true" size={28} />
      <span>{children}</span>
    </span>
  );
}
