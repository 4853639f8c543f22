import * as strings from '../../../strings.js';

/** How readings are written; those that depend on the chosen units are in units.ts. What nobody knows is shown as dashes, never as 0, NaN or undefined. */

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

export const percent = (value: Reading) => reading(value, '%');
export const uvIndex = (value: Reading) => reading(value, '');
