import * as strings from '@/strings/public-strings.js';
import { Section } from '@/ui/page-section.js';
import { useLocalTime } from '@/components/time/forecast-clock.js';
import { shortDate } from '@/components/time/times.js';
import type { ForecastState } from '../forecast-age.js';
import { isFiniteNumber, reading, type Reading } from '../units/readings.js';
import { useUnits, type Units } from '../units/units.js';
import { gustsOf } from '../units/wind.js';
import { dryingChance, dryingHumidity, farmDays, freezingF, type FarmDay, type Span } from './farm-days.js';

/** Rain, freezes and drying days of the week. Renders nothing without a forecast. */
export function FarmView({ forecast: { data } }: { forecast: ForecastState }) {
  const units = useUnits();
  const days = farmDays(data?.forecast?.forecastday ?? [], useLocalTime(data));
  if (days.length === 0) return null;
  const wettest = Math.max(...days.map(({ rainMm }) => rainMm ?? 0));
  return (
    <Section id="farm" title="Farm and garden">
      <dl className="figures mt-4 grid grid-cols-[repeat(auto-fit,minmax(min(100%,14rem),1fr))] gap-3">
        <Total term={`${rainLabel(days)} in ${daysOf(days.length)}`} {...rainOf(days, units)} />
        <Total term="Drying days" {...dryingOf(days)} />
        <Total term={`Freeze, ${units.temperature(freezingF)} or less`} {...freezeOf(days, units)} />
      </dl>
      <ol className="figures card @container mt-4 px-5 py-2">
        {days.map((day) => (
          <li
            key={day.date}
            className="grid items-center gap-x-4 gap-y-1 border-b border-line py-3 last:border-0 @min-[15rem]:grid-cols-[7.5rem_minmax(0,1fr)] @min-[42rem]:grid-cols-[9rem_11rem_repeat(3,minmax(0,1fr))]"
          >
            <h3 className="text-base">
              <time dateTime={day.date}>{shortDate(day.date)}</time>
              {day.isToday && <span className="block text-sm font-normal text-ink-soft">rest of today</span>}
            </h3>
            <p className="flex items-center gap-3">
              {isFiniteNumber(day.rainMm) ? (
                <>
                  <RainBar rainMm={day.rainMm} wettest={wettest} />
                  <span className="font-semibold">
                    <span className="sr-only">{rainLabel([day])} </span>
                    {units.rain(day.rainMm)}
                  </span>
                </>
              ) : (
                <span className="text-ink-soft">{rainLabel([day])} not known yet</span>
              )}
            </p>
            <p className="@min-[15rem]:@max-[42rem]:col-start-2">
              {day.humidity && (
                <>
                  <span className="text-ink-soft">Humidity </span>
                  {spanText(day.humidity, '%')}
                </>
              )}
              {day.dewpointF && (
                <span className="block text-sm text-ink-soft">Dew point {dewpointText(day.dewpointF, units)}</span>
              )}
            </p>
            <p className="@min-[15rem]:@max-[42rem]:col-start-2">
              {isFiniteNumber(day.wind) && (
                <>
                  <span className="text-ink-soft">Wind </span>
                  {windText(day, units)}
                </>
              )}
            </p>
            <p className="flex flex-wrap gap-2 @min-[15rem]:@max-[42rem]:col-start-2">
              {day.hasFreeze && <strong>Freeze, low {units.temperature(day.lowF)}</strong>}
              {day.isDrying && <strong>Drying day</strong>}
            </p>
          </li>
        ))}
      </ol>
      <p className="mt-3 text-sm text-ink-soft">
        A drying day has at most a {dryingChance}% chance of rain and humidity of {dryingHumidity}% or less. In the
        table, “{strings.noReading}” means no data.
      </p>
      <FarmTable days={days} />
    </Section>
  );
}

const daysOf = (count: number) => (count === 7 ? 'seven days' : count === 1 ? 'one day' : `${count} days`);

/** Says "rain" only if nothing else can fall. */
const rainLabel = (days: readonly FarmDay[]) => (days.every(({ onlyRain }) => onlyRain) ? 'Rain' : 'Precipitation');

interface TotalText {
  value: string;
  note?: string | undefined;
}

function Total({ term, value, note }: TotalText & { term: string }) {
  return (
    <div className="card p-5">
      <dt className="text-sm text-ink-soft">{term}</dt>
      <dd className="mt-1 text-xl font-semibold">
        {value} {note && <span className="block text-sm font-normal text-ink-soft">{note}</span>}
      </dd>
    </div>
  );
}

/** Says how many days a total covers, unless it covers all. */
const coverage = (count: number, all: number) => (count < all ? `Based on ${count} of ${all} days` : undefined);

