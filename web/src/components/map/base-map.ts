import type { OpenedMap } from './map-view.js';
import { mapSettings } from './map-settings.js';
import type { Box } from './shapes/shapes.js';

export interface BaseMapOptions {
  container: HTMLElement;
  /** The area shown first; padding in pixels. */
  box: Box;
  padding: number;
  isDark: boolean;
  label: string;
}

export type OpenBaseMap = (options: BaseMapOptions) => Promise<OpenedMap>;

/** For both libraries: north stays up, and the page scrolls past the map. */
export const mapOptions = ({ container, box, padding, label }: BaseMapOptions) => ({
  container,
  bounds: [box.west, box.south, box.east, box.north] as [number, number, number, number],
  // The specification's initial zoom is the closest to open at.
  fitBoundsOptions: { padding, maxZoom: mapSettings.initialZoom },
  minZoom: mapSettings.minZoom,
  maxZoom: mapSettings.maxZoom,
  renderWorldCopies: false,
  cooperativeGestures: true,
  dragRotate: false,
  pitchWithRotate: false,
  touchPitch: false,
  locale: { 'Map.Title': label },
});

interface LibraryMap {
  keyboard: { disableRotation(): unknown };
  touchZoomRotate: { disableRotation(): unknown };
  once(event: 'load', listener: () => void): unknown;
  on(event: 'error', listener: (event: { error: unknown }) => void): unknown;
  isStyleLoaded(): boolean | void;
  remove(): unknown;
}

/** Removes the map from the page when it fails. */
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

const loadWithinMs = 12_000;

/** Rejects when the style fails to load or the library can't draw. */
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
