import { CloudRain, Wind } from 'lucide-react';
import { ApiError } from '../../api.js';
import { strings } from '../../strings.js';
import { Button } from '../button.js';
import { Loading, Skeleton } from '../skeleton.js';
import type { ForecastState } from './forecast-age.js';
import type { ForecastDay } from './forecast-types.js';
import { degrees, isKnown, percent, reading } from './readings.js';
import { skyOf } from './sky.js';
import { dayLabel } from './times.js';
import { WeatherIcon } from './weather-icon.js';

const kilometresPerMile = 1.609344;
const placeholders = ['1', '2', '3', '4', '5', '6', '7'];

/** A card for every day, each with its span of temperature on a bar that all days share. */
export function DayCards({ forecast }: { forecast: ForecastState }) {
  const days = forecast.data?.forecast?.forecastday;
  if (forecast.isPending) {
    return (
      <Loading label="Loading forecast" className="mt-6 flex flex-col gap-3">
        {placeholders.map((key) => (
          <Skeleton key={key} className="h-20 rounded-lg" />
        ))}
      </Loading>
    );
  }
  if (!days || days.length === 0) {
    const message = forecast.error instanceof ApiError ? forecast.error.message : '';
    return (
      <div role="alert" className="card mt-6 p-6">
        <h3 className="text-lg">{strings.errorLoadingWeather}</h3>
        <p className="mt-1 text-ink-soft">{message || strings.failedToFetchWeather}</p>
        <Button tone="secondary" className="mt-4" onClick={() => void forecast.refetch()}>
          Try again
        </Button>
      </div>
    );
  }
  const lows = days.flatMap(({ day }) => day?.mintemp_f ?? []);
  const highs = days.flatMap(({ day }) => day?.maxtemp_f ?? []);
  const week = { low: Math.min(...lows), high: Math.max(...highs) };
  return (
    <ol className="mt-6 flex flex-col gap-3">
      {days.map((day) => (
        <li key={day.date}>
          <DayCard day={day} week={week} />
        </li>
      ))}
    </ol>
  );
}

interface Range {
  low: number;
  high: number;
}

function DayCard({ day: { date, day }, week }: { day: ForecastDay; week: Range }) {
  // Labelled km/h as the specification has it, so that the number is km/h, too.
  const wind = day?.maxwind_kph ?? (isKnown(day?.maxwind_mph) ? day.maxwind_mph * kilometresPerMile : undefined);
  return (
    <article className="card figures grid grid-cols-[auto_1fr_auto] items-center gap-x-4 gap-y-3 px-5 py-4 lg:grid-cols-[9rem_3rem_12rem_1fr_12rem]">
      <h3 className="col-span-3 text-base lg:col-span-1">
        <time dateTime={date}>{dayLabel(date)}</time>
      </h3>
      <WeatherIcon sky={skyOf(day?.condition)} isDay size={44} />
      <p className="font-medium">{day?.condition?.text || strings.noReading}</p>
      <div className="col-span-3 flex items-center gap-3 lg:order-none lg:col-span-1">
        <span className="w-10 text-right text-ink-soft">
          <span className="sr-only">Low </span>
          {degrees(day?.mintemp_f)}
        </span>
        <RangeBar low={day?.mintemp_f} high={day?.maxtemp_f} week={week} />
        <span className="w-10 font-semibold">
          <span className="sr-only">High </span>
          {degrees(day?.maxtemp_f)}
        </span>
      </div>
      <p className="col-span-3 flex gap-5 text-ink-soft lg:col-span-1 lg:justify-end">
        <span className="inline-flex items-center gap-1.5">
          <CloudRain aria-hidden="true" size={16} />
          <span className="sr-only">Chance of rain </span>
          {percent(day?.daily_chance_of_rain)}
        </span>
        <span className="inline-flex items-center gap-1.5">
          <Wind aria-hidden="true" size={16} />
          <span className="sr-only">Wind up to </span>
          {reading(wind, ' Km/h')}
        </span>
      </p>
    </article>
  );
}

function RangeBar({
  low,
  high,
  week,
}: {
  low: number | null | undefined;
  high: number | null | undefined;
  week: Range;
}) {
  const span = Math.max(1, week.high - week.low);
  return (
    <span aria-hidden="true" className="relative h-2 flex-1 rounded-full bg-surface-raised">
      {isKnown(low) && isKnown(high) && (
        <span
          className="absolute inset-y-0 min-w-2 rounded-full bg-linear-to-r from-sky to-clay"
          style={{ left: `${((low - week.low) / span) * 100}%`, right: `${((week.high - high) / span) * 100}%` }}
        />
      )}
    </span>
  );
}
