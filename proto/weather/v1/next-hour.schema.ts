import { z } from 'zod';
import { forecastQuery } from './forecasts.schema.js';

/** Query of GET /main/weather/next-hour. */
export const nextHourQuery = z.object({ lat: forecastQuery.shape.lat, lon: forecastQuery.shape.lon });
