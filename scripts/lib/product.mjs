import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './ports.mjs';

/** The whole product, for scripts that use it from outside: started as a person starts it, on a port of its own. */

const root = join(import.meta.dirname, '../..');
const startWithinMs = 240_000;

/**
 * Starts the product and waits until it says that it runs.
 * @param {object} options
 * @param {string} [options.dataDir] a new temporary folder unless told
 * @param {boolean} [options.simulated] with simulated providers
 * @param {Record<string, string>} [options.environment] on top of this process' own
 */
export async function startProduct({ dataDir: given, simulated = false, environment = {} } = {}) {
  const dataDir = given ?? mkdtempSync(join(tmpdir(), 'arkansas-weather-'));
  mkdirSync(dataDir, { recursive: true });
  // As root, Postgres runs as another user, who must be able to pass.
  chmodSync(dataDir, 0o755);
  const port = await freePort();
  const child = spawn(process.execPath, [join(root, 'scripts/start.mjs'), ...(simulated ? ['--simulated'] : [])], {
    cwd: root,
    env: { ...process.env, ...environment, PORT: String(port), DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGINT');
    await once(child, 'exit');
  };
  /** As `stop`, and the data is gone. */
  const remove = async () => {
    await stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    await new Promise((resolve, reject) => {
      const fail = (what) => reject(new Error(`The product ${what}:\n${printed}`));
      const timer = setTimeout(() => fail('did not start in time'), startWithinMs);
      const listen = (text) => {
        // Only the end is of interest, however long it runs.
        printed = (printed + text).slice(-20_000);
        if (!printed.includes('Ctrl-C stops everything')) return;
        clearTimeout(timer);
        resolve();
      };
      for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', listen);
      child.once('exit', (code) => {
        clearTimeout(timer);
        fail(`ended with ${code}`);
      });
    });
  } catch (error) {
    await (given ? stop() : remove());
    throw error;
  }
  const read = (file) => JSON.parse(readFileSync(join(dataDir, file), 'utf8'));
  return {
    url: `http://localhost:${port}`,
    dataDir,
    admin: {
      email: environment.ADMIN_EMAIL ?? process.env.ADMIN_EMAIL ?? 'admin@example.com',
      password: environment.ADMIN_PASSWORD ?? process.env.ADMIN_PASSWORD ?? read('secrets.json').adminPassword,
    },
    /** Process ids, ports, database and object store, as they are now. */
    state: () => read('running.json'),
    /** What it has printed of late. */
    output: () => printed,
    stop,
    remove,
  };
}
