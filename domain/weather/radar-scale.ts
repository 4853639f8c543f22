/** The colors of our radar pictures and their legends. */

/** As air traffic controllers say it (FAA, Aeronautical Information Manual). */
export type RadarWord = 'light' | 'moderate' | 'heavy' | 'extreme';

export interface RadarStep {
  /** Lowest reflectivity drawn in this color. */
  dbz: number;
  colour: `#${string}`;
  word: RadarWord;
}

/**
 * Weaker echoes, more often insects, birds and dust than rain, aren't drawn.
 *
 * The outer steps contrast with a light and with a dark map; only yellow, always surrounded by green, is bright.
 * Lightness rises and falls once, so that the order is recognizable without color vision.
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
