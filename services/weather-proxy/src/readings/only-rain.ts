/**
 * Whether precipitation can only be rain, so that "chance of rain" is correct. Snow reaches the ground up to some 39
 * °F, so it must be at least 40 °F, with nothing frozen in amounts or words.
 */

const leastCelsius = (40 - 32) / 1.8;
const frozenWords = /snow|sleet|freez|\bice\b|ice pellets|icy|flurr|wintry|blizzard|hail|graupel/i;

/** Lowest temperature in °C, frozen amounts or chances if known, and words. */
export interface Falling {
  coldestC: number | undefined;
  frozen?: readonly (number | undefined)[];
  words?: readonly (string | null | undefined)[];
}

/** Also false when the temperature is unknown. */
export const isOnlyRain = ({ coldestC, frozen = [], words = [] }: Falling): boolean =>
  coldestC !== undefined &&
  // Rounded as displayed.
  Math.round(coldestC * 10) >= Math.round(leastCelsius * 10) &&
  frozen.every((amount) => !amount) &&
  words.every((text) => !frozenWords.test(text ?? ''));
