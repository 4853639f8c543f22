import type { OpenedMap } from './map-view.js';
import type { MapPlace } from './overlays.js';

/** What a base map is opened with. */
export interface BaseMapOptions {
  container: HTMLElement;
  place: MapPlace;
  isDark: boolean;
  /** What screen readers call the map. */
  label: string;
}

export type OpenBaseMap = (options: BaseMapOptions) => Promise<OpenedMap>;

/** A map that has not loaded by then is given up. */
const loadWithinMs = 12_000;

/** Until a map has loaded; fails when its style cannot be had or the library cannot draw. */
export const untilLoaded = (map: {
  once(event: 'load', listener: () => void): unknown;
  on(event: 'error', listener: (event: { error: unknown }) => void): unknown;
  isStyleLoaded(): boolean | void;
}): Promise<void> =>
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
