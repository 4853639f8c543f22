import type { Current, Day, Hour } from '@site/proto/weather/v1/forecasts.answers';
import { isKnown, type Reading } from './readings.js';
import { toKilometres, toMiles, type Units } from './units.js';
import * as strings from '../../../strings.js';

/** Gusts are told when they are this much above the mean wind … */
const aboveMeanMph = 10;
/** … or as strong as this by themselves: then they move what stands about. */
const strongMph = 25;

type Blowing = Pick<Hour, 'wind_mph' | 'wind_kph' | 'gust_mph' | 'gust_kph'>;

const inMph = (mph: Reading, kph: Reading) => mph ?? toMiles(kph);

/** The gusts of now or of an hour in km/h, where they matter; undefined where they do not. */
export function gustsOf(blowing: Blowing | undefined): Reading {
  const gust = inMph(blowing?.gust_mph, blowing?.gust_kph);
  const wind = inMph(blowing?.wind_mph, blowing?.wind_kph);
  if (!isKnown(gust)) return undefined;
  return gust >= strongMph || (isKnown(wind) && gust - wind >= aboveMeanMph) ? toKilometres(gust) : undefined;
}

/** The strongest gusts of a day, as `gustsOf`. */
export const gustsOfDay = (day: Day | undefined): Reading =>
  gustsOf({
    wind_mph: day?.maxwind_mph,
    wind_kph: day?.maxwind_kph,
    gust_mph: day?.maxgust_mph,
    gust_kph: day?.maxgust_kph,
  });

/** The wind now: "13 km/h (8 mph) S", and "gusts 45 km/h (28 mph)" where they matter. A station that measures gusts alone has those in its place. */
export function windReading(current: Current | undefined, units: Units): { value: string; note: string | undefined } {
  const value = units.wind(current?.wind_kph, current?.wind_dir);
  const gust = gustsOf(current);
  if (!isKnown(gust)) return { value, note: undefined };
  const gusts = units.wind(gust);
  return value === strings.noReading ? { value: `Gusts ${gusts}`, note: undefined } : { value, note: `gusts ${gusts}` };
}
