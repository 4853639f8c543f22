import { generator, poisson, trace } from './trace.mjs';
import { SharedCache } from './shared-cache.mjs';

/** All forecasts are of one kind, and so are all county pages. */
export const kindOf = (path) =>
  path
    .replace(/\?.*/, '')
    .replace(/^\/(now|county)\/.*/, '/$1/…')
    .replace(/^\/assets\/.*/, '/assets/…');

/**
 * Runs a storm's visits through a shared cache, on a simulated clock.
 * @param day as for `trace`
 * @param answerOf the origin's response for an address: its shared lifetime in seconds, and its size in bytes
 * @returns the requests in total and by kind, and for each second the addresses that reached the origin
 */
export function throughCache(day, answerOf) {
  const random = generator(1974);
  const cache = new SharedCache(answerOf);
  const total = { visits: 0, requests: 0, origin: 0, originBytes: 0, edgeBytes: 0 };
  const kinds = {};
  const leftBySecond = [];
  for (const { visits, rates } of trace(day)) {
    const second = leftBySecond.length;
    const left = [];
    total.visits += visits;
    for (const [path, mean] of rates) {
      const count = poisson(mean, random);
      if (count === 0) continue;
      const { bytes } = answerOf(path);
      const missed = cache.ask(path, second, count);
      total.requests += count;
      total.edgeBytes += count * bytes;
      total.origin += missed;
      total.originBytes += missed * bytes;
      const kind = (kinds[kindOf(path)] ??= { requests: 0, origin: 0 });
      kind.requests += count;
      kind.origin += missed;
      if (missed > 0) left.push(path);
    }
    leftBySecond.push(left);
  }
  return { total, kinds, leftBySecond };
}

/** Returns the `seconds` consecutive seconds with the most requests to the origin: the addresses of each second. */
export function worstWindow(leftBySecond, seconds) {
  let sum = 0;
  let worst = { sum: -1, from: 0 };
  for (const [at, left] of leftBySecond.entries()) {
    sum += left.length - (leftBySecond[at - seconds]?.length ?? 0);
    if (at >= seconds - 1 && sum > worst.sum) worst = { sum, from: at - seconds + 1 };
  }
  return leftBySecond.slice(worst.from, worst.from + seconds);
}
