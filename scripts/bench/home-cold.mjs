import { startColdGateway } from './lib/cold-gateway.mjs';
import { hammer } from './lib/hammer.mjs';
import { median, rounded } from './lib/rounds.mjs';

const mostP50Ms = 15;
const leastPerSecond = 300;
/** As many as two processors have work for; more would only wait. */
const connections = 4;

/** What a visitor would pay if nothing were kept ready: the way of an edit to the page, too. */
export default {
  name: 'home-cold',
  title: 'GET /main/home with nothing kept: gateway, both services, Postgres, compression',
  goal: `p50 ≤ ${mostP50Ms} ms, ≥ ${leastPerSecond} requests/s`,

  async run({ quick, product, defer }) {
    const url = await startColdGateway(await product(), defer);
    const runs = [];
    for (let run = 0; run <= (quick ? 3 : 7); run += 1) {
      const load = await hammer({
        url: `${url}/main/home`,
        request: { headers: { 'Accept-Encoding': 'br' } },
        connections,
        seconds: quick ? 2 : 4,
      });
      if (Object.keys(load.statuses).some((status) => status !== '200'))
        throw new Error(`answered ${JSON.stringify(load.statuses)}`);
      // The first one warms up.
      if (run > 0) runs.push(load);
    }
    const p50Ms = rounded(median(runs.map((load) => load.p50Ms)), 1);
    const p99Ms = rounded(median(runs.map((load) => load.p99Ms)), 1);
    const requestsPerSecond = Math.round(median(runs.map((load) => load.requestsPerSecond)));
    return {
      holds: p50Ms <= mostP50Ms && requestsPerSecond >= leastPerSecond,
      measured: `p50 ${p50Ms} ms, ${requestsPerSecond} requests/s (p99 ${p99Ms} ms)`,
      details: { p50Ms, p99Ms, requestsPerSecond, connections },
    };
  },
};
