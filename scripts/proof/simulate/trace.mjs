import { readState } from '../../lib/state.mjs';

/** Requests of a stormy afternoon in a state, second by second. */

/** The simulated state, regardless of the state the product is built for, so that runs can be compared. */
const { counties } = await readState('counties', 'AR');

/** The most populous counties; the others follow in alphabetical order. */
const largest = ['pulaski', 'benton', 'washington', 'sebastian', 'faulkner', 'saline', 'craighead', 'garland'];
const rankOf = ({ slug }) => (largest.includes(slug) ? largest.indexOf(slug) : largest.length);
const ranked = [...counties].sort((a, b) => rankOf(a) - rankOf(b));
const placesPerCounty = 16;

/** Returns a pseudorandom generator that repeats its sequence for a seed (mulberry32). */
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

/** Returns the interest in each county at `share` (0 to 1) of the storm's path from the southwest to the northeast. */
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
 *   empty browser cache
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
      // Polling of alerts-query and site-content while a page is open and severe weather is in force.
      ['/main/weather/alerts', arriving + open / 10],
      ['/main/home', open / 60],
      ['/main/weather/radar', 0.2 * arriving + (0.1 * open) / 60],
      ...assets.map((asset) => [asset, first * arriving]),
    ];
    for (const [index, { slug, lat, lon }] of ranked.entries()) {
      const here = perWeight * weights[second][index];
      openIn[index] += here - openIn[index] / staySeconds;
      // One on opening a page, since four of five visitors have a place, and one every minute after that.
      const forecasts = 0.8 * (here + openIn[index] / 60);
      rates.push([`/now/${slug}`, 0.15 * here], [`/county/${slug}`, 0.1 * here]);
      for (let place = 0; place < placesPerCounty; place += 1) {
        const at = `lat=${(lat + 0.05 * (place % 4)).toFixed(2)}&lon=${(lon + 0.05 * Math.floor(place / 4)).toFixed(2)}`;
        // Zipf within the county, too; 3.38 is the sum of 1/n to 16.
        rates.push([`/main/weather/forecast?${at}&days=7`, forecasts / (place + 1) / 3.38]);
      }
    }
    yield { visits: arriving, rates };
  }
}
