/** Replaces a compose service's container. The new container is healthy before the old one stops. */
import { setTimeout as wait } from 'node:timers/promises';
import { logElapsed as log } from '../lib/log.mjs';
import { compose, containersOf, docker, gateway, inspect, web } from './containers.mjs';

const healthyWithinMs = 300_000;

/** @param {string} service @param {string} id @param {string} image */
async function isCurrent(service, id, image) {
  const [hash, itsImage] = (
    await inspect(id, '{{index .Config.Labels "com.docker.compose.config-hash"}} {{.Image}}')
  ).split(' ');
  const expectedHash = (await compose(['config', '--hash', service])).split(' ').at(-1);
  return hash === expectedHash && itsImage === (await docker(['image', 'inspect', '--format', '{{.Id}}', image]));
}

/**
 * @param {string} service
 * @param {string} id
 * @throws Error with the container's last lines when it exits, or stays unhealthy
 */
async function untilHealthy(service, id) {
  for (const until = Date.now() + healthyWithinMs; Date.now() < until; await wait(500)) {
    const [health, restarts] = (await inspect(id, '{{.State.Health.Status}} {{.RestartCount}}')).split(' ');
    if (health === 'healthy') return;
    if (health === 'unhealthy' || Number(restarts) > 2) break;
  }
  const logs = await docker(['logs', '--tail', '5', id], { withErrors: true }).catch(({ message }) => message);
  throw new Error(`The new ${service} doesn't become healthy:\n${logs}`);
}

/** @param {string} service @param {string[]} running @returns the new container's ID */
async function startAdditional(service, running) {
  await compose([
    'up',
    '--detach',
    '--no-deps',
    '--no-build',
    '--no-recreate',
    '--scale',
    `${service}=${running.length + 1}`,
    service,
  ]);
  const fresh = (await containersOf(service, '--all')).find((id) => !running.includes(id));
  if (!fresh) throw new Error(`Compose didn't start another ${service}.`);
  try {
    await untilHealthy(service, fresh);
  } catch (error) {
    await docker(['rm', '--force', '--volumes', fresh]);
    throw error;
  }
  return fresh;
}

/** @param {string} id */
async function retire(id) {
  await docker(['stop', id], { timeoutMs: 120_000 });
  await docker(['rm', '--force', id]);
}

/**
 * Points nginx at one gateway container. nginx never retries requests and has no health checks, so the service name
 * must not resolve to a container that isn't ready or has stopped. A reload keeps connections and caches.
 * @param {string} from
 * @param {string} to
 */
async function sendNginxTo(from, to) {
  const rewrite = `sed -i 's#http://${from}:8080#http://${to}:8080#g' /tmp/site.conf && nginx -s reload`;
  for (const id of await containersOf(web)) await docker(['exec', id, 'sh', '-c', rewrite]);
}

/** nginx's old workers may still use the previous address. */
const reloadMs = 1_000;

const nameOf = async (/** @type {string} */ id) => (await inspect(id, '{{.Name}}')).slice(1);

/**
 * @param {[string, ...string[]]} old
 * @param {() => Promise<string>} start starts the new container and returns its ID when it is healthy
 */
async function replaceGateway([first, ...others], start) {
  let address = gateway;
  const pointTo = async (/** @type {string} */ next) => {
    await sendNginxTo(address, next);
    address = next;
  };
  try {
    await pointTo(await nameOf(first));
    await pointTo(await nameOf(await start()));
    await wait(reloadMs);
    for (const id of [first, ...others]) await retire(id);
  } finally {
    await pointTo(gateway);
  }
}

/**
 * Updates a service to the current image and settings, if it differs.
 * @param {string} service
 * @param {string} image
 * @throws Error when the new container doesn't become healthy; the old one then keeps running
 */
export async function replaceService(service, image) {
  const running = await containersOf(service);
  // An interrupted run leaves a container that never served requests.
  for (const id of await containersOf(service, '--all'))
    if (!running.includes(id)) await docker(['rm', '--force', '--volumes', id]);
  /** @type {string[]} */
  const old = [];
  for (const id of running) if (!(await isCurrent(service, id, image))) old.push(id);
  if (running.length > 0 && old.length === 0) return;
  const from = performance.now();
  // A run interrupted here left the new container beside the old one.
  const start = async () => running.find((id) => !old.includes(id)) ?? (await startAdditional(service, running));
  const [first, ...others] = old;
  if (service === gateway && first) await replaceGateway([first, ...others], start);
  else {
    await start();
    for (const id of old) await retire(id);
  }
  log(`${service} replaced (${((performance.now() - from) / 1_000).toFixed(1)} s)`);
}
