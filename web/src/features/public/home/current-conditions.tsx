import { ArrowDown, ArrowUp } from 'lucide-react';
import { PageTitle } from '../../../ui/pages/page-title.js';
import { useCurrentWeather } from '../../../domain/weather/current-weather.js';
import { Favourites } from '../../../domain/places/favourites.js';
import { ForecastAge, type ForecastState, SampleBadge } from '../../../domain/weather/forecast-age.js';
import { missingReadings, type ShownReading } from '../../../domain/weather/units/missing-readings.js';
import { PlaceControls } from '../../../domain/places/place-controls.js';
import { usePlace } from '../../../domain/places/place.js';
import { amounts, chanceLabel } from '../../../domain/weather/units/precipitation.js';
import { isKnown, percent, reading, uvIndex } from '../../../domain/weather/units/readings.js';
import { skyOf, skyWords } from '../../../domain/weather/drawings/sky.js';
import { UnitToggle } from '../../../domain/weather/units/unit-toggle.js';
import { useUnits } from '../../../domain/weather/units/units.js';
import { WeatherIcon } from '../../../domain/weather/drawings/weather-icon.js';
import { windReading } from '../../../domain/weather/units/wind.js';
import * as strings from '../../../strings.js';
import type { Daylight } from './sky-scene.js';

/** The weather now, readable from across a room. */
export function CurrentConditions({ forecast, daylight }: { forecast: ForecastState; daylight: Daylight }) {
  const { data } = forecast;
  const units = useUnits();
  const { chosen, choose, coordinates, status } = usePlace();
  const weather = useCurrentWeather(data);
  const { current } = weather;
  const day = data?.forecast?.forecastday?.[0]?.day;
  const answered = data?.location?.name ?? '';
  const place = chosen?.name || [answered, data?.location?.region].filter(Boolean).join(', ');
  const own = status === 'used' && answered ? { ...coordinates, name: answered } : undefined;
  const isDay = Boolean(current?.is_day ?? daylight !== 'night');
  const { known, missing } = missingReadings<ShownReading>(
    [
      { label: 'Wind', ...windReading(current, units), fields: ['wind_kph', 'wind_mph'] },
      { label: 'Humidity', value: percent(current?.humidity), fields: ['humidity'] },
      {
        label: chanceLabel(day, 'Rain chance'),
        value: percent(day?.daily_chance_of_rain),
        note: amounts(day, units),
        fields: [],
      },
      { label: 'Visibility', value: units.distance(current?.vis_km), fields: ['vis_km', 'vis_miles'] },
      { label: 'UV index', value: uvIndex(current?.uv), fields: ['uv'] },
      { label: 'Dew point', value: units.temperature(current?.dewpoint_f), fields: ['dewpoint_f'] },
    ],
    weather,
  );
  return (
    <div className="card p-5 md:p-8">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <PageTitle title={strings.siteName} className="min-w-0 text-xl wrap-anywhere">
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
      <p className="mt-2 line-clamp-2 text-lg font-semibold wrap-anywhere sm:text-xl">
        {skyWords(current?.condition, current?.is_day) || strings.noReading}
      </p>
      {/* Lines that do not wrap by chance: the card is as high while loading as it will be. */}
      <div className="mt-1 flex flex-col gap-x-6 gap-y-1 sm:flex-row sm:items-baseline">
        <p className="figures text-lg whitespace-nowrap text-ink-soft">
          Feels like <span className="text-ink">{units.feelsLike(current?.feelslike_c, current?.feelslike_f)}</span>
        </p>
        <p className="figures flex gap-4 text-lg">
          <span className="inline-flex items-baseline gap-1">
            <ArrowUp aria-hidden="true" size={18} className="self-center text-clay-ink" />
            <span className="sr-only">High </span>
            {reading(units.inDegrees(day?.maxtemp_f), units.temperatureUnit)}
          </span>
          {/* In the afternoon no source says any more how low the morning was. */}
          {(isKnown(day?.mintemp_f) || !day) && (
            <span className="inline-flex items-baseline gap-1">
              <ArrowDown aria-hidden="true" size={18} className="self-center text-sky-strong" />
              <span className="sr-only">Low </span>
              {reading(units.inDegrees(day?.mintemp_f), units.temperatureUnit)}
            </span>
          )}
        </p>
      </div>
      <dl className="figures mt-6 grid min-h-60 grid-cols-2 content-start gap-4 border-t border-line pt-5 sm:min-h-46 sm:grid-cols-3">
        {known.map(({ label, value, note }) => (
          <div key={label}>
            <dt className="text-sm text-ink-soft">{label}</dt>
            <dd className="text-lg font-semibold whitespace-nowrap">
              {value}{' '}
              {note && <span className="block text-sm font-normal whitespace-normal text-ink-soft">{note}</span>}
            </dd>
          </div>
        ))}
        {missing.map(({ label, names }) => (
          <div key={label} className="text-sm text-ink-soft">
            <dt>{label}</dt>
            <dd>{names}</dd>
          </div>
        ))}
      </dl>
      <div className="mt-6 min-h-[4lh] text-sm sm:min-h-[2lh]">
        <ForecastAge forecast={forecast} />
      </div>
      <div className="mt-4 flex flex-col gap-3">
        <PlaceControls shown={chosen ?? own} />
        <Favourites shown={chosen ?? own} onPick={choose} />
      </div>
    </div>
  );
}
