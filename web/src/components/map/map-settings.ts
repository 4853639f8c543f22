import type { MapLayerName } from '@site/proto/weather/v1/tile-grid';
import type { Box } from './shapes.js';

/** The map's numbers. The first four are the specification's (section 9). */
export const mapSettings = {
  initialZoom: 12,
  flyToZoom: 13,
  fitPadding: 50,
  fitMostZoom: 13,
  leastZoom: 4,
  mostZoom: 17,
  /** Layers are looked through: the map below stays readable. */
  layerOpacity: 0.8,
  /** How soon a layer whose tiles failed is tried again. */
  retryTilesMs: 60_000,
  /** Loading begins this far before the map scrolls into view. */
  loadAheadPx: 200,
} as const;

/** The layer that is shown first (section 4). */
export const defaultLayer: MapLayerName = 'temperature';

export const arkansasBox: Box = { west: -94.62, south: 33, east: -89.64, north: 36.5 };

/** The base map where there is a Mapbox token (section 7). */
export const satelliteStyle = 'mapbox://styles/mapbox/satellite-streets-v12';
