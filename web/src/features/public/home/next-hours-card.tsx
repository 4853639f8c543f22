import { useForecastTime } from '../../../domain/time/forecast-clock.js';
import { hourLabel, hourOf, localTimeAt, stateTimeZone } from '../../../domain/time/times.js';
import type { ForecastState } from '../../../domain/weather/forecast-age.js';
import { skyOf, skyWords } from '../../../domain/weather/drawings/sky.js';
import { WeatherIcon } from '../../../domain/weather/drawings/weather-icon.js';
import { percent } from '../../../domain/weather/units/readings.js';
import { useUnits } from '../../../domain/weather/units/units.js';
import { classNames } from '../../../ui/class-names.js';
import { Skeleton } from '../../../ui/skeleton.js';
import { nextHours } from './next-hours.js';

/** Stays empty when unknown; the text beside the card says so. */
export function NextHoursCard({ forecast: { data, isPending } }: { forecast: ForecastState }) {
  const { degrees } = useUnits();
  const now = useForecastTime(data);
  const { hours, outlook } = nextHours(data?.forecast, localTimeAt(now, data?.location?.tz_id || stateTimeZone));
  if (hours.length === 0 && !(isPending && !data)) return null;
  return (
    <section
      aria-labelledby="next-hours-heading"
      className={classNames('card p-5', hours.length === 0 && 'needs-script')}
    >
      <h2 id="next-hours-heading" className="text-base">
        The next hours
      </h2>
      {hours.length === 0 ? (
        <Skeleton className="mt-2 h-36" />
      ) : (
        <>
          {outlook && <p className="mt-0.5 text-ink-soft">{outlook}</p>}
          <ul className="figures mt-3 grid auto-cols-fr grid-flow-col text-center">
            {hours.map((hour) => (
              <li key={hour.time} className="flex flex-col items-center">
                <span className="text-sm text-ink-soft">{hourLabel(hourOf(hour.time))}</span>
                <WeatherIcon
                  sky={skyOf(hour.condition)}
                  isDay={Boolean(hour.is_day ?? true)}
                  size={36}
                  className="mt-1"
                />
                <span className="sr-only">{skyWords(hour.condition, hour.is_day)}, </span>
                <span className="mt-1 font-bold">{degrees(hour.temp_f)}</span>
                <span className="text-sm text-sky-strong">
                  {percent(hour.chance_of_rain)}
                  <span className="sr-only"> chance of precipitation</span>
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
