/**
 * Whether precipitation can only be rain: snow reaches the ground up to some 39 °F, so at 40 °F or above, with nothing
 * frozen in amounts or words.
 */

const minCelsius = (40 - 32) / 1.8;
const frozenPattern = /snow|sleet|freez|\bice\b|ice pellets|icy|flurr|wintry|blizzard|hail|graupel/i;

/** `frozen`: amounts or chances. */
export interface Falling {
  coldestC: number | undefined;
  frozen?: readonly (number | undefined)[];
  text?: readonly (string | null | undefined)[];
}

/** False when the temperature is unknown. */
export const isOnlyRain = ({ coldestC, frozen = [], text = [] }: Falling): boolean =>
  coldestC !== undefined &&
  // Rounded as displayed.
  Math.round(coldestC * 10) >= Math.round(minCelsius * 10) &&
  frozen.every((amount) => !amount) &&
  text.every((text) => !frozenPattern.test(text ?? ''));
