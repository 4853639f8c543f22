import { fork } from 'node:child_process';
import { connect } from 'node:net';
import { performance } from 'node:perf_hooks';
import { percentile } from '../../lib/statistics.mjs';

/**
 * Requests one cached response as fast as possible, from a separate process: from nginx it gets 38,000 responses a
 * second on one processor, autocannon 12,000. Use `cannon` for anything slower.
 */

/**
 * Sends GETs: { url, headers, connections, seconds }.
 * @returns answered, requestsPerSecond, p50Ms, p99Ms, bytes (of one body), clientCpuShare (of one processor)
 * @throws when a response is not 200
 */
export function hammer(options) {
  const child = fork(import.meta.filename, [], { execArgv: [], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  child.send(options);
  return new Promise((resolve, reject) => {
    child.once('message', resolve);
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`the load on ${options.url} exited with ${code}`)));
  });
}

const maxSamples = 2_000_000;

async function run({ url, headers, connections, seconds }) {
  const { hostname, port, pathname, host } = new URL(url);
  const fields = Object.entries({ Host: host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  const request = Buffer.from(`GET ${pathname} HTTP/1.1\r\n${fields.join('')}\r\n`, 'latin1');
  const times = new Float64Array(maxSamples);
  let responseCount = 0;
  let bytes = 0;
  let over = false;
  const sockets = new Set();
  const from = performance.now();
  const cpuFrom = process.cpuUsage();

  await new Promise((resolve, reject) => {
    setTimeout(() => {
      over = true;
      for (const socket of sockets) socket.destroy();
      resolve();
    }, seconds * 1_000);

    const open = () => {
      const socket = connect(Number(port), hostname);
      socket.setNoDelay(true);
      sockets.add(socket);
      let head = '';
      let missing = -1;
      let startedAt = 0;
      let closes = false;
      const sendRequest = () => {
        startedAt = performance.now();
        socket.write(request);
      };
      socket.on('connect', sendRequest);
      socket.on('data', (chunk) => {
        let body = chunk.length;
        if (missing < 0) {
          head += chunk.latin1Slice();
          const headEnd = head.indexOf('\r\n\r\n');
          if (headEnd < 0) return;
          const responseHead = head.slice(0, headEnd);
          const length = /\r\ncontent-length: *(\d+)/i.exec(responseHead)?.[1];
          if (responseHead.slice(9, 12) !== '200' || length === undefined)
            return reject(new Error(`${url} was answered ${responseHead}`));
          body = head.length - headEnd - 4;
          bytes = Number(length);
          missing = bytes;
          closes = /\r\nconnection: *close/i.test(responseHead);
          head = '';
        }
        missing -= body;
        if (missing > 0) return;
        missing = -1;
        if (responseCount < maxSamples) times[responseCount] = performance.now() - startedAt;
        responseCount += 1;
        if (closes) socket.destroy();
        else sendRequest();
      });
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        // Servers close a connection now and then (nginx after a thousand requests).
        if (!over) setImmediate(open);
      });
    };
    for (let index = 0; index < connections; index += 1) open();
  });
  if (responseCount === 0) throw new Error(`${url} did not respond within ${seconds} s`);
  const elapsed = (performance.now() - from) / 1_000;
  const { user, system } = process.cpuUsage(cpuFrom);
  const taken = times.subarray(0, Math.min(responseCount, maxSamples));
  return {
    responseCount,
    requestsPerSecond: Math.round(responseCount / elapsed),
    p50Ms: percentile(taken, 0.5),
    p99Ms: percentile(taken, 0.99),
    bytes,
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