function rainOf(days: readonly FarmDay[], units: Units): TotalText {
  const amounts = days.map(({ rainMm }) => rainMm).filter(isFiniteNumber);
  const sum = amounts.length > 0 ? amounts.reduce((total, mm) => total + mm, 0) : undefined;
  return { value: units.rain(sum), note: coverage(amounts.length, days.length) };
}

/** Returns "none" only if every day is known. */
const noneOf = (count: number, all: number) => (count === all ? 'None' : count > 0 ? 'None known' : strings.noReading);

function dryingOf(days: readonly FarmDay[]): TotalText {
  const available = days.filter(({ isDrying }) => isDrying !== undefined);
  const drying = available.filter(({ isDrying }) => isDrying).map(({ date }) => shortDate(date).slice(0, 3));
  const value = drying.length > 0 ? `${drying.length}: ${drying.join(', ')}` : noneOf(available.length, days.length);
  return { value, note: coverage(available.length, days.length) };
}

function freezeOf(days: readonly FarmDay[], units: Units): TotalText {
  const available = days.filter(({ hasFreeze }) => hasFreeze !== undefined);
  const freezes = available.filter(({ hasFreeze }) => hasFreeze);
  const first = freezes[0];
  const last = freezes.at(-1);
  if (!first || !last)
    return { value: noneOf(available.length, days.length), note: coverage(available.length, days.length) };
  const textOf = ({ date, lowF }: FarmDay) => `${shortDate(date)}, ${units.temperature(lowF)}`;
  const until = first === last ? undefined : `Last: ${textOf(last)}`;
  return {
    value: `First: ${textOf(first)}`,
    note: [until, coverage(available.length, days.length)].filter(Boolean).join('. ') || undefined,
  };
}

function RainBar({ rainMm, wettest }: { rainMm: Reading; wettest: number }) {
  const share = isFiniteNumber(rainMm) && wettest > 0 ? Math.round((rainMm / wettest) * 100) : 0;
  return (
    <svg aria-hidden="true" className="h-2.5 w-16 shrink-0 rounded-full bg-surface-raised">
      {share > 0 && <rect width={`${share}%`} height="100%" rx="5" fill="var(--sky)" />}
    </svg>
  );
}

function spanText(span: Span | undefined, unit: string): string {
  if (!span) return strings.noReading;
  const low = reading(span.low, '');
  const high = reading(span.high, unit);
  return high === `${low}${unit}` ? high : `${low} to ${high}`;
}

function dewpointText(span: Span | undefined, { inDegrees, temperatureUnit }: Units): string {
  const low = inDegrees(span?.low);
  const high = inDegrees(span?.high);
  return spanText(isFiniteNumber(low) && isFiniteNumber(high) ? { low, high } : undefined, ` ${temperatureUnit}`);
}

function windText({ wind, gust }: FarmDay, units: Units): string {
  const gusts = gustsOf({ wind_kph: wind ?? undefined, gust_kph: gust ?? undefined });
  return isFiniteNumber(gusts) ? `${units.wind(wind)}, gusts ${units.wind(gusts)}` : units.wind(wind);
}

const yesNo = (value: boolean | undefined) => (value === undefined ? strings.noReading : value ? 'Yes' : 'No');

function FarmTable({ days }: { days: readonly FarmDay[] }) {
  const units = useUnits();
  return (
    <details className="mt-3">
      <summary className="text-link inline-block py-2 font-medium">Show farm and garden as a table</summary>
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable region must take the focus (axe: scrollable-region-focusable) */}
      <div role="region" aria-label="Farm and garden as a table" tabIndex={0} className="card mt-2 overflow-x-auto">
        <table className="figures w-full text-left text-sm whitespace-nowrap [&_td]:px-4 [&_td]:py-2.5 [&_th]:px-4 [&_th]:py-2.5">
          <thead>
            <tr className="border-b border-line text-ink-soft">
              {[
                'Day',
                rainLabel(days),
                'Dew point',
                'Humidity',
                'Daytime wind',
                'Daytime gusts',
                'Low',
                'Freeze',
                'Drying day',
              ].map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {days.map((day) => (
              <tr key={day.date} className="border-b border-line last:border-0">
                <th scope="row">
                  <time dateTime={day.date}>{shortDate(day.date)}</time>
                  {day.isToday && ' (rest)'}
                </th>
                <td>{units.rain(day.rainMm)}</td>
                <td>{dewpointText(day.dewpointF, units)}</td>
                <td>{spanText(day.humidity, '%')}</td>
                <td>{units.wind(day.wind)}</td>
                <td>{units.wind(day.gust)}</td>
                <td>{units.temperature(day.lowF)}</td>
                <td>{yesNo(day.hasFreeze)}</td>
                <td>{yesNo(day.isDrying)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
