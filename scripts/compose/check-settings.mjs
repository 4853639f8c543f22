/**
 * Validates the complete configuration before anything is replaced: each image reads its settings, reports errors, and
 * exits (`--check-settings`, services/platform/src/base/config.ts; nginx: `nginx -t`). Steps and `unattended` ones have
 * no such option.
 */
import { docker, unattended } from './containers.mjs';

/** sysexits.h, EX_CONFIG. */
const wrongSettings = 78;
/** More would delay each other into timeouts on two processors. */
const atOnce = 3;

/**
 * @param {string} service
 * @param {import('./containers.mjs').Service} settings
 * @returns {Promise<string[]>} a line per wrong setting, such as "PUBLIC_URL: must start with https://"
 */
async function faultsOf(service, { command }) {
  const args = service === 'web' ? ['nginx', '-t'] : [...(command ?? ['dist/main.js']), '--check-settings'];
  try {
    await docker(['compose', 'run', '--rm', '--no-deps', '--no-TTY', service, ...args], {
      timeoutMs: 120_000,
      lastLines: 30,
    });
    return [];
  } catch (error) {
    const { message, exitCode } = /** @type {import('../lib/run.mjs').RunError} */ (error);
    const [, ...output] = message.split('\n');
    const faults = output
      .filter((line) => /^(web: )?[A-Z][A-Z0-9_]+: /.test(line))
      .map((line) => line.replace(/^web: /, ''));
    if (exitCode === wrongSettings && faults.length > 0) return faults;
    return [`${service}: the image can't check its settings:\n${output.slice(-5).join('\n')}`];
  }
}

/**
 * @param {import('./containers.mjs').Services} services of `readServices`
 * @throws Error that lists every wrong setting once, with the services that read it
 */
export async function checkSettings(services) {
  const waiting = Object.entries(services).filter(
    ([name, { image, scale }]) =>
      image.startsWith('arkansas-weather/') &&
      scale !== 0 &&
      !unattended.includes(name) &&
      !/^(setup|store-setup|migrate-.*)$/.test(name),
  );
  /** @type {Map<string, string[]>} */
  const readers = new Map();
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [name, service] = next;
      for (const problem of await faultsOf(name, service))
        readers.set(problem, [...(readers.get(problem) ?? []), name]);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  if (readers.size === 0) return;
  const list = [...readers].sort().map(([problem, names]) => `  ${problem} (${names.sort().join(', ')})`);
  throw new Error(`Wrong settings in .env; nothing was changed:\n${list.join('\n')}`);
}
