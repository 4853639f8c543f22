import type { County } from '@site/regions/counties';
import { cellAt } from '@site/domain/weather/forecast-cells';
import { useQuery } from '@tanstack/react-query';
import { readEmbeddedData } from '@/api/embedded-response.js';
import { FORECAST_DAYS } from '@/constants/display-constants.js';
import { documentTime } from '@/components/alerts/alert-queries.js';
import type { ForecastResponse } from '@/components/time/forecast-clock.js';
import { forecastQuery, forPlace } from '@/components/weather/weather-queries.js';

/** Returns undefined when the embedded forecast is for another place or only covers today. */
function inDocument({ lat, lon }: County): ForecastResponse | undefined {
  const response = readEmbeddedData<ForecastResponse>('county-weather-data');
  const { location, forecast } = response ?? {};
  const cell = cellAt({ lat, lon });
  const isHere = location && location.lat === cell.lat && location.lon === cell.lon;
  return isHere && forecast?.forecastday?.length === FORECAST_DAYS ? response : undefined;
}

/** Uses the county's reference point. */
export function useCountyForecast(county: County) {
  const embedded = inDocument(county);
  return forPlace(
    useQuery({
      ...forecastQuery(county, FORECAST_DAYS),
      ...(embedded && { initialData: embedded, initialDataUpdatedAt: documentTime() }),
    }),
  );
}
