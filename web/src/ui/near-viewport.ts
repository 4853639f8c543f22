import { useEffect, useState, type RefObject } from 'react';

/** About a screen ahead: what is fetched then is there when it comes into view. */
const usualAheadPx = 600;

/**
 * True once an element has been about to come into view.
 * @param unknown the answer where a browser cannot tell
 */
export function useNearViewport(
  element: RefObject<HTMLElement | null>,
  aheadPx = usualAheadPx,
  unknown = true,
): boolean {
  const [near, setNear] = useState(() => unknown && typeof IntersectionObserver === 'undefined');
  useEffect(() => {
    if (near || !element.current || typeof IntersectionObserver === 'undefined') return;
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && setNear(true),
      { rootMargin: `${aheadPx}px` },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element, near, aheadPx]);
  return near;
}
