import type { Day } from '@site/proto/weather/v1/forecasts.answers';
import { isKnown, type Reading } from './readings.js';
import type { Units } from './units.js';

type Falling = { only_rain?: boolean | undefined } | undefined;

/**
 * What the chance of a day or of hours is a chance of. "Rain" is said only where nothing else can fall; where nothing is known
 * at all, the specification's label stands beside the dashes.
 */
export function chanceLabel(
  falling: Falling | readonly Falling[],
  rainLabel: string,
  otherLabel = 'Chance of precipitation',
): string {
  const all = (Array.isArray(falling) ? falling : [falling]) as Falling[];
  return all.every((one) => one === undefined || one.only_rain) ? rainLabel : otherLabel;
}

const isSome = (value: Reading): value is number => isKnown(value) && value > 0;

/**
 * How much falls on a day: "12 mm (0.47 in)", or, in one unit, "6 cm snow, 1.5 mm ice, 12 mm as water". Snow and ice are part of
 * the water that the providers sum up, so that the two are not to be added. Undefined where nothing falls, or nobody knows.
 */
export function amounts(day: Day | undefined, units: Units): string | undefined {
  const { totalsnow_cm: snow, totalice_mm: ice, totalprecip_mm: water } = day ?? {};
  const frozen = [isSome(snow) && `${units.snow(snow)} snow`, isSome(ice) && `${units.ice(ice)} ice`].filter(Boolean);
  const asWater = isSome(water) && (frozen.length > 0 ? `${units.rain(water)} as water` : units.rain(water));
  return [...frozen, asWater].filter(Boolean).join(', ') || undefined;
}
