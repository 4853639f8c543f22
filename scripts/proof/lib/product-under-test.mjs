import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Product } from '../../lib/product-process.mjs';
import { until } from '../../lib/until.mjs';
import { queryOnce } from './query-once.mjs';

/** A product with controls to break it, inspect it and simulate its providers. */
export class ProvedProduct extends Product {
  /** Uses an IP address, so that measured connections exclude name resolution. */
  get url() {
    return `http://127.0.0.1:${this.port}`;
  }

  /** @throws unless the status is 2xx */
  async #post(url, body) {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
    return response.json();
  }

  async signIn() {
    return (await this.#post(`${this.url}/admin/auth/login`, this.admin)).data.token;
  }

  /** Returns a function that calls `/admin/main/…` as the first admin and returns the response's data. */
  async editor() {
    const token = await this.signIn();
    return async (path, { method, json } = {}) => {
      const response = await fetch(`${this.url}/admin/main/${path}`, {
        method,
        headers: {
          Authorization: `Bearer ${token}`,
          'Content-Type': 'application/json',
          'Idempotency-Key': randomUUID(),
        },
        body: json && JSON.stringify(json),
      });
      if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
      return (await response.json()).data;
    };
  }

  /** Signals a role's process, or the embedded Postgres ("postgres"); returns its process ID. */
  async kill(role, signal = 'SIGKILL') {
    const pid = role === 'postgres' ? await this.postmaster() : this.pids()[role];
    if (!(pid > 0)) throw new Error(`nothing is running as ${role}`);
    process.kill(pid, signal);
    return pid;
  }

  restartedSince(pids) {
    const now = this.pids();
    return Object.keys(pids).filter((role) => now[role] !== pids[role]);
  }

  /** Signals workers and their decoders: each child has a separate process group. */
  signalWorkers(signal, roles = ['worker', 'picture-worker']) {
    const pids = this.pids();
    for (const role of roles) process.kill(-pids[role], signal);
  }

  /** Pauses the workers while `run` runs. */
  async withoutWorkers(run) {
    this.signalWorkers('SIGSTOP');
    try {
      return await run();
    } finally {
      this.signalWorkers('SIGCONT');
    }
  }

  /** Resolves when the launcher has replaced `pid` and the new process is ready. */
  async untilBack(role, pid, withinMs = 30_000) {
    await until(`${role} to be back`, () => this.pids()[role] !== pid, { withinMs });
    const metricsPort = this.state().ports[role]?.metrics;
    if (metricsPort && role !== 'simulator')
      await until(`${role} to be ready`, async () => (await fetch(`http://127.0.0.1:${metricsPort}/readyz`)).ok, {
        withinMs,
      });
  }

  async postmaster() {
    const [{ data_directory: directory }] = await this.query('SHOW data_directory');
    return Number(readFileSync(join(directory, 'postmaster.pid'), 'utf8').split('\n')[0]);
  }

  /** Runs a statement as the database owner over a separate connection. */
  query(statement, values = []) {
    return queryOnce(this.state().databaseUrl, statement, values);
  }

  /** Returns the addresses of `count` confirmed subscribers, who replace all others. */
  async replaceReaders(count) {
    await this.query('DELETE FROM submissions.newsletter_subscribers');
    const rows = await this.query(
      `INSERT INTO submissions.newsletter_subscribers (id, email, state, confirmed_at)
       SELECT gen_random_uuid(), 'reader-' || number || '@example.com', 'confirmed', now() - interval '1 hour'
       FROM generate_series(1, $1::int) AS number RETURNING email`,
      [count],
    );
    return rows.map(({ email }) => email);
  }

  /** Counts pictures in a state: processing, failed, ready, rejected. */
  async countImages(state) {
    const [{ count }] = await this.query(
      `SELECT count(*)::int FROM submissions.images
       WHERE $1 = CASE WHEN state = 'processing' AND rejection_reason <> '' THEN 'failed' ELSE state END`,
      [state],
    );
    return count;
  }

  untilImagesProcessed({ withinMs = 180_000, intervalMs = 500 } = {}) {
    return until('every picture to be processed', async () => (await this.countImages('processing')) === 0, {
      withinMs,
      intervalMs,
    });
  }

  async metrics(role) {
    return (await fetch(`http://127.0.0.1:${this.state().ports[role].metrics}/metrics`)).text();
  }

  /** The provider simulator (simulator/README.md). */
  get simulator() {
    const url = `http://127.0.0.1:${this.state().ports.simulator.grpc}/__sim`;
    return {
      url,
      behave: (provider, behavior) => this.#post(`${url}/${provider}`, behavior),
      /** Replaces the recorded alerts. */
      playAlerts: (features) => this.#post(`${url}/nws/alerts`, { features }),
      calls: async () => (await fetch(`${url}/log`)).json(),
      forget: async () => (await fetch(`${url}/log`, { method: 'DELETE' })).json(),
    };
  }
}

/** All load comes from one address, so per-address rate limits would dominate. */
const withoutLimits = { RATE_LIMIT_SCALE: '100000' };

export class Products {
  #logDir;
  /** Running products, each with its environment if it may be lent again; undefined if it belongs to one proof. */
  #running = new Map();
  #started = 0;

  constructor(logDir) {
    this.#logDir = logDir;
  }

  /** Lends a product with the same environment, or starts one. A `fresh` one ends with its proof. */
  async lend(proofName, { environment = {}, fresh = false, ...options } = {}) {
    const key = fresh ? undefined : JSON.stringify(Object.entries(environment).sort());
    for (const [product, runningKey] of this.#running)
      if (runningKey !== undefined && runningKey === key) return product;
    this.#started += 1;
    const product = await ProvedProduct.start({
      simulated: true,
      ...options,
      environment: { ...withoutLimits, ...environment },
      logFile: join(this.#logDir, `${proofName.toLowerCase()}-${this.#started}.log`),
    });
    this.#running.set(product, key);
    return product;
  }

  /** Ends a proof's own products; after a failure also the shared ones it used, since their state is unknown. */
  async takeBack(lent, { isClean }) {
    const done = lent.filter((product) => !isClean || this.#running.get(product) === undefined);
    // Two products may have used the same folder.
    for (const product of done) await product.stop();
    for (const product of done) await this.#remove(product);
  }

  async #remove(product) {
    this.#running.delete(product);
    await product.remove();
  }

  async close() {
    await Promise.all([...this.#running.keys()].map((product) => this.#remove(product)));
  }
}
