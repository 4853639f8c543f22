/**
 * A CDN's shared cache on a clock of its own (RFC 9111, RFC 5861): real time cannot run a hundred times as fast, for the seconds
 * in Cache-Control do not. Requests that miss together wait for one, as stale-while-revalidate has one ask anew for all.
 */
export class SharedCache {
  #entries = new Map();

  /** @param {(path: string) => { seconds: number, bytes: number }} answerOf what the origin says of an address: s-maxage and size */
  constructor(answerOf) {
    this.answerOf = answerOf;
  }

  /** `count` requests for an address in this second; how many of them, none or one, go to the origin. */
  ask(path, second, count) {
    if (count === 0) return 0;
    const freshUntil = this.#entries.get(path);
    if (freshUntil !== undefined && second < freshUntil) return 0;
    const { seconds } = this.answerOf(path);
    this.#entries.set(path, second + Math.max(seconds, 0));
    return seconds > 0 ? 1 : count;
  }
}

/** For how many seconds a shared cache may give an answer. */
export function sharedSeconds(header = '') {
  if (/no-store|private|no-cache/.test(header)) return 0;
  const [, seconds] = /s-maxage=(\d+)/.exec(header) ?? /max-age=(\d+)/.exec(header) ?? [];
  return Number(seconds ?? 0);
}
