import type { OpenedMap } from './map-view.js';
import { mapSettings } from './map-settings.js';
import type { Box } from './shapes/shapes.js';

/** What a base map is opened with. */
export interface BaseMapOptions {
  container: HTMLElement;
  /** What the map opens on, and how much is left free around that, in pixels. */
  box: Box;
  padding: number;
  isDark: boolean;
  /** What screen readers call the map. */
  label: string;
}

export type OpenBaseMap = (options: BaseMapOptions) => Promise<OpenedMap>;

/** What both libraries are given: north is up, and the page scrolls past the map. */
export const mapOptions = ({ container, box, padding, label }: BaseMapOptions) => ({
  container,
  bounds: [box.west, box.south, box.east, box.north] as [number, number, number, number],
  // Never closer than the specification opens it.
  fitBoundsOptions: { padding, maxZoom: mapSettings.initialZoom },
  minZoom: mapSettings.leastZoom,
  maxZoom: mapSettings.mostZoom,
  renderWorldCopies: false,
  cooperativeGestures: true,
  dragRotate: false,
  pitchWithRotate: false,
  touchPitch: false,
  locale: { 'Map.Title': label },
});

/** As much of a map of either library as is used here. */
interface LibraryMap {
  keyboard: { disableRotation(): unknown };
  touchZoomRotate: { disableRotation(): unknown };
  once(event: 'load', listener: () => void): unknown;
  on(event: 'error', listener: (event: { error: unknown }) => void): unknown;
  isStyleLoaded(): boolean | void;
  remove(): unknown;
}

/** Until a map can be used. One that cannot be is taken off the page again. */
export async function untilUsable(map: LibraryMap): Promise<void> {
  try {
    map.keyboard.disableRotation();
    map.touchZoomRotate.disableRotation();
    await untilLoaded(map);
  } catch (error) {
    map.remove();
    throw error;
  }
}

/** A map that has not loaded by then is given up. */
const loadWithinMs = 12_000;

/** Until a map has loaded; fails when its style cannot be had or the library cannot draw. */
const untilLoaded = (map: LibraryMap): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the map did not load in time')), loadWithinMs);
    map.once('load', () => {
      clearTimeout(timer);
      resolve();
    });
    map.on('error', ({ error }) => {
      if (map.isStyleLoaded()) return;
      clearTimeout(timer);
      reject(error instanceof Error ? error : new Error(String(error)));
    });
  });
