import { useDeviceValue } from '@/ui/hydration.js';

function subscribe(listener: () => void) {
  window.addEventListener('scroll', listener, { passive: true });
  return () => window.removeEventListener('scroll', listener);
}

/** Whether the page is scrolled further than this many CSS pixels; false on the server. */
export function useScrolledPast(pixels: number): boolean {
  return useDeviceValue(
    subscribe,
    () => window.scrollY > pixels,
    () => false,
  );
}
