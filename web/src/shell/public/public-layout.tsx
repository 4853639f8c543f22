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
        <WarningStripSlot />
        <StormBanner />
        {/* At least as tall as the window, like the placeholder, so that the footer never jumps. */}
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
