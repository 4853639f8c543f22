import { lazy } from 'react';

export const fetchMapCanvas = () => import('./map-canvas.js');

/** Loads the map's code when a map scrolls into view. */
export const MapCanvas = lazy(async () => {
  try {
    return { default: (await fetchMapCanvas()).MapCanvas };
  } catch {
    return { default: MapMissing };
  }
});

/** The list still has its alerts. */
function MapMissing() {
  return (
    <p className="absolute inset-0 grid place-content-center p-6 text-center">
      The map didn't load. Try reloading the page.
    </p>
  );
}
