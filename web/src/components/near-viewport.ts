import { useEffect, useState, type RefObject } from 'react';

/** About a screen ahead: what is fetched then is there when it comes into view. */
const ahead = '600px';

/** True once an element has been about to come into view; from the start where a browser cannot tell. */
export function useNearViewport(element: RefObject<HTMLElement | null>): boolean {
  const [near, setNear] = useState(() => typeof IntersectionObserver === 'undefined');
  useEffect(() => {
    if (near || !element.current) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && setNear(true),
      { rootMargin: ahead },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element, near]);
  return near;
}
