import { Outlet } from 'react-router-dom';
import { PlaceProvider } from '@/components/places/place.js';
import { StormBanner } from '@/components/storm/storm-banner.js';
import { LazySection } from '@/ui/lazy-section.js';
import { useTakenOver } from '@/ui/hydration.js';
import { SkipLink } from '../skip-link.js';
import { useFetchAhead } from './prefetch.js';
import { Footer } from './footer.js';
import { RevokedPushNotice } from './lost-push-notice.js';
import { Navbar } from './navbar.js';
import { ScrollToTop } from './scroll-to-top.js';
import { useServiceWorker } from './service-worker.js';
import { SpanishLine } from './spanish-suggestion.js';
import { TopBar } from './top-bar.js';
import { useAlertStream } from './use-alert-stream.js';
import { WarningStripSlot } from './warning-strip-slot.js';
import { UnitsOfSite } from './units-of-site.js';

/** The layout of public pages. The dashboard has its own, without the top bar. */
export function PublicLayout() {
  useFetchAhead();
  useServiceWorker();
  useAlertStream();
  return (
    <PlaceProvider>
      <div className="flex min-h-dvh flex-col">
        <SkipLink />
        <TopBar />
        <Navbar />
        <SpanishLine />
        <WarningStripSlot />
        <RevokedPushNotice />
        <LazySection missing={null}>
          <StormBanner />
        </LazySection>
        {/* At least as tall as the window, like the placeholder, so that the footer never jumps. */}
        <main id="content" tabIndex={-1} className="min-h-dvh flex-1">
          <UnitsOfSite>
            <Outlet />
          </UnitsOfSite>
        </main>
        <Footer />
        <ScrollToTop />
        <OtherPlaceNote />
      </div>
    </PlaceProvider>
  );
}

/** Explains another place's weather to visitors with a place of their own when the script doesn't load (styles.css). */
function OtherPlaceNote() {
  if (useTakenOver()) return null;
  return (
    <p className="other-place-note fixed inset-x-0 bottom-0 z-50 hidden bg-bar p-4 text-center font-semibold text-on-bar print:hidden">
      We couldn’t load the weather for your place. The headings say which place this weather is for.
    </p>
  );
}
