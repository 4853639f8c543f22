/**
 * Forecasts are made for the cells of a grid, and everybody within a cell shares one answer and one question to the provider. The
 * weather service's own cells are 2.5 km wide; ours are 0.02° by 0.02°, 2.2 km from north to south and less from west to east, so
 * that a cell says no less about a place than the service does.
 */

/** Cells in a degree. */
const perDegree = 50;

/** No point is further from the middle of its cell, in kilometres: half a diagonal of 2.23 km by 2.04 km, in the far south. */
export const cellRadiusKm = 1.52;

/** The middle of the cell that a point lies in, in degrees with two decimals. */
export const cellAt = ({ lat, lon }: { lat: number; lon: number }): { lat: number; lon: number } => ({
  // Adding 0 turns -0 into 0.
  lat: Math.round(lat * perDegree) / perDegree + 0,
  lon: Math.round(lon * perDegree) / perDegree + 0,
});
