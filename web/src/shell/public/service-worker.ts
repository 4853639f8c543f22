import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';

/** The first paint has priority over the worker. By then the page's later requests have finished too. */
const settledMs = 3_000;

/** Installs the service worker after the page has settled, and has it cache the opened pages. */
export function useServiceWorker(): void {
  const { pathname } = useLocation();

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    // A first visit doesn't depend on it.
    const settle = () => {
      timer = setTimeout(() => {
        import('./cached-pages.js').then(({ cacheCurrentPage }) => cacheCurrentPage()).catch(() => undefined);
      }, settledMs);
    };
    if (document.readyState === 'complete') settle();
    else window.addEventListener('load', settle, { once: true });
    return () => {
      window.removeEventListener('load', settle);
      clearTimeout(timer);
    };
  }, [pathname]);
}
