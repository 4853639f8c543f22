import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer, request as httpRequest, Agent } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../../../services/platform/local/ports.mjs';
import { until } from '../../lib/until.mjs';
import { Ledger } from '../lib/ledger.mjs';
import { startLoad } from '../lib/load.mjs';

export const name = 'R-16';
export const title = 'a rolling restart of everything';
export const rule =
  'Every service and each of two gateways is restarted, one after another, during reads and writes: not one request fails, nothing is lost or doubled.';
export const limitMinutes = 15;

const environmentOf = (pid) =>
  Object.fromEntries(
    readFileSync(`/proc/${pid}/environ`, 'utf8')
      .split('\0')
      .filter(Boolean)
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );

/**
 * Forwards requests to the gateways that report ready, like a Kubernetes Service. A gateway is removed before it gets
 * the stop signal, as its preStop pause ensures.
 */
async function startBalancer(gateways) {
  const ready = new Set();
  const look = async () => {
    for (const gateway of gateways) {
      const ok = await fetch(`http://127.0.0.1:${gateway.metrics}/readyz`, { signal: AbortSignal.timeout(1_000) }).then(
        ({ ok: is }) => is,
        () => false,
      );
      if (ok && !gateway.leaving) ready.add(gateway);
      else ready.delete(gateway);
    }
  };
  await look();
  const timer = setInterval(() => void look(), 200);
  let turn = 0;
  const server = createServer((incoming, outgoing) => {
    const choices = [...ready];
    const gateway = choices[turn++ % choices.length];
    if (!gateway) return void outgoing.writeHead(502).end();
    const call = httpRequest(
      {
        host: '127.0.0.1',
        port: gateway.port,
        agent: gateway.agent,
        method: incoming.method,
        path: incoming.url,
        headers: incoming.headers,
      },
      (response) => {
        outgoing.writeHead(response.statusCode, response.headers);
        response.pipe(outgoing);
      },
    );
    call.on('error', () => outgoing.headersSent || outgoing.writeHead(502).end());
    incoming.pipe(call);
  });
  const port = await freePort();
  await new Promise((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${port}`,
    ready,
    stop() {
      clearInterval(timer);
      server.closeAllConnections();
      server.close();
    },
  };
}

export async function run(context) {
  const { checks, rows } = context;
  const product = await context.product({ fresh: true });
  const first = product.pids().gateway;
  const twin = { port: await freePort(), metrics: await freePort() };
  // Read now: by the time the second gateway is restarted, the first is another process.
  const words = readFileSync(`/proc/${first}/cmdline`, 'utf8').split('\0').filter(Boolean).slice(1);
  const environment = environmentOf(first);
  const startTwin = () =>
    spawn(process.execPath, words, {
      env: { ...environment, PORT: String(twin.port), METRICS_PORT: String(twin.metrics), NODE_CHANNEL_FD: '' },
      stdio: 'ignore',
    });
  let second = startTwin();
  context.defer(() => second.kill('SIGKILL'));
  // One connection per request: the gateway might close a kept-alive one just as its next request starts.
  const gateways = [
    {
      name: 'gateway 1',
      port: Number(new URL(product.url).port),
      metrics: product.state().ports.gateway.metrics,
      agent: new Agent({ keepAlive: false }),
    },
    { name: 'gateway 2', ...twin, agent: new Agent({ keepAlive: false }) },
  ];
  await until('the second gateway', async () => (await fetch(`http://127.0.0.1:${twin.metrics}/readyz`)).ok);
  const balancer = await startBalancer(gateways);
  context.defer(() => balancer.stop());

  const rate = context.quick ? 60 : 180;
  const reads = startLoad({
    rate,
    next: (n) =>
      `${balancer.url}${['/main/home', '/main/faqs', '/main/post', '/main/teams', '/main/weather/alerts'][n % 5]}`,
  });
  const ledger = new Ledger(balancer.url);
  const writes = [];
  const writer = setInterval(
    () => writes.push(ledger.write(writes.length % 2 ? 'contact' : 'newsletter')),
    1_000 / (rate / 10),
  );
  const restarted = async (what, act) => {
    const before = { failed: reads.tally.failed, sent: reads.tally.sent };
    const from = Date.now();
    await act();
    await wait(1_500);
    rows.push({
      restarted: what,
      ms: Date.now() - from,
      reads: reads.tally.sent - before.sent,
      failed: reads.tally.failed - before.failed,
    });
  };
  await wait(2_000);
  for (const role of ['content', 'submissions', 'auth', 'weather', 'notifications', 'worker', 'picture-worker']) {
    await restarted(role, async () => {
      const pid = await product.kill(role, 'SIGTERM');
      await product.untilBack(role, pid, 60_000);
    });
  }
  const leave = async (gateway) => {
    gateway.leaving = true;
    await until(`${gateway.name} to be removed`, () => !balancer.ready.has(gateway), { everyMs: 50 });
    await wait(500);
  };
  const comeBack = async (gateway) => {
    gateway.leaving = false;
    await until(`${gateway.name} to be back`, () => balancer.ready.has(gateway), { withinMs: 60_000 });
  };
  await restarted('gateway 1', async () => {
    await leave(gateways[0]);
    const pid = await product.kill('gateway', 'SIGTERM');
    await product.untilBack('gateway', pid, 60_000);
    await comeBack(gateways[0]);
  });
  await restarted('gateway 2', async () => {
    await leave(gateways[1]);
    const ended = new Promise((resolve) => second.once('exit', resolve));
    second.kill('SIGTERM');
    await ended;
    second = startTwin();
    await comeBack(gateways[1]);
  });
  clearInterval(writer);
  await Promise.all(writes);
  const tally = await reads.stop();
  const { lost, doubled, acknowledged } = await ledger.verify((statement) => product.query(statement));
  const repeated = ledger.entries.filter(({ tries }) => tries > 1);
  checks.that(tally.failed === 0, `reads: ${tally.text}`);
  checks.that(lost.length === 0 && doubled.length === 0, `${lost.length} lost, ${doubled.length} doubled`);
  checks.that(
    repeated.length === 0,
    `${repeated.length} writes had to be repeated: ${JSON.stringify(repeated[0]?.statuses)}`,
  );
  return { reads: tally.sent, writes: acknowledged, p99Ms: tally.percentile(0.99) };
}
