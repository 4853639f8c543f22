import { fork } from 'node:child_process';
import { connect } from 'node:net';
import { performance } from 'node:perf_hooks';

/**
 * Asks as fast as answers come, over kept connections, from a process of its own. Speaks HTTP/1.1 by hand: with node:http the
 * asking would cost more than the answering, and every server would look the same.
 */

/** In a request this is replaced by eight characters that are new each time. */
export const unique = '%%%%%%%%';

/** The bytes of a request. */
export function requestText(address, { method = 'GET', headers = {}, body = '' } = {}) {
  const { pathname, search, host } = new URL(address);
  const lines = Object.entries({
    Host: host,
    ...headers,
    ...(method !== 'GET' && { 'Content-Length': Buffer.byteLength(body) }),
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${pathname}${search} HTTP/1.1\r\n${lines.join('')}\r\n${body}`;
}

/**
 * Runs a load for a while.
 * @param options.url where to
 * @param options.request method, headers, body (`unique` in them is replaced)
 * @param options.connections so many requests at once
 * @param options.seconds for so long, or until `requests` were answered
 * @returns requestsPerSecond, p50Ms, p95Ms, p99Ms, statuses, bytes (of one body), clientCpuShare (of one processor)
 */
export function hammer({ url, request, connections = 32, seconds = 2, requests }) {
  const { hostname, port } = new URL(url);
  const child = fork(import.meta.filename, [], { execArgv: [], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  child.send({ hostname, port: Number(port), text: requestText(url, request), connections, seconds, requests });
  return new Promise((resolve, reject) => {
    child.once('message', resolve);
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`the load ended with ${code}`)));
  });
}

const mostSamples = 2_000_000;

async function run({ hostname, port, text, connections, seconds, requests = Infinity }) {
  const at = text.indexOf(unique);
  const bytes = Buffer.from(text, 'latin1');
  let number = Math.floor(Math.random() * 1e9);
  const nextRequest = () => {
    if (at < 0) return bytes;
    const copy = Buffer.from(bytes);
    const name = (number++).toString(36).padStart(unique.length, '0');
    for (let from = copy.indexOf(unique); from >= 0; from = copy.indexOf(unique, from))
      copy.write(name, from, 'latin1');
    return copy;
  };
  const times = new Float64Array(Math.min(mostSamples, Number.isFinite(requests) ? requests : mostSamples));
  const statuses = {};
  let answered = 0;
  let sent = 0;
  let bodyBytes = 0;
  let over = false;
  const sockets = new Set();
  const from = performance.now();
  const cpuFrom = process.cpuUsage();

  const finished = new Promise((resolve, reject) => {
    const end = () => {
      if (over) return;
      over = true;
      for (const socket of sockets) socket.destroy();
      resolve();
    };
    if (seconds) setTimeout(end, seconds * 1_000);

    const open = () => {
      const socket = connect(port, hostname);
      socket.setNoDelay(true);
      sockets.add(socket);
      let head = '';
      let missing = -1;
      let startedAt = 0;
      let waiting = false;
      let closes = false;
      const ask = () => {
        if (sent >= requests) return;
        sent += 1;
        waiting = true;
        startedAt = performance.now();
        socket.write(nextRequest());
      };
      const done = (status) => {
        waiting = false;
        statuses[status] = (statuses[status] ?? 0) + 1;
        if (answered < times.length) times[answered] = performance.now() - startedAt;
        answered += 1;
        if (answered >= requests) return end();
        if (closes) return socket.destroy();
        ask();
      };
      let status = 0;
      socket.on('connect', ask);
      socket.on('data', (chunk) => {
        let body = chunk.length;
        if (missing < 0) {
          head += chunk.latin1Slice();
          const headEnd = head.indexOf('\r\n\r\n');
          if (headEnd < 0) return;
          const fields = head.slice(0, headEnd);
          body = head.length - headEnd - 4;
          status = Number(fields.slice(9, 12));
          const length = /\r\ncontent-length: *(\d+)/i.exec(fields)?.[1];
          if (length === undefined && status !== 304 && status !== 204)
            return reject(new Error(`an answer without length: ${fields}`));
          missing = Number(length ?? 0);
          bodyBytes = missing;
          closes = /\r\nconnection: *close/i.test(fields);
          head = '';
        }
        missing -= body;
        if (missing > 0) return;
        missing = -1;
        done(status);
      });
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        if (over) return;
        if (waiting) statuses.lost = (statuses.lost ?? 0) + 1;
        if (waiting && sent >= requests) answered += 1;
        if (answered >= requests) return end();
        // A server ends a connection now and then (nginx after a thousand requests); the next one takes its place.
        setTimeout(open, waiting ? 50 : 0);
      });
    };
    for (let index = 0; index < connections; index += 1) open();
  });
  await finished;
  if (answered === 0) throw new Error(`${hostname}:${port} did not answer within ${seconds} s`);
  const elapsed = (performance.now() - from) / 1_000;
  const { user, system } = process.cpuUsage(cpuFrom);
  const sorted = times.subarray(0, Math.min(answered, times.length)).sort();
  const percentile = (share) => Number((sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? NaN).toFixed(3));
  return {
    answered,
    requestsPerSecond: Math.round(answered / elapsed),
    p50Ms: percentile(0.5),
    p95Ms: percentile(0.95),
    p99Ms: percentile(0.99),
    statuses,
    bytes: bodyBytes,
    clientCpuShare: Number(((user + system) / 1e6 / elapsed).toFixed(2)),
  };
}

if (process.argv[1] === import.meta.filename && process.send) {
  process.once('message', (options) => {
    run(options).then(
      (result) => process.send(result, () => process.exit(0)),
      (error) => {
        process.stderr.write(`${error.stack}\n`);
        process.exit(1);
      },
    );
  });
}
