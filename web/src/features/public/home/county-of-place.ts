import { loadMapData } from '../../../domain/map/shapes/map-data.js';
import { countyAt } from '../../../domain/map/shapes/place-box.js';
import type { Coordinates } from '../../../domain/weather/weather-queries.js';

/** Returns null outside the state. */
export const countyOf = async ({ lat, lon }: Coordinates) =>
  countyAt([lon, lat], (await loadMapData()).counties) ?? null;
