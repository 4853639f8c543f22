export interface Day {
  visits: number;
  seconds: number;
  /** The share of visits by a browser that has nothing yet. */
  first: number;
  assets: string[];
}
export function generator(seed: number): () => number;
export function poisson(mean: number, random: () => number): number;
export function trace(day: Day): Generator<{ visits: number; rates: [path: string, mean: number][] }>;
