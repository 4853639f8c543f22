import { SampleBadge } from '@/components/weather/forecast-age.js';
import { useLocalTime } from '@/components/time/forecast-clock.js';
import { Highlights } from '@/components/weather/highlights.js';
import { HourlyChart } from '@/components/weather/drawings/hourly-chart.js';
import { hourlySlots } from '@/components/weather/hours.js';
import { SunArc } from '@/components/weather/drawings/sun-arc.js';
import * as strings from '@/strings/public-strings.js';
import { useHomeForecast } from './home-forecast.js';

/** Today's hours. On failure, shows one sentence; the hero has the details and the retry button. */
export function HourlySection() {
  const forecast = useHomeForecast();
  const { data, error } = forecast;
  const isUnknown = !data && error !== null;
  const slots = hourlySlots(data?.forecast, useLocalTime(data));
  return (
    <section id="hourly" aria-labelledby="hourly-heading" className="of-place of-units container-page">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="hourly-heading" className="text-xl md:text-2xl">
          {strings.hourlyHeading}
        </h2>
        <SampleBadge forecast={forecast} />
      </div>
      {isUnknown ? (
        <p className="mt-4 text-lg text-ink-soft">We’ll show the hours when the forecast loads.</p>
      ) : (
        <>
          <div className="card mt-4 px-2 py-4 md:mt-6 md:px-6 md:py-5">
            <HourlyChart slots={slots} />
          </div>
          <div className="mt-3 grid gap-3 md:mt-6 md:gap-6 lg:grid-cols-[2fr_1fr]">
            <Highlights forecast={data} heading="Air conditions" />
            <SunArc forecast={data} />
          </div>
        </>
      )}
    </section>
  );
}
