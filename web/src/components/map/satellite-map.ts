/** Satellite images with streets by Mapbox; needs the site owner's public token. */
import mapbox from 'mapbox-gl/dist/mapbox-gl-csp.js';
import 'mapbox-gl/dist/mapbox-gl.css';
import workerUrl from 'mapbox-gl/dist/mapbox-gl-csp-worker.js?url';
import { mapOptions, untilUsable, type OpenBaseMap } from './base-map.js';
import { satelliteTheme } from './shapes/map-styles.js';
import { satelliteStyle } from './map-settings.js';
import type { OpenedMap } from './map-view.js';

/** Without a token, the library draws nothing and reports success. */
export const satelliteMapWith =
  (token: string): OpenBaseMap =>
  async (options) => {
    // The CSP build has its worker in a separate file.
    mapbox.workerUrl = workerUrl;
    const map = new mapbox.Map({
      ...mapOptions(options),
      accessToken: token,
      style: satelliteStyle,
      projection: 'mercator',
    });
    await untilUsable(map);
    return {
      // MapLibre is a fork of Mapbox GL JS; MapView uses only parts that are the same in both.
      map: map as unknown as OpenedMap['map'],
      fonts: {
        regular: ['DIN Pro Medium', 'Arial Unicode MS Regular'],
        bold: ['DIN Pro Bold', 'Arial Unicode MS Bold'],
      },
      theme: satelliteTheme,
    };
  };
