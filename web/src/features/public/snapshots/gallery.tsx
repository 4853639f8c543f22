/** Paged gallery of visitors' weather photos. */
import type { Snapshot } from '@site/proto/submissions/v1/snapshots.responses';
import { useInfiniteQuery } from '@tanstack/react-query';
import { ApiError } from '@/api/api.js';
import { ShowMore } from '@/ui/lists/show-more.js';
import { Listed } from '@/ui/pages/async-list.js';
import { Loading } from '@/ui/skeleton.js';
import { exampleSlides, toSlide, type Slide } from '@/components/content/slide.js';
import { SnapshotCard } from '@/components/content/snapshot-card.js';
import { pagedQuery } from '@/api/public-query.js';

const galleryQuery = pagedQuery<Snapshot>('/main/snapshots', 'loading the photos');
const gridClassName = 'grid gap-4 sm:grid-cols-2 md:grid-cols-3 md:gap-6';

export function Gallery() {
  const gallery = useInfiniteQuery(galleryQuery);
  return (
    <Listed
      items={gallery.data?.pages.flatMap((page) => page.data.map(toSlide))}
      hasFailed={gallery.errorUpdateCount > 0}
      failure="We can’t show the photos right now."
      detail={gallery.error instanceof ApiError ? gallery.error.serverMessage : undefined}
      query={gallery}
      waiting={<Loading label="Loading photos" className={gridClassName} count={6} each="h-80 rounded-lg" />}
      empty={
        <>
          <p className="mb-6 text-lg text-ink-soft">
            No photos yet. Yours could be the first. Until then, here are three drawings:
          </p>
          <Grid slides={exampleSlides} />
        </>
      }
    >
      {(slides) => (
        <>
          <Grid slides={slides} />
          <ShowMore list={gallery} />
        </>
      )}
    </Listed>
  );
}

function Grid({ slides }: { slides: Slide[] }) {
  return (
    <ul aria-label="Photos" className={gridClassName}>
      {slides.map((slide) => (
        <li key={slide.id} className="min-w-0">
          <SnapshotCard slide={slide} />
        </li>
      ))}
    </ul>
  );
}
