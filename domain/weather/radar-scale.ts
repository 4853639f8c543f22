/** The colors of our radar pictures and their legends. */

/** As air traffic controllers say it (FAA, Aeronautical Information Manual). */
export type RadarWord = 'light' | 'moderate' | 'heavy' | 'extreme';

export interface RadarStep {
  /** Lowest reflectivity drawn in this color. */
  dbz: number;
  color: `#${string}`;
  word: RadarWord;
}

/**
 * Weaker echoes, more often insects, birds and dust than rain, aren't drawn.
 *
 * The outer steps contrast with a light and with a dark map; only yellow, always surrounded by green, is bright.
 * Lightness rises and falls once, so that the order is recognizable without color vision.
 */
export const radarScale: readonly RadarStep[] = [
  { dbz: 15, color: '#5f92b1', word: 'light' },
  { dbz: 20, color: '#3c8fae', word: 'light' },
  { dbz: 25, color: '#2b9a83', word: 'moderate' },
  { dbz: 30, color: '#3f9d3a', word: 'moderate' },
  { dbz: 35, color: '#8fb31f', word: 'moderate' },
  { dbz: 40, color: '#eccb1c', word: 'heavy' },
  { dbz: 45, color: '#f29a13', word: 'heavy' },
  { dbz: 50, color: '#e4571d', word: 'extreme' },
  { dbz: 55, color: '#c71f2d', word: 'extreme' },
  { dbz: 60, color: '#a61c88', word: 'extreme' },
  { dbz: 65, color: '#c04fe0', word: 'extreme' },
];
