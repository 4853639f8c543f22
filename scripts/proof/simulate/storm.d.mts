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
/** The origin's response for an address: for how many seconds a shared cache may keep it, and its size. */
export interface OriginResponse {
  seconds: number;
  bytes: number;
}
export class SharedCache {
  constructor(responseOf: (path: string) => OriginResponse);
  request(path: string, second: number, count: number): number;
}
export function sharedSeconds(header?: string): number;
export function throughCache(
  day: Day,
  responseOf: (path: string) => OriginResponse,
): {
  total: { visits: number; requests: number; origin: number; originBytes: number; edgeBytes: number };
  kinds: Record<string, { requests: number; origin: number }>;
  leftBySecond: string[][];
};
export function busiestWindow(leftBySecond: string[][], seconds: number): string[][];
