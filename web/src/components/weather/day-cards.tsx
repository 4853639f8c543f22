/** Seven-day forecast as cards, which may open to show details. */
import type { Current, ForecastDay } from '@site/proto/weather/v1/forecasts.responses';
import { FORECAST_DAYS } from '@/constants/display-constants.js';
import { Button } from '@/ui/button.js';
import { classNames } from '@/ui/class-names.js';
import { Loading, Skeleton } from '@/ui/skeleton.js';
import { Summary } from '@/ui/details-summary.js';
import { useCurrentWeather } from './current-weather.js';
import { isKnown, isToday, nowOn, weekReadings, type DayReading } from './day-readings.js';
import { forecastError, type ForecastState } from './forecast-age.js';
import { chanceLabel } from './units/precipitation.js';
import { RangeBar, weekRange, type Range } from './drawings/range-bar.js';
import { dayRange, type DayRange } from '@site/domain/weather/rest-of-today';
import { isFiniteNumber, percent } from './units/readings.js';
import { skyOf } from '@site/domain/weather/sky';
import { dayLabel, shortDate } from '../time/times.js';
import { useUnits } from './units/units.js';
import { WeatherIcon } from './drawings/weather-icon.js';
import { WeekTable } from './week-table.js';
import { useLocalTime, type ForecastResponse } from '../time/forecast-clock.js';

interface DayCardsProps {
  forecast: ForecastState;
  /** Adds wind, humidity and so on, and the same numbers as a table. */
  detailed?: boolean;
}

export function DayCards({ forecast, detailed = false }: DayCardsProps) {
  const { data } = forecast;
  const { current } = useCurrentWeather(data);
  const units = useUnits();
  const localNow = useLocalTime(data);
  const days = data?.forecast?.forecastday ?? [];
  if (forecast.isPending) return <Waiting detailed={detailed} />;
  if (days.length === 0) return <Failed forecast={forecast} />;
  const { readings, missing } = weekReadings(days, data ?? {}, current, units);
  const rows = days.map((day, index) => ({
    day,
    range: dayRange(day, data?.forecast, localNow),
    readings: readings[index] ?? [],
  }));
  const week = weekRange(rows.map(({ range }) => range));
  return (
    <>
      <ol className={classNames('mt-6 flex flex-col', detailed ? 'gap-3' : 'card px-5 py-2')}>
        {rows.map(({ day, range, readings: ofDay }, index) => (
          <li key={day.date} className={classNames('@container', !detailed && index > 0 && 'border-t border-line')}>
            {detailed ? (
              <DetailedDay
                day={day}
                range={range}
                week={week}
                location={data?.location}
                current={current}
                readings={ofDay}
              />
            ) : (
              <BriefDay day={day} range={range} week={week} />
            )}
          </li>
        ))}
      </ol>
      {days.length < FORECAST_DAYS && (
        <p className="mt-3 text-ink-soft">
          The provider gives {days.length === 1 ? 'one day' : `${days.length} days`} at the moment.
        </p>
      )}
      {detailed && missing.length > 0 && (
        <p className="mt-3 text-ink-soft">Not in this forecast: {missing.join(', ')}.</p>
      )}
      {detailed && <WeekTable rows={rows} />}
    </>
  );
}

function Waiting({ detailed }: { detailed: boolean }) {
  const days = Array.from({ length: FORECAST_DAYS }, (_, key) => key);
  if (detailed)
    return (
      <Loading
        label="Loading forecast"
        className="mt-6 flex flex-col gap-3"
        count={FORECAST_DAYS}
        each="h-40 rounded-lg md:h-58 lg:h-40"
      />
    );
  return (
    <Loading label="Loading forecast" className="card mt-6 px-5 py-2">
      {days.map((key) => (
        <div
          key={key}
          className={classNames(
            'needs-script flex h-30 flex-col justify-center gap-3 lg:h-16',
            key > 0 && 'border-t border-line',
          )}
        >
          <Skeleton className="h-5 rounded-sm max-lg:w-2/3" />
          <Skeleton className="h-5 rounded-sm lg:hidden" />
        </div>
      ))}
    </Loading>
  );
}

