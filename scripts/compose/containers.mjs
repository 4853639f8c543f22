/** Runs docker and compose commands for an installation's scripts. Needs only Node and Docker. */
import { run } from '../lib/run.mjs';

/** @typedef {Record<string, Service>} Services by name */
/** @typedef {{ image: string, command?: string[], restart?: string, scale?: number }} Service with the settings of .env applied */

/** Never two side by side. */
export const stores = ['postgres', 'redis', 'object-store'];
export const web = 'web';
export const gateway = 'gateway';
export const ingress = 'ingress';
/** Replaced without a successor beside them: nobody connects to them. */
export const unattended = ['certificates', 'nightly-backup'];

/** @param {string[]} args @param {import('../lib/run.mjs').RunOptions} [options] */
export const docker = (args, options) => run('docker', args, options);
/** @param {string[]} args @param {number} [timeoutMs] */
export const compose = (args, timeoutMs = 900_000) => docker(['compose', ...args], { timeoutMs, lastLines: 20 });
/** @param {string} id @param {string} format */
export const inspect = (id, format) => docker(['inspect', '--format', format, id]);
const lines = (/** @type {string} */ text) => text.split('\n').filter(Boolean);

/**
 * @param {string} service
 * @param {...string} which options of `docker compose ps`, such as --all
 * @returns {Promise<string[]>} the IDs of a service's containers; only running ones without --all
 */
export const containersOf = async (service, ...which) =>
  lines(await compose(['ps', '--quiet', '--no-trunc', ...which, service]));

/** Returns services with the settings of .env applied. @returns {Promise<Services>} */
export const readServices = async () => JSON.parse(await compose(['config', '--format', 'json'])).services;

/** @param {Services} services @param {string} name */
export const imageOf = (services, name) => {
  const image = services[name]?.image;
  if (!image) throw new Error(`docker-compose.yml has no service ${name}.`);
  return image;
};

/** @param {Service} service */
const runsOnce = ({ restart }) => restart === 'no';
/** @param {Service} service */
const isProjectImage = ({ image }) => image.startsWith('arkansas-weather/');

/** Groups services by how an upgrade treats them. @param {Services} services */
export function sortServices(services) {
  const started = Object.entries(services).filter(([, { scale }]) => scale !== 0);
  const steps = started.flatMap(([name, service]) => (runsOnce(service) && name !== 'setup' ? [name] : []));
  return {
    migrations: steps.filter((name) => !name.startsWith('seed-')),
    seeds: steps.filter((name) => name.startsWith('seed-')),
    /** The gateway after the services it calls, nginx last. */
    replaceable: [
      ...started.flatMap(([name, service]) =>
        isProjectImage(service) && !runsOnce(service) && ![gateway, web, ...unattended].includes(name) ? [name] : [],
      ),
      gateway,
      web,
    ],
  };
}

/** @param {string} service @throws Error with the step's last lines when it fails */
export async function runStep(service) {
  await compose(['up', '--detach', '--no-deps', '--no-build', service]);
  const [id = ''] = await containersOf(service, '--all');
  const code = await docker(['wait', id], { timeoutMs: 900_000 });
  if (code === '0') return;
  const logs = await compose(['logs', '--no-color', '--no-log-prefix', '--tail', '5', service]);
  throw new Error(`${service} failed:\n${logs}\nThe previous version is still serving.`);
}

/** Runs a script's main function; an error is one line and exit code 1. @param {() => Promise<unknown>} main */
export async function runCommand(main) {
  try {
    await main();
  } catch (error) {
    process.stderr.write(`\n${/** @type {Error} */ (error).message}\n`);
    process.exitCode = 1;
  }
}
