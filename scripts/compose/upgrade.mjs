import { spawn } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { root } from '../lib/checkout.mjs';
import { until } from '../lib/until.mjs';
import { docker } from './docker.mjs';

/**
 * Brings a running compose installation to what this checkout and .env say: a new version, or a changed setting.
 *   node scripts/compose/upgrade.mjs [--built]
 * --built takes the images that are there (named by VERSION) instead of building them.
 *
 * `docker compose up` alone takes every changed container away before it starts the first one again, nginx among them. Here nginx stays
 * until everything behind it is healthy; then a new one, already running, takes its port. With SECOND_PORT another nginx serves there
 * meanwhile, so that a proxy in front that knows both addresses always finds one. Until the migrations are through, nothing is replaced.
 */

const stores = ['postgres', 'redis', 'object-store'];
const door = 'web';
const secondDoor = 'web-second';
/** How long nginx may finish what it has begun when nobody else serves in the meantime. */
const drainAloneMs = 150;

const startedAt = Date.now();
const say = (text) => process.stdout.write(`${((Date.now() - startedAt) / 1_000).toFixed(1).padStart(6)} s  ${text}\n`);
const compose = (args, timeoutMs = 900_000) => docker(['compose', ...args], { timeoutMs, lastLines: 20 });
const lines = (text) => text.split('\n').filter(Boolean);
const containers = async (service, ...which) =>
  lines(await compose(['ps', '--quiet', '--no-trunc', ...which, service]));
const inspect = (id, format) => docker(['inspect', '--format', format, id]);

/** Runs a step that ends by itself. @throws Error with its last words when it fails */
async function step(service) {
  await compose(['up', '--detach', '--no-deps', '--no-build', service]);
  const [id] = await containers(service, '--all');
  const code = await docker(['wait', id], { timeoutMs: 900_000 });
  if (code === '0') return;
  const words = await compose(['logs', '--no-color', '--no-log-prefix', '--tail', '5', service]);
  throw new Error(`${service} failed:\n${words}\nThe version before goes on serving.`);
}

/** Starts what is changed of `services`, and waits until they are healthy. */
const replace = (services) =>
  compose(['up', '--detach', '--no-deps', '--no-build', '--wait', '--wait-timeout', '540', ...services]);

/** Whether the container has the image and the settings that it would get today. */
async function isCurrent(service, id, image) {
  const [hash, itsImage] = (
    await inspect(id, '{{index .Config.Labels "com.docker.compose.config-hash"}} {{.Image}}')
  ).split(' ');
  const wanted = (await compose(['config', '--hash', service])).split(' ').at(-1);
  return hash === wanted && itsImage === (await docker(['image', 'inspect', '--format', '{{.Id}}', image]));
}

const isHealthy = async (id) => (await inspect(id, '{{.State.Health.Status}}')) === 'healthy';

/**
 * Puts a new nginx in the place of the one that runs. The new one starts without the network that its port is published on, because two
 * cannot have the same port, and gets it in the moment in which the old one loses it.
 */
async function replaceDoor(drainMs) {
  const [old] = await containers(door);
  await compose(['up', '--no-start', '--no-deps', '--no-build', '--no-recreate', '--scale', `${door}=2`, door]);
  const fresh = (await containers(door, '--all')).find((id) => id !== old);
  const networks = JSON.parse(await inspect(fresh, '{{json .NetworkSettings.Networks}}'));
  const edge = Object.keys(networks).find((name) => name.endsWith('_edge'));
  try {
    await docker(['network', 'disconnect', edge, fresh]);
    await docker(['start', fresh]);
    await until('the new nginx', () => isHealthy(fresh), { withinMs: 180_000 });
  } catch (error) {
    await docker(['rm', '--force', '--volumes', fresh]);
    throw error;
  }
  const closedAt = performance.now();
  // nginx takes no new visitors from here on, and finishes with those it has.
  const stopped = docker(['stop', '--time', String(Math.ceil(drainMs / 1_000)), old]);
  // What is left of the time when nginx has ended sooner keeps nobody waiting.
  await Promise.race([stopped, wait(drainMs, undefined, { ref: false })]);
  await docker(['network', 'disconnect', '--force', edge, old]).catch(() => undefined);
  await docker(['network', 'connect', '--alias', door, edge, fresh]);
  say(`nginx replaced; its port was closed for ${((performance.now() - closedAt) / 1_000).toFixed(2)} s at most`);
  await stopped;
  await docker(['rm', '--force', old]);
}

/** Builds with the build's own words on the terminal. */
async function build() {
  const child = spawn('docker', ['compose', 'build'], { cwd: root, stdio: 'inherit' });
  const code = await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve));
  if (code !== 0) throw new Error('The images could not be built; nothing is changed.');
}

async function main() {
  if (!process.argv.includes('--built')) await build();
  const { services } = JSON.parse(await compose(['config', '--format', 'json']));
  const [nginx] = await containers(door);
  if (!nginx) {
    say('nothing is served yet: starting everything');
    await compose(['up', '--detach', '--no-build', '--wait', '--wait-timeout', '540']);
    return;
  }
  // A run that was interrupted leaves a container that never served.
  for (const id of await containers(door, '--all')) if (id !== nginx) await docker(['rm', '--force', '--volumes', id]);

  await step('setup');
  await replace(stores);
  // Steps run once (`restart: 'no'`); those that nobody starts have scale 0.
  const steps = Object.keys(services).filter(
    (name) => name !== 'setup' && services[name].restart === 'no' && services[name].scale !== 0,
  );
  const first = steps.filter((name) => !name.startsWith('seed-'));
  for (const name of first) await step(name);
  say('the schemas are up to date');
  for (const name of steps.filter((name) => !first.includes(name))) await step(name);
  const lasting = Object.keys(services).filter(
    (name) => ![...steps, ...stores, 'setup', door, secondDoor, 'gateway'].includes(name) && services[name].scale !== 0,
  );
  await replace(lasting);
  await replace(['gateway']);
  say('everything behind nginx is up to date and healthy');

  if (await isCurrent(door, nginx, services[door].image)) return say('nginx is as it should be');
  const second = services[secondDoor].ports[0].published;
  if (second === '0') return replaceDoor(drainAloneMs);
  await compose(['up', '--detach', '--no-deps', '--no-build', '--wait', '--scale', `${secondDoor}=1`, secondDoor]);
  say(`a second nginx serves on port ${second}`);
  try {
    // As long as it lets its visitors finish (worker_shutdown_timeout), and compose lets it (stop_grace_period).
    await replaceDoor(45_000);
  } finally {
    await compose(['rm', '--stop', '--force', '--volumes', secondDoor]);
  }
}

try {
  await main();
  say('up to date');
} catch (error) {
  process.stderr.write(`\n${error.message}\n`);
  process.exitCode = 1;
}
