import type { Current } from '@site/proto/weather/v1/forecasts.answers';
import * as strings from '../../../strings.js';
import { gustsOf } from './gusts.js';
import { isKnown } from './readings.js';
import type { Units } from './units.js';

/** The wind now: "13 km/h S", and "gusts 45 km/h" where they matter. A station that measures gusts alone has those in its place. */
export function windReading(current: Current | undefined, units: Units): { value: string; note: string | undefined } {
  const value = units.wind(current?.wind_kph, current?.wind_dir);
  const gust = gustsOf(current);
  if (!isKnown(gust)) return { value, note: undefined };
  const gusts = units.wind(gust);
  return value === strings.noReading ? { value: `Gusts ${gusts}`, note: undefined } : { value, note: `gusts ${gusts}` };
}
