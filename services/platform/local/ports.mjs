import { createServer } from 'node:net';

/**
 * Below the ephemeral range (from 32768 on Linux, from 49152 elsewhere): an outgoing connection could take such a port.
 */
const lowest = 18_000;
const highest = 32_000;
const usedPorts = new Set();

/** Returns a free port of 127.0.0.1, different on each call. */
export async function freePort() {
  for (;;) {
    const port = lowest + Math.floor(Math.random() * (highest - lowest));
    if (usedPorts.has(port) || (await whyNotListening(port, '127.0.0.1'))) continue;
    usedPorts.add(port);
    return port;
  }
}

/**
 * Returns the error code, such as EADDRINUSE, if `port` can't be listened on.
 * @param {number} port
 * @param {string} host
 * @returns {Promise<string | undefined>}
 */
export function whyNotListening(port, host) {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (/** @type {NodeJS.ErrnoException} */ { code }) => resolve(code));
    server.listen(port, host, () => server.close(() => resolve(undefined)));
  });
}
