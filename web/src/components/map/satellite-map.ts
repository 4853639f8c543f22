import mapbox from 'mapbox-gl/dist/mapbox-gl-csp.js';
import 'mapbox-gl/dist/mapbox-gl.css';
import workerUrl from 'mapbox-gl/dist/mapbox-gl-csp-worker.js?url';
import { untilLoaded, type OpenBaseMap } from './base-map.js';
import { satelliteLook } from './map-look.js';
import { mapSettings, satelliteStyle } from './map-settings.js';
import type { OpenedMap } from './map-view.js';

/** Photographs of the ground with streets, by Mapbox; needs a public token of the site's owner. */

/** Opens maps with this token. The library draws nothing at all, and says that all is well, without one. */
export const satelliteMapWith =
  (token: string): OpenBaseMap =>
  async ({ container, place, label }) => {
    // The build for pages with a content security policy: its worker is a file of ours.
    mapbox.workerUrl = workerUrl;
    const map = new mapbox.Map({
      accessToken: token,
      container,
      style: satelliteStyle,
      center: [place.lon, place.lat],
      zoom: mapSettings.initialZoom,
      minZoom: mapSettings.leastZoom,
      maxZoom: mapSettings.mostZoom,
      projection: 'mercator',
      renderWorldCopies: false,
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
      // MapLibre began as Mapbox GL JS; what MapView uses is the same in both.
      map: map as unknown as OpenedMap['map'],
      fonts: {
        regular: ['DIN Pro Medium', 'Arial Unicode MS Regular'],
        bold: ['DIN Pro Bold', 'Arial Unicode MS Bold'],
      },
      look: satelliteLook,
    };
  };
