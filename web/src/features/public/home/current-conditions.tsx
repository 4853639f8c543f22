/** The home page's current conditions. */
import { stateName } from '@site/regions/state';
import { PageTitle } from '@/ui/pages/page-title.js';
import { useCurrentWeather } from '@/components/weather/current-weather.js';
import { Favorites } from '@/components/places/favorites.js';
import { ForecastAge, type ForecastState, SampleBadge } from '@/components/weather/forecast-age.js';
import { PlaceControls } from '@/components/places/place-controls.js';
import { PlaceOffer, usePlaceOffer } from '@/components/places/place-offer.js';
import { usePlace } from '@/components/places/place.js';
import { restOfToday, temperaturesAhead } from '@site/domain/weather/rest-of-today';
import { rainAhead } from '@/components/weather/rain-summary.js';
import { reading } from '@/components/weather/units/readings.js';
import { useLocalTime, type ForecastResponse } from '@/components/time/forecast-clock.js';
import { useAsksNearYou } from '@/components/alerts/use-asks-near-you.js';
import { useSky } from '@/components/weather/use-sky.js';
import { UnitChoice } from '@/components/weather/units/unit-choice.js';
import { useUnits } from '@/components/weather/units/units.js';
import { WeatherIcon } from '@/components/weather/drawings/weather-icon.js';
import * as strings from '@/strings/public-strings.js';
import { classNames } from '@/ui/class-names.js';
import { useTakenOver } from '@/ui/hydration.js';
import type { Daylight } from './sky-scene.js';

/** Current conditions in type large enough to read from across a room. */
export function CurrentConditions({ forecast, daylight }: { forecast: ForecastState; daylight: Daylight }) {
  const { data, error } = forecast;
  const { selectedPlace, selectPlace, coordinates, status } = usePlace();
  // The alert banner asks for a place, too, and one question at a time is enough.
  const isAskedByBanner = useAsksNearYou();
  const offered = usePlaceOffer() && !isAskedByBanner;
  const isTakenOver = useTakenOver();
  const locationName = data?.location?.name ?? '';
  const place = selectedPlace?.name || [locationName, data?.location?.region].filter(Boolean).join(', ');
  const locatedPlace = status === 'used' && locationName ? { ...coordinates, name: locationName } : undefined;
  // Shows one sentence instead of a card full of dashes.
  const isUnknown = !data && error !== null;
  return (
    <div className="card p-5 md:p-8">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <PageTitle title={strings.siteName} className="min-w-0 text-xl wrap-anywhere">
          {place ? `Weather in ${place}` : `Weather in ${stateName}`}
        </PageTitle>
        <SampleBadge forecast={forecast} />
      </div>
      {isUnknown ? (
        <p className="mt-4 text-lg font-semibold">We can’t show the weather right now.</p>
      ) : (
        <Readings forecast={data} daylight={daylight} />
      )}
      <div className="mt-4 text-sm">
        <ForecastAge forecast={forecast} reserve="min-h-[4lh] sm:min-h-[3lh]" />
      </div>
      <div className="mt-4 flex flex-wrap items-center gap-2">
        {offered && <PlaceOffer />}
        {/* One question at a time. Until the page has taken over, the style sheet chooses. */}
        {(!offered || !isTakenOver) && (
          <div className={classNames('contents', offered && 'place-answered')}>
            <PlaceControls currentPlace={selectedPlace ?? locatedPlace} />
          </div>
        )}
        <UnitChoice />
        <Favorites currentPlace={selectedPlace ?? locatedPlace} onPick={selectPlace} />
      </div>
    </div>
  );
}

function Readings({ forecast, daylight }: { forecast: ForecastResponse | undefined; daylight: Daylight }) {
  const units = useUnits();
  const { current } = useCurrentWeather(forecast);
  const { sky, label } = useSky(forecast);
  const localNow = useLocalTime(forecast);
  const ahead = temperaturesAhead(restOfToday(forecast?.forecast, localNow));
  const rain = rainAhead(forecast?.forecast, localNow);
  const isDay = Boolean(current?.is_day ?? daylight !== 'night');
  return (
    <>
      <div className="@container mt-4 grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 gap-y-1 md:gap-x-8">
        <p className="figures flex items-start font-bold tracking-tight">
          <span className="text-reading" data-testid="temperature">
            {reading(units.inDegrees(current?.temp_f), '')}
          </span>
          <span className="mt-2 text-2xl font-semibold text-ink-soft"> {units.temperatureUnit}</span>
        </p>
        <WeatherIcon
          sky={sky}
          isDay={isDay}
          size={96}
          className="h-auto w-full max-w-24 justify-self-end sm:justify-self-start"
        />
      </div>
      <p className="mt-2 line-clamp-2 text-lg font-semibold wrap-anywhere sm:text-xl">{label || strings.noReading}</p>
      {/* Fixed line breaks keep the card's height while loading. */}
      <div className="mt-1 flex flex-col gap-x-6 gap-y-1 sm:flex-row sm:items-baseline">
        <p className="figures text-lg text-ink-soft">
          Feels like <span className="text-ink">{units.feelsLike(current?.feelslike_c, current?.feelslike_f)}</span>
        </p>
        <p className="figures flex gap-4 text-lg">
          {ahead.map(({ label, fahrenheit }) => (
            <span key={label}>
              <span className="text-ink-soft">{label}</span> {units.temperature(fahrenheit)}{' '}
            </span>
          ))}
        </p>
      </div>
      {(rain || !forecast) && <p className="mt-2 min-h-[1lh] font-semibold">{rain && `${rain}.`}</p>}
    </>
  );
}
