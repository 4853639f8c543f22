import { cannon } from './lib/autocannon-load.mjs';
import { startColdGateway } from './lib/second-gateway.mjs';
import { median, rounded } from '../lib/statistics.mjs';

const maxP50Ms = 15;
const minPerSecond = 300;
/** Enough to keep two processors busy; more would only queue. */
const connections = 4;

/** Measures the cost of a request without the cached response. An edit takes the same path to the page. */
export const benchmark = {
  name: 'home-cold',
  title: 'GET /main/home without caches: gateway, both services, Postgres, compression',
  goal: `p50 ≤ ${maxP50Ms} ms, ≥ ${minPerSecond} requests/s`,

  async run({ quick, product, defer }) {
    const url = await startColdGateway(await product(), defer);
    const runs = [];
    for (let run = 0; run <= (quick ? 3 : 7); run += 1) {
      const load = await cannon({
        url: `${url}/main/home`,
        request: { headers: { 'Accept-Encoding': 'br' } },
        connections,
        seconds: quick ? 2 : 4,
      });
      // The first run warms up.
      if (run > 0) runs.push(load);
    }
    const p50Ms = rounded(median(runs.map((load) => load.p50Ms)), 1);
    const p99Ms = rounded(median(runs.map((load) => load.p99Ms)), 1);
    const requestsPerSecond = Math.round(median(runs.map((load) => load.requestsPerSecond)));
    return {
      passed: p50Ms <= maxP50Ms && requestsPerSecond >= minPerSecond,
      details: { p50Ms, p99Ms, requestsPerSecond },
    };
  },
};
