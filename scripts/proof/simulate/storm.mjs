import { readState } from '../../../regions/facts.mjs';

/** Simulates the requests of a stormy afternoon, second by second. */

/** Always Arkansas, so that runs can be compared. */
const { counties } = await readState('counties', 'AR');

/** The most populous counties; the others follow alphabetically. */
const populous = ['pulaski', 'benton', 'washington', 'sebastian', 'faulkner', 'saline', 'craighead', 'garland'];
const rankOf = ({ slug }) => (populous.includes(slug) ? populous.indexOf(slug) : populous.length);
const ranked = [...counties].sort((a, b) => rankOf(a) - rankOf(b));
const placesPerCounty = 16;

/** Returns a seeded pseudorandom generator (mulberry32). */
export function generator(seed) {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function poisson(mean, random) {
  if (mean > 50) {
    const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
    return Math.max(0, Math.round(mean + Math.sqrt(mean) * normal));
  }
  const limit = Math.exp(-mean);
  let count = -1;
  for (let product = 1; product > limit; count += 1) product *= random();
  return count;
}

/** Returns each county's interest at `share` (0 to 1) of the storm's path from southwest to northeast. */
function interest(share) {
  const storm = { lat: 33.2 + 3.1 * share, lon: -94.2 + 4 * share };
  return ranked.map(({ lat, lon }, index) => {
    const km = Math.hypot((lat - storm.lat) * 111, (lon - storm.lon) * 91);
    return (1 / (index + 1)) * (1 + 20 * Math.exp(-((km / 40) ** 2)));
  });
}

/**
 * Yields the mean number of requests per second and address.
 * @param {{ visits: number, seconds: number, first: number, assets: string[] }} day `first`: share of visits with an
 * empty browser cache
 * @returns per second `{ visits, rates }`, where rates are `[path, mean][]`
 */
export function* trace({ visits, seconds, first, assets }) {
  const weights = Array.from({ length: seconds }, (_, second) => interest(second / seconds));
  const sums = weights.map((each) => each.reduce((sum, one) => sum + one, 0));
  const perWeight = visits / sums.reduce((sum, one) => sum + one, 0);
  /** Mean time on a page; hidden tabs send no requests. */
  const staySeconds = 240;
  let open = 0;
  const openIn = ranked.map(() => 0);
  for (let second = 0; second < seconds; second += 1) {
    const arriving = perWeight * sums[second];
    open += arriving - open / staySeconds;
    const rates = [
      ['/', 0.7 * arriving],
      // Polling by open pages while severe weather is in force.
      ['/main/weather/alerts', arriving + open / 10],
      ['/main/home', open / 60],
      ['/main/weather/radar', 0.2 * arriving + (0.1 * open) / 60],
      ...assets.map((asset) => [asset, first * arriving]),
    ];
    for (const [index, { slug, lat, lon }] of ranked.entries()) {
      const here = perWeight * weights[second][index];
      openIn[index] += here - openIn[index] / staySeconds;
      // One on opening a page, as four of five visitors have a place, then one a minute.
      const forecasts = 0.8 * (here + openIn[index] / 60);
      rates.push([`/now/${slug}`, 0.15 * here], [`/county/${slug}`, 0.1 * here]);
      for (let place = 0; place < placesPerCounty; place += 1) {
        const at = `lat=${(lat + 0.05 * (place % 4)).toFixed(2)}&lon=${(lon + 0.05 * Math.floor(place / 4)).toFixed(2)}`;
        // Zipf within the county; 3.38 is the sum of 1/n to 16.
        rates.push([`/main/weather/forecast?${at}&days=7`, forecasts / (place + 1) / 3.38]);
      }
    }
    yield { visits: arriving, rates };
  }
}

/**
 * A CDN's shared cache (RFC 9111, RFC 5861) on a simulated clock, because lifetimes in Cache-Control can't be sped up.
 * Coalesces simultaneous misses, as stale-while-revalidate does.
 */
export class SharedCache {
  #entries = new Map();

  /** @param {(path: string) => { seconds: number, bytes: number }} answerOf the origin's response: s-maxage and size */
  constructor(responseOf) {
    this.responseOf = responseOf;
  }

  /** Handles `count` requests in this second; returns how many reach the origin. */
  request(path, second, count) {
    if (count === 0) return 0;
    const freshUntil = this.#entries.get(path);
    if (freshUntil !== undefined && second < freshUntil) return 0;
    const { seconds } = this.responseOf(path);
    this.#entries.set(path, second + Math.max(seconds, 0));
    return seconds > 0 ? 1 : count;
  }
}

/** Returns the shared lifetime in seconds by a Cache-Control header. */
export function sharedSeconds(header = '') {
  if (/no-store|private|no-cache/.test(header)) return 0;
  const [, seconds] = /s-maxage=(\d+)/.exec(header) ?? /max-age=(\d+)/.exec(header) ?? [];
  return Number(seconds ?? 0);
}

export const kindOf = (path) =>
  path
    .replace(/\?.*/, '')
    .replace(/^\/(now|county)\/.*/, '/$1/…')
    .replace(/^\/assets\/.*/, '/assets/…');

/**
 * Runs a storm's visits through a shared cache.
 * @param day as for `trace`
 * @param answerOf the origin's response: shared lifetime in seconds, size in bytes
 * @returns the requests in total and by kind, and for each second the paths that reached the origin
 */
export function throughCache(day, responseOf) {
  const random = generator(1974);
  const cache = new SharedCache(responseOf);
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
      const { bytes } = responseOf(path);
      const missed = cache.request(path, second, count);
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

export function busiestWindow(leftBySecond, seconds) {
  let sum = 0;
  let busiest = { sum: -1, from: 0 };
  for (const [at, left] of leftBySecond.entries()) {
    sum += left.length - (leftBySecond[at - seconds]?.length ?? 0);
    if (at >= seconds - 1 && sum > busiest.sum) busiest = { sum, from: at - seconds + 1 };
  }
  return leftBySecond.slice(busiest.from, busiest.from + seconds);
}
