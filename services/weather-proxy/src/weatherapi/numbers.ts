/** Numbers of WeatherAPI, which may be missing in one of two units. */
import { celsiusOf, round, toFahrenheit } from '../readings/units.js';

export type Given = number | null | undefined;

/** Returns undefined for null. */
export const known = (value: Given): number | undefined => value ?? undefined;

/** To one decimal; a missing unit is computed from the other. */
export function bothUnits(celsius: Given, fahrenheit: Given): [c: number | undefined, f: number | undefined] {
  const f = known(fahrenheit);
  const c = known(celsius) ?? (f === undefined ? undefined : celsiusOf(f));
  return [round(c), f === undefined ? toFahrenheit(c) : round(f)];
}
