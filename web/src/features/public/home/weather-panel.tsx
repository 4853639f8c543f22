import { CalendarDays, Clock3, Map } from 'lucide-react';
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
      <div className="card mt-6 grid grid-cols-1 items-center gap-x-8 gap-y-6 p-5 md:grid-cols-2 md:p-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto]">
        {isUnknown ? (
          <p className="text-ink-soft md:col-span-2">We don’t have the forecast for these days right now.</p>
        ) : (
          days.map((day) => <Day key={day.title} day={day} />)
        )}
        <div className="flex flex-wrap gap-2 md:col-span-2 lg:col-auto lg:flex-col lg:items-stretch">
          <ButtonLink to="/forecast" tone="secondary" size="small">
            <CalendarDays aria-hidden="true" size={16} />
            Seven days
          </ButtonLink>
          <ButtonLink to="/hourly" tone="secondary" size="small">
            <Clock3 aria-hidden="true" size={16} />
            48 hours
          </ButtonLink>
          <ButtonLink to="/map" tone="secondary" size="small">
            <Map aria-hidden="true" size={16} />
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
    <article className="figures flex min-w-0 items-center gap-4">
      <WeatherIcon sky={skyOf(condition)} isDay size={64} className="shrink-0" />
      <div className="min-w-0">
        <h3 className="text-base">
          {title}{' '}
          <time dateTime={date} className="font-normal text-ink-soft">
            {shortDate(date)}
          </time>
        </h3>
        <p className="line-clamp-2 text-lg leading-snug font-semibold wrap-anywhere">
          {condition?.text || strings.noReading}
        </p>
        <p className="flex flex-wrap gap-x-4">
          {temperatures.map(({ label, fahrenheit }) => (
            <span key={label}>
              <span className="text-ink-soft">{label}</span> {temperature(fahrenheit)}{' '}
            </span>
          ))}
          <span>
            <span className="text-ink-soft">{chanceLabel(falling, 'Rain', 'Precipitation')}</span> {percent(rainChance)}
          </span>
        </p>
      </div>
    </article>
  );
}
