import { strings } from '../../strings.js';

/** How readings are written. What nobody knows is shown as dashes, never as 0, NaN or undefined. */

export type Reading = number | null | undefined;

/** False for what nobody knows. */
export function isKnown(value: Reading): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

/** A whole number with its unit; a minus zero is a zero. */
export function reading(value: Reading, unit: string, fractionDigits = 0): string {
  if (!isKnown(value)) return strings.noReading;
  const rounded = Number(value.toFixed(fractionDigits));
  return `${Object.is(rounded, -0) ? 0 : rounded}${unit}`;
}

export const fahrenheit = (value: Reading) => reading(value, ' °F');
export const celsius = (value: Reading) => reading(value, ' °C');
export const degrees = (value: Reading) => reading(value, '°');
export const percent = (value: Reading) => reading(value, '%');
export const kilometres = (value: Reading) => reading(value, ' km');
export const uvIndex = (value: Reading) => reading(value, '');

/** "8 km/h S". */
export function wind(kilometresPerHour: Reading, direction?: string | null): string {
  const speed = reading(kilometresPerHour, ' km/h');
  if (speed === strings.noReading || !direction) return speed;
  return Math.round(kilometresPerHour ?? 0) === 0 ? 'Calm' : `${speed} ${direction}`;
}

/** °C first, °F in brackets: the specification's unit, then the one its readers know. */
export function feelsLike(celsiusValue: Reading, fahrenheitValue: Reading): string {
  const first = celsius(celsiusValue);
  return !isKnown(fahrenheitValue) ? first : `${first} (${fahrenheit(fahrenheitValue)})`;
}
