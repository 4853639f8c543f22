import { createServer } from 'node:net';

/**
 * Below the range that systems use for outgoing connections (from 32768 on Linux, from 49152 elsewhere): a free port in there
 * may be taken by a connection before it is listened on.
 */
const lowest = 18_000;
const highest = 32_000;
const given = new Set();

/** A port of 127.0.0.1 that nobody uses right now; each call gives another one. */
export async function freePort() {
  for (;;) {
    const port = lowest + Math.floor(Math.random() * (highest - lowest));
    if (given.has(port) || (await whyNotListening(port, '127.0.0.1'))) continue;
    given.add(port);
    return port;
  }
}

/** Why `port` can't be listened on, as an error code such as EADDRINUSE; undefined when it can. */
export function whyNotListening(port, host) {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', ({ code }) => resolve(code));
    server.listen(port, host, () => server.close(() => resolve(undefined)));
  });
}
