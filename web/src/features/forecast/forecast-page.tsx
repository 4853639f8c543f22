import { useQuery } from '@tanstack/react-query';
import { PageTitle } from '../../components/page-title.js';
import { DayCards } from '../../components/weather/day-cards.js';
import { ForecastAge, SampleBadge } from '../../components/weather/forecast-age.js';
import { PlaceControls } from '../../components/weather/place-controls.js';
import { usePlace } from '../../components/weather/place.js';
import { forecastQuery, type Coordinates } from '../../components/weather/weather-queries.js';

/** The specification's point of this page, near Conway. */
const defaultPoint: Coordinates = { lat: 34.9697, lon: -92.3731 };
const defaultName = 'Arkansas, USA';

/** The week, day by day. */
export function Page() {
  const { coordinates, status } = usePlace();
  const isOwnPlace = status === 'used';
  const forecast = useQuery(forecastQuery(isOwnPlace ? coordinates : defaultPoint, 7));
  const { location } = forecast.data ?? {};
  const nearest = [location?.name, location?.region].filter(Boolean).join(', ');
  return (
    <div className="container-page pt-8 md:pt-12">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <PageTitle title="7-Day Weather Forecast" />
        <SampleBadge forecast={forecast} />
      </div>
      <p className="mt-3 text-lg">
        {isOwnPlace ? [location?.name, location?.country].filter(Boolean).join(', ') : defaultName}
        {!isOwnPlace && nearest && <span className="text-ink-soft"> · near {nearest}</span>}
      </p>
      <div className="mt-4">
        <PlaceControls />
      </div>
      <section aria-labelledby="week-heading" className="mt-10">
        <h2 id="week-heading" className="text-xl">
          The next seven days
        </h2>
        <DayCards forecast={forecast} />
      </section>
      <div className="mt-6">
        <ForecastAge forecast={forecast} />
      </div>
    </div>
  );
}
