export interface Day {
  visits: number;
  seconds: number;
  /** The share of visits with an empty browser cache. */
  first: number;
  assets: string[];
}
export function generator(seed: number): () => number;
export function poisson(mean: number, random: () => number): number;
export function trace(day: Day): Generator<{ visits: number; rates: [path: string, mean: number][] }>;
