/** Runs docker and compose commands for an installation's scripts. Needs only Node and Docker. */
import { run } from '../lib/run.mjs';

/** Never two side by side. */
export const stores = ['postgres', 'redis', 'object-store'];
export const web = 'web';
export const gateway = 'gateway';
export const ingress = 'ingress';

export const docker = (args, options) => run('docker', args, options);
export const compose = (args, timeoutMs = 900_000) => docker(['compose', ...args], { timeoutMs, lastLines: 20 });
export const inspect = (id, format) => docker(['inspect', '--format', format, id]);
const lines = (text) => text.split('\n').filter(Boolean);

/**
 * @param which options of `docker compose ps`, such as --all
 * @returns {Promise<string[]>} the IDs of a service's containers; only running ones without --all
 */
export const containersOf = async (service, ...which) =>
  lines(await compose(['ps', '--quiet', '--no-trunc', ...which, service]));

/** Returns services with the settings of .env applied. */
export const readServices = async () => JSON.parse(await compose(['config', '--format', 'json'])).services;

const runsOnce = ({ restart }) => restart === 'no';
const isProjectImage = ({ image }) => image.startsWith('arkansas-weather/');

/** Groups services by how an upgrade treats them. */
export function sortServices(services) {
  const started = Object.keys(services).filter((name) => services[name].scale !== 0);
  const steps = started.filter((name) => runsOnce(services[name]) && name !== 'setup');
  return {
    migrations: steps.filter((name) => !name.startsWith('seed-')),
    seeds: steps.filter((name) => name.startsWith('seed-')),
    /** The gateway after the services it calls, nginx last. */
    replaceable: [
      ...started.filter(
        (name) => isProjectImage(services[name]) && !runsOnce(services[name]) && ![gateway, web].includes(name),
      ),
      gateway,
      web,
    ],
  };
}

/** @throws Error with the step's last lines when it fails */
export async function runStep(service) {
  await compose(['up', '--detach', '--no-deps', '--no-build', service]);
  const [id] = await containersOf(service, '--all');
  const code = await docker(['wait', id], { timeoutMs: 900_000 });
  if (code === '0') return;
  const logs = await compose(['logs', '--no-color', '--no-log-prefix', '--tail', '5', service]);
  throw new Error(`${service} failed:\n${logs}\nThe previous version is still serving.`);
}

/** Runs a script's main function; an error is one line and exit code 1. */
export async function runCommand(main) {
  try {
    await main();
  } catch (error) {
    process.stderr.write(`\n${error.message}\n`);
    process.exitCode = 1;
  }
}
