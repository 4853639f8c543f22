/**
 * Whether what falls can only be rain, so that "chance of rain" is the right word. Snow reaches the ground up to some 39 °F, so
 * that it must be 40 °F at the least; and nothing frozen may be forecast, in amounts or in words.
 */

const leastCelsius = (40 - 32) / 1.8;
const frozenWords = /snow|sleet|freez|\bice\b|ice pellets|icy|flurr|wintry|blizzard|hail|graupel/i;

/** What is forecast for a span of time: its coldest, °C, its frozen amounts or chances, whichever are known, and its words. */
export interface Falling {
  coldestC: number | undefined;
  frozen?: readonly (number | undefined)[];
  words?: readonly (string | null | undefined)[];
}

/** False too when it is not known how cold it gets. */
export const isOnlyRain = ({ coldestC, frozen = [], words = [] }: Falling): boolean =>
  coldestC !== undefined &&
  // Rounded as temperatures are shown.
  Math.round(coldestC * 10) >= Math.round(leastCelsius * 10) &&
  frozen.every((amount) => !amount) &&
  words.every((text) => !frozenWords.test(text ?? ''));
