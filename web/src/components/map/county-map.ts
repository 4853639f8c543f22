import { Map as LibraryMap, setWorkerUrl } from 'maplibre-gl';
import 'maplibre-gl/dist/maplibre-gl.css';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';
import { untilLoaded, type OpenBaseMap } from './base-map.js';
import { countyLook } from './map-look.js';
import { mapSettings } from './map-settings.js';

/** The map that needs no key and no other host: an empty ground for our own shapes (data/README.md). */

// A file of ours: the content security policy allows no worker made of text.
setWorkerUrl(workerUrl);

export const openCountyMap: OpenBaseMap = async ({ container, place, isDark, label }) => {
  const map = new LibraryMap({
    container,
    // Without glyphs the library draws names with the page's own font.
    style: { version: 8, sources: {}, layers: [] },
    center: [place.lon, place.lat],
    zoom: mapSettings.initialZoom,
    minZoom: mapSettings.leastZoom,
    maxZoom: mapSettings.mostZoom,
    renderWorldCopies: false,
    // The sources of the shapes and the tiles are named below the map, in the page's own type.
    attributionControl: false,
    cooperativeGestures: true,
    dragRotate: false,
    pitchWithRotate: false,
    touchPitch: false,
    locale: { 'Map.Title': label },
  });
  try {
    map.keyboard.disableRotation();
    map.touchZoomRotate.disableRotation();
    await untilLoaded(map);
  } catch (error) {
    map.remove();
    throw error;
  }
  return {
    map,
    fonts: {
      regular: ['Public Sans Variable Medium', 'Public Sans Variable'],
      bold: ['Public Sans Variable Bold', 'Public Sans Variable'],
    },
    look: countyLook(isDark),
  };
};
