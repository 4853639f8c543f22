import { CloudRain, Droplets, Eye, Sun, Thermometer, Wind } from 'lucide-react';
import type { ReactNode } from 'react';
import * as strings from '@/strings/public-strings.js';
import { airQuality, percent, uvIndex } from './units/readings.js';
import { useCurrentWeather } from './current-weather.js';
import { missingReadings } from './units/missing-readings.js';
import { amounts, chanceLabel } from './units/precipitation.js';
import { useUnits } from './units/units.js';
import { windReading } from './units/wind.js';
import type { ForecastResponse } from '../time/forecast-clock.js';

interface HighlightsProps {
  forecast: ForecastResponse | undefined;
  heading: string;
  /** 3 inside a section. */
  headingLevel?: 2 | 3;
}

/**
 * The six readings that the specification calls air conditions on the home page and highlights on the weather page,
 * plus air quality.
 */
export function Highlights({ forecast, heading, headingLevel = 3 }: HighlightsProps) {
  const Heading = `h${headingLevel}` as const;
  const units = useUnits();
  const weather = useCurrentWeather(forecast);
  const { current } = weather;
  const day = forecast?.forecast?.forecastday?.[0]?.day;
  const air = airQuality(current?.air_quality);
  const { available, missing } = missingReadings(
    [
      {
        label: strings.realFeel,
        value: units.feelsLike(current?.feelslike_c, current?.feelslike_f),
        fields: ['feelslike_c', 'feelslike_f'],
        Icon: Thermometer,
      },
      { label: strings.wind, ...windReading(current, units), fields: ['wind_kph', 'wind_mph'], Icon: Wind },
      { label: strings.visibility, value: units.distance(current?.vis_km), fields: ['vis_km', 'vis_miles'], Icon: Eye },
      {
        label: chanceLabel(day, 'Chances of Rain'),
        value: percent(day?.daily_chance_of_rain),
        note: amounts(day, units),
        fields: [],
        Icon: CloudRain,
      },
      { label: strings.uvIndex, value: uvIndex(current?.uv), fields: ['uv'], Icon: Sun },
      { label: strings.humidity, value: percent(current?.humidity), fields: ['humidity'], Icon: Droplets },
    ],
    weather,
  );
  return (
    <section aria-label={heading} className="card @container flex flex-col px-5 py-4 md:p-6">
      <Heading className="text-lg">{heading}</Heading>
      <dl className="figures mt-2 grid flex-1 grid-cols-2 gap-x-4 gap-y-2 md:mt-4 md:auto-rows-fr md:gap-3 @lg:grid-cols-3 @max-[15rem]:grid-cols-1">
        {available.map(({ Icon, ...reading }) => (
          <Tile key={reading.label} {...reading} icon={<Icon aria-hidden="true" size={16} className="shrink-0" />} />
        ))}
        {missing.map(({ label, names }) => (
          <div key={label} className="flex flex-col justify-center text-sm text-ink-soft md:p-4">
            <dt>{label}</dt>
            <dd>{names}</dd>
          </div>
        ))}
      </dl>
      {air && (
        <dl className="figures mt-2 grid md:mt-3">
          <Tile label="Air quality" {...air} icon={<Wind aria-hidden="true" size={16} className="shrink-0" />} />
        </dl>
      )}
    </section>
  );
}

interface TileProps {
  label: string;
  value: string;
  note?: string | undefined;
  icon: ReactNode;
}

/** From tablets on, always tall enough for a second unit or a note, which appear only later. */
function Tile({ label, value, note, icon }: TileProps) {
  return (
    <div className="flex flex-col justify-center rounded-md md:min-h-27 md:bg-surface-raised md:px-4 md:py-3">
      <dt className="flex items-center gap-2 text-sm text-ink-soft">
        {icon}
        {label}
      </dt>
      <dd className="leading-snug font-semibold md:mt-1 md:text-xl">
        {value} {note && <span className="block text-sm font-normal text-ink-soft">{note}</span>}
      </dd>
    </div>
  );
}
