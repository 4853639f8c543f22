import { once } from 'node:events';
import { createServer, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { slow4G } from './throttled-phone.mjs';

/** A slow 4G connection. The browser's throttling doesn't affect a service worker's requests. */

/** Small enough that two responses interleave. */
const pieceBytes = 4_096;

/** @returns the throttled address, and a function that closes it */
export async function laySlowLine(productUrl) {
  const product = new URL(productUrl);
  let freeAt = 0;
  /** Waits until this many bytes have passed. */
  const pass = (bytes) => {
    const now = performance.now();
    freeAt = Math.max(now, freeAt) + (bytes / slow4G.downBytesPerSecond) * 1_000;
    return pause(freeAt - now);
  };
  async function send(source, response) {
    response.writeHead(source.statusCode, source.headers);
    for await (const chunk of source)
      for (let from = 0; from < chunk.length; from += pieceBytes) {
        const piece = chunk.subarray(from, from + pieceBytes);
        await pass(piece.length);
        response.write(piece);
      }
    response.end();
  }
  const server = createServer(async (incoming, response) => {
    const { method, url: path } = incoming;
    await pause(slow4G.latencyMs);
    const { hostname, port } = product;
    const onward = request({ hostname, port, path, method, headers: { ...incoming.headers, host: product.host } });
    onward.on('error', () => response.destroy());
    onward.on('response', (source) => void send(source, response).catch(() => response.destroy()));
    incoming.pipe(onward);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    // Without TLS, browsers accept brotli and service workers only from localhost.
    url: `http://localhost:${server.address().port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
