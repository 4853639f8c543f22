/** Until an answer says how soon to ask again. */
const usualSeconds = 60;
/** Whatever an answer says: no more often than this, and often enough that a page left open is not forgotten. */
const [leastSeconds, mostSeconds] = [10, 600];

/**
 * How soon a page asks again for what its answer tells the pace of, in milliseconds: the server asks for haste in a storm, and could
 * ask for patience in a rush. A hidden page does not ask at all; it does when it is seen again.
 */
export function pagePollMs(answer: { pollSeconds?: number | undefined } | undefined): number {
  const seconds = answer?.pollSeconds ?? usualSeconds;
  return 1_000 * Math.min(mostSeconds, Math.max(leastSeconds, Number.isFinite(seconds) ? seconds : usualSeconds));
}
