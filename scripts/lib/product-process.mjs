/** The whole product, started as a user starts it, on a separate port. */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../services/platform/local/ports.mjs';
import { launch } from './launch.mjs';
import { usePreparedData } from './prepared-data.mjs';
import { end, hasEnded, newFolder } from './processes.mjs';
import { until } from './until.mjs';

/**
 * @typedef {object} ProductOptions
 * @property {string} [dataDir] default: a new temporary folder
 * @property {boolean} [simulated] runs on recorded weather
 * @property {Record<string, string>} [environment] in addition to this process's own
 * @property {string} [logFile]
 * @property {string} [checkout] another checkout than this one
 * @property {'start' | 'dev'} [command] `dev` runs the sources instead of the build
 * @property {string[]} [extraArgs] further arguments of the launcher
 */
/**
 * @typedef {object} ProductState
 * @property {Record<string, number>} pids by role: auth, content, submissions, weather, worker, picture-worker, gateway,
 *   object-store, simulator
 * @property {Record<string, { grpc: number, metrics: number }>} ports
 * @property {string} databaseUrl
 * @property {string} publicUrl
 * @property {{ endpoint: string, accessKey: string, secretKey: string }} objectStore
 */

/** The first start builds, and the machine may be busy. */
const startWithinMs = 600_000;

export class Product {
  #child;
  #environment;

  /**
   * Resolves when the product runs.
   * @param {ProductOptions} [options]
   */
  static async start({
    dataDir: requestedDataDir,
    simulated = false,
    environment = {},
    logFile,
    checkout,
    command = 'start',
    extraArgs = [],
  } = {}) {
    const dataDir = requestedDataDir ?? newFolder('product');
    if (!requestedDataDir && !checkout && command === 'start') usePreparedData(dataDir, environment);
    const port = await freePort();
    const args = [...(simulated ? ['--simulated'] : []), ...extraArgs];
    const variables = { PORT: String(port), DATA_DIR: dataDir, ...environment };
    const launched = launch(args, variables, logFile, checkout, command);
    const product = new this({ ...launched, port, dataDir, environment, logFile });
    try {
      await until(
        'the product to start',
        () => product.hasEnded || product.output().includes('Ctrl-C stops everything'),
        { withinMs: startWithinMs },
      );
      if (product.hasEnded) throw new Error('it ended');
    } catch (error) {
      await (requestedDataDir ? product.stop() : product.remove());
      throw new Error(
        `The product did not start: ${/** @type {Error} */ (error).message}\n${product.output().split('\n').slice(-40).join('\n')}`,
      );
    }
    return product;
  }

  /**
   * @param {ReturnType<typeof launch> & Pick<ProductOptions, 'environment' | 'logFile'> &
   *   { port: number, dataDir: string }} options
   */
  constructor({ child, output, port, dataDir, environment, logFile }) {
    this.#child = child;
    this.#environment = { ...process.env, ...environment };
    this.output = output;
    this.port = port;
    this.dataDir = dataDir;
    this.logFile = logFile;
  }

  get url() {
    return `http://localhost:${this.port}`;
  }

  get simulatorUrl() {
    return `http://127.0.0.1:${this.state().ports.simulator?.grpc}`;
  }

  get hasEnded() {
    return hasEnded(this.#child);
  }

  /** @param {string} file */
  #read(file) {
    return JSON.parse(readFileSync(join(this.dataDir, file), 'utf8'));
  }

  /** @returns {{ email: string, password: string }} */
  get admin() {
    const { ADMIN_EMAIL, ADMIN_PASSWORD } = this.#environment;
    return {
      email: ADMIN_EMAIL || 'admin@example.com',
      password: ADMIN_PASSWORD || this.#read('secrets.json').adminPassword,
    };
  }

  /** @returns {ProductState} */
  state() {
    return this.#read('running.json');
  }

  pids() {
    return this.state().pids;
  }

  /** Stops as Ctrl-C does; returns the exit code. */
  async stop() {
    await end(this.#child, { signal: 'SIGINT', withinMs: 60_000 });
    return this.#child.exitCode;
  }

  /** Stops the product and deletes its data folder. */
  async remove() {
    await this.stop();
    // A killed Postgres may still be writing its last files.
    rmSync(this.dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
  }
}
