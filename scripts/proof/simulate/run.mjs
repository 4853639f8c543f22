import { generator, poisson, trace } from './trace.mjs';
import { SharedCache } from './shared-cache.mjs';

/** Every forecast is like another, and so is every county's page. */
export const kindOf = (path) =>
  path
    .replace(/\?.*/, '')
    .replace(/^\/(now|county)\/.*/, '/$1/…')
    .replace(/^\/assets\/.*/, '/assets/…');

/**
 * Runs a storm's visits through a shared cache, on a clock of its own.
 * @param day as `trace` takes it
 * @param answerOf the origin's answer to an address: for how many seconds it may be shared, and how many bytes it is
 * @returns what was asked for in all and of each kind, and for each second the addresses that were left for the origin
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

/** The `seconds` in a row in which most was left for the origin: the addresses of each second. */
export function worstWindow(leftBySecond, seconds) {
  let sum = 0;
  let worst = { sum: -1, from: 0 };
  for (const [at, left] of leftBySecond.entries()) {
    sum += left.length - (leftBySecond[at - seconds]?.length ?? 0);
    if (at >= seconds - 1 && sum > worst.sum) worst = { sum, from: at - seconds + 1 };
  }
  return leftBySecond.slice(worst.from, worst.from + seconds);
}
