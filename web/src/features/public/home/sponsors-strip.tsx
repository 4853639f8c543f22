import type { Sponsor } from '@site/proto/submissions/v1/sponsors.responses';
import type { SponsorView } from '@site/proto/submissions/v1/sponsors.schema';
import { useRef } from 'react';
import { Link } from 'react-router-dom';
import { useNearViewport } from '@/ui/near-viewport.js';
import { SponsorPlate } from '@/components/content/sponsor-plate.js';
import { useSitePart } from '@/components/content/site-content.js';
import { Section } from '@/ui/page-section.js';
import { Loading } from '@/ui/skeleton.js';

/** The strip is right below the fold; logos load only when it comes near the viewport. */
const aheadPx = 150;

export function SponsorsStrip() {
  const { data, state } = useSitePart('submissions');
  if (state === 'loading') return <Waiting />;
  if (!data || data.sponsors.length === 0) return null;
  return <Strip sponsors={data.sponsors} view={data.sponsor_view} />;
}

/** Separate, because the viewport observer needs the element on the first render. */
function Strip({ sponsors, view }: { sponsors: Sponsor[]; view: SponsorView }) {
  const strip = useRef<HTMLElement>(null);
  const near = useNearViewport(strip, aheadPx);
  return (
    <Section
      ref={strip}
      title="Sponsored by"
      headingClassName="text-center text-base font-semibold text-ink-soft"
      className="container-page"
    >
      <ul className="mt-3 flex flex-wrap items-center justify-center gap-2 sm:mt-5 sm:gap-3 md:gap-4" data-view={view}>
        {sponsors.map((sponsor) => (
          <li key={sponsor.id}>
            <Link to="/sponsors" className="block rounded-lg" aria-label={`${sponsor.name}, sponsor`}>
              <SponsorPlate sponsor={sponsor} view={view} waits={!near} />
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Waiting() {
  return (
    <div className="container-page pt-9 sm:pt-11">
      <Loading
        label="Loading sponsors"
        className="flex flex-wrap items-center justify-center gap-2 sm:gap-3 md:gap-4"
        count={6}
        each="h-14 w-26 rounded-md sm:h-16 sm:w-40 md:h-20 md:w-44"
      />
    </div>
  );
}
