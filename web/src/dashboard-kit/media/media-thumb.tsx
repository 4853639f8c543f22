import type { MediaItem } from '@site/proto/content/v1/media.answers';
import { AdminPicture } from '../admin-picture.js';

/** A library picture, cropped as on the site. */
export function MediaThumb({ item, shape = 'aspect-4/3' }: { item: MediaItem; shape?: string }) {
  return (
    <span className={`relative block overflow-hidden bg-surface-raised ${shape}`}>
      <span className="absolute inset-0">
        <AdminPicture
          picture={item.picture}
          src={null}
          alt={item.alt}
          cssPixels={320}
          fit="cover"
          className="size-full"
        />
      </span>
    </span>
  );
}

/** Marks a picture that can't be published yet because it has no alt text. */
export function AltMissing() {
  return (
    <span className="inline-block rounded-full bg-severe-soft px-2.5 py-0.5 text-sm font-semibold text-ink">
      No alt text yet
    </span>
  );
}
