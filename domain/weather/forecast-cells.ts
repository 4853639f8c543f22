/**
 * Forecasts are requested by grid cell, and everyone within a cell shares one response and one provider request. The
 * weather service's own cells are 2.5 km wide; ours are 0.02° by 0.02°, 2.2 km from north to south and less from west
 * to east, so that no resolution is lost.
 */

/** Cells per degree. */
const perDegree = 50;

/** Maximum distance from a cell's center, in kilometers: half a diagonal of 2.23 km by 2.04 km, in the far south. */
export const cellRadiusKm = 1.52;

/** Returns the center of the cell that contains a point, in degrees with two decimals. */
export const cellAt = ({ lat, lon }: { lat: number; lon: number }): { lat: number; lon: number } => ({
  // Adding 0 turns -0 into 0.
  lat: Math.round(lat * perDegree) / perDegree + 0,
  lon: Math.round(lon * perDegree) / perDegree + 0,
});
