/** A county page's current conditions. */
import type { County } from '@site/regions/counties';
import { useCurrentWeather } from '@/components/weather/current-weather.js';
import { WeatherIcon } from '@/components/weather/drawings/weather-icon.js';
import { ForecastAge, SampleBadge, type ForecastState } from '@/components/weather/forecast-age.js';
import { percent } from '@/components/weather/units/readings.js';
import { useSky } from '@/components/weather/use-sky.js';
import { UnitChoice } from '@/components/weather/units/unit-choice.js';
import { useUnits } from '@/components/weather/units/units.js';
import { windReading } from '@/components/weather/units/wind.js';
import * as strings from '@/strings/public-strings.js';

interface CountyNowProps {
  county: County;
  forecast: ForecastState;
}

export function CountyNow({ county, forecast }: CountyNowProps) {
  const units = useUnits();
  const { current } = useCurrentWeather(forecast.data);
  const { sky, label } = useSky(forecast.data);
  const wind = windReading(current, units);
  return (
    <div className="card p-5 md:p-6">
      <div className="flex flex-wrap items-center gap-x-8 gap-y-3">
        <p className="figures text-3xl font-bold tracking-tight">{units.temperature(current?.temp_f)}</p>
        <WeatherIcon sky={sky} isDay={Boolean(current?.is_day ?? true)} size={56} />
        <p className="min-w-0 flex-[1_1_12rem] text-lg font-semibold wrap-anywhere">{label || strings.noReading}</p>
        <dl className="figures grid min-w-0 flex-[2_1_20rem] grid-cols-[repeat(auto-fit,minmax(min(100%,4.5rem),1fr))] gap-4">
          <Reading term={strings.realFeel} value={units.feelsLike(current?.feelslike_c, current?.feelslike_f)} />
          <Reading term={strings.wind} value={wind.value} note={wind.note} />
          <Reading term={strings.humidity} value={percent(current?.humidity)} />
        </dl>
      </div>
      <div className="mt-4 text-sm text-ink-soft">
        <p>At a point near the center of {county.name}.</p>
        <ForecastAge forecast={forecast} reserve="min-h-[3lh] sm:min-h-[2lh]" />
      </div>
      <div className="mt-3 flex flex-wrap items-center gap-3">
        <UnitChoice />
        <SampleBadge forecast={forecast} />
      </div>
    </div>
  );
}

function Reading({ term, value, note }: { term: string; value: string; note?: string | undefined }) {
  return (
    <div>
      <dt className="text-sm text-ink-soft">{term}</dt>
      <dd className="leading-tight font-semibold">
        {value} {note && <span className="block text-sm font-normal text-ink-soft">{note}</span>}
      </dd>
    </div>
  );
}
