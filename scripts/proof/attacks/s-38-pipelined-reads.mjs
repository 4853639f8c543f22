import { once } from 'node:events';
import { connect } from 'node:net';
import { machineIsBusy, startLoad } from '../lib/http-load.mjs';
import { documents, operations, publicReads } from '../lib/site-actions.mjs';

export const name = 'S-38';
export const title = 'one connection that pipelines reads';
export const rule =
  'While one connection pipelines 40 GETs of any route, /main/home is answered within 300 ms (p99), and no request takes 20 ms of CPU time.';
export const limitMinutes = 15;

const requests = 40;
const maxCpuMs = 20;
const maxP99Ms = 300;
const readsPerSecond = 50;
/** The busiest moment of a short batch is measured with at least this many reads. */
const minReads = 25;

const id = '01a1fb55-69c7-766f-8ee9-d5a97b08f9a2';
const examples = {
  county: 'pulaski',
  layer: 'clouds',
  z: '6',
  x: '15',
  y: '25',
  office: 'LZK',
  kind: 'afd',
  number: '1',
};
const addressOf = (path) => path.replaceAll(/\{(\w+)\}/g, (_match, parameter) => examples[parameter] ?? id);

/** Sends the requests at once. @returns the number of responses */
async function pipelined({ port }, path, token) {
  const socket = connect(port, '127.0.0.1');
  const head = (isLast) =>
    `GET ${path} HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: br\r\nAuthorization: Bearer ${token}\r\n${isLast ? 'Connection: close\r\n' : ''}\r\n`;
  let responses = 0;
  socket.on('data', (chunk) => {
    responses += chunk.toString('latin1').split('HTTP/1.1 ').length - 1;
  });
  socket.on('error', () => undefined);
  socket.write(Array.from({ length: requests }, (_, index) => head(index === requests - 1)).join(''));
  await once(socket, 'close');
  return responses;
}

const cpuSeconds = async (product) =>
  Number(/^process_cpu_seconds_total (\S+)/m.exec(await product.metrics('gateway'))?.[1] ?? Number.NaN);

export async function run({ product: start, quick, log, checks, rows }) {
  const product = await start();
  const token = await product.signIn();
  const gets = (await operations(product)).filter(({ method }) => method === 'GET').map(({ path }) => addressOf(path));
  const extra = [
    '/docs',
    '/docs-json',
    '/docs-yaml',
    '/docs/swagger-ui-bundle.js',
    '/admin/docs-json',
    '/admin/docs-yaml',
  ];
  const all = [...new Set([...gets, ...publicReads, ...documents, ...extra])];
  const paths = quick ? all.filter((path, index) => index % 4 === 0 || extra.includes(path)) : all;
  let latenciesJudged = 0;
  let slowest = { p99Ms: 0 };
  for (const path of paths) {
    await pipelined(product, path, token);
    const load = startLoad({ rate: readsPerSecond, next: () => `${product.url}/main/home`, connections: 16 });
    const before = await cpuSeconds(product);
    const responses = await pipelined(product, path, token);
    const after = await cpuSeconds(product);
    await new Promise((resolve) => setTimeout(resolve, (minReads / readsPerSecond) * 1_000));
    const stats = await load.stop();
    // Includes the reads of /main/home, which cost less than a millisecond.
    const cpuMs = ((after - before) * 1_000) / requests;
    const p99Ms = stats.percentile(0.99);
    checks.that(responses > 0, `${path}: no response`);
    checks.that(cpuMs <= maxCpuMs, `${path}: ${cpuMs.toFixed(1)} ms of CPU time per request`);
    // Other work on the machine delays reads, too; CPU time doesn't depend on it.
    if (!machineIsBusy()) {
      latenciesJudged += 1;
      checks.that(p99Ms <= maxP99Ms, `${path}: /main/home took ${p99Ms} ms meanwhile`);
    }
    checks.that(stats.failed === 0, `${path}: /main/home failed meanwhile: ${stats.failures}`);
    if (p99Ms > slowest.p99Ms) slowest = { path, p99Ms, cpuMs: Math.round(cpuMs * 10) / 10 };
    if (cpuMs > 5) rows.push({ path, 'CPU ms': cpuMs.toFixed(1), 'p99 ms': p99Ms });
  }
  log(
    `${paths.length} addresses, latency judged for ${latenciesJudged}; the slowest reads beside ${slowest.path}: ${slowest.p99Ms} ms`,
  );
  return { addresses: paths.length, latenciesJudged, slowest };
}
