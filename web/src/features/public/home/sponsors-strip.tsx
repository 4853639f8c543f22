import { useRef } from 'react';
import { Link } from 'react-router-dom';
import { useNearViewport } from '../../../ui/near-viewport.js';
import { SponsorPlate } from '../../../domain/content/sponsor-plate.js';
import { useSitePart, type Sponsor, type SponsorView } from '../../../domain/content/site-content.js';
import { Loading, Skeleton } from '../../../ui/skeleton.js';

/** It stands right below the first screen: logos that nobody scrolls to are not fetched. */
const aheadPx = 150;

/** The sponsors' logos in the style that the administrator chose; each leads to the sponsors' page. */
export function SponsorsStrip() {
  const { data, state } = useSitePart('submissions');
  if (state === 'loading') return <Waiting />;
  if (!data || data.sponsors.length === 0) return null;
  return <Strip sponsors={data.sponsors} view={data.sponsor_view} />;
}

/** A component of its own: what watches the window needs the element from the first moment. */
function Strip({ sponsors, view }: { sponsors: Sponsor[]; view: SponsorView }) {
  const strip = useRef<HTMLElement>(null);
  const near = useNearViewport(strip, aheadPx);
  return (
    <section ref={strip} aria-labelledby="sponsors-heading" className="container-page">
      <h2 id="sponsors-heading" className="text-center text-base font-semibold text-ink-soft">
        With the support of
      </h2>
      <ul className="mt-5 flex flex-wrap items-center justify-center gap-3 md:gap-4" data-view={view}>
        {sponsors.map((sponsor) => (
          <li key={sponsor.id}>
            <Link to="/sponsors" className="block rounded-lg" aria-label={`${sponsor.name}, sponsor`}>
              <SponsorPlate sponsor={sponsor} view={view} waits={!near} />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The plates of the usual style, where they will be. */
function Waiting() {
  return (
    <Loading label="Loading sponsors" className="container-page pt-11">
      <div className="flex flex-wrap items-center justify-center gap-3 md:gap-4">
        {['1', '2', '3', '4'].map((key) => (
          <Skeleton key={key} className="h-16 w-40 rounded-md md:h-20 md:w-44" />
        ))}
      </div>
    </Loading>
  );
}
