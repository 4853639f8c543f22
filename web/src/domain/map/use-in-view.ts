import { useEffect, useState, type RefObject } from 'react';

/** True from the moment when an element comes near the visible part of the page. */
export function useInView(element: RefObject<Element | null>, aheadPx: number): boolean {
  const [inView, setInView] = useState(false);
  useEffect(() => {
    const target = element.current;
    // Every browser that can draw the map knows it; where it is missing nothing is ever in view.
    if (!target || typeof IntersectionObserver === 'undefined') return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        setInView(true);
        observer.disconnect();
      },
      { rootMargin: `${aheadPx}px` },
    );
    observer.observe(target);
    return () => observer.disconnect();
  }, [element, aheadPx]);
  return inView;
}
