import type { Coordinates } from '../weather/weather-queries.js';

/** The area that forecasts are answered for (`proto/weather/v1/forecasts.schema.ts`; repeated here because that file brings zod along). */
const answeredFor = { south: 24, north: 50, west: -125, east: -66 };
/** Arkansas with a margin of a few miles. */
const arkansas = { south: 32.9, north: 36.6, west: -94.7, east: -89.5 };

type Bounds = typeof arkansas;
const isInside = ({ lat, lon }: Coordinates, box: Bounds) =>
  lat >= box.south && lat <= box.north && lon >= box.west && lon <= box.east;

/** Whether there is a forecast for a place. */
export const isAnsweredFor = (place: Coordinates) => isInside(place, answeredFor);
/** Whether a place is in the state, or a stone's throw from it. */
export const isInArkansas = (place: Coordinates) => isInside(place, arkansas);
