/**
 * Durations as counts between fixed bucket edges, which add up over senders, days and years. Negative ones mean that
 * the upstream clock was ahead of ours.
 */
import type { Percentiles } from '@site/proto/gen/nest/notifications/v1/deliveries';

/** In seconds, ascending. Each bucket counts durations up to its edge, the last one all longer ones. Append only. */
export const edges = [
  -60, -10, -5, -1, 0, 0.25, 0.5, 0.75, 1, 1.5, 2, 2.5, 3, 4, 5, 6, 7, 8, 10, 12, 15, 20, 25, 30, 40, 50, 60, 75, 90,
  120, 150, 180, 240, 300, 450, 600, 900, 1_200, 1_800, 2_700, 3_600, 7_200,
] as const;

const placeOf = (seconds: number): number => {
  const place = edges.findIndex((edge) => seconds <= edge);
  return place === -1 ? edges.length : place;
};

/** Counts a duration, in place, and returns the same array, extended if it was shorter. */
export function addLag(counts: number[], seconds: number): number[] {
  while (counts.length <= edges.length) counts.push(0);
  const place = placeOf(seconds);
  counts[place] = (counts[place] ?? 0) + 1;
  return counts;
}

/** Returns the percentile in seconds, interpolated linearly. */
export function percentile(counts: readonly number[], share: number): number {
  const total = counts.reduce((sum, count) => sum + count, 0);
  let below = 0;
  for (const [place, count] of counts.entries()) {
    if (count > 0 && below + count >= total * share) {
      const upper = edges[place] ?? edges.at(-1) ?? 0;
      const lower = edges[place - 1] ?? upper;
      return lower + ((upper - lower) * (total * share - below)) / count;
    }
    below += count;
  }
  return 0;
}

const rounded = (seconds: number) => Math.round(seconds * 100) / 100;

/** Returns percentiles in seconds, rounded to hundredths; undefined without any count. */
export function percentilesOf(counts: readonly number[]): Percentiles | undefined {
  const count = counts.reduce((sum, each) => sum + each, 0);
  if (count === 0) return undefined;
  const at = (share: number) => rounded(percentile(counts, share));
  return { count, p50: at(0.5), p90: at(0.9), p99: at(0.99) };
}

/** Postgres returns bigint[] as strings. */
export const countsOf = (column: readonly string[]): number[] => column.map(Number);