function Failed({ forecast }: { forecast: ForecastState }) {
  return (
    // Nearly as tall as the window, so that the content below doesn't jump into view when loading ends this way.
    <div className="min-h-[60dvh]">
      <div role="alert" className="card mt-6 p-6">
        <h3 className="text-lg">Error loading weather data</h3>
        <p className="mt-1 text-ink-soft">{forecastError(forecast.error)}</p>
        <Button
          tone="secondary"
          className="mt-4"
          onClick={() => void forecast.refetch()}
          busyLabel={forecast.isFetching && 'Trying again…'}
        >
          Try again
        </Button>
      </div>
    </div>
  );
}

interface DayProps {
  day: ForecastDay;
  range: DayRange;
  week: Range;
}

interface DetailedDayProps extends DayProps {
  location: ForecastResponse['location'];
  current: Current | undefined;
  readings: DayReading[];
}

function DetailedDay({ day, range, week, location, current, readings }: DetailedDayProps) {
  const units = useUnits();
  const now = nowOn(day, location, current);
  const { condition, avgtemp_f: average } = day.day ?? {};
  // In the evening providers no longer give the day's mean.
  const isAverage = isFiniteNumber(average);
  const temperature = isAverage ? average : now?.temp_f;
  return (
    <article className="card figures relative grid grid-cols-1 items-center gap-x-4 gap-y-2 px-5 py-3 @min-[42rem]:py-4 @min-[56rem]:grid-cols-[16rem_minmax(0,1fr)_minmax(0,1.4fr)] @min-[56rem]:gap-x-8">
      <h3 className="text-base @min-[12rem]:pr-20 @min-[42rem]:pr-0">
        <time dateTime={day.date} className="flex flex-wrap items-baseline gap-x-2">
          <span className="text-lg">{shortDate(day.date)}</span>{' '}
          <span className="text-sm font-normal text-ink-soft">{dayLabel(day.date).slice(4)}</span>
        </time>
      </h3>
      <div className="flex min-w-0 items-center gap-4">
        <WeatherIcon sky={skyOf(condition)} isDay size={48} className="shrink-0" />
        <div className="min-w-0">
          <p className="line-clamp-3 leading-snug font-medium">{condition?.text}</p>
          <p className="text-sm text-ink-soft">
            {[
              isToday(day, location) && 'today',
              isFiniteNumber(temperature) && `${isAverage ? 'average' : 'now'} ${units.temperature(temperature)}`,
            ]
              .filter(Boolean)
              .join(', ')}
          </p>
        </div>
      </div>
      <RangeBar day={range} week={week} isLarge />
      <details className="open-where-wide group col-span-full">
        {/* Beside the date, where it takes no room. */}
        <Summary className="min-h-11 text-sm font-medium @min-[12rem]:absolute @min-[12rem]:top-1 @min-[12rem]:right-4 @min-[12rem]:gap-1">
          <span>
            Details<span className="sr-only"> for {shortDate(day.date)}</span>
          </span>
        </Summary>
        <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,6.5rem),1fr))] gap-x-4 gap-y-3 py-2">
          {readings.filter(isKnown).map(({ label, value, note }) => (
            <div key={label}>
              <dt className="text-sm text-ink-soft">{label}</dt>
              <dd className="leading-tight font-semibold">
                {value} {note && <span className="block text-sm font-normal text-ink-soft">{note}</span>}
              </dd>
            </div>
          ))}
        </dl>
      </details>
    </article>
  );
}

function BriefDay({ day, range, week }: DayProps) {
  const { condition, daily_chance_of_rain: chance } = day.day ?? {};
  return (
    <article className="figures grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 py-3 @min-[56rem]:grid-cols-[9rem_20rem_1fr_9rem]">
      <h3 className="text-base">
        <time dateTime={day.date}>{shortDate(day.date)}</time>
      </h3>
      <div className="col-span-2 col-start-1 row-start-2 flex min-w-0 items-center gap-3 @min-[56rem]:col-auto @min-[56rem]:row-auto">
        <WeatherIcon sky={skyOf(condition)} isDay size={40} className="shrink-0" />
        <p className="min-w-0 font-medium">{condition?.text}</p>
      </div>
      <div className="col-span-2 @min-[56rem]:col-auto">
        <RangeBar day={range} week={week} />
      </div>
      <p className="col-start-2 row-start-1 text-right @min-[56rem]:col-auto @min-[56rem]:row-auto">
        {isFiniteNumber(chance) && (
          <>
            <span className="text-sm text-ink-soft">{chanceLabel(day.day, 'Rain', 'Precipitation')} </span>
            <span className="font-semibold">{percent(chance)}</span>
          </>
        )}
      </p>
    </article>
  );
}
