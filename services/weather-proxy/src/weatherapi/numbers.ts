import { round, toFahrenheit } from '../nws/units.js';

/** A number as the provider gives it, or does not. */
export type Given = number | null | undefined;

export const known = (value: Given): number | undefined => value ?? undefined;

/** A temperature in both units, to one decimal; the one that is missing is made of the other. */
export function bothUnits(celsius: Given, fahrenheit: Given): [c: number | undefined, f: number | undefined] {
  const f = known(fahrenheit);
  const c = known(celsius) ?? (f === undefined ? undefined : ((f - 32) * 5) / 9);
  return [round(c), f === undefined ? toFahrenheit(c) : round(f)];
}
