import { lazy } from 'react';

/** Fetches the map's code ahead of the map. */
export const fetchMapCanvas = () => import('./map-canvas.js');

/** The map's code, fetched when a map comes into view; words where it does not arrive. */
export const MapCanvas = lazy(async () => {
  try {
    return { default: (await fetchMapCanvas()).MapCanvas };
  } catch {
    return { default: MapMissing };
  }
});

/** Stands where the map's code did not arrive; what it would show of alerts is in the list. */
function MapMissing() {
  return (
    <p className="absolute inset-0 grid place-content-center p-6 text-center">
      The map could not be loaded. Loading the page again usually helps.
    </p>
  );
}
