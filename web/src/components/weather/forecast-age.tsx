import type { UseQueryResult } from '@tanstack/react-query';
import { ApiError } from '@/api/api.js';
import { classNames } from '@/ui/class-names.js';
import { ReloadLink } from '@/ui/skeleton.js';
import { currentWeather } from './current-weather.js';
import { useForecastTime, type ForecastResponse } from '../time/forecast-clock.js';
import { formatAge, clockTimeIn, minutesAgo, stateTimeZone } from '../time/times.js';

const sources: Record<string, string> = {
  nws: 'National Weather Service',
  weatherapi: 'WeatherAPI.com',
  sample: 'recorded sample',
};

export type ForecastState = Pick<UseQueryResult<ForecastResponse>, 'data' | 'error' | 'isPending' | 'isFetching'> & {
  refetch: () => unknown;
};

/** Returns the server's error message, else the specification's. */
export function forecastError(error: Error | null): string {
  return (error instanceof ApiError && error.serverMessage) || 'Failed to fetch weather data';
}

/** The weather service issues a forecast every few hours. */
const delayedAfterMs = 12 * 3_600_000;
/** The time of our last poll is shown beside the data's age if they differ by more. */
const fewMinutesMs = 5 * 60_000;

interface ForecastAgeProps {
  forecast: ForecastState;
  /** Classes for the usual height of the lines, so that they move nothing when they arrive. */
  reserve: string;
}

/** Also shows the time of our last poll, the source, and whether an upstream service is down. */
export function ForecastAge({ forecast, reserve }: ForecastAgeProps) {
  const { data, error } = forecast;
  const now = useForecastTime(data);
  if (!data) {
    if (!error)
      return (
        <p className={classNames('text-sm text-ink-soft', reserve)}>
          <span className="needs-script">Loading the latest readings…</span>
          <noscript>
            The forecast isn’t available yet. <ReloadLink />.
          </noscript>
        </p>
      );
    return (
      <p role="status" className="text-sm text-ink-soft">
        {forecastError(error)}{' '}
        <button type="button" className="text-link" onClick={() => void forecast.refetch()}>
          Try again
        </button>
      </p>
    );
  }
  const { meta } = data;
  if (meta.sample)
    return (
      <p className="text-sm text-ink-soft">
        Sample readings and sample forecast, nothing measured. Source: {sources[meta.source] ?? meta.source}
      </p>
    );
  const isStale = Boolean(meta.stale || error);
  const issuedAt = Date.parse(meta.forecastIssuedAt ?? '');
  const isDelayed = Boolean(meta.forecastDelayed) || now - issuedAt > delayedAfterMs;
  const issued = !Number.isNaN(issuedAt) && (
    <>
      {isDelayed ? 'Forecast delayed: issued' : 'Forecast issued'} <Age of={meta.forecastIssuedAt} now={now} />
    </>
  );
  const looked = <Age of={meta.fetchedAt} now={now} format={minutesAgo} />;
  const differ = !(Math.abs(Date.parse(meta.fetchedAt) - issuedAt) <= fewMinutesMs);
  return (
    <>
      <MeasuredLine data={data} now={now} />
      <p
        role={isStale || isDelayed ? 'status' : undefined}
        className={classNames('text-sm', isStale || isDelayed ? 'font-medium text-clay-ink' : 'text-ink-soft')}
      >
        {isStale ? (
          <>
            Last updated {looked}, {isCutOff(error) ? 'no connection to this site' : "the provider isn't responding"}.{' '}
            {issued && <>{issued}. </>}
          </>
        ) : issued ? (
          <>
            {issued}
            {differ && <>, last checked {looked}</>}.{' '}
          </>
        ) : (
          <>
            {isDelayed ? 'Forecast delayed, last checked' : 'Updated'} {looked}.{' '}
          </>
        )}
        Source: {sources[meta.currentFrom === 'sample' ? 'sample' : meta.source] ?? meta.source}
      </p>
    </>
  );
}

/** Without any response, the visitor is offline. */
const isCutOff = (error: Error | null) => error !== null && !(error instanceof ApiError && error.status > 0);

interface AgeProps {
  of: string | null | undefined;
  now: number;
  format?: (then: number, now: number) => string;
}

function Age({ of, now, format }: AgeProps) {
  return <time dateTime={of ?? ''}>{formatAge(Date.parse(of ?? ''), now, format)}</time>;
}

function MeasuredLine({ data, now }: { data: ForecastResponse; now: number }) {
  const { meta, location } = data;
  const { current, from } = currentWeather(data, now);
  if (!current || !from) return null;
  if (from === 'forecast')
    return <p className="text-sm text-ink-soft">Current readings are from the forecast for this hour</p>;
  if (from === 'sample') return <p className="text-sm text-ink-soft">Sample readings, not measured</p>;
  const measuredAt = Date.parse(meta.observedAt ?? '');
  const parts = [
    meta.stationName && `at ${meta.stationName}`,
    !Number.isNaN(measuredAt) && clockTimeIn(measuredAt, location?.tz_id || stateTimeZone),
  ].filter(Boolean);
  return (
    <p className="text-sm wrap-anywhere text-ink-soft">
      Measured <time dateTime={meta.observedAt ?? ''}>{parts.join(', ')}</time>
    </p>
  );
}

export function SampleBadge({ forecast }: { forecast: { data: ForecastResponse | undefined } }) {
  if (!forecast.data?.meta.sample) return null;
  return (
    <span className="inline-flex items-center rounded-full bg-alert-moderate px-3 py-0.5 text-sm font-semibold whitespace-nowrap text-on-alert-weak">
      Sample data
    </span>
  );
}
