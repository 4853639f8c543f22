import { expect, photo } from '../../lib/visitor-journey.mjs';
import { until } from '../../lib/until.mjs';
import { docker } from '../containers.mjs';

/** Kills a service's process from outside its container, so that its restart policy applies. */
async function crash({ compose, environment }, service) {
  const id = await compose(['ps', '--quiet', service]);
  const pid = await docker(['inspect', '--format', '{{.State.Pid}}', id]);
  const kill = `process.kill(${Number(pid)}, 'SIGKILL')`;
  const image = `arkansas-weather/setup:${environment.VERSION}`;
  await docker(['run', '--rm', '--pid=host', '--network=none', '--entrypoint', 'node', image, '-e', kill]);
}

/**
 * Seconds within which each service should be healthy after a crash. A missed goal is only printed, because the machine may be busy; six
 * times as long is a failure.
 */
const recovery = {
  auth: 10,
  content: 10,
  submissions: 10,
  worker: 10,
  'picture-worker': 10,
  'weather-proxy': 10,
  notifications: 10,
  'notifications-sender': 10,
  gateway: 10,
  web: 10,
  ingress: 10,
  redis: 10,
  'object-store': 20,
  postgres: 20,
};

/** Kills every service and waits for it to recover; the home page must not fail meanwhile. */
export async function crashes({ installation, site, say }) {
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
      { withinMs: 6_000 * goal, everyMs: 200 },
    );
    const seconds = (Date.now() - from) / 1_000;
    times.push(`${service} ${seconds.toFixed(1)} s${seconds > goal ? ` (goal ${goal} s)` : ''}`);
  }
  say(`every service was killed and recovered: ${times.join(', ')}`);
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
    { withinMs: 30_000, everyMs: 200 },
  );
  say(`photos are accepted again after ${((Date.now() - from) / 1_000).toFixed(1)} s; the home page never failed`);
}
