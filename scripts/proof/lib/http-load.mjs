import { Agent, request } from 'node:http';
import { availableParallelism, loadavg } from 'node:os';
import { performance } from 'node:perf_hooks';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

/**
 * HTTP load over kept-alive connections. autocannon is not an open loop: it waits for earlier responses. It also
 * doesn't pair a response's bytes with its request, which the rules need.
 */

/** Whether the machine is too busy to measure. The one-minute load average includes our own load, hence the margin. */
export const machineIsBusy = () => loadavg()[0] > availableParallelism() * 2;

const timeoutMs = 20_000;
/** As browsers do. Uncompressed responses would make the loopback interface the bottleneck. */
const defaultHeaders = { 'accept-encoding': 'br, gzip' };

export function textOf({ headers, body }) {
  const unpack = { br: brotliDecompressSync, gzip: gunzipSync }[headers['content-encoding']];
  return (unpack ? unpack(body) : body).toString('utf8');
}

/** Makes one request and never throws: `error` replaces `status` when no response came. */
export function exchange({ url, method = 'GET', headers = {}, body, agent, keepBody = true }) {
  return new Promise((resolve) => {
    const startedAt = Date.now();
    const from = performance.now();
    const done = (rest) => resolve({ url, method, startedAt, elapsedMs: performance.now() - from, ...rest });
    // For some methods (DELETE, OPTIONS), Node frames the body only with a length.
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
    const call = request(
      url,
      { method, headers: { ...defaultHeaders, ...length, ...headers }, agent, timeout: timeoutMs },
      (response) => {
        const chunks = [];
        response.on('data', (chunk) => keepBody && chunks.push(chunk));
        response.on('end', () =>
          done({ status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks) }),
        );
        response.on('error', (error) => done({ error: error.code ?? error.message }));
      },
    );
    call.on('timeout', () => call.destroy(Object.assign(new Error('timeout'), { code: 'TIMEOUT' })));
    call.on('error', (error) => done({ error: error.code ?? error.message }));
    call.end(body);
  });
}

export class LoadStats {
  #elapsed = [];
  #failures = new Map();
  statuses = {};
  errors = {};

  add({ url, status, error, elapsedMs }) {
    if (error !== undefined || status >= 500) {
      const what = `${error ?? status} ${new URL(url).pathname}`;
      this.#failures.set(what, (this.#failures.get(what) ?? 0) + 1);
    }
    const [counts, key] = error === undefined ? [this.statuses, status] : [this.errors, error];
    counts[key] = (counts[key] ?? 0) + 1;
    this.#elapsed.push(elapsedMs);
  }

  get sent() {
    return this.#elapsed.length;
  }

  /** 5xx responses and requests without a response. */
  get failed() {
    const total = (counts) => Object.values(counts).reduce((sum, count) => sum + count, 0);
    return (
      total(Object.fromEntries(Object.entries(this.statuses).filter(([status]) => status >= 500))) + total(this.errors)
    );
  }

  /** Milliseconds within which this share (0 to 1) of all requests was answered. */
  percentile(share) {
    const sorted = [...this.#elapsed].sort((a, b) => a - b);
    return Math.round(sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? 0);
  }

  /** By status and path, the most frequent first: "503 /main/home ×20". */
  get failures() {
    return [...this.#failures]
      .sort((left, right) => right[1] - left[1])
      .slice(0, 5)
      .map(([what, count]) => `${what} ×${count}`)
      .join(', ');
  }

  /** "200×5980 503×20 ECONNRESET×1" */
  get text() {
    return Object.entries({ ...this.statuses, ...this.errors })
      .map(([key, count]) => `${key}×${count}`)
      .join(' ');
  }
}

export const newAgent = (connections) => new Agent({ keepAlive: true, maxSockets: connections, scheduling: 'lifo' });

/**
 * Starts `rate` requests a second until stopped, regardless of pending responses (an open loop).
 * @param next the next request: an address, or { url, method, headers, body }
 * @param onResponse receives each exchange; without it bodies are discarded
 */
export function startLoad({ rate, next, onResponse, connections = 256 }) {
  const agent = newAgent(connections);
  const stats = new LoadStats();
  const pending = new Set();
  const from = performance.now();
  let started = 0;
  const fire = () => {
    const nextRequest = next(started);
    const call = exchange({
      ...(typeof nextRequest === 'string' ? { url: nextRequest } : nextRequest),
      agent,
      keepBody: Boolean(onResponse),
    });
    started += 1;
    pending.add(call);
    void call.then((response) => {
      pending.delete(call);
      stats.add(response);
      onResponse?.(response);
    });
  };
  const timer = setInterval(() => {
    for (const due = ((performance.now() - from) / 1_000) * rate; started < due;) fire();
  }, 5);
  return {
    stats,
    /** Waits for pending responses and returns the statistics. */
    async stop() {
      clearInterval(timer);
      await Promise.all(pending);
      agent.destroy();
      return stats;
    },
  };
}

/** Sends `concurrency` requests at a time, or all together; returns the statistics and the exchanges in request order. */
export async function burst(requests, { concurrency = requests.length, keepBody = true } = {}) {
  const agent = newAgent(concurrency);
  const stats = new LoadStats();
  const responses = new Array(requests.length);
  let index = 0;
  const visitor = async () => {
    while (index < requests.length) {
      const number = index++;
      const nextRequest = requests[number];
      responses[number] = await exchange({
        ...(typeof nextRequest === 'string' ? { url: nextRequest } : nextRequest),
        agent,
        keepBody,
      });
      stats.add(responses[number]);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, visitor));
  agent.destroy();
  return { stats, responses };
}
