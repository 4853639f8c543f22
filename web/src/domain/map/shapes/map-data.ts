import dataUrl from '@site/state/data/map.json?url';
import waterUrl from '@site/state/data/water.json?url';
import type { Position, Shape } from './shapes.js';

/** The county map's shapes (state/README.md): fetched when a map comes into view, once for the page. */

export interface County {
  /** FIPS code, as alerts name their counties: "05119". */
  id: string;
  name: string;
  /** Where the name stands. */
  at: Position;
  shape: Shape;
}

type Lines = Position[][];

/** Rivers and lakes; simplified, for orientation only. */
export interface Water {
  /** Rank 1 is the largest. */
  rivers: { name: string; rank: 1 | 2 | 3; course: Position[] }[];
  lakes: { name: string; shape: Shape }[];
}

export interface MapData {
  counties: County[];
  borders: { counties: Lines; state: Lines; otherCounties: Lines; otherStates: Lines };
  /** The states around, and where their names stand. */
  neighbours: [name: string, lon: number, lat: number][];
  /** The largest first. */
  towns: [name: string, lon: number, lat: number, inhabitants: number][];
  water: Water;
}

async function fetchShapes<Shapes>(url: string): Promise<Shapes> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`the shapes of the map: status ${response.status}`);
  return (await response.json()) as Shapes;
}

let loading: Promise<MapData> | undefined;

/** The shapes. Fails when they cannot be fetched, and tries again when it is next called. */
export function loadMapData(): Promise<MapData> {
  loading ??= Promise.all([fetchShapes<Omit<MapData, 'water'>>(dataUrl), fetchShapes<Water>(waterUrl)])
    .then(([shapes, water]) => ({ ...shapes, water }))
    .catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
  return loading;
}
