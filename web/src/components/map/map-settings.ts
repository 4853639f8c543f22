import { stateBoxes } from '@site/regions/bounding-boxes';
import type { MapLayerName } from '@site/domain/weather/tile-grid';
import { MAP_FIT_MAX_ZOOM, MAP_FIT_PADDING, MAP_FLY_TO_ZOOM, MAP_ZOOM } from '@/constants/display-constants.js';
import type { Box } from './shapes/shapes.js';

/** Those from the specification are in display-constants.ts. */
export const mapSettings = {
  initialZoom: MAP_ZOOM,
  flyToZoom: MAP_FLY_TO_ZOOM,
  fitPadding: MAP_FIT_PADDING,
  fitMaxZoom: MAP_FIT_MAX_ZOOM,
  /**
   * Minimum population of named towns by zoom. Zoom 8 shows about a county on a phone, which should have some towns.
   */
  townsFrom: [
    [5, 40_000],
    [7, 10_000],
    [8, 500],
    [10, 0],
  ],
  /** On pages that show the whole state. */
  statePadding: 20,
  reachPx: 18,
  minZoom: 4,
  maxZoom: 17,
  /** Keeps the base map readable below a layer. */
  layerOpacity: 0.8,
  retryTilesMs: 60_000,
  /** Starts loading this far before the map scrolls into view. */
  loadAheadPx: 200,
} as const;

export const defaultLayer: MapLayerName = 'temperature';

export const stateBox: Box = stateBoxes.itself;

export const satelliteStyle = 'mapbox://styles/mapbox/satellite-streets-v12';
