/** Page of the weather at a place: now, today and the week. */
import { stateName } from '@site/regions/state';
import { useQuery } from '@tanstack/react-query';
import { PlaceWarnings } from '@/components/alerts/place-warnings.js';
import { NextHour } from '@/components/next-hour/next-hour.js';
import { PageTitle } from '@/ui/pages/page-title.js';
import { ButtonLink } from '@/ui/button.js';
import { DayCards } from '@/components/weather/day-cards.js';
import { useLocalTime } from '@/components/time/forecast-clock.js';
import { useCurrentWeather } from '@/components/weather/current-weather.js';
import { ForecastAge, SampleBadge } from '@/components/weather/forecast-age.js';
import { Highlights } from '@/components/weather/highlights.js';
import { PrintNote } from '@/components/print/print.js';
import { PlaceBar } from '@/components/places/place-bar.js';
import { addressOf, usePlaceInAddress } from '@/components/places/place-in-url.js';
import { usePlace } from '@/components/places/place.js';
import { restOfToday, temperaturesAhead } from '@site/domain/weather/rest-of-today';
import { SunArc } from '@/components/weather/drawings/sun-arc.js';
import { useSky } from '@/components/weather/use-sky.js';
import { useUnits } from '@/components/weather/units/units.js';
import { WeatherIcon } from '@/components/weather/drawings/weather-icon.js';
import { forecastQuery, forPlace } from '@/components/weather/weather-queries.js';
import { FORECAST_DAYS } from '@/constants/display-constants.js';
import * as strings from '@/strings/public-strings.js';

/** Weather at a place: now, today and the week. */
export function Page() {
  const { searched, show, leave } = usePlaceInAddress();
  const { coordinates, selectedPlace, status } = usePlace();
  const named = searched ?? selectedPlace;
  const forecast = forPlace(useQuery(forecastQuery(searched ?? coordinates, FORECAST_DAYS)));
  const units = useUnits();
  const { data } = forecast;
  const { current } = useCurrentWeather(data);
  const { sky, label } = useSky(data);
  const ahead = temperaturesAhead(restOfToday(data?.forecast, useLocalTime(data)));
  const locationName = data?.location?.name ?? '';
  const place = named?.name || [locationName, data?.location?.region].filter(Boolean).join(', ');
  const locatedPlace = !named && status === 'used' && locationName ? { ...coordinates, name: locationName } : undefined;
  return (
    <div className="of-place of-units container-page pt-5 md:pt-12">
      <PlaceBar currentPlace={named?.name ? named : locatedPlace} searched={searched} onPick={show} onLeave={leave}>
        <PageTitle title={strings.weather} className="min-h-[2lh] text-2xl wrap-anywhere sm:min-h-0 md:text-3xl">
          {place ? `Weather in ${place}` : `Weather in ${stateName}`}
        </PageTitle>
        <SampleBadge forecast={forecast} />
      </PlaceBar>
      <PlaceWarnings forecast={data} />
      <div className="mt-4 grid grid-flow-row-dense md:mt-8 gap-4 md:grid-cols-2 md:gap-6 lg:grid-cols-[1fr_1.4fr_1fr]">
        <section aria-label="Current conditions" className="card flex flex-col p-5 md:p-6">
          <h2 className="text-lg">Current conditions</h2>
          <div className="@container mt-2 flex flex-wrap items-center gap-x-6">
            <p className="figures text-reading font-bold tracking-tight">{units.degrees(current?.temp_f)}</p>
            <WeatherIcon sky={sky} isDay={Boolean(current?.is_day ?? true)} size={88} />
          </div>
          <p className="min-h-[1lh] text-xl leading-snug font-semibold wrap-anywhere lg:min-h-[2lh]">
            {label || strings.noReading}
          </p>
          <p className="figures mt-1 flex flex-wrap gap-x-4 text-lg">
            {ahead.map(({ label, fahrenheit }) => (
              <span key={label}>
                <span className="text-ink-soft">{label}</span> {units.temperature(fahrenheit)}{' '}
              </span>
            ))}
          </p>
          <div className="mt-auto pt-5 text-sm">
            <ForecastAge forecast={forecast} reserve="min-h-[3lh]" />
          </div>
        </section>
        <div className="grid md:col-span-2 lg:col-span-1">
          <Highlights forecast={data} heading="Today's Highlights" headingLevel={2} />
        </div>
        <SunArc forecast={data} headingLevel={2} />
      </div>
      <NextHour className="mt-6" place={searched ?? coordinates} />
      <section aria-labelledby="week-heading" className="mt-10 md:mt-20">
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          <h2 id="week-heading" className="text-2xl">
            7 Days Weather Forecast
          </h2>
          <div className="flex flex-wrap gap-2">
            <ButtonLink to={addressOf('/hourly', searched)} tone="secondary" size="small">
              48 hours
            </ButtonLink>
            <ButtonLink to={addressOf('/forecast', searched)} tone="secondary" size="small">
              Full forecast and map
            </ButtonLink>
          </div>
        </div>
        <DayCards forecast={forecast} />
        <PrintNote />
      </section>
    </div>
  );
}
