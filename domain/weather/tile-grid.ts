/** The weather map's layers and tile grid. Separate from the schema, so that pages don't load zod. */
import { stateBoxes } from '@site/regions/bounding-boxes';

/** In the specification's order. */
export const mapLayers = ['clouds', 'precipitation', 'pressure', 'wind', 'temperature'] as const;
export type MapLayerName = (typeof mapLayers)[number];

export const tileZoom = { least: 3, max: 12 } as const;

export const tileBounds = stateBoxes.tiles;

export interface GridPosition {
  z: number;
  x: number;
  y: number;
}

/** Uses the common Web Mercator grid. */
export function tileAt(lon: number, lat: number, zoom: number): GridPosition {
  const across = (lon + 180) / 360;
  const down = (1 - Math.asinh(Math.tan((lat * Math.PI) / 180)) / Math.PI) / 2;
  return { z: zoom, x: Math.floor(across * 2 ** zoom), y: Math.floor(down * 2 ** zoom) };
}

/** Returns whether a tile touches the state or its surroundings. */
export function isWithinTileBounds({ z, x, y }: GridPosition): boolean {
  const { south, north, west, east } = tileBounds;
  const first = tileAt(west, north, z);
  const last = tileAt(east, south, z);
  return x >= first.x && x <= last.x && y >= first.y && y <= last.y;
}
