import { readState } from '../../lib/state.mjs';

/** Who opens what, when: a storm's afternoon in a state, second by second. */

/** The state whose people are played, whichever the product is built for: figures of two runs are to be compared. */
const { counties } = await readState('counties', 'AR');

/** Where most people live; the others follow in the order of their names. */
const largest = ['pulaski', 'benton', 'washington', 'sebastian', 'faulkner', 'saline', 'craighead', 'garland'];
const rankOf = ({ slug }) => (largest.includes(slug) ? largest.indexOf(slug) : largest.length);
const ranked = [...counties].sort((a, b) => rankOf(a) - rankOf(b));
const placesPerCounty = 16;

/** Numbers that look random and are the same in each run (mulberry32). */
export function generator(seed) {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** How many of many independent people do something in a second in which `mean` do so on average. */
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

/** How much each county is visited at `share` (0 to 1) of the storm's way from the south-west to the north-east. */
function interest(share) {
  const storm = { lat: 33.2 + 3.1 * share, lon: -94.2 + 4 * share };
  return ranked.map(({ lat, lon }, index) => {
    const km = Math.hypot((lat - storm.lat) * 111, (lon - storm.lon) * 91);
    return (1 / (index + 1)) * (1 + 20 * Math.exp(-((km / 40) ** 2)));
  });
}

/**
 * The mean number of requests per second and address.
 * @param {{ visits: number, seconds: number, first: number, assets: string[] }} day `first`: share of visits by a browser that has nothing yet
 * @returns per second `{ visits, rates }`, where rates are `[path, mean][]`
 */
export function* trace({ visits, seconds, first, assets }) {
  const weights = Array.from({ length: seconds }, (_, second) => interest(second / seconds));
  const sums = weights.map((each) => each.reduce((sum, one) => sum + one, 0));
  const perWeight = visits / sums.reduce((sum, one) => sum + one, 0);
  /** Mean time that a page is looked at; hidden tabs ask for nothing. */
  const staySeconds = 240;
  let open = 0;
  const openIn = ranked.map(() => 0);
  for (let second = 0; second < seconds; second += 1) {
    const arriving = perWeight * sums[second];
    open += arriving - open / staySeconds;
    const rates = [
      ['/', 0.7 * arriving],
      // As alerts-query and site-content ask while a page is open and something severe is in force.
      ['/main/weather/alerts', arriving + open / 10],
      ['/main/home', open / 60],
      ['/main/weather/radar', 0.2 * arriving + (0.1 * open) / 60],
      ...assets.map((asset) => [asset, first * arriving]),
    ];
    for (const [index, { slug, lat, lon }] of ranked.entries()) {
      const here = perWeight * weights[second][index];
      openIn[index] += here - openIn[index] / staySeconds;
      // One with a page's first look, as four of five have a place, and one a minute after that.
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
