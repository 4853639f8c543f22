import { ButtonLink } from '../../components/button.js';
import { Carousel } from '../../components/carousel/carousel.js';
import { useSiteContent } from '../../components/site-content.js';
import { Skeleton } from '../../components/skeleton.js';
import { exampleSlides, toSlide } from '../../components/snapshots/slide.js';
import { SnapshotCard } from '../../components/snapshots/snapshot-card.js';

/** The newest approved photos; the built-in examples while there are none. */
export function SnapshotsSection() {
  const { data, isPending } = useSiteContent();
  const snapshots = (data?.snapshots ?? []).map(toSlide);
  const slides = snapshots.length > 0 ? snapshots : exampleSlides;
  return (
    <section aria-labelledby="snapshots-heading" className="container-page">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div>
          <h2 id="snapshots-heading" className="text-2xl">
            Snapshots
          </h2>
          <p className="mt-1 text-ink-soft">Weather as the people of Arkansas see it.</p>
        </div>
        <ButtonLink to="/snapshots#send" tone="secondary" size="small">
          Send your photo
        </ButtonLink>
      </div>
      <div className="mt-6">
        {isPending ? (
          <div className="grid gap-4 sm:grid-cols-2 md:grid-cols-3 md:gap-6">
            <Skeleton className="h-80" />
            <Skeleton className="h-80 max-sm:hidden" />
            <Skeleton className="h-80 max-md:hidden" />
          </div>
        ) : (
          <Carousel
            label="Newest photos"
            slides={slides.map((slide) => ({ key: slide.id, content: <SnapshotCard slide={slide} /> }))}
          />
        )}
      </div>
    </section>
  );
}
