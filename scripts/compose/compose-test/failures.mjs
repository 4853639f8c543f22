/** Stages of the compose test that stop or kill services. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from '../../lib/checkout.mjs';
import { until } from '../../lib/until.mjs';
import { expect, photo } from '../../lib/visitor-requests.mjs';
import { docker } from '../containers.mjs';

/** @typedef {import('./run.mjs').World} World */

const readyz = `fetch('http://127.0.0.1:9464/readyz').then(async (answer) => console.log(answer.status, await answer.text()))`;

/** @param {string} address @returns the exit code and output */
function probe(address) {
  const { status, stdout } = spawnSync(process.execPath, [join(root, 'scripts/ops/probe.mjs'), address], {
    encoding: 'utf8',
  });
  return { status, output: stdout.trim() };
}

/**
 * Stops Postgres: the gateway must stay ready and name the affected services; the probe must fail.
 * @param {World} world
 */
export async function outage({ installation, site, log }) {
  const { compose } = installation;
  const before = probe(site.address);
  expect(before.status === 0, `the probe fails on a healthy site:\n${before.output}`);
  await compose(['stop', 'postgres']);
  const ready = () => compose(['exec', '-T', 'gateway', 'node', '-e', readyz]);
  const named = async () => {
    const response = await ready();
    expect(response.startsWith('200 '), `/readyz answered ${response}`);
    return response.includes('content: database') && response;
  };
  const response = await until('/readyz to name the database', named, { withinMs: 60_000, intervalMs: 1_000 });
  expect((await site.get('/main/home')).status === 200, 'the home page needs Postgres');
  const during = probe(site.address);
  expect(during.status === 1, `the probe exited with ${during.status} while Postgres was stopped:\n${during.output}`);
  await compose(['start', 'postgres']);
  await until('the probe to pass again', () => probe(site.address).status === 0, {
    withinMs: 90_000,
    intervalMs: 3_000,
  });
  log(`without Postgres the gateway stays ready and reports ${response}; the probe fails, and passes again afterwards`);
}

/**
 * Kills a process from outside its container, so that the restart policy applies.
 * @param {World['installation']} installation
 * @param {string} service
 */
async function crash({ compose, environment }, service) {
  const id = await compose(['ps', '--quiet', service]);
  const pid = await docker(['inspect', '--format', '{{.State.Pid}}', id]);
  const kill = `process.kill(${Number(pid)}, 'SIGKILL')`;
  const image = `arkansas-weather/setup:${environment.VERSION}`;
  await docker(['run', '--rm', '--pid=host', '--network=none', '--entrypoint', 'node', image, '-e', kill]);
}

/**
 * Seconds within which each service should be healthy after a crash. A missed goal is only printed, because the machine
 * may be busy; six times as long is a failure.
 */
const recovery = {
  auth: 10,
  content: 10,
  submissions: 10,
  worker: 10,
  'picture-worker': 10,
  'weather-proxy': 10,
  notifications: 10,
  gateway: 10,
  web: 10,
  ingress: 10,
  redis: 10,
  'object-store': 20,
  postgres: 20,
};

/** Kills every service; the home page must not fail meanwhile. @param {World} world */
export async function crashes({ installation, site, log }) {
  const { compose } = installation;
  const { get, address } = site;
  const times = [];
  for (const [service, goal] of Object.entries(recovery)) {
    const id = await compose(['ps', '--quiet', service]);
    const state = () => docker(['inspect', '--format', '{{.State.StartedAt}} {{.State.Health.Status}}', id]);
    const [startedBefore] = (await state()).split(' ');
    await crash(installation, service);
    const from = Date.now();
    await until(
      `${service} to be healthy again`,
      async () => {
        if (service !== 'web' && service !== 'ingress')
          expect((await get('/main/home')).status === 200, `the home page failed along with ${service}`);
        const [started, health] = (await state()).split(' ');
        return started !== startedBefore && health === 'healthy';
      },
      { withinMs: 6_000 * goal, intervalMs: 200 },
    );
    const seconds = (Date.now() - from) / 1_000;
    times.push(`${service} ${seconds.toFixed(1)} s${seconds > goal ? ` (goal ${goal} s)` : ''}`);
  }
  log(`every service was killed and recovered: ${times.join(', ')}`);
  const from = Date.now();
  await until(
    'photos to be accepted again',
    async () => {
      const body = await photo(`After the crashes ${Date.now()}`);
      const response = await fetch(`${address}/main/snapshot/create`, {
        method: 'POST',
        body,
        signal: AbortSignal.timeout(10_000),
      });
      return response.status === 201;
    },
    { withinMs: 30_000, intervalMs: 200 },
  );
  log(`photos are accepted again after ${((Date.now() - from) / 1_000).toFixed(1)} s; the home page never failed`);
}

/**
 * Stops the gateway: nginx must serve stale pages and responses, and reject writes with a message.
 * @param {World} world
 */
export async function gatewayLoss({ installation, site, log }) {
  const { compose } = installation;
  const { get, address } = site;
  await compose(['stop', 'gateway']);
  const stoppedAt = Date.now();
  await until(
    'the home response to be served stale',
    async () => {
      const home = await get('/main/home');
      expect(home.status === 200, `/main/home without a gateway returned ${home.status}`);
      // Longer than a response is stale during an ordinary refresh.
      return Date.now() - stoppedAt > 4_000 && home.headers.get('x-cache') === 'STALE';
    },
    { withinMs: 20_000, intervalMs: 200 },
  );
  expect((await get('/')).status === 200, 'the home page needs a gateway');
  const unseen = await get('/livecam');
  expect(
    unseen.status === 200 && (await unseen.text()).includes('id="root"'),
    'a page that was never requested needs a gateway',
  );
  const write = await fetch(`${address}/main/snapshot/create`, { method: 'POST', body: await photo('Into the void') });
  expect(
    write.status === 503 && write.headers.get('retry-after'),
    `a photo without a gateway returned ${write.status}`,
  );
  log('without a gateway, pages and responses are served stale, and writes are rejected with a message');
  await compose(['start', 'gateway']);
  const isBack = async () => (await get('/main/snapshots?limit=1')).headers.get('x-cache') === 'MISS';
  await until('the gateway to be back', isBack, { withinMs: 90_000, intervalMs: 200 });
}
