/** The state's grid of rain in the next hour: shared by the weather proxy, which fills it, and the gateway, which reads it. */
import { radarImageSize, radarPixelOf } from './radar-grid.js';
import { radarScale } from './radar-scale.js';

export const rainIntensities = ['none', 'light', 'moderate', 'heavy'] as const;
export type RainIntensity = (typeof rainIntensities)[number];

/** Radar pixels per cell, in each direction; cells are about 2 km wide. */
const cellPixels = 4;
export const nextHourGrid = {
  columns: Math.floor(radarImageSize.width / cellPixels),
  rows: Math.floor(radarImageSize.height / cellPixels),
} as const;

/** After the frame. */
export const nextHourMinutes = Array.from({ length: 13 }, (_unused, index) => index * 5);
/** Marks cells without a forecast; others hold an index of `rainIntensities`. */
export const unknownIntensity = 255;

/** Weaker echoes often don't reach the ground. */
export const minRainDbz = 20;
const dbzOf = (word: string) => radarScale.find((step) => step.word === word)?.dbz ?? Infinity;
/** Lowest reflectivity of light, moderate and heavy rain; the words are those of the radar's legend. */
export const rainThresholds = [minRainDbz, dbzOf('moderate'), dbzOf('heavy')] as const;

/** Returns the index of a point's cell; undefined outside the radar's area. */
export function nextHourCellOf({ lat, lon }: { lat: number; lon: number }): number | undefined {
  const { x, y } = radarPixelOf(lon, lat, nextHourGrid.columns);
  const [column, row] = [Math.floor(x), Math.floor(y)];
  const isInside = column >= 0 && row >= 0 && column < nextHourGrid.columns && row < nextHourGrid.rows;
  return isInside ? row * nextHourGrid.columns + column : undefined;
}
