import type { OriginAnswer } from './shared-cache.mjs';
import type { Day } from './trace.mjs';

export function kindOf(path: string): string;
export function throughCache(
  day: Day,
  answerOf: (path: string) => OriginAnswer,
): {
  total: { visits: number; requests: number; origin: number; originBytes: number; edgeBytes: number };
  kinds: Record<string, { requests: number; origin: number }>;
  leftBySecond: string[][];
};
export function worstWindow(leftBySecond: string[][], seconds: number): string[][];
