/** Loads the map's drawing code on demand, in a chunk of its own. */
import { lazy } from 'react';

export const fetchMapCanvas = () => import('./map-canvas.js');

export const MapCanvas = lazy(async () => {
  try {
    return { default: (await fetchMapCanvas()).MapCanvas };
  } catch {
    return { default: MapMissing };
  }
});

function MapMissing() {
  return (
    <p className="absolute inset-0 grid place-content-center p-6 text-center">
      The map didn't load. Try reloading the page.
    </p>
  );
}
