import { ApiError } from '../../api.js';
import { strings } from '../../strings.js';
import { useNow } from './clock.js';
import type { ForecastAnswer } from './forecast-types.js';
import { minutesAgo } from './times.js';

const sources: Record<string, string> = {
  nws: 'National Weather Service',
  weatherapi: 'WeatherAPI.com',
  sample: 'recorded sample',
};

/** The part of a query that tells how things stand. */
export interface ForecastState {
  data: ForecastAnswer | undefined;
  error: Error | null;
  isPending: boolean;
  isFetching: boolean;
  refetch: () => unknown;
}

/** What went wrong: the server's words, else the specification's. */
export function forecastError(error: Error | null): string {
  return (error instanceof ApiError && error.serverMessage) || strings.failedToFetchWeather;
}

/** How old the readings are and who gave them; when the provider does not answer, that too, in one quiet line. */
export function ForecastAge({ forecast }: { forecast: ForecastState }) {
  const now = useNow();
  const { data, error } = forecast;
  if (!data) {
    if (!error) return <p className="text-sm text-ink-soft">Asking for the latest readings…</p>;
    return (
      <p role="status" className="text-sm text-ink-soft">
        {forecastError(error)}{' '}
        <button type="button" className="text-link" onClick={() => void forecast.refetch()}>
          Try again
        </button>
      </p>
    );
  }
  const fetchedAt = Date.parse(data.meta.fetchedAt);
  const age = minutesAgo(fetchedAt, now);
  const source = sources[data.meta.source] ?? data.meta.source;
  if (data.meta.stale || error) {
    const isCutOff = error && !(error instanceof ApiError && error.status > 0);
    return (
      <p role="status" className="text-sm font-medium text-clay-ink">
        Last updated <time dateTime={data.meta.fetchedAt}>{age}</time>,{' '}
        {isCutOff ? 'no connection to this site' : 'provider not answering'}. Source: {source}
      </p>
    );
  }
  return (
    <p className="text-sm text-ink-soft">
      Updated <time dateTime={data.meta.fetchedAt}>{age}</time>. Source: {source}
    </p>
  );
}

/** Marks numbers that are not real. */
export function SampleBadge({ forecast }: { forecast: { data: ForecastAnswer | undefined } }) {
  if (!forecast.data?.meta.sample) return null;
  return (
    <span className="inline-flex items-center rounded-full bg-alert-moderate px-3 py-0.5 text-sm font-semibold whitespace-nowrap text-on-alert-weak">
      {strings.sampleData}
    </span>
  );
}
