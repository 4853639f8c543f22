import { useEffect, useState, type RefObject } from 'react';
import { useTakenOver } from './hydration.js';

/** About a screen ahead, so that content has loaded when it scrolls into view. */
const defaultAheadPx = 600;

/**
 * Returns true once an element has been near the viewport.
 * @param unknown the result in browsers that can't detect it
 */
export function useNearViewport(
  element: RefObject<HTMLElement | null>,
  aheadPx = defaultAheadPx,
  unknown = true,
): boolean {
  const isUndetected = useTakenOver() && unknown && typeof IntersectionObserver === 'undefined';
  const [near, setNear] = useState(false);
  useEffect(() => {
    if (near || !element.current || typeof IntersectionObserver === 'undefined') return;
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && setNear(true),
      { rootMargin: `${aheadPx}px` },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element, near, aheadPx]);
  return near || isUndetected;
}
