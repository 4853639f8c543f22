import { useQuery } from '@tanstack/react-query';
import { PageTitle } from '../../components/page-title.js';
import { DayCards } from '../../components/weather/day-cards.js';
import { ForecastAge, SampleBadge } from '../../components/weather/forecast-age.js';
import { Highlights } from '../../components/weather/highlights.js';
import { PlaceControls } from '../../components/weather/place-controls.js';
import { usePlace } from '../../components/weather/place.js';
import { degrees, fahrenheit } from '../../components/weather/readings.js';
import { skyOf } from '../../components/weather/sky.js';
import { SunArc } from '../../components/weather/sun-arc.js';
import { WeatherIcon } from '../../components/weather/weather-icon.js';
import { forecastQuery } from '../../components/weather/weather-queries.js';
import { strings } from '../../strings.js';

/** The weather at a place: now, today, and the week. */
export function Page() {
  const { coordinates } = usePlace();
  const forecast = useQuery(forecastQuery(coordinates, 7));
  const { data } = forecast;
  const current = data?.current;
  const today = data?.forecast?.forecastday?.[0]?.day;
  const place = [data?.location?.name, data?.location?.region].filter(Boolean).join(', ');
  return (
    <div className="container-page pt-8 md:pt-12">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <PageTitle title={strings.weather}>{place ? `Weather in ${place}` : 'Weather in Arkansas'}</PageTitle>
        <SampleBadge forecast={forecast} />
      </div>
      <div className="mt-4">
        <PlaceControls />
      </div>
      <div className="mt-8 grid gap-4 md:gap-6 md:grid-cols-2 lg:grid-cols-[1fr_1.4fr_1fr]">
        <section aria-label="Current conditions" className="card flex flex-col p-5 md:p-6">
          <h2 className="text-lg">Current conditions</h2>
          <div className="mt-2 flex items-center gap-6">
            <p className="figures text-reading font-bold tracking-tight">{degrees(current?.temp_f)}</p>
            <WeatherIcon sky={skyOf(current?.condition)} isDay={Boolean(current?.is_day ?? true)} size={88} />
          </div>
          <p className="text-xl font-semibold">{current?.condition?.text || strings.noReading}</p>
          <p className="figures mt-1 text-lg">
            High {fahrenheit(today?.maxtemp_f)}, low {fahrenheit(today?.mintemp_f)}
          </p>
          <div className="mt-auto pt-5">
            <ForecastAge forecast={forecast} />
          </div>
        </section>
        <Highlights forecast={data} heading={strings.todaysHighlights} headingLevel={2} />
        <SunArc forecast={data} headingLevel={2} />
      </div>
      <section aria-labelledby="week-heading" className="mt-12 md:mt-20">
        <h2 id="week-heading" className="text-2xl">
          {strings.sevenDaysForecast}
        </h2>
        <DayCards forecast={forecast} />
      </section>
    </div>
  );
}
