import { useQuery } from '@tanstack/react-query';
import { usePlace } from '@/components/places/place.js';
import { forecastQuery, forPlace } from '@/components/weather/weather-queries.js';

/** Never shows data of the previous place. */
export function useHomeForecast() {
  const { coordinates } = usePlace();
  return forPlace(useQuery(forecastQuery(coordinates, 1)));
}
