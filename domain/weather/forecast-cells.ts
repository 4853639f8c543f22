/**
 * Everyone within a grid cell shares one forecast. The weather service's cells are 2.5 km wide; ours are 0.02° by
 * 0.02°, 2.2 km from north to south and less from west to east, so that no resolution is lost.
 */

const perDegree = 50;

/** Kilometers from a cell's center: half a diagonal of 2.23 km by 2.04 km, in the far south. */
export const cellRadiusKm = 1.52;

/** Returns the center of the point's cell, in degrees with two decimals. */
export const cellAt = ({ lat, lon }: { lat: number; lon: number }): { lat: number; lon: number } => ({
  // Adding 0 turns -0 into 0.
  lat: Math.round(lat * perDegree) / perDegree + 0,
  lon: Math.round(lon * perDegree) / perDegree + 0,
});
