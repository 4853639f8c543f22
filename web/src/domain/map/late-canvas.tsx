import { lazy } from 'react';

export const fetchMapCanvas = () => import('./map-canvas.js');

/** The map's code, loaded when a map scrolls into view, with a message if that fails. */
export const MapCanvas = lazy(async () => {
  try {
    return { default: (await fetchMapCanvas()).MapCanvas };
  } catch {
    return { default: MapMissing };
  }
});

/** Shown when the map's code fails to load; the list still has its alerts. */
function MapMissing() {
  return (
    <p className="absolute inset-0 grid place-content-center p-6 text-center">
      The map didn't load. Try reloading the page.
    </p>
  );
}
