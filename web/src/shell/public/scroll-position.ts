import { useSyncExternalStore } from 'react';

function subscribe(listener: () => void) {
  window.addEventListener('scroll', listener, { passive: true });
  return () => window.removeEventListener('scroll', listener);
}

/** Returns whether the page is scrolled by more than `pixels`. */
export function useScrolledPast(pixels: number): boolean {
  return useSyncExternalStore(subscribe, () => window.scrollY > pixels);
}
