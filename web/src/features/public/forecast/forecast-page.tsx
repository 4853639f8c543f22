/** Page of the seven-day forecast. */
import { useQuery } from '@tanstack/react-query';
import { PlaceWarnings } from '@/components/alerts/place-warnings.js';
import { PageTitle } from '@/ui/pages/page-title.js';
import { DayCards } from '@/components/weather/day-cards.js';
import { FarmView } from '@/components/weather/farm/farm-view.js';
import { ForecastAge, SampleBadge } from '@/components/weather/forecast-age.js';
import { PlaceBar } from '@/components/places/place-bar.js';
import { usePlaceInAddress } from '@/components/places/place-in-url.js';
import { usePlace } from '@/components/places/place.js';
import { forecastQuery, forPlace } from '@/components/weather/weather-queries.js';
import { FORECAST_DAYS, FORECAST_DEFAULT } from '@/constants/display-constants.js';
import * as strings from '@/strings/public-strings.js';
import { PrintButton, PrintNote } from '@/components/print/print.js';
import { MapSection } from './map-section.js';

/**
 * Seven-day forecast. Place: from the address, else the last chosen one, else the visitor's location, else the
 * specification's default.
 */
export function Page() {
  const { searched, show, leave } = usePlaceInAddress();
  const { coordinates, selectedPlace, status } = usePlace();
  const named = searched ?? selectedPlace;
  const isCurrentLocation = !named && status === 'used';
  const point = named ?? (isCurrentLocation ? coordinates : FORECAST_DEFAULT);
  const forecast = forPlace(useQuery(forecastQuery(point, FORECAST_DAYS)));
  const { location } = forecast.data ?? {};
  const forecastName = [location?.name, location?.country].filter(Boolean).join(', ');
  const name = isCurrentLocation ? forecastName : (named ?? FORECAST_DEFAULT).name || forecastName;
  const locatedPlace = isCurrentLocation && location?.name ? { ...coordinates, name: location.name } : undefined;
  const title = '7-Day Weather Forecast';
  return (
    <div className="of-place of-units container-page pt-5 md:pt-12">
      <PlaceBar currentPlace={named?.name ? named : locatedPlace} searched={searched} onPick={show} onLeave={leave}>
        <PageTitle title={searched?.name ? `${title}, ${searched.name}` : title}>{title}</PageTitle>
        <SampleBadge forecast={forecast} />
      </PlaceBar>
      <PlaceWarnings forecast={forecast.data} />
      <section aria-labelledby="week-heading" className="mt-5 md:mt-8">
        <h2 id="week-heading" className="min-h-[1lh] text-xl wrap-anywhere md:text-2xl">
          {name || strings.noReading}
        </h2>
        <p className="min-h-[1lh] text-ink-soft md:mt-1 md:text-lg">{near(name, location)}</p>
        <div className="mt-1 text-sm">
          <ForecastAge forecast={forecast} reserve="min-h-[3lh] sm:min-h-[2lh]" />
        </div>
        {!forecast.error && (
          <a href="#farm" className="mt-1 inline-flex min-h-9 items-center text-link print:hidden">
            Farm and garden: rain total, freezes, drying days
          </a>
        )}
        <DayCards forecast={forecast} detailed />
        {forecast.data && (
          <div className="mt-4 print:mt-0">
            <PrintButton label="Print the week" />
          </div>
        )}
        <PrintNote />
      </section>
      <div className="mt-12 md:mt-16 print:hidden">
        <FarmView forecast={forecast} />
      </div>
      <MapSection lat={point.lat} lon={point.lon} name={name} />
    </div>
  );
}

/** Names the place that the forecast is for when it differs from the requested one. */
function near(name: string, location: { name: string; region: string; country: string } | undefined): string {
  if (!location) return '';
  const [town = ''] = name.split(',');
  const parts = location.name === town ? [location.region, location.country] : [location.name, location.region];
  const text = parts.filter(Boolean).join(', ');
  return location.name === town || text === '' ? text : `near ${text}`;
}
