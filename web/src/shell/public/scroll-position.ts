import { useDeviceValue } from '../../ui/taken-over.js';

function subscribe(listener: () => void) {
  window.addEventListener('scroll', listener, { passive: true });
  return () => window.removeEventListener('scroll', listener);
}

export function useScrolledPast(pixels: number): boolean {
  return useDeviceValue(
    subscribe,
    () => window.scrollY > pixels,
    () => false,
  );
}
