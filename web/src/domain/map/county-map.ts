import { Map as LibraryMap, setWorkerUrl } from 'maplibre-gl';
import 'maplibre-gl/dist/maplibre-gl.css';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';
import { mapOptions, untilUsable, type OpenBaseMap } from './base-map.js';
import { countyLook } from './shapes/map-look.js';

/** The map that needs no key and no other host: an empty ground for our own shapes (data/README.md). */

// A file of ours: the content security policy allows no worker made of text.
setWorkerUrl(workerUrl);

export const openCountyMap: OpenBaseMap = async (options) => {
  const map = new LibraryMap({
    ...mapOptions(options),
    // Without glyphs the library draws names with the page's own font.
    style: { version: 8, sources: {}, layers: [] },
    // The sources of the shapes and the tiles are named below the map, in the page's own type.
    attributionControl: false,
  });
  await untilUsable(map);
  return {
    map,
    fonts: {
      regular: ['Public Sans Variable Medium', 'Public Sans Variable'],
      bold: ['Public Sans Variable Bold', 'Public Sans Variable'],
    },
    look: countyLook(options.isDark),
  };
};
