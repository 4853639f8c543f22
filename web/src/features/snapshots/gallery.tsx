import { useInfiniteQuery } from '@tanstack/react-query';
import { Button } from '../../components/button.js';
import { Loading, Skeleton } from '../../components/skeleton.js';
import { exampleSlides, toSlide, type Slide } from '../../components/snapshots/slide.js';
import { SnapshotCard } from '../../components/snapshots/snapshot-card.js';
import { galleryQuery } from './snapshot-queries.js';

const gridLook = 'mt-8 grid gap-4 sm:grid-cols-2 md:grid-cols-3 md:gap-6';
const placeholders = ['1', '2', '3', '4', '5', '6'];

/** The approved photos, newest first. */
export function Gallery() {
  const gallery = useInfiniteQuery(galleryQuery);
  const slides = gallery.data?.pages.flatMap((page) => page.data.map(toSlide));
  if (gallery.isPending) {
    return (
      <Loading label="Loading photos" className={gridLook}>
        {placeholders.map((key) => (
          <Skeleton key={key} className="h-80 rounded-lg" />
        ))}
      </Loading>
    );
  }
  if (!slides) {
    return (
      <div className="card mt-8 p-6" role="alert">
        <p className="text-lg font-semibold">The photos could not be loaded</p>
        <p className="mt-1 text-ink-soft">{gallery.error?.message}</p>
        <Button tone="secondary" className="mt-4" onClick={() => void gallery.refetch()}>
          Try again
        </Button>
      </div>
    );
  }
  if (slides.length === 0) {
    return (
      <>
        <p className="mt-8 text-ink-soft">
          There are no photos yet. Yours could be the first. Until then, three drawings:
        </p>
        <Grid slides={exampleSlides} />
      </>
    );
  }
  return (
    <>
      <Grid slides={slides} />
      {gallery.hasNextPage && (
        <div className="mt-8 flex justify-center">
          <Button
            tone="secondary"
            onClick={() => void gallery.fetchNextPage()}
            busyLabel={gallery.isFetchingNextPage && 'Loading…'}
          >
            {gallery.isFetchNextPageError ? 'That did not work. Try again' : 'Show more'}
          </Button>
        </div>
      )}
    </>
  );
}

function Grid({ slides }: { slides: Slide[] }) {
  return (
    <ul aria-label="Photos" className={gridLook}>
      {slides.map((slide) => (
        <li key={slide.id}>
          <SnapshotCard slide={slide} />
        </li>
      ))}
    </ul>
  );
}
