/** Numbers of WeatherAPI, which may be missing in one of two units. */
import { celsiusOf, round, toFahrenheit } from '../readings/units.js';

export type OptionalNumber = number | null | undefined;

/** Returns undefined for null. */
export const toOptional = (value: OptionalNumber): number | undefined => value ?? undefined;

/** To one decimal; a missing unit is computed from the other. */
export function bothUnits(
  celsius: OptionalNumber,
  fahrenheit: OptionalNumber,
): [c: number | undefined, f: number | undefined] {
  const f = toOptional(fahrenheit);
  const c = toOptional(celsius) ?? (f === undefined ? undefined : celsiusOf(f));
  return [round(c), f === undefined ? toFahrenheit(c) : round(f)];
}
