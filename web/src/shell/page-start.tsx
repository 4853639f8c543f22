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
    const target = hash.length > 1 ? document.getElementById(decodeURIComponent(hash.slice(1))) : null;
    if (target) target.scrollIntoView();
    else if (isNewPage && arrivedBy !== 'POP') window.scrollTo(0, 0);
  }, [pathname, hash, key, arrivedBy]);
  return null;
}
