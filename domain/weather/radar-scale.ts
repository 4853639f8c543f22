/** The colors of our radar pictures, and the only source of legends. */

/** Intensity in the terms that air traffic controllers use with pilots (FAA, Aeronautical Information Manual). */
export type RadarWord = 'light' | 'moderate' | 'heavy' | 'extreme';

export interface RadarStep {
  /** Lowest reflectivity drawn in this color, up to that of the next step. */
  dbz: number;
  colour: `#${string}`;
  word: RadarWord;
}

/**
 * Weaker echoes are insects, birds and dust more often than rain, and are not drawn.
 *
 * The outer steps, which border the map, contrast with a light and with a dark one; only yellow, which is always
 * surrounded by green, is bright. Lightness rises and falls once, so that the order is recognizable without color
 * vision.
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
