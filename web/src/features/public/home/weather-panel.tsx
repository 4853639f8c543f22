import { ButtonLink } from '@/ui/button.js';
import { Section } from '@/ui/page-section.js';
import { useLocalTime } from '@/components/time/forecast-clock.js';
import { chanceLabel } from '@/components/weather/units/precipitation.js';
import { percent } from '@/components/weather/units/readings.js';
import { skyOf } from '@site/domain/weather/sky';
import { shortDate } from '@/components/time/times.js';
import { useUnits } from '@/components/weather/units/units.js';
import { WeatherIcon } from '@/components/weather/drawings/weather-icon.js';
import * as strings from '@/strings/public-strings.js';
import { useHomeForecast } from './home-forecast.js';
import { twoDays, type DayInBrief } from './two-days.js';

/** Today and tomorrow in brief with a link to the week; only the link without a forecast. */
export function WeatherPanel() {
  const { data, error } = useHomeForecast();
  const localNow = useLocalTime(data);
  const isUnknown = !data && error !== null;
  const days = twoDays(data?.forecast, localNow);
  return (
    <Section title="Today and tomorrow" className="of-place of-units container-page">
      <div className="card mt-4 grid grid-cols-[repeat(auto-fit,minmax(min(100%,8.5rem),1fr))] items-start gap-x-4 gap-y-4 p-4 md:mt-6 md:items-center md:gap-x-8 md:grid-cols-2 md:p-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto]">
        {isUnknown ? (
          <p className="col-span-full text-ink-soft lg:col-span-2">
            We don’t have the forecast for these days right now.
          </p>
        ) : (
          days.map((day) => <Day key={day.title} day={day} />)
        )}
        <div className="col-span-full flex flex-wrap gap-x-1 gap-y-2 md:gap-x-2 lg:col-auto lg:flex-col lg:items-stretch">
          <ButtonLink to="/forecast" tone="secondary" size="small">
            Seven days
          </ButtonLink>
          <ButtonLink to="/hourly" tone="secondary" size="small">
            48 hours
          </ButtonLink>
          <ButtonLink to="/map" tone="secondary" size="small">
            Map and radar
          </ButtonLink>
        </div>
      </div>
    </Section>
  );
}

function Day({ day: { title, date, condition, temperatures, rainChance, falling } }: { day: DayInBrief }) {
  const { temperature } = useUnits();
  return (
    <article className="figures grid min-w-0 grid-cols-[auto_minmax(0,1fr)] items-center gap-x-2 md:gap-x-4">
      <h3 className="col-span-full text-base md:col-span-1 md:col-start-2">
        {title}{' '}
        <time dateTime={date} className="text-sm font-normal whitespace-nowrap text-ink-soft md:text-base">
          {shortDate(date)}
        </time>
      </h3>
      <WeatherIcon
        sky={skyOf(condition)}
        isDay
        size={56}
        className="h-auto w-10 md:row-span-3 md:row-start-1 md:w-14"
      />
      <p className="line-clamp-2 leading-snug font-semibold wrap-anywhere md:col-start-2 md:text-lg">
        {condition?.text || strings.noReading}
      </p>
      <p className="col-span-full flex flex-wrap gap-x-4 max-md:mt-1 max-md:flex-col md:col-span-1 md:col-start-2">
        {temperatures.map(({ label, fahrenheit }) => (
          <span key={label}>
            <span className="text-ink-soft">{label}</span> {temperature(fahrenheit)}{' '}
          </span>
        ))}
        <span>
          <span className="text-ink-soft">{chanceLabel(falling, 'Rain', 'Precipitation')}</span> {percent(rainChance)}
        </span>
      </p>
    </article>
  );
}
