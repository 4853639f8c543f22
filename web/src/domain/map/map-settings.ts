import { stateBoxes } from '@site/state/boxes';
import type { MapLayerName } from '@site/domain/weather/tile-grid';
import { MAP_FIT_MAX_ZOOM, MAP_FIT_PADDING, MAP_FLY_TO_ZOOM, MAP_ZOOM } from '../../constants.js';
import type { Box } from './shapes/shapes.js';

/** The map's numbers; the specification's own are in constants.ts. */
export const mapSettings = {
  initialZoom: MAP_ZOOM,
  flyToZoom: MAP_FLY_TO_ZOOM,
  fitPadding: MAP_FIT_PADDING,
  fitMostZoom: MAP_FIT_MAX_ZOOM,
  /**
   * From which zoom on towns of how many inhabitants are named, on our own map: at 8 about a county is seen on a phone, and that is
   * to have some of its towns however small they are.
   */
  townsFrom: [
    [5, 40_000],
    [7, 10_000],
    [8, 500],
    [10, 0],
  ],
  /** Left free around the whole state where a page is about nothing else. */
  statePadding: 20,
  /** A finger that points so far beside a mark means it. */
  reachPx: 18,
  leastZoom: 4,
  mostZoom: 17,
  /** Layers are looked through: the map below stays readable. */
  layerOpacity: 0.8,
  /** How soon a layer whose tiles failed is tried again. */
  retryTilesMs: 60_000,
  /** Loading begins this far before the map scrolls into view. */
  loadAheadPx: 200,
} as const;

/** The layer that is shown first. */
export const defaultLayer: MapLayerName = 'temperature';

export const stateBox: Box = stateBoxes.itself;

/** The base map where there is a Mapbox token. */
export const satelliteStyle = 'mapbox://styles/mapbox/satellite-streets-v12';
