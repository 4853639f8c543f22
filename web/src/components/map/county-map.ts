/** The base map without a key or third-party host: a plain background for our own shapes (data/README.md). */
import { Map as LibraryMap, setWorkerUrl } from 'maplibre-gl';
import 'maplibre-gl/dist/maplibre-gl.css';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';
import { mapOptions, untilUsable, type OpenBaseMap } from './base-map.js';
import { getCountyTheme } from './shapes/map-styles.js';

// Served as a file because the content security policy forbids blob workers.
setWorkerUrl(workerUrl);

/** Opens the map with an empty style; overlays add all shapes. */
export const openCountyMap: OpenBaseMap = async (options) => {
  const map = new LibraryMap({
    ...mapOptions(options),
    // Without glyphs the library draws names in the page's own font.
    style: { version: 8, sources: {}, layers: [] },
    // Attributed below the map in the page's own type.
    attributionControl: false,
  });
  await untilUsable(map);
  return {
    map,
    fonts: {
      regular: ['Public Sans Variable Medium', 'Public Sans Variable'],
      bold: ['Public Sans Variable Bold', 'Public Sans Variable'],
    },
    theme: getCountyTheme(options.isDark),
  };
};
