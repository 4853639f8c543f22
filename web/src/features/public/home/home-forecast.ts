import { useQuery } from '@tanstack/react-query';
import { usePlace } from '../../../domain/places/place.js';
import { forecastQuery, forPlace } from '../../../domain/weather/weather-queries.js';

/** Never shows data of the previous place. */
export function useHomeForecast() {
  const { coordinates } = usePlace();
  return forPlace(useQuery(forecastQuery(coordinates, 1)));
}
