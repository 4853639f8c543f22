import { z } from 'zod';

/** The area with forecasts: the contiguous United States, in degrees. Keeps the proxy from serving the whole world. */
export const forecastBounds = { south: 24, north: 50, west: -125, east: -66 } as const;

const degrees = (name: string, min: number, max: number) =>
  z.coerce
    .number(`${name} must be a number`)
    .min(min, `${name} must be at least ${min}`)
    .max(max, `${name} must be at most ${max}`);

/** Query of GET /main/weather/forecast. */
export const forecastQuery = z.object({
  lat: degrees('lat', forecastBounds.south, forecastBounds.north),
  lon: degrees('lon', forecastBounds.west, forecastBounds.east),
  days: z.coerce
    .number('days must be a number')
    .int('days must be a whole number')
    .min(1, 'days must be at least 1')
    .max(7, 'days must be at most 7')
    .default(1),
});
