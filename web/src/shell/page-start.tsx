import { useEffect, useRef } from 'react';
import { useLocation, useNavigationType, type NavigationType } from 'react-router-dom';

/** The first stop of the keyboard, which leads past the menu. */
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
 * A new page begins at its top, or at the target of its address (/#privacy), also when that had to be loaded first. Going
 * back and forth is left to the browser, which remembers where each page was.
 */
export function ScrollPosition() {
  const { pathname, hash, key } = useLocation();
  const arrivedBy: `${NavigationType}` = useNavigationType();
  const shownPath = useRef(pathname);
  useEffect(() => {
    const isNewPage = shownPath.current !== pathname;
    shownPath.current = pathname;
    if (isNewPage && arrivedBy !== 'POP') window.scrollTo(0, 0);
    if (hash.length > 1) return scrollWhenThere(decodeURIComponent(hash.slice(1)));
  }, [pathname, hash, key, arrivedBy]);
  return null;
}

/** A part of a page that is fetched late is waited for this long. */
const lateMs = 5_000;

/** Scrolls to an element once it is there. Whoever scrolls meanwhile is left alone. Returns what ends the waiting. */
function scrollWhenThere(id: string): (() => void) | undefined {
  const scroll = () => {
    const target = document.getElementById(id);
    target?.scrollIntoView();
    return target !== null;
  };
  if (scroll()) return undefined;
  const observer = new MutationObserver(() => scroll() && stop());
  const timer = setTimeout(stop, lateMs);
  function stop() {
    observer.disconnect();
    clearTimeout(timer);
    for (const sign of ['wheel', 'touchmove', 'keydown']) window.removeEventListener(sign, stop);
  }
  for (const sign of ['wheel', 'touchmove', 'keydown']) window.addEventListener(sign, stop, { passive: true });
  observer.observe(document.body, { childList: true, subtree: true });
  return stop;
}
