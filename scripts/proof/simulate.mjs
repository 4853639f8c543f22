import { appendFileSync, mkdirSync } from 'node:fs';
import { Agent } from 'node:http';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { root } from '../lib/checkout.mjs';
import { until } from '../lib/until.mjs';
import { exchange, machineIsBusy } from './lib/http-load.mjs';
import { startSiteNginx } from './lib/nginx.mjs';
import { ProvedProduct } from './lib/product-under-test.mjs';
import { percentile } from './lib/statistics.mjs';
import { kindOf, sharedSeconds, throughCache, trace, busiestWindow } from './simulate/storm.mjs';

/**
 * Simulates ten million visits in the six hours of a storm that crosses the state, behind a CDN:
 *
 *     npm run ops -- storm-test                full: replays the origin's worst five minutes in real time
 *     npm run ops -- storm-test --quick     the same rate of visits for a tenth of the time, and the worst 15 seconds
 *
 * The trace runs on a simulated clock through a shared cache that obeys the Cache-Control of real responses; the
 * origin's load in its worst window is then replayed against nginx and the gateway. Prints tables and one JSON line
 * (also appended to out/simulate.ndjson); exits with 0 only if every goal is met. Needs nginx.
 */
const quick = process.argv.includes('--quick');
const part = quick ? 0.1 : 1;
const day = { visits: 10_000_000 * part, seconds: 6 * 3_600 * part, first: 0.6 };
const replaySeconds = quick ? 15 : 300;
const goals = { hitRatio: 0.99, originPerSecond: 200, originBytesPerVisit: 10_000, failed: 0 };
const headerBytes = 900;
/** A CDN keeps its connections to the origin. */
const agent = new Agent({ keepAlive: true, maxSockets: 64 });

/** Requests one sample of each kind, and returns its cache lifetime and size. */
async function learn(url) {
  const fetchSample = (path) =>
    until(
      `a response for ${path}`,
      async () => {
        const response = await exchange({ url: url + path });
        if (response.status !== 200) throw new Error(`${response.status ?? response.error}`);
        return response;
      },
      { withinMs: 60_000 },
    );
  const { body: page } = await exchange({ url, headers: { 'accept-encoding': 'identity' } });
  const assets = [...new Set([...String(page).matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path]) => path))];
  const samples = new Map();
  /** Static files differ in size; responses of other kinds are alike. */
  const nameOf = (path) => (path.startsWith('/assets/') ? path : kindOf(path));
  for (const [path] of trace({ ...day, assets }).next().value.rates) {
    if (samples.has(nameOf(path))) continue;
    const { headers, body } = await fetchSample(path);
    samples.set(nameOf(path), { seconds: sharedSeconds(headers['cache-control']), bytes: body.length + headerBytes });
  }
  return { assets, responseOf: (path) => samples.get(path) ?? samples.get(kindOf(path)) };
}

/** Sends a few requests at a time, so that no provider is flooded. */
async function warm(url, paths) {
  const left = [...new Set(paths)];
  const from = Date.now();
  const next = async () => {
    for (let path = left.pop(); path !== undefined; path = left.pop())
      await until(`a response for ${path}`, async () => (await exchange({ url: url + path, agent })).status === 200, {
        withinMs: 60_000,
      });
  };
  const addresses = left.length;
  await Promise.all(Array.from({ length: 8 }, next));
  return { addresses, seconds: (Date.now() - from) / 1_000 };
}

async function replay(url, bySecond) {
  const outcomes = [];
  const from = Date.now();
  for (const [second, paths] of bySecond.entries())
    for (const [index, path] of paths.entries()) {
      const ahead = from + (second + index / paths.length) * 1_000 - Date.now();
      if (ahead > 1) await wait(ahead);
      outcomes.push(exchange({ url: url + path, agent, keepBody: false }));
    }
  return Promise.all(outcomes);
}

function troubles(responses) {
  const counts = {};
  for (const { url, status, error } of responses) {
    if (status === 200) continue;
    const what = `${error ?? status} ${kindOf(new URL(url).pathname)}`;
    counts[what] = (counts[what] ?? 0) + 1;
  }
  return counts;
}

const product = await ProvedProduct.start({ simulated: true, environment: { RATE_LIMIT_SCALE: '100000' } });
const nginx = await startSiteNginx(product.url).catch(async (error) => {
  await product.remove();
  throw error;
});
try {
  const { assets, responseOf } = await learn(nginx.url);
  const { total, kinds, leftBySecond } = throughCache({ ...day, assets }, responseOf);
  const busiest = busiestWindow(leftBySecond, replaySeconds);
  const warmed = await warm(nginx.url, busiest.flat());
  console.log(`${warmed.addresses} addresses warmed up in ${warmed.seconds.toFixed(0)} s`);
  const from = new Date().toISOString();
  const responses = await replay(nginx.url, busiest);
  const calls = (await product.simulator.calls()).filter(({ at }) => at > from).length;
  const failures = troubles(responses);
  const times = responses.map(({ elapsedMs }) => elapsedMs);
  const metrics = {
    visits: Math.round(total.visits),
    requests: total.requests,
    hitRatio: 1 - total.origin / total.requests,
    originPerSecond: responses.length / replaySeconds,
    originBytesPerVisit: total.originBytes / total.visits,
    edgeBytesPerVisit: total.edgeBytes / total.visits,
    replayed: responses.length,
    failed: responses.filter(({ status }) => status !== 200).length,
    p50Ms: Math.round(percentile(times, 0.5)),
    p99Ms: Math.round(percentile(times, 0.99)),
    providerCallsPerSecond: calls / replaySeconds,
  };
  const passed =
    metrics.hitRatio >= goals.hitRatio &&
    metrics.originPerSecond <= goals.originPerSecond &&
    metrics.originBytesPerVisit <= goals.originBytesPerVisit &&
    metrics.failed <= goals.failed;
  console.table(kinds);
  console.table(metrics);
  if (metrics.failed > 0) console.table(failures);
  const summary = { name: 'simulate', at: new Date().toISOString(), quick, busy: machineIsBusy(), passed, goals };
  const line = JSON.stringify({ ...summary, ...metrics, failures });
  mkdirSync(join(root, 'out'), { recursive: true });
  appendFileSync(join(root, 'out/simulate.ndjson'), `${line}\n`);
  process.stdout.write(`${line}\n`);
  process.exitCode = passed ? 0 : 1;
} finally {
  agent.destroy();
  await nginx.stop();
  await product.remove();
}
