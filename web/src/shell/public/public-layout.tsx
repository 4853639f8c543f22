import { Outlet } from 'react-router-dom';
import { PlaceProvider } from '../../domain/places/place.js';
import { ScrollPosition, SkipLink } from '../page-start.js';
import { useFetchAhead } from './fetch-ahead.js';
import { Footer } from './footer.js';
import { Navbar } from './navbar.js';
import { ScrollToTop } from './scroll-to-top.js';
import { useServiceWorker } from './service-worker.js';
import { StormBanner } from './storm-banner.js';
import { TopBar } from './top-bar.js';
import { useAlertStream } from './use-alert-stream.js';
import { WarningStripSlot } from './warning-strip-slot.js';
import { UnitsOfSite } from './units-of-site.js';

/** What every public page stands in. The dashboard has its own layout, without the top bar. */
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
        <WarningStripSlot />
        <StormBanner />
        {/* At least a window high, as it is while a page is on its way: the footer is never seen to jump. */}
        <main id="content" tabIndex={-1} className="min-h-dvh flex-1">
          <UnitsOfSite>
            <Outlet />
          </UnitsOfSite>
        </main>
        <Footer />
        <ScrollToTop />
      </div>
      <ScrollPosition />
    </PlaceProvider>
  );
}
