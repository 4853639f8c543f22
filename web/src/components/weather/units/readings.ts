/**
 * Weather readings as text. Unknown values are shown as dashes, never as 0, NaN or undefined. Readings that depend on
 * the chosen units are in units.ts.
 */
import { isFiniteNumber, type Reading } from '@site/domain/weather/reading';
import type { AirQuality } from '@site/proto/weather/v1/forecasts.responses';
import * as strings from '@/strings/public-strings.js';

export { isFiniteNumber, type Reading } from '@site/domain/weather/reading';

/** Rounds to a whole number by default; minus zero becomes zero. */
export function reading(value: Reading, unit: string, fractionDigits = 0): string {
  if (!isFiniteNumber(value)) return strings.noReading;
  const rounded = Number(value.toFixed(fractionDigits));
  return `${Object.is(rounded, -0) ? 0 : rounded}${unit}`;
}

export const percent = (value: Reading) => reading(value, '%');
export const uvIndex = (value: Reading) => reading(value, '');

/** EPA's air quality index, airnow.gov/aqi/aqi-basics. */
const steps = [
  'Good',
  'Moderate',
  'Unhealthy for sensitive groups',
  'Unhealthy',
  'Very unhealthy',
  'Hazardous',
] as const;

/** Returns "Good" and, if known, fine particles: "PM2.5 8 µg/m³". Undefined without an index. */
export function airQuality(
  air: AirQuality | null | undefined,
): { value: string; note: string | undefined } | undefined {
  const value = steps[(air?.us_epa_index ?? 0) - 1];
  if (!value) return undefined;
  const dust = air?.pm2_5;
  return { value, note: isFiniteNumber(dust) ? `PM2.5 ${reading(dust, ' µg/m³')}` : undefined };
}
