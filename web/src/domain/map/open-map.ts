import type { BaseMapOptions } from './base-map.js';
import type { MapData } from './shapes/map-data.js';
import { MapView, type MapViewEvents, type OpenedMap } from './map-view.js';
import type { MapPlace } from './shapes/overlays.js';
import { boxOfPlace } from './shapes/place-box.js';

/** Which of the two base maps is shown, and whether any can be. */

export interface OpenedView {
  view: MapView;
  base: 'counties' | 'satellite';
  /** Where it was opened; the page may be about another place by now. */
  openedAt: MapPlace;
}

/** Both libraries draw with WebGL 2. */
export const canDrawMaps = (): boolean => document.createElement('canvas').getContext('webgl2') !== null;

interface OpenMapOptions extends Omit<BaseMapOptions, 'box'> {
  /** Mapbox token; empty for the map of counties. */
  mapKey: string;
  data: MapData;
  events: MapViewEvents;
  /** Id of the text that says how the map is used. */
  describedBy: string;
}

/** Opens the map. A satellite map that cannot be had, for want of its host or a valid token, gives way to the counties. */
export async function openMap({ mapKey, data, events, describedBy, ...given }: OpenMapOptions): Promise<OpenedView> {
  const options: BaseMapOptions = { ...given, box: boxOfPlace(given.place, data.counties) };
  const viewOf = (opened: OpenedMap, base: OpenedView['base']): OpenedView => {
    opened.map.getCanvas().setAttribute('aria-describedby', describedBy);
    return { view: new MapView(opened, data, events, base === 'counties'), base, openedAt: options.place };
  };
  if (mapKey) {
    try {
      const { satelliteMapWith } = await import('./satellite-map.js');
      return viewOf(await satelliteMapWith(mapKey)(options), 'satellite');
    } catch {
      // The map of counties below needs nobody but us.
    }
  }
  const { openCountyMap } = await import('./county-map.js');
  return viewOf(await openCountyMap(options), 'counties');
}
