import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MapData } from '../components/map/shapes/map-data.js';

const fileOf = (name: string) =>
  JSON.parse(readFileSync(join(import.meta.dirname, '../../../regions/ar', name), 'utf8')) as unknown;

/** Tests refer to its counties. */
export const mapOfArkansas: MapData = {
  ...(fileOf('map.json') as Omit<MapData, 'water'>),
  water: fileOf('water.json') as MapData['water'],
};
