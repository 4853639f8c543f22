import type { BaseMapOptions } from './base-map.js';
import { stateBox, mapSettings } from './map-settings.js';
import type { MapData } from './shapes/map-data.js';
import { MapView, type MapViewEvents, type OpenedMap } from './map-view.js';
import type { MapPlace } from './shapes/overlays.js';
import { boxOfPlace } from './shapes/place-box.js';

export interface OpenedView {
  view: MapView;
  base: 'counties' | 'satellite';
  /** The place at opening time; it may have changed since. */
  openedAt: MapPlace | undefined;
}

/** Both libraries need WebGL 2. */
export const canDrawMaps = (): boolean => document.createElement('canvas').getContext('webgl2') !== null;

interface OpenMapOptions extends Omit<BaseMapOptions, 'box' | 'padding'> {
  place: MapPlace | undefined;
  opensOn: 'place' | 'state';
  /** Mapbox token; empty for the county map. */
  mapKey: string;
  data: MapData;
  events: MapViewEvents;
  /** Id of the instructions. */
  describedBy: string;
}

/** Falls back to the county map when the satellite map's host or token fails. */
export async function openMap({
  mapKey,
  data,
  events,
  describedBy,
  place,
  opensOn,
  ...provided
}: OpenMapOptions): Promise<OpenedView> {
  const opening =
    place && opensOn === 'place'
      ? { box: boxOfPlace(place, data.counties), padding: mapSettings.fitPadding }
      : { box: stateBox, padding: mapSettings.statePadding };
  const options: BaseMapOptions = { ...provided, ...opening };
  const viewOf = (opened: OpenedMap, base: OpenedView['base']): OpenedView => {
    opened.map.getCanvas().setAttribute('aria-describedby', describedBy);
    return { view: new MapView(opened, data, events, base === 'counties'), base, openedAt: place };
  };
  if (mapKey) {
    try {
      const { satelliteMapWith } = await import('./satellite-map.js');
      return viewOf(await satelliteMapWith(mapKey)(options), 'satellite');
    } catch {
      // The county map needs no third party.
    }
  }
  const { openCountyMap } = await import('./county-map.js');
  return viewOf(await openCountyMap(options), 'counties');
}
