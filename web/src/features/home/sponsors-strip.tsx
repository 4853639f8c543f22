import { useRef } from 'react';
import { Link } from 'react-router-dom';
import { useNearViewport } from '../../components/near-viewport.js';
import { SponsorPlate } from '../../components/sponsor-plate.js';
import { useSiteContent } from '../../components/site-content.js';

/** It stands right below the first screen: logos that nobody scrolls to are not fetched. */
const aheadPx = 150;

/** The sponsors' logos in the style that the administrator chose; each leads to the sponsors' page. */
export function SponsorsStrip() {
  const { data } = useSiteContent();
  const strip = useRef<HTMLElement>(null);
  const near = useNearViewport(strip, aheadPx);
  const sponsors = data?.sponsors ?? [];
  if (sponsors.length === 0) return null;
  const view = data?.sponsor_view ?? '1';
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
