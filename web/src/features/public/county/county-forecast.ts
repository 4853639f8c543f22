import type { County } from '@site/state/counties';
import { cellAt } from '@site/domain/weather/forecast-cells';
import { useQuery } from '@tanstack/react-query';
import { embeddedAnswer } from '../../../api/embedded-answer.js';
import { FORECAST_DAYS } from '../../../constants.js';
import { documentTime } from '../../../domain/alerts/alert-queries.js';
import type { ForecastAnswer } from '../../../domain/time/forecast-clock.js';
import { forecastQuery, forPlace } from '../../../domain/weather/weather-queries.js';

/** The week that came with the document; undefined where the document is about another place, or has today alone. */
function inDocument({ lat, lon }: County): ForecastAnswer | undefined {
  const answer = embeddedAnswer<ForecastAnswer>('county-weather-data');
  const { location, forecast } = answer ?? {};
  const cell = cellAt({ lat, lon });
  const isHere = location && location.lat === cell.lat && location.lon === cell.lon;
  return isHere && forecast?.forecastday?.length === FORECAST_DAYS ? answer : undefined;
}

/** The weather at a county's point: now, the hours and the week. */
export function useCountyForecast(county: County) {
  const embedded = inDocument(county);
  return forPlace(
    useQuery({
      ...forecastQuery(county, FORECAST_DAYS),
      ...(embedded && { initialData: embedded, initialDataUpdatedAt: documentTime() }),
    }),
  );
}
