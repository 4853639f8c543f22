import { CloudRain, Droplets, Eye, Sun, Thermometer, Wind } from 'lucide-react';
import { strings } from '../../strings.js';
import type { ForecastAnswer } from './forecast-types.js';
import { percent, uvIndex } from './readings.js';
import { useUnits } from './units.js';

interface HighlightsProps {
  forecast: ForecastAnswer | undefined;
  heading: string;
  /** 2 directly under the page's title, 3 inside a section. */
  headingLevel?: 2 | 3;
}

/** The six readings that the specification calls air conditions on the home page and highlights on the weather page. */
export function Highlights({ forecast, heading, headingLevel = 3 }: HighlightsProps) {
  const Heading = `h${headingLevel}` as const;
  const units = useUnits();
  const current = forecast?.current;
  const day = forecast?.forecast?.forecastday?.[0]?.day;
  const tiles = [
    { label: strings.realFeel, value: units.feelsLike(current?.feelslike_c, current?.feelslike_f), Icon: Thermometer },
    { label: strings.wind, value: units.wind(current?.wind_kph, current?.wind_dir), Icon: Wind },
    { label: strings.visibility, value: units.distance(current?.vis_km), Icon: Eye },
    { label: strings.chancesOfRain, value: percent(day?.daily_chance_of_rain), Icon: CloudRain },
    { label: strings.uvIndex, value: uvIndex(current?.uv), Icon: Sun },
    { label: strings.humidity, value: percent(current?.humidity), Icon: Droplets },
  ];
  return (
    <section aria-label={heading} className="card @container flex flex-col p-5 md:p-6">
      <Heading className="text-lg">{heading}</Heading>
      <dl className="figures mt-4 grid flex-1 auto-rows-fr grid-cols-2 gap-3 @lg:grid-cols-3">
        {tiles.map(({ label, value, Icon }) => (
          <div key={label} className="flex flex-col justify-center rounded-md bg-surface-raised p-4">
            <dt className="flex items-center gap-2 text-sm text-ink-soft">
              <Icon aria-hidden="true" size={16} className="shrink-0" />
              {label}
            </dt>
            <dd className="mt-1 text-lg font-semibold md:text-xl">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
