import { connect } from 'node:net';

/**
 * Simulates open pages: each follows the stream of alert changes and fetches the list when its version changes.
 * Messages from the parent: `{ gateway, cache, count }` opens that many streams and replies `{ open }` or `{ failed }`;
 * lists come from the cache. `{ report: true }` returns the version and time of each list fetched since the last
 * report. Uses bare sockets, because `node:http` would need more CPU time and memory than the gateway under test.
 */

let fetched = [];
let rejected = 0;

/** One per connection would cost more than what is measured. */
const shared = Buffer.allocUnsafe(64 * 1024);
function open({ hostname, port }, onText, onOpen) {
  const onread = {
    buffer: shared,
    callback: (size) => {
      onText(shared.latin1Slice(0, size));
      return true;
    },
  };
  const socket = connect({ host: hostname, port: Number(port), noDelay: true, onread }, () => onOpen?.(socket));
  return socket;
}

/** Shared by the list requests, as in a cache in front of the gateway. */
const connections = 64;
const queue = [];
const idle = [];

/**
 * Keeps one request in flight on a connection, and reconnects when the cache closed an idle one. Doesn't parse chunked
 * responses: cached ones have a length.
 */
function openConnection(url) {
  const { hostname } = url;
  let version;
  let received = '';
  const next = () => {
    version = queue.shift();
    if (version === undefined) return void idle.push(next);
    socket.write(
      `GET /main/weather/alerts?version=${version} HTTP/1.1\r\nHost: ${hostname}\r\nAccept-Encoding: br\r\nX-Forwarded-For: 10.255.0.1\r\n\r\n`,
    );
  };
  const socket = open(url, (text) => {
    received += text;
    const headEnd = received.indexOf('\r\n\r\n');
    if (headEnd < 0) return;
    const head = received.slice(0, headEnd);
    const length = Number(/^content-length: (\d+)$/im.exec(head)?.[1]);
    if (received.length < headEnd + 4 + length) return;
    received = '';
    if (head.startsWith('HTTP/1.1 200')) fetched.push({ version, at: Date.now() });
    else rejected += 1;
    version = undefined;
    if (/^connection: close\r?$/im.test(head)) socket.destroy();
    else next();
  });
  socket.on('error', () => {});
  socket.on('close', () => {
    if (idle.includes(next)) idle.splice(idle.indexOf(next), 1);
    if (version !== undefined) rejected += 1;
    openConnection(url);
  });
  next();
}

function fetchList(version) {
  queue.push(version);
  idle.pop()?.();
}

/** Eight pages share a network. */
function openStream(url, index) {
  const { hostname } = url;
  const network = `10.${(index >> 11) & 255}.${(index >> 3) & 255}.1`;
  return new Promise((resolve, reject) => {
    const request = (socket) =>
      socket.write(
        `GET /main/weather/alerts/stream HTTP/1.1\r\nHost: ${hostname}\r\nX-Forwarded-For: ${network}\r\nUpgrade: event-stream\r\nConnection: upgrade\r\n\r\n`,
      );
    let isOpen = false;
    const onText = (text) => {
      if (!isOpen) {
        isOpen = true;
        if (text.startsWith('HTTP/1.1 200')) resolve();
        else reject(new Error(text.split('\r\n', 1)[0]));
        return;
      }
      // Two events may arrive together.
      const version = [...text.matchAll(/^data: (.+)$/gm)].at(-1)?.[1];
      if (version) fetchList(Number(version));
    };
    open(url, onText, request).on('error', reject);
  });
}

process.on('message', async (message) => {
  if (message.report) {
    process.send({ fetched, rejected });
    fetched = [];
    rejected = 0;
    return;
  }
  const gateway = new URL(message.gateway);
  const wave = 200;
  for (let index = 0; index < connections; index += 1) openConnection(new URL(message.cache));
  try {
    for (let index = 0; index < message.count; index += wave)
      await Promise.all(
        Array.from({ length: Math.min(wave, message.count - index) }, (_, each) => openStream(gateway, index + each)),
      );
    process.send({ open: message.count });
  } catch (error) {
    process.send({ failed: error.message });
  }
});
