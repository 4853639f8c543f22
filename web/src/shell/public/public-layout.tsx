import { useEffect, useRef } from 'react';
import { Outlet, useLocation, useNavigationType, type NavigationType } from 'react-router-dom';
import { PlaceProvider } from '../../domain/places/place.js';
import { Footer } from './footer.js';
import { Navbar } from './navbar.js';
import { ScrollToTop } from './scroll-to-top.js';
import { TopBar } from './top-bar.js';

/** What every public page stands in. The dashboard has its own layout, without the top bar. */
export function PublicLayout() {
  return (
    <PlaceProvider>
      <div className="flex min-h-dvh flex-col">
        <a
          href="#content"
          className="sr-only z-50 rounded-full bg-sky px-5 py-3 font-semibold text-on-sky focus:not-sr-only focus:fixed focus:top-3 focus:left-3"
        >
          Skip to content
        </a>
        <TopBar />
        <Navbar />
        {/* At least a window high, as it is while a page is on its way: the footer is never seen to jump. */}
        <main id="content" tabIndex={-1} className="min-h-dvh flex-1">
          <Outlet />
        </main>
        <Footer />
        <ScrollToTop />
      </div>
      <ScrollPosition />
    </PlaceProvider>
  );
}

/**
 * A new page begins at its top, or at the target of its address (/#privacy), also when that had to be loaded first. Going
 * back and forth is left to the browser, which remembers where each page was.
 */
function ScrollPosition() {
  const { pathname, hash, key } = useLocation();
  const arrivedBy: `${NavigationType}` = useNavigationType();
  const shownPath = useRef(pathname);
  useEffect(() => {
    const isNewPage = shownPath.current !== pathname;
    shownPath.current = pathname;
    const target = hash.length > 1 ? document.getElementById(decodeURIComponent(hash.slice(1))) : null;
    if (target) target.scrollIntoView();
    else if (isNewPage && arrivedBy !== 'POP') window.scrollTo(0, 0);
  }, [pathname, hash, key, arrivedBy]);
  return null;
}
