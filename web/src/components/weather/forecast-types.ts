import type { Alert as AlertMessage } from '@site/proto/gen/web/weather/v1/alerts';
import type {
  Astro,
  Condition,
  Current,
  Day,
  ForecastDay,
  Hour,
  Location,
} from '@site/proto/gen/web/weather/v1/forecasts';

/** What /main/weather answers: WeatherAPI's field names. A number that nobody knows is absent (or null). */

export type { Astro, Condition, Current, Day, ForecastDay, Hour, Location };

export type Alert = Omit<AlertMessage, 'geometry'>;

/** Where an answer is from and how old it is. */
export interface ForecastMeta {
  source: string;
  fetchedAt: string;
  observedAt?: string | null;
  stale: boolean;
  ageSeconds: number;
  alertsOk: boolean;
  alertsFetchedAt?: string | null;
  sample: boolean;
}

export interface ForecastAnswer {
  location?: Location;
  current?: Current;
  forecast?: { forecastday?: ForecastDay[]; hour?: Hour[] };
  alerts?: { alert?: Alert[] };
  meta: ForecastMeta;
}

export interface AlertsAnswer {
  ok: boolean;
  updatedAt?: string | null;
  source: string;
  alerts: Alert[];
}
