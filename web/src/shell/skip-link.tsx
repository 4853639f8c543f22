/** Start of every page: the skip link and the scroll position. */
import { useEffect, useRef } from 'react';
import { useLocation, useNavigationType, type NavigationType } from 'react-router-dom';

export function SkipLink() {
  return (
    <a
      href="#content"
      className="sr-only z-50 rounded-full bg-sky px-5 py-3 font-semibold text-on-sky focus:not-sr-only focus:fixed focus:top-3 focus:left-3"
    >
      Skip to content
    </a>
  );
}

/**
 * Scrolls new pages to the top, or to the target of their URL (/#privacy), even if it loads later. The browser restores
 * the position on back and forward.
 */
export function ScrollPosition() {
  const { pathname, hash, key } = useLocation();
  const arrivedBy: `${NavigationType}` = useNavigationType();
  const lastPath = useRef(pathname);
  useEffect(() => {
    const isNewPage = lastPath.current !== pathname;
    lastPath.current = pathname;
    if (isNewPage && arrivedBy !== 'POP') window.scrollTo(0, 0);
    if (hash.length > 1) return scrollWhenThere(decodeURIComponent(hash.slice(1)));
  }, [pathname, hash, key, arrivedBy]);
  return null;
}

/** Maximum wait for a lazy section. */
const scrollTimeoutMs = 5_000;

/** Scrolls to an element once it exists, unless the visitor scrolls first. Returns a function that cancels. */
function scrollWhenThere(id: string): (() => void) | undefined {
  const scroll = () => {
    const target = document.getElementById(id);
    target?.scrollIntoView();
    return target !== null;
  };
  if (scroll()) return undefined;
  const observer = new MutationObserver(() => scroll() && stop());
  const timer = setTimeout(stop, scrollTimeoutMs);
  function stop() {
    observer.disconnect();
    clearTimeout(timer);
    for (const sign of ['wheel', 'touchmove', 'keydown']) window.removeEventListener(sign, stop);
  }
  for (const sign of ['wheel', 'touchmove', 'keydown']) window.addEventListener(sign, stop, { passive: true });
  observer.observe(document.body, { childList: true, subtree: true });
  return stop;
}
