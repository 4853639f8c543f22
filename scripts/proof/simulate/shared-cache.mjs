/**
 * A CDN's shared cache on a simulated clock (RFC 9111, RFC 5861): running in real time can't be sped up a hundred
 * times, because the seconds in Cache-Control would stay the same. Simultaneous misses are coalesced, as
 * stale-while-revalidate does.
 */
export class SharedCache {
  #entries = new Map();

  /**
   * @param {(path: string) => { seconds: number, bytes: number }} answerOf the origin's response for an address:
   *   s-maxage and size
   */
  constructor(answerOf) {
    this.answerOf = answerOf;
  }

  /** Handles `count` requests for an address in this second; returns how many reach the origin. */
  ask(path, second, count) {
    if (count === 0) return 0;
    const freshUntil = this.#entries.get(path);
    if (freshUntil !== undefined && second < freshUntil) return 0;
    const { seconds } = this.answerOf(path);
    this.#entries.set(path, second + Math.max(seconds, 0));
    return seconds > 0 ? 1 : count;
  }
}

/** Returns for how many seconds a shared cache may serve a response. */
export function sharedSeconds(header = '') {
  if (/no-store|private|no-cache/.test(header)) return 0;
  const [, seconds] = /s-maxage=(\d+)/.exec(header) ?? /max-age=(\d+)/.exec(header) ?? [];
  return Number(seconds ?? 0);
}
