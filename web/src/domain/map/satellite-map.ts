import mapbox from 'mapbox-gl/dist/mapbox-gl-csp.js';
import 'mapbox-gl/dist/mapbox-gl.css';
import workerUrl from 'mapbox-gl/dist/mapbox-gl-csp-worker.js?url';
import { mapOptions, untilUsable, type OpenBaseMap } from './base-map.js';
import { satelliteLook } from './shapes/map-look.js';
import { satelliteStyle } from './map-settings.js';
import type { OpenedMap } from './map-view.js';

/** Photographs of the ground with streets, by Mapbox; needs a public token of the site's owner. */

/** Opens maps with this token. The library draws nothing at all, and says that all is well, without one. */
export const satelliteMapWith =
  (token: string): OpenBaseMap =>
  async (options) => {
    // The build for pages with a content security policy: its worker is a file of ours.
    mapbox.workerUrl = workerUrl;
    const map = new mapbox.Map({
      ...mapOptions(options),
      accessToken: token,
      style: satelliteStyle,
      projection: 'mercator',
    });
    await untilUsable(map);
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
