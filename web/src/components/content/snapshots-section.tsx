/** Section of the newest weather photos, with illustrations while there are none. */
import { stateName } from '@site/regions/state';
import { ButtonLink } from '@/ui/button.js';
import { CardsWaiting, Carousel } from '@/ui/carousel/carousel.js';
import { OlderNote } from '@/ui/pages/stale-note.js';
import { useSitePart } from './site-content.js';
import { exampleSlides, toSlide } from './slide.js';
import { SnapshotCard } from './snapshot-card.js';

export function SnapshotsSection() {
  const { data, state } = useSitePart('submissions');
  const snapshots = (data?.snapshots ?? []).map(toSlide);
  const slides = snapshots.length > 0 ? snapshots : exampleSlides;
  return (
    <section aria-labelledby="snapshots-heading" className="container-page">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
        <h2 id="snapshots-heading" className="text-xl md:text-2xl">
          Snapshots
        </h2>
        <ButtonLink to="/snapshots#send" tone="secondary" size="small">
          Send your photo
        </ButtonLink>
      </div>
      <p className="mt-1 text-ink-soft">Weather as the people of {stateName} see it.</p>
      {state === 'stale' && <OlderNote>We can't load newer photos right now.</OlderNote>}
      <div className="mt-4 md:mt-6">
        {state === 'loading' ? (
          <CardsWaiting label="Loading photos" className="h-96" />
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
