import { useInfiniteQuery } from '@tanstack/react-query';
import { ApiError } from '../../../api/api.js';
import { ShowMore } from '../../../dashboard-kit/list/show-more.js';
import { NotAvailable } from '../../../ui/pages/not-available.js';
import { Loading, Skeleton } from '../../../ui/skeleton.js';
import { exampleSlides, toSlide, type Slide } from '../../../domain/content/slide.js';
import { SnapshotCard } from '../../../domain/content/snapshot-card.js';
import { galleryQuery } from './snapshot-queries.js';

const gridLook = 'grid gap-4 sm:grid-cols-2 md:grid-cols-3 md:gap-6';
const placeholders = ['1', '2', '3', '4', '5', '6'];

/** The approved photos, newest first. */
export function Gallery() {
  const gallery = useInfiniteQuery(galleryQuery);
  const slides = gallery.data?.pages.flatMap((page) => page.data.map(toSlide));
  if (!slides && gallery.errorUpdateCount === 0) {
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
      <NotAvailable
        detail={gallery.error instanceof ApiError ? gallery.error.serverMessage : undefined}
        isTrying={gallery.isFetching}
        onRetry={gallery.refetch}
      >
        The photos cannot be shown right now.
      </NotAvailable>
    );
  }
  if (slides.length === 0) {
    return (
      <>
        <p className="mb-6 text-lg text-ink-soft">
          There are no photos yet. Yours could be the first. Until then, three drawings:
        </p>
        <Grid slides={exampleSlides} />
      </>
    );
  }
  return (
    <>
      <Grid slides={slides} />
      <ShowMore list={gallery} />
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
