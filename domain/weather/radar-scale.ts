/** The colours of our radar pictures; a legend is made of this list and of nothing else. */

/** How heavy it is, in the words that air traffic controllers use to pilots (FAA, Aeronautical Information Manual). */
export type RadarWord = 'light' | 'moderate' | 'heavy' | 'extreme';

export interface RadarStep {
  /** Reflectivity from which on this colour is drawn, up to that of the next step. */
  dbz: number;
  colour: `#${string}`;
  word: RadarWord;
}

/**
 * Weaker echoes are insects, birds and dust more often than rain, and are not drawn.
 *
 * The outer steps, which meet the map, stand out from a light and from a dark one; only yellow, which is always within
 * green, is bright. Lightness rises and falls once, so that the order can be told without seeing hues.
 */
export const radarScale: readonly RadarStep[] = [
  { dbz: 15, colour: '#5f92b1', word: 'light' },
  { dbz: 20, colour: '#3c8fae', word: 'light' },
  { dbz: 25, colour: '#2b9a83', word: 'moderate' },
  { dbz: 30, colour: '#3f9d3a', word: 'moderate' },
  { dbz: 35, colour: '#8fb31f', word: 'moderate' },
  { dbz: 40, colour: '#eccb1c', word: 'heavy' },
  { dbz: 45, colour: '#f29a13', word: 'heavy' },
  { dbz: 50, colour: '#e4571d', word: 'extreme' },
  { dbz: 55, colour: '#c71f2d', word: 'extreme' },
  { dbz: 60, colour: '#a61c88', word: 'extreme' },
  { dbz: 65, colour: '#c04fe0', word: 'extreme' },
];
