import { loadMapData } from '@/components/map/shapes/map-data.js';
import { countyAt } from '@/components/map/shapes/place-box.js';
import type { Coordinates } from '@/components/weather/weather-queries.js';

/** Returns null outside the state. */
export const countyOf = async ({ lat, lon }: Coordinates) =>
  countyAt([lon, lat], (await loadMapData()).counties) ?? null;
