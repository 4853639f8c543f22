/** Page of the next 48 hours. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FORECAST_DAYS } from '@/constants/display-constants.js';
import { PlaceWarnings } from '@/components/alerts/place-warnings.js';
import { PlaceBar } from '@/components/places/place-bar.js';
import { addressOf, usePlaceInAddress } from '@/components/places/place-in-url.js';
import { usePlace } from '@/components/places/place.js';
import { PrintNote } from '@/components/print/print.js';
import { useForecastTime } from '@/components/time/forecast-clock.js';
import { localTimeAt, stateTimeZone } from '@/components/time/times.js';
import { rainSummary } from '@/components/weather/rain-summary.js';
import { ForecastAge, forecastError, SampleBadge } from '@/components/weather/forecast-age.js';
import { forecastQuery, forPlace } from '@/components/weather/weather-queries.js';
import { ButtonLink } from '@/ui/button.js';
import { NotAvailable } from '@/ui/pages/not-available.js';
import { PageTitle } from '@/ui/pages/page-title.js';
import { Loading } from '@/ui/skeleton.js';
import { HourTable } from './hour-table.js';
import { HourlyDrawings } from './hourly-drawings.js';
import { hoursFrom, maxHours, nightsOf, type ChartHour, type Stretch } from './chart-hours.js';
import { Scrubber } from './scrubber.js';

const title = 'Hour by hour';

/** The next 48 hours. Place: from the address, else the last chosen one, else the visitor's location. */
export function Page() {
  const { searched, show, leave } = usePlaceInAddress();
  const { coordinates, selectedPlace: selectedIndex, status } = usePlace();
  const named = searched ?? selectedIndex;
  // Requests the whole week: the two days in today's response start at midnight, so they end before 48 hours from now.
  const forecast = forPlace(useQuery(forecastQuery(searched ?? coordinates, FORECAST_DAYS)));
  const { data } = forecast;
  const now = useForecastTime(data);
  const localNow = localTimeAt(now, data?.location?.tz_id || stateTimeZone);
  const hours = hoursFrom(data?.forecast, localNow);
  const locationName = data?.location?.name ?? '';
  const place = named?.name || [locationName, data?.location?.region].filter(Boolean).join(', ');
  const locatedPlace = !named && status === 'used' && locationName ? { ...coordinates, name: locationName } : undefined;
  return (
    <div className="of-place of-units container-page pt-5 md:pt-12">
      <PlaceBar currentPlace={named?.name ? named : locatedPlace} searched={searched} onPick={show} onLeave={leave}>
        <PageTitle title={named?.name ? `${title}, ${named.name}` : title}>{title}</PageTitle>
        <SampleBadge forecast={forecast} />
      </PlaceBar>
      <PlaceWarnings forecast={data} />
      <section aria-labelledby="hours-heading" className="mt-4 md:mt-8">
        <h2 id="hours-heading" className="min-h-[1lh] text-lg wrap-anywhere md:text-2xl">
          {place ? `The next ${maxHours} hours in ${place}` : `The next ${maxHours} hours`}
        </h2>
        {data ? (
          // Keyed by place, so that an hour selected for one place doesn't carry over to another.
          <Hours
            key={`${data.location?.lat} ${data.location?.lon}`}
            hours={hours}
            nights={nightsOf(hours, data.forecast)}
            nowAt={Number(localNow.slice(14)) / 60}
          />
        ) : forecast.isPending ? (
          <Loading label="Loading the hours" count={1} each="mt-6 h-160 rounded-lg" />
        ) : (
          <div className="mt-6">
            <NotAvailable
              detail={forecastError(forecast.error)}
              isTrying={forecast.isFetching}
              onRetry={forecast.refetch}
            >
              We can’t show the hourly forecast right now.
            </NotAvailable>
          </div>
        )}
        <div className="mt-4 text-sm">
          <ForecastAge forecast={forecast} reserve="min-h-[3lh] sm:min-h-[2lh]" />
        </div>
        <PrintNote />
      </section>
      <div className="mt-8 flex flex-wrap gap-3">
        <ButtonLink to={addressOf('/forecast', searched)} tone="secondary">
          Seven days
        </ButtonLink>
        <ButtonLink to="/map" tone="secondary">
          Map and radar
        </ButtonLink>
      </div>
    </div>
  );
}

interface HoursProps {
  hours: readonly ChartHour[];
  nights: readonly Stretch[];
  nowAt: number;
}

function Hours({ hours, nights, nowAt }: HoursProps) {
  // Selection is kept by time, so it stays when an hour passes and indexes shift.
  const [selectedTime, setSelectedTime] = useState<string>();
  const selectedIndex = Math.max(
    0,
    hours.findIndex(({ time }) => time === selectedTime),
  );
  const onSelect = (index: number) => setSelectedTime(hours[index]?.time);
  if (hours.length === 0)
    return <p className="card mt-6 p-6 text-lg">The provider has no hourly forecast right now.</p>;
  const summary = rainSummary(hours);
  return (
    <>
      {summary && <p className="font-semibold md:mt-2 md:text-lg">{summary}.</p>}
      <div className="card @container mt-3 p-4 md:mt-6 md:p-6">
        <Scrubber hours={hours} selectedIndex={selectedIndex} onSelect={onSelect} />
        <HourlyDrawings hours={hours} nights={nights} selectedIndex={selectedIndex} onSelect={onSelect} nowAt={nowAt} />
      </div>
      {hours.length < maxHours && (
        <p className="mt-3 text-ink-soft">
          The provider has {hours.length === 1 ? 'one hour' : `${hours.length} hours`}.
        </p>
      )}
      <HourTable hours={hours} />
    </>
  );
}
