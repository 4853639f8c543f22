/** The county map's shapes (regions/README.md), fetched once per page when a map scrolls into view. */
import dataUrl from '@site/regions/data/map.json?url';
import waterUrl from '@site/regions/data/water.json?url';
import { boxAround, boxesOverlap, type Box, type Position, type Shape } from './shapes.js';

export interface County {
  /** FIPS code, as in alerts: "05119". */
  id: string;
  name: string;
  at: Position;
  shape: Shape;
}

type Lines = Position[][];

/** Simplified for orientation. */
export interface Water {
  /** Rank 1 is the largest. */
  rivers: { name: string; rank: 1 | 2 | 3; course: Position[] }[];
  lakes: { name: string; shape: Shape }[];
}

export interface MapData {
  counties: County[];
  borders: { counties: Lines; state: Lines; otherCounties: Lines; otherStates: Lines };
  neighbours: [name: string, lon: number, lat: number][];
  /** Largest first. */
  towns: [name: string, lon: number, lat: number, inhabitants: number][];
  water: Water;
}

async function fetchShapes<Shapes>(url: string): Promise<Shapes> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`the shapes of the map: status ${response.status}`);
  return (await response.json()) as Shapes;
}

let loading: Promise<MapData> | undefined;

/** Rejects when the shapes can't be fetched; the next call retries. */
export function loadMapData(): Promise<MapData> {
  loading ??= Promise.all([fetchShapes<Omit<MapData, 'water'>>(dataUrl), fetchShapes<Water>(waterUrl)])
    .then(([shapes, water]) => ({ ...shapes, water }))
    .catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
  return loading;
}

/** Returns the shapes that are at least partly in an area, for a picture of it that is quick to draw. */
export function mapDataIn({ counties, borders, water, ...names }: MapData, area: Box): MapData {
  const isIn = (shape: Shape) => {
    const box = boxAround([shape]);
    return box !== undefined && boxesOverlap(box, area);
  };
  const isLineIn = (line: Position[]) => isIn({ type: 'Polygon', coordinates: [line] });
  return {
    ...names,
    counties: counties.filter(({ shape }) => isIn(shape)),
    borders: {
      counties: borders.counties.filter(isLineIn),
      state: borders.state.filter(isLineIn),
      otherCounties: borders.otherCounties.filter(isLineIn),
      otherStates: borders.otherStates.filter(isLineIn),
    },
    water: {
      rivers: water.rivers.filter(({ course }) => isLineIn(course)),
      lakes: water.lakes.filter(({ shape }) => isIn(shape)),
    },
  };
}
