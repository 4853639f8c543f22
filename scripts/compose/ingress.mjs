import { lookup } from 'node:dns/promises';
import { connect, createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/**
 * Owns a compose installation's published port and forwards its connections to nginx, because two containers can't
 * publish one port. While nginx is replaced, `web` resolves to both containers; a connection refused by one goes to the
 * other, and one refused by both is held until nginx accepts it.
 *
 * Runs on the plain Node image, so that a new version doesn't replace it (docs/decisions/0022).
 */

const port = Number(process.env.PORT || 8080);
const [host, targetPort] = (process.env.TARGET || 'web:8080').split(':');
/** Browsers give up after 15 s. */
const holdMs = 10_000;
const connectTimeoutMs = 1_000;
const retryMs = 100;

const open = (address) =>
  new Promise((resolve, reject) => {
    const socket = connect({ host: address, port: Number(targetPort), allowHalfOpen: true, noDelay: true });
    const timer = setTimeout(() => socket.destroy(new Error('timeout')), connectTimeoutMs);
    socket.once('error', reject);
    socket.once('connect', () => {
      clearTimeout(timer);
      socket.off('error', reject);
      resolve(socket);
    });
    socket.once('close', () => clearTimeout(timer));
  });

/** Tries the containers behind the name for `holdMs`. */
async function openAny(client) {
  for (const until = performance.now() + holdMs; performance.now() < until && !client.destroyed; await wait(retryMs)) {
    const addresses = await lookup(host, { all: true }).catch(() => []);
    for (const { address } of addresses) {
      const upstream = await open(address).catch(() => undefined);
      if (upstream) return upstream;
    }
  }
  return undefined;
}

const server = createServer({ allowHalfOpen: true, noDelay: true, pauseOnConnect: true }, async (client) => {
  client.on('error', () => client.destroy());
  const upstream = await openAny(client);
  if (!upstream || client.destroyed) {
    client.destroy();
    upstream?.destroy();
    return;
  }
  upstream.on('error', () => client.resetAndDestroy());
  client.on('close', () => upstream.destroy());
  upstream.on('close', () => client.destroySoon());
  client.pipe(upstream);
  upstream.pipe(client);
});
// nginx takes 2 × 4,096 connections, half of them to the gateway.
server.maxConnections = 4_096;
server.on('error', (error) => {
  process.stderr.write(`ingress: cannot listen on port ${port}: ${error.message}\n`);
  process.exit(1);
});
server.listen(port, () => process.stdout.write(`forwarding port ${port} to ${host}:${targetPort}\n`));
// Open connections close with the process; clients retry.
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => process.exit(0));
