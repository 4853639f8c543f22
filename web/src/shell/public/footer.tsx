import { officialName, officialPage } from '@site/state/state';
import { lazy, useRef } from 'react';
import { Late } from '../../ui/late.js';
import { useNearViewport } from '../../ui/near-viewport.js';

const FooterContent = lazy(() => import('./footer-content.js').then((module) => ({ default: module.FooterContent })));

/** Less than the height of the loading home page, so that the first load excludes the footer. */
const aheadPx = 400;

/** The footer of public pages. It is below the fold on all of them and loads on scrolling. */
export function Footer() {
  const place = useRef<HTMLElement>(null);
  const near = useNearViewport(place, aheadPx);
  return (
    // Reserves roughly its final height.
    <footer ref={place} className="mt-12 min-h-176 border-t border-line bg-surface md:mt-24 md:min-h-120">
      {near && (
        <Late missing={<ShortFooter />}>
          <FooterContent />
        </Late>
      )}
    </footer>
  );
}

/** Required content if the rest fails to load. */
function ShortFooter() {
  return (
    <p className="container-page py-6">
      This is not an official warning service. Official warnings:{' '}
      <a className="text-link" href={officialPage}>
        {officialName}
      </a>
      . Without pictures:{' '}
      <a className="text-link" href="/now">
        text-only page for your county
      </a>
      .
    </p>
  );
}
