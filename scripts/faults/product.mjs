import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, createWriteStream, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { freePort } from '../lib/ports.mjs';
import { until } from './until.mjs';

/** The whole product as `npm run start:simulated` runs it, with the handles that a fault needs. */

/** A load comes from one address; the limits per address would be all that a rule measures. */
const withoutLimits = { RATE_LIMIT_SCALE: '100000' };

/**
 * Starts the product on a free port in a folder of its own, or on the one that another has left behind; `environment`
 * overrides any variable. Without `simulated` its providers are those of the environment, so those must be named there.
 */
export async function startProduct({ root, environment = {}, simulated = true, dataDir: given, logFile }) {
  const dataDir = given ?? mkdtempSync(join(tmpdir(), 'arkansas-weather-faults-'));
  // As root, Postgres runs as another user, who must be able to pass.
  chmodSync(dataDir, 0o755);
  const port = await freePort();
  const launcher = spawn(process.execPath, [join(root, 'scripts/start.mjs'), ...(simulated ? ['--simulated'] : [])], {
    cwd: root,
    env: { ...process.env, REDIS_URL: '', PORT: String(port), DATA_DIR: dataDir, ...withoutLimits, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const log = createWriteStream(logFile);
  let printed = '';
  for (const stream of [launcher.stdout, launcher.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      log.write(text);
      if (printed.length < 200_000) printed += text;
    });
  }
  const hasEnded = () => launcher.exitCode !== null || launcher.signalCode !== null;
  const product = new Product({ port, dataDir, launcher, hasEnded, logFile });
  try {
    await until(
      'the product to start',
      () => hasEnded() || printed.includes('Ctrl-C stops everything'),
      // The first start builds.
      { withinMs: 240_000 },
    );
    if (hasEnded()) throw new Error(`the product did not start:\n${printed.split('\n').slice(-15).join('\n')}`);
  } catch (error) {
    await product.remove();
    throw error;
  }
  return product;
}

class Product {
  #launcher;
  #hasEnded;

  constructor({ port, dataDir, launcher, hasEnded, logFile }) {
    this.logFile = logFile;
    this.url = `http://127.0.0.1:${port}`;
    this.dataDir = dataDir;
    this.#launcher = launcher;
    this.#hasEnded = hasEnded;
  }

  /** What the launcher says about the parts: pids, ports, databaseUrl, objectStore; as it is now. */
  state() {
    return JSON.parse(readFileSync(join(this.dataDir, 'running.json'), 'utf8'));
  }

  /** Process ids by role: auth, content, submissions, weather, worker, gateway, object-store, simulator. */
  pids() {
    return this.state().pids;
  }

  get admin() {
    const { adminPassword } = JSON.parse(readFileSync(join(this.dataDir, 'secrets.json'), 'utf8'));
    return { email: 'admin@example.com', password: adminPassword };
  }

  /** A token of the first admin. */
  async signIn() {
    const answer = await fetch(`${this.url}/admin/auth/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(this.admin),
    });
    if (!answer.ok) throw new Error(`sign-in answered ${answer.status}`);
    return (await answer.json()).data.token;
  }

  /** Sends a signal to the process of a role, or to the embedded Postgres ("postgres"); returns the process id it went to. */
  async kill(role, signal = 'SIGKILL') {
    const pid = role === 'postgres' ? await this.#postmaster() : this.pids()[role];
    if (!(pid > 0)) throw new Error(`nothing runs as ${role}`);
    process.kill(pid, signal);
    return pid;
  }

  /** Sends a signal to the worker and to the processes that do its jobs: the launcher gives each of its children a group of its own. */
  signalWorkers(signal) {
    process.kill(-this.pids().worker, signal);
  }

  /** Runs something while the worker stands still: jobs wait, nothing is lost. */
  async withoutWorkers(run) {
    this.signalWorkers('SIGSTOP');
    try {
      return await run();
    } finally {
      this.signalWorkers('SIGCONT');
    }
  }

  /** Resolves when the launcher has started `role` again after `pid` and the new process is ready. */
  async untilBack(role, pid, withinMs = 30_000) {
    await until(`${role} to be back`, () => this.pids()[role] !== pid, { withinMs });
    const metricsPort = this.state().ports[role]?.metrics;
    if (metricsPort && role !== 'simulator')
      await until(`${role} to be ready`, async () => (await fetch(`http://127.0.0.1:${metricsPort}/readyz`)).ok, {
        withinMs,
      });
  }

  async #postmaster() {
    const [{ data_directory: directory }] = await this.query('SHOW data_directory');
    return Number(readFileSync(join(directory, 'postmaster.pid'), 'utf8').split('\n')[0]);
  }

  /** Rows of a statement, run as the owner of the database over a connection of its own. */
  async query(statement, values = []) {
    const client = new pg.Client({ connectionString: this.state().databaseUrl, connectionTimeoutMillis: 5_000 });
    // A connection that a fault cuts must not end this process.
    client.on('error', () => undefined);
    await client.connect();
    try {
      return (await client.query(statement, values)).rows;
    } finally {
      await client.end().catch(() => undefined);
    }
  }

  /** The figures that a role tells on its internal port, in the text form of Prometheus. */
  async metrics(role) {
    return (await fetch(`http://127.0.0.1:${this.state().ports[role].metrics}/metrics`)).text();
  }

  /** The provider simulator: how a provider behaves, and what it was asked (tests/simulator/README.md). */
  get simulator() {
    const url = `http://127.0.0.1:${this.state().ports.simulator.grpc}/__sim`;
    const must = async (path, options) => {
      const answer = await fetch(url + path, options);
      if (!answer.ok) throw new Error(`the simulator answered ${answer.status} to ${path}: ${await answer.text()}`);
      return answer.json();
    };
    return {
      url,
      behave: (provider, behaviour) =>
        must(`/${provider}`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify(behaviour),
        }),
      /** Plays these alerts in place of the recorded ones. */
      playAlerts: (features) =>
        must('/nws/alerts', {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify({ features }),
        }),
      calls: () => must('/log'),
      forget: () => must('/log', { method: 'DELETE' }),
    };
  }

  /** Ends the product as Ctrl-C does and answers the exit code. */
  async stop() {
    if (!this.#hasEnded()) {
      const ended = once(this.#launcher, 'exit');
      this.#launcher.kill('SIGINT');
      const timer = setTimeout(() => this.#launcher.kill('SIGKILL'), 60_000);
      await ended;
      clearTimeout(timer);
    }
    return this.#launcher.exitCode;
  }

  /** As `stop`, and the data is gone. */
  async remove() {
    await this.stop();
    // A Postgres that was killed may be writing its last files.
    rmSync(this.dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
  }
}
