import { stateName } from '@site/regions/state';
import { useSitePart } from '@/components/content/site-content.js';
import { toSlide } from '@/components/content/slide.js';
import { SnapshotCard } from '@/components/content/snapshot-card.js';
import { ButtonLink } from '@/ui/button.js';
import { Section } from '@/ui/page-section.js';

const maxPhotos = 3;

/** Visitors enter the places themselves, so no photo is claimed for this county. */
export function CountyPhotos() {
  const { data } = useSitePart('submissions');
  const slides = (data?.snapshots ?? []).slice(0, maxPhotos).map(toSlide);
  return (
    <Section id="photos" title="Photos from across the state">
      <p className="mt-3 max-w-2xl text-ink-soft">
        People across {stateName} send photos of their sky. Each photo says where it was taken.
      </p>
      {slides.length > 0 && (
        <ul aria-label="Newest photos" className="mt-6 grid gap-6 sm:grid-cols-2 lg:grid-cols-3">
          {slides.map((slide) => (
            <li key={slide.id}>
              <SnapshotCard slide={slide} />
            </li>
          ))}
        </ul>
      )}
      <ButtonLink to="/snapshots" tone="secondary" className="mt-4">
        See all photos
      </ButtonLink>
    </Section>
  );
}
