import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../../../services/platform/local/ports.mjs';
import { newFolder } from '../../lib/processes.mjs';
import { cpuSeconds } from '../lib/process-usage.mjs';
import { exchange, textOf } from '../lib/http-load.mjs';
import { startSiteNginx, startStaticNginx } from '../lib/nginx.mjs';
import { startProgram } from '../lib/start-program.mjs';
import { hammer } from './lib/saturating-load.mjs';
import { rounds } from './lib/alternating-rounds.mjs';
import { rounded } from '../lib/statistics.mjs';

/** The hot read: the page that a link in a warning opens for all visitors. */

const minRatio = 0.8;
const steadyForMs = 4_000;
const settlesWithinMs = 120_000;

/** Waits for the sample pictures, which a new product is still processing. */
async function settledHome(url) {
  let last = '';
  let since = Date.now();
  for (const deadline = Date.now() + settlesWithinMs; ; await wait(250)) {
    const response = await exchange({ url: `${url}/main/home`, headers: { 'accept-encoding': 'br' } });
    const text = textOf(response);
    if (text !== last || text.includes('"state":"processing"')) since = Date.now();
    if (Date.now() - since > steadyForMs)
      return {
        body: response.body,
        headers: {
          'Content-Encoding': response.headers['content-encoding'],
          'Content-Type': response.headers['content-type'],
        },
      };
    last = text;
    if (Date.now() > deadline) throw new Error('the home page keeps changing');
  }
}

/** Each server has an address and process IDs. */
async function compare({ site, reference }, { quick, bytes }) {
  const subject =
    ({ url, pids }) =>
    async () => {
      const before = cpuSeconds(pids());
      const headers = { 'Accept-Encoding': 'gzip, deflate, br, zstd' };
      const load = await hammer({ url, headers, connections: 32, seconds: quick ? 1.5 : 3 });
      if (load.bytes !== bytes) throw new Error(`${url} returned ${load.bytes} bytes`);
      return { ...load, cpuMicroseconds: ((cpuSeconds(pids()) - before) / load.responseCount) * 1e6 };
    };
  const metrics = await rounds({ site: subject(site), reference: subject(reference) }, quick ? 5 : 15);
  const siteMetrics = metrics.site;
  const referenceMetrics = metrics.reference;
  const ratio = rounded(siteMetrics.requestsPerSecond / referenceMetrics.requestsPerSecond, 3);
  return {
    passed: ratio >= minRatio,
    measured: `${ratio} × (${siteMetrics.requestsPerSecond} to ${referenceMetrics.requestsPerSecond} requests/s)`,
    details: {
      ratio,
      requestsPerSecond: siteMetrics.requestsPerSecond,
      referenceRequestsPerSecond: referenceMetrics.requestsPerSecond,
      cpuRatio: rounded(referenceMetrics.cpuMicroseconds / siteMetrics.cpuMicroseconds, 3),
    },
    rows: Object.entries(metrics).map(([what, each]) => ({
      what,
      'requests/s': each.requestsPerSecond,
      'p50 ms': rounded(each.p50Ms),
      'p99 ms': rounded(each.p99Ms),
      'server µs/request': Math.round(each.cpuMicroseconds),
      'client processors': each.clientCpuShare,
    })),
  };
}

const throughNginx = {
  name: 'home-nginx',
  title: 'GET /main/home through nginx, hot, beside nginx with the same bytes as a file',
  goal: `≥ ${minRatio} × nginx static`,

  async run({ quick, product, defer }) {
    const { url } = await product();
    const { body, headers } = await settledHome(url);
    const site = await startSiteNginx(url);
    defer(site.stop);
    const file = await startStaticNginx(body, headers);
    defer(file.stop);
    const servers = {
      site: { url: `${site.url}/main/home`, pids: site.pids },
      reference: { url: `${file.url}/answer`, pids: file.pids },
    };
    return compare(servers, { quick, bytes: body.length });
  },
};

/** Local mode, and the request that nginx itself makes once a second. */
const atGateway = {
  name: 'home-gateway',
  title: 'GET /main/home at the gateway, hot and compressed, beside a bare node:http server with the same buffer',
  goal: `≥ ${minRatio} × bare node:http`,

  async run({ quick, product, defer }) {
    const running = await product();
    const { body, headers } = await settledHome(running.url);
    const folder = newFolder('bench');
    defer(() => rmSync(folder, { recursive: true, force: true }));
    const file = join(folder, 'answer');
    writeFileSync(file, body);
    const port = await freePort();
    const args = [String(port), file, headers['Content-Encoding']];
    const pid = await startProgram({ file: join(import.meta.dirname, 'bare/buffer.mjs'), args, defer });
    const servers = {
      site: { url: `${running.url}/main/home`, pids: () => [running.pids().gateway] },
      reference: { url: `http://127.0.0.1:${port}/`, pids: () => [pid] },
    };
    return compare(servers, { quick, bytes: body.length });
  },
};

export const benchmarks = [throughNginx, atGateway];
