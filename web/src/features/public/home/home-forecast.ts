import { useQuery } from '@tanstack/react-query';
import { usePlace } from '../../../domain/places/place.js';
import { forecastQuery, forPlace } from '../../../domain/weather/weather-queries.js';

/** Today's weather at the place that the home page is about; that of the place before it is never shown in its stead. */
export function useHomeForecast() {
  const { coordinates } = usePlace();
  return forPlace(useQuery(forecastQuery(coordinates, 1)));
}
