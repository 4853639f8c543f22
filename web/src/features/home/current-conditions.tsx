import { ArrowDown, ArrowUp } from 'lucide-react';
import { PageTitle } from '../../components/page-title.js';
import { ForecastAge, SampleBadge, type ForecastState } from '../../components/weather/forecast-age.js';
import { PlaceControls } from '../../components/weather/place-controls.js';
import { percent, reading, uvIndex } from '../../components/weather/readings.js';
import { skyOf } from '../../components/weather/sky.js';
import { UnitToggle } from '../../components/weather/unit-toggle.js';
import { useUnits } from '../../components/weather/units.js';
import { WeatherIcon } from '../../components/weather/weather-icon.js';
import { strings } from '../../strings.js';
import type { Daylight } from './sky-scene.js';

/** The weather now, readable from across a room. */
export function CurrentConditions({ forecast, daylight }: { forecast: ForecastState; daylight: Daylight }) {
  const { data } = forecast;
  const units = useUnits();
  const current = data?.current;
  const day = data?.forecast?.forecastday?.[0]?.day;
  const place = [data?.location?.name, data?.location?.region].filter(Boolean).join(', ');
  const isDay = Boolean(current?.is_day ?? daylight !== 'night');
  return (
    <div className="card p-5 md:p-8">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <PageTitle title={strings.siteName} className="text-xl">
          {place ? `Weather in ${place}` : 'Weather in Arkansas'}
        </PageTitle>
        <SampleBadge forecast={forecast} />
        <UnitToggle />
      </div>
      <div className="mt-4 grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 gap-y-1 md:gap-x-8">
        <p className="figures flex items-start font-bold tracking-tight">
          <span className="text-reading" data-testid="temperature">
            {reading(units.inDegrees(current?.temp_f), '')}
          </span>
          <span className="mt-2 text-2xl font-semibold text-ink-soft"> {units.temperatureUnit}</span>
        </p>
        <WeatherIcon
          sky={skyOf(current?.condition)}
          isDay={isDay}
          size={96}
          className="h-auto w-full max-w-24 justify-self-end sm:justify-self-start"
        />
      </div>
      {/* Lines that do not wrap by chance: the card is as high while loading as it will be. */}
      <div className="mt-2 flex flex-col gap-x-6 gap-y-1 sm:flex-row sm:items-baseline">
        <p className="truncate text-xl font-semibold">{current?.condition?.text || strings.noReading}</p>
        <p className="figures text-lg whitespace-nowrap text-ink-soft">
          Feels like <span className="text-ink">{units.feelsLike(current?.feelslike_c, current?.feelslike_f)}</span>
        </p>
        <p className="figures flex gap-4 text-lg">
          <span className="inline-flex items-baseline gap-1">
            <ArrowUp aria-hidden="true" size={18} className="self-center text-clay-ink" />
            <span className="sr-only">High </span>
            {reading(units.inDegrees(day?.maxtemp_f), units.temperatureUnit)}
          </span>
          <span className="inline-flex items-baseline gap-1">
            <ArrowDown aria-hidden="true" size={18} className="self-center text-sky-strong" />
            <span className="sr-only">Low </span>
            {reading(units.inDegrees(day?.mintemp_f), units.temperatureUnit)}
          </span>
        </p>
      </div>
      <dl className="figures mt-6 grid grid-cols-2 gap-4 border-t border-line pt-5 sm:grid-cols-3">
        <Detail term="Wind">{units.wind(current?.wind_kph, current?.wind_dir)}</Detail>
        <Detail term="Humidity">{percent(current?.humidity)}</Detail>
        <Detail term="Rain chance">{percent(day?.daily_chance_of_rain)}</Detail>
        <Detail term="Visibility">{units.distance(current?.vis_km)}</Detail>
        <Detail term="UV index">{uvIndex(current?.uv)}</Detail>
        <Detail term="Dew point">{units.temperature(current?.dewpoint_f)}</Detail>
      </dl>
      <div className="mt-6 flex flex-col items-start justify-between gap-x-6 gap-y-3 sm:flex-row sm:items-center">
        <div className="min-h-[2lh] text-sm sm:min-h-0">
          <ForecastAge forecast={forecast} />
        </div>
        <PlaceControls />
      </div>
    </div>
  );
}

function Detail({ term, children }: { term: string; children: string }) {
  return (
    <div>
      <dt className="text-sm text-ink-soft">{term}</dt>
      <dd className="text-lg font-semibold whitespace-nowrap">{children}</dd>
    </div>
  );
}
