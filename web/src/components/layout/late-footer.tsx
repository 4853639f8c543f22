import { lazy, useRef } from 'react';
import { Late } from '../late.js';
import { useNearViewport } from '../near-viewport.js';

const Footer = lazy(() => import('./footer.js').then((module) => ({ default: module.Footer })));

/** The footer, fetched when somebody comes near it: far below the window on most pages, and weight on every first visit. */
export function LateFooter() {
  const place = useRef<HTMLDivElement>(null);
  const near = useNearViewport(place);
  return (
    // About as high as the footer, so that its coming moves nothing that is seen.
    <div ref={place} className="min-h-[60rem] sm:min-h-[36rem] lg:min-h-[30rem]">
      {near && (
        <Late missing={<p className="container-page py-12">This is not an official warning service.</p>}>
          <Footer />
        </Late>
      )}
    </div>
  );
}
