import type { Hour } from '@site/proto/weather/v1/forecasts.answers';
import type { ForecastAnswer } from '../../../domain/time/forecast-clock.js';
import { addHours } from '../../../domain/time/times.js';
import { hoursByTime } from '../../../domain/weather/hours.js';
import { isKnown, type Reading } from '../../../domain/weather/units/readings.js';
import { toKilometres } from '../../../domain/weather/units/units.js';

/** Chart values of an hour. Unknown ones are undefined and leave gaps. */
export interface DrawnHour {
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
}

export const mostHours = 48;
const millimetresPerInch = 25.4;

/**
 * Returns up to 48 hours from the current one. Gaps stay: dropping them would shift the following hours.
 * @param localNow local wall-clock time at the place, such as "2026-11-20 15:07"
 */
export function hoursFrom(forecast: ForecastAnswer['forecast'], localNow: string): DrawnHour[] {
  const known = hoursByTime(forecast);
  const hours = Array.from({ length: mostHours }, (_, index) => {
    const time = addHours(localNow, index);
    return drawn(time, known.get(time.slice(0, 13)));
  });
  return hours.slice(0, hours.findLastIndex(isTold) + 1);
}

const drawn = (time: string, hour: Hour | undefined): DrawnHour => ({
  time,
  hour,
  fahrenheit: hour?.temp_f,
  feelsLikeFahrenheit: hour?.feelslike_f,
  feltApartFahrenheit: feltApart(hour),
  chancePercent: hour?.chance_of_rain,
  // A share of a longer period's amount isn't a forecast for this hour.
  rainMm: hour?.chance_of_rain === 0 ? undefined : amountOf(hour),
  windKph: hour?.wind_kph ?? toKilometres(hour?.wind_mph),
  gustKph: hour?.gust_kph ?? toKilometres(hour?.gust_mph),
});

const leastDifference = 3;

function feltApart(hour: Hour | undefined): Reading {
  const { temp_f: measured, feelslike_f: felt } = hour ?? {};
  return isKnown(measured) && isKnown(felt) && Math.abs(measured - felt) >= leastDifference ? felt : undefined;
}

const amountOf = (hour: Hour | undefined): Reading =>
  hour?.precip_mm ?? (isKnown(hour?.precip_in) ? hour.precip_in * millimetresPerInch : undefined);

const isTold = ({ fahrenheit, chancePercent, windKph }: DrawnHour) =>
  isKnown(fahrenheit) || isKnown(chancePercent) || isKnown(windKph);

export type Series = Exclude<keyof DrawnHour, 'time' | 'hour'>;

/** Splits a series at unknown values. Each run is one line; gaps aren't bridged. */
export function runsOf(hours: readonly DrawnHour[], series: Series): { at: number; value: number }[][] {
  const runs: { at: number; value: number }[][] = [];
  hours.forEach((hour, at) => {
    const value = hour[series];
    if (!isKnown(value)) return;
    const run = runs.at(-1);
    if (run?.at(-1)?.at === at - 1) run.push({ at, value });
    else runs.push([{ at, value }]);
  });
  return runs;
}
