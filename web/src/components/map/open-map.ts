import type { BaseMapOptions } from './base-map.js';
import type { MapData } from './map-data.js';
import { MapView, type MapViewEvents } from './map-view.js';

/** Which of the two base maps is shown, and whether any can be. */

export interface OpenedView {
  view: MapView;
  base: 'counties' | 'satellite';
}

/** Both libraries draw with WebGL 2. */
export const canDrawMaps = (): boolean => document.createElement('canvas').getContext('webgl2') !== null;

interface OpenMapOptions extends BaseMapOptions {
  /** Mapbox token; empty for the map of counties. */
  mapKey: string;
  data: MapData;
  events: MapViewEvents;
}

/** Opens the map. A satellite map that cannot be had, for want of its host or a valid token, gives way to the counties. */
export async function openMap({ mapKey, data, events, ...options }: OpenMapOptions): Promise<OpenedView> {
  if (mapKey) {
    try {
      const { satelliteMapWith } = await import('./satellite-map.js');
      const opened = await satelliteMapWith(mapKey)(options);
      return { view: new MapView(opened, data, events), base: 'satellite' };
    } catch {
      // The map of counties below needs nobody but us.
    }
  }
  const { openCountyMap } = await import('./county-map.js');
  return { view: new MapView(await openCountyMap(options), data, events), base: 'counties' };
}
