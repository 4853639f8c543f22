import type { AirQuality } from '@site/proto/weather/v1/forecasts.answers';
import { isKnown, reading } from './readings.js';

/** The six steps of the EPA's air quality index, airnow.gov/aqi/aqi-basics. */
const steps = [
  'Good',
  'Moderate',
  'Unhealthy for sensitive groups',
  'Unhealthy',
  'Very unhealthy',
  'Hazardous',
] as const;

/** The air in words, with the fine dust where it is known: "Good", "PM2.5 8 µg/m³". Undefined where the index is not known. */
export function airQuality(
  air: AirQuality | null | undefined,
): { value: string; note: string | undefined } | undefined {
  const value = steps[(air?.us_epa_index ?? 0) - 1];
  if (!value) return undefined;
  const dust = air?.pm2_5;
  return { value, note: isKnown(dust) ? `PM2.5 ${reading(dust, ' µg/m³')}` : undefined };
}
