import { CalendarDays, Map } from 'lucide-react';
import { lazy, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { ButtonLink } from '../../../ui/button.js';
import { Late } from '../../../ui/late.js';
import { useNearViewport } from '../../../ui/near-viewport.js';
import { Section } from '../../../ui/section.js';
import { Skeleton } from '../../../ui/skeleton.js';
import { useForecastTime } from '../../../domain/time/forecast-clock.js';
import { addressOf } from '../../../domain/places/place-in-address.js';
import { usePlace } from '../../../domain/places/place.js';
import { chanceLabel } from '../../../domain/weather/units/precipitation.js';
import { percent } from '../../../domain/weather/units/readings.js';
import { skyOf } from '../../../domain/weather/drawings/sky.js';
import { dayLabel, localTimeAt, stateTimeZone } from '../../../domain/time/times.js';
import { useUnits } from '../../../domain/weather/units/units.js';
import { WeatherIcon } from '../../../domain/weather/drawings/weather-icon.js';
import * as strings from '../../../strings.js';
import { useHomeForecast } from './home-forecast.js';
import { twoDays, type DayInBrief } from './two-days.js';

const PlaceSearch = lazy(() =>
  import('../../../domain/places/place-search.js').then((module) => ({ default: module.PlaceSearch })),
);

const searchWaiting = <Skeleton className="h-11 max-w-md rounded-full" />;

/** It stands below the first screen: its search is not fetched by those who read no further. */
const aheadPx = 150;

/** Today and tomorrow in brief, and the ways to another place and to the rest of the week. */
export function WeatherPanel() {
  const { choose } = usePlace();
  const { data } = useHomeForecast();
  const now = useForecastTime(data);
  const navigate = useNavigate();
  const panel = useRef<HTMLElement>(null);
  const near = useNearViewport(panel, aheadPx);
  const days = twoDays(data?.forecast, localTimeAt(now, data?.location?.tz_id || stateTimeZone));
  return (
    <Section ref={panel} title="Today and tomorrow" className="container-page">
      <div className="card mt-6 grid grid-cols-1 gap-x-8 gap-y-6 p-5 md:grid-cols-2 md:p-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_22rem]">
        {days.map((day) => (
          <Day key={day.title} day={day} />
        ))}
        <div className="flex flex-col gap-3 border-t border-line pt-5 md:col-span-2 lg:col-auto lg:border-t-0 lg:border-l lg:pt-0 lg:pl-8">
          <h3 className="text-base">Another place?</h3>
          {near ? (
            <Late waiting={searchWaiting} missing={null}>
              <PlaceSearch
                onPick={(place) => {
                  choose(place);
                  void navigate(addressOf('/weather', place));
                }}
              />
            </Late>
          ) : (
            searchWaiting
          )}
          <div className="mt-auto flex flex-wrap gap-2">
            <ButtonLink to="/forecast" tone="secondary" size="small">
              <CalendarDays aria-hidden="true" size={16} />
              Seven days
            </ButtonLink>
            <ButtonLink to="/forecast#map" tone="secondary" size="small">
              <Map aria-hidden="true" size={16} />
              Weather map
            </ButtonLink>
          </div>
        </div>
      </div>
    </Section>
  );
}

function Day({ day: { title, date, condition, low, high, rainChance, falling } }: { day: DayInBrief }) {
  const { temperature } = useUnits();
  return (
    <article className="figures flex min-w-0 items-center gap-4">
      <WeatherIcon sky={skyOf(condition)} isDay size={64} className="shrink-0" />
      <div className="min-w-0">
        <h3 className="text-base">
          {title}{' '}
          <time dateTime={date} className="font-normal text-ink-soft">
            {dayLabel(date)}
          </time>
        </h3>
        <p className="line-clamp-2 text-lg leading-snug font-semibold wrap-anywhere">
          {condition?.text || strings.noReading}
        </p>
        <p className="flex flex-wrap gap-x-4">
          <span>
            <span className="text-ink-soft">High</span> {temperature(high)}
          </span>
          <span>
            <span className="text-ink-soft">Low</span> {temperature(low)}
          </span>
          <span>
            <span className="text-ink-soft">{chanceLabel(falling, 'Rain', 'Precipitation')}</span> {percent(rainChance)}
          </span>
        </p>
      </div>
    </article>
  );
}
