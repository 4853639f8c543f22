import type { Current, Day, Hour } from '@site/proto/weather/v1/forecasts.responses';
import { isFiniteNumber, type Reading } from './readings.js';
import { toKilometers, toMiles, type Units } from './units.js';
import * as strings from '@/strings/public-strings.js';

/** Gusts are shown when they exceed the mean wind by this much … */
const aboveMeanMph = 10;
/** … or reach this speed, which moves loose objects. */
const strongMph = 25;

type Blowing = Pick<Hour, 'wind_mph' | 'wind_kph' | 'gust_mph' | 'gust_kph'>;

const inMph = (mph: Reading, kph: Reading) => mph ?? toMiles(kph);

/** Returns km/h; undefined where gusts don't matter. */
export function gustsOf(blowing: Blowing | undefined): Reading {
  const gust = inMph(blowing?.gust_mph, blowing?.gust_kph);
  const wind = inMph(blowing?.wind_mph, blowing?.wind_kph);
  if (!isFiniteNumber(gust)) return undefined;
  return gust >= strongMph || (isFiniteNumber(wind) && gust - wind >= aboveMeanMph) ? toKilometers(gust) : undefined;
}

/** Returns a day's strongest gusts, like `gustsOf`. */
export const gustsOfDay = (day: Day | undefined): Reading =>
  gustsOf({
    wind_mph: day?.maxwind_mph,
    wind_kph: day?.maxwind_kph,
    gust_mph: day?.maxgust_mph,
    gust_kph: day?.maxgust_kph,
  });

/**
 * Returns "13 km/h (8 mph) S", plus "gusts 45 km/h (28 mph)" where they matter. For a station that only measures gusts,
 * those replace the wind.
 */
export function windReading(current: Current | undefined, units: Units): { value: string; note: string | undefined } {
  const value = units.wind(current?.wind_kph, current?.wind_dir);
  const gust = gustsOf(current);
  if (!isFiniteNumber(gust)) return { value, note: undefined };
  const gusts = units.wind(gust);
  return value === strings.noReading ? { value: `Gusts ${gusts}`, note: undefined } : { value, note: `gusts ${gusts}` };
}
