import type { Day } from '@site/proto/weather/v1/forecasts.responses';
import { isFiniteNumber, type Reading } from './readings.js';
import type { Units } from './units.js';

type Falling = { only_rain?: boolean | undefined } | undefined;

/**
 * Names what a percentage is the chance of. Says "rain" only where nothing else can fall; without any data, uses the
 * specification's label.
 */
export function chanceLabel(
  falling: Falling | readonly Falling[],
  rainLabel: string,
  otherLabel = 'Chance of precipitation',
): string {
  const all = (Array.isArray(falling) ? falling : [falling]) as Falling[];
  return all.every((one) => one === undefined || one.only_rain) ? rainLabel : otherLabel;
}

const isSome = (value: Reading): value is number => isFiniteNumber(value) && value > 0;

/**
 * Returns "12 mm (0.47 in)", or, in one unit, "6 cm snow, 1.5 mm ice, 12 mm as water". The providers' water total
 * includes snow and ice, so the amounts can't be added. Undefined when nothing falls or it isn't known.
 */
export function amounts(day: Day | undefined, units: Units): string | undefined {
  const { totalsnow_cm: snow, totalice_mm: ice, totalprecip_mm: water } = day ?? {};
  const frozen = [isSome(snow) && `${units.snow(snow)} snow`, isSome(ice) && `${units.ice(ice)} ice`].filter(Boolean);
  const asWater = isSome(water) && (frozen.length > 0 ? `${units.rain(water)} as water` : units.rain(water));
  return [...frozen, asWater].filter(Boolean).join(', ') || undefined;
}
