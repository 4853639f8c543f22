import { MapPin } from 'lucide-react';
import { Link } from 'react-router-dom';
import { SNAPSHOT_WORD_LIMIT } from '@/constants/display-constants.js';
import * as strings from '@/strings/public-strings.js';
import { truncateToWordCount } from '@/ui/truncate.js';
import { FallbackImage } from '@/ui/image.js';
import { slideAlt, type Slide } from './slide.js';

export function SnapshotCard({ slide }: { slide: Slide }) {
  return (
    <Link
      to={`/snapshots?id=${encodeURIComponent(slide.id)}`}
      state={{ slide }}
      className="card group flex h-full flex-col overflow-hidden wrap-anywhere"
    >
      <span className="relative block aspect-16/9 overflow-hidden sm:aspect-4/3 bg-surface-raised">
        <FallbackImage
          image={slide.imageInfo}
          src={slide.image}
          alt={slideAlt(slide)}
          sizes="(min-width: 1248px) 384px, (min-width: 768px) 33vw, (min-width: 578px) 50vw, 100vw"
          className="absolute inset-0 size-full transition-transform duration-300 ease-out group-hover:scale-[1.03]"
        />
        {slide.isExample && <ImageBadge>{strings.example}</ImageBadge>}
      </span>
      <span className="flex min-w-0 flex-1 flex-col gap-1 p-4">
        {slide.text && <span className="line-clamp-10">{truncateToWordCount(slide.text, SNAPSHOT_WORD_LIMIT)}</span>}
        <span className="mt-auto flex flex-wrap items-center gap-x-3 pt-1 text-sm text-ink-soft">
          <span className="line-clamp-2 min-w-0 font-semibold text-ink">{slide.author}</span>
          {slide.location && (
            <span className="inline-flex min-w-0 items-center gap-1">
              <MapPin aria-hidden="true" size={14} className="shrink-0" />
              <span className="line-clamp-2 min-w-0">{slide.location}</span>
            </span>
          )}
        </span>
      </span>
    </Link>
  );
}

export function ImageBadge({ children }: { children: string }) {
  return (
    <span className="absolute top-3 left-3 rounded-full bg-black/75 px-3 py-0.5 text-sm font-semibold text-white">
      {children}
    </span>
  );
}
