import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';

/** A first paint is worth more than everything about the worker; what a page fetches after it has come by then, too. */
const settledMs = 3_000;

/** Has the worker installed after the first paint, and keep this page, the home page and the week. */
export function useServiceWorker(): void {
  const { pathname } = useLocation();

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    // Once nothing else is to be done: it is none of what a first visit waits for.
    const settle = () => {
      timer = setTimeout(() => {
        import('./kept-pages.js').then(({ keepThisPage }) => keepThisPage()).catch(() => undefined);
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
