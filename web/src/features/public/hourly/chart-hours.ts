/** Data of the hourly charts: values of up to 48 hours, unbroken lines, and nights. */
import type { Hour } from '@site/proto/weather/v1/forecasts.responses';
import type { ForecastResponse } from '@/components/time/forecast-clock.js';
import { dateOf, hourOf, minutesOf } from '@/components/time/times.js';
import { hoursAhead } from '@/components/weather/hours.js';
import { isFiniteNumber, type Reading } from '@/components/weather/units/readings.js';
import { toKilometers } from '@/components/weather/units/units.js';

/** Chart values of an hour. Unknown ones are undefined and leave gaps. */
export interface ChartHour {
  /** Local wall-clock time, such as "2026-11-20 15:00". */
  time: string;
  /** Undefined without a forecast. */
  hour: Hour | undefined;
  fahrenheit: Reading;
  feelsLikeFahrenheit: Reading;
  /** Only where it matters: 3 °F or more from the temperature. */
  feltApartFahrenheit: Reading;
  chancePercent: Reading;
  rainMm: Reading;
  windKph: Reading;
  gustKph: Reading;
  /** Where the wind blows from, clockwise from north. */
  windFromDegrees: Reading;
}

export const maxHours = 48;
const millimetresPerInch = 25.4;

/**
 * Returns up to 48 hours from the current one. Gaps stay: dropping them would shift the following hours.
 * @param localNow local wall-clock time at the place, such as "2026-11-20 15:07"
 */
export function hoursFrom(forecast: ForecastResponse['forecast'], localNow: string): ChartHour[] {
  const hours = hoursAhead(forecast, localNow, maxHours).map(({ time, hour }) => toChartHour(time, hour));
  return hours.slice(0, hours.findLastIndex(hasReadings) + 1);
}

const toChartHour = (time: string, hour: Hour | undefined): ChartHour => ({
  time,
  hour,
  fahrenheit: hour?.temp_f,
  feelsLikeFahrenheit: hour?.feelslike_f,
  feltApartFahrenheit: feltApart(hour),
  chancePercent: hour?.chance_of_rain,
  // A share of a longer period's amount isn't a forecast for this hour.
  rainMm: hour?.chance_of_rain === 0 ? undefined : amountOf(hour),
  windKph: hour?.wind_kph ?? toKilometers(hour?.wind_mph),
  gustKph: hour?.gust_kph ?? toKilometers(hour?.gust_mph),
  windFromDegrees: degreesOf(hour?.wind_dir),
});

const compass = 'N NNE NE ENE E ESE SE SSE S SSW SW WSW W WNW NW NNW'.split(' ');

function degreesOf(direction: string | undefined): Reading {
  const point = compass.indexOf(direction ?? '');
  return point === -1 ? undefined : (point * 360) / compass.length;
}

const minDifference = 3;

function feltApart(hour: Hour | undefined): Reading {
  const { temp_f: measured, feelslike_f: felt } = hour ?? {};
  return isFiniteNumber(measured) && isFiniteNumber(felt) && Math.abs(measured - felt) >= minDifference
    ? felt
    : undefined;
}

const amountOf = (hour: Hour | undefined): Reading =>
  hour?.precip_mm ?? (isFiniteNumber(hour?.precip_in) ? hour.precip_in * millimetresPerInch : undefined);

const hasReadings = ({ fahrenheit, chancePercent, windKph }: ChartHour) =>
  isFiniteNumber(fahrenheit) || isFiniteNumber(chancePercent) || isFiniteNumber(windKph);

export type Series = Exclude<keyof ChartHour, 'time' | 'hour'>;

/** Splits a series at unknown values. Each run is one line; gaps aren't bridged. */
export function runsOf(hours: readonly ChartHour[], series: Series): { at: number; value: number }[][] {
  const runs: { at: number; value: number }[][] = [];
  hours.forEach((hour, at) => {
    const value = hour[series];
    if (!isFiniteNumber(value)) return;
    const run = runs.at(-1);
    if (run?.at(-1)?.at === at - 1) run.push({ at, value });
    else runs.push([{ at, value }]);
  });
  return runs;
}

/** A part of the time axis, on which an hour is one unit wide. */
export interface Stretch {
  from: number;
  to: number;
}

/** Returns the nights, by sunset and sunrise on days that have them, else by whole hours. */
export function nightsOf(hours: readonly ChartHour[], forecast: ForecastResponse['forecast']): Stretch[] {
  const sun = new Map(forecast?.forecastday?.map(({ date, astro }) => [date, astro]));
  const nights: Stretch[] = [];
  hours.forEach(({ time, hour }, at) => {
    const rises = minutesOf(sun.get(dateOf(time))?.sunrise);
    const sets = minutesOf(sun.get(dateOf(time))?.sunset);
    const inHour = (minutes: number) => Math.min(1, Math.max(0, minutes / 60 - hourOf(time)));
    const isByHour = rises === undefined || sets === undefined;
    const dark = isByHour
      ? [[0, hour?.is_day === false ? 1 : 0] as const]
      : ([
          [0, inHour(rises)],
          [inHour(sets), 1],
        ] as const);
    for (const [from, to] of dark) {
      if (to <= from) continue;
      const last = nights.at(-1);
      // Merged, because edges between single rectangles would show.
      if (last?.to === at + from) last.to = at + to;
      else nights.push({ from: at + from, to: at + to });
    }
  });
  return nights;
}
