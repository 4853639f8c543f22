import { officialName, officialPage } from '@site/state/state';
import { lazy, useRef } from 'react';
import { Late } from '../../ui/late.js';
import { useNearViewport } from '../../ui/near-viewport.js';

const FooterContent = lazy(() => import('./footer-content.js').then((module) => ({ default: module.FooterContent })));

/** Less than the rest of the home page is high before it has come: the first load has no footer in it. */
const aheadPx = 400;

/** The quiet end of every public page. It is below the window on all of them, and comes when somebody scrolls there. */
export function Footer() {
  const place = useRef<HTMLElement>(null);
  const near = useNearViewport(place, aheadPx);
  return (
    // About as high as it will be.
    <footer ref={place} className="mt-12 min-h-176 border-t border-line bg-surface md:mt-24 md:min-h-120">
      {near && (
        <Late missing={<ShortFooter />}>
          <FooterContent />
        </Late>
      )}
    </footer>
  );
}

/** What must be said when the rest does not come. */
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
