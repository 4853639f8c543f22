import type { Alert as AlertMessage } from '@site/proto/gen/web/weather/v1/alerts';
import type {
  AirQuality,
  Astro,
  Condition,
  Current,
  Day,
  ForecastDay,
  Hour,
  Location,
} from '@site/proto/gen/web/weather/v1/forecasts';
import type { Arrival } from '../time/forecast-clock.js';

/** What /main/weather answers: WeatherAPI's field names. A number that nobody knows is absent (or null). */

export type { AirQuality, Astro, Condition, Current, Day, ForecastDay, Hour, Location };

/** A moment that is not known is absent or null. */
export type Alert = Omit<AlertMessage, 'geometry' | 'expires' | 'onset' | 'ends'> & {
  expires?: string | null;
  onset?: string | null;
  ends?: string | null;
};

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
  /** When the provider made the forecast; absent when it does not say. */
  forecastMadeAt?: string | null;
  /** The forecast is older than 12 hours. */
  forecastDelayed?: boolean;
  /** Whether `current` was measured, or is the forecast of this hour because no measurement is young enough. */
  currentFrom?: string;
  /** The station that measured, as "KLIT" and as "Little Rock, Adams Field Airport"; empty when the provider names none. */
  stationId?: string;
  stationName?: string;
}

export interface ForecastAnswer {
  location?: Location;
  current?: Current;
  forecast?: {
    forecastday?: ForecastDay[];
    hour?: Hour[];
    /** Also when only today was asked for. */
    tomorrow?: Day | null;
  };
  alerts?: { alert?: Alert[] };
  meta: ForecastMeta;
  /** Not on the wire: when it arrived. Absent in an answer that came with the document. */
  arrival?: Arrival | undefined;
}

export interface AlertsAnswer {
  ok: boolean;
  updatedAt?: string | null;
  source: string;
  /** How soon to ask again. */
  pollSeconds?: number;
  /** What the source's clock said when this was answered, RFC 3339; null when it was never heard. Cut to steps of 10 s. */
  sourceTime?: string | null;
  /** What the server's clock said then. */
  serverTime?: string | null;
  /** Alerts without their long texts and shapes, to be asked for at once. */
  abridged?: boolean;
  alerts: Alert[];
}
