/**
 * Owns a compose installation's published port and forwards its connections to nginx, because two containers can't
 * publish one port. While nginx is replaced, `web` resolves to both containers; a connection refused by one goes to the
 * other, and one refused by both is held until nginx accepts it.
 *
 * nginx learns the client's address by the PROXY protocol (version 1). Trusted proxies state the visitor's address in
 * X-Forwarded-For instead, so their connections go to nginx's other port.
 *
 * Runs on the plain Node image, so that a new version doesn't replace it (docs/decisions/0022).
 */
import { lookup } from 'node:dns/promises';
import { BlockList, connect, createServer, isIP } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** @typedef {import('node:net').Socket} Socket */

const port = Number(process.env.PORT || 8080);
const [host, targetPort] = (process.env.TARGET || 'web:8080').split(':');
const proxyProtocolPort = Number(process.env.PROXY_PROTOCOL_PORT || 0);
/** Browsers give up after 15 s. */
const maxWaitMs = 10_000;
const connectTimeoutMs = 1_000;
const retryMs = 100;
/**
 * Without progress in either direction. Longer than nginx keeps an idle connection (30 s) and than the pause between two
 * heartbeats of a stream (20 s), so only clients that neither close nor read are cut off.
 */
const maxSilenceMs = Number(process.env.MAX_SILENCE_MS || 35_000);

/** @param {string} address @param {number} port */
const open = (address, port) =>
  new Promise((resolve, reject) => {
    const socket = connect({ host: address, port, allowHalfOpen: true, noDelay: true });
    const timer = setTimeout(() => socket.destroy(new Error('timeout')), connectTimeoutMs);
    socket.once('error', reject);
    socket.once('connect', () => {
      clearTimeout(timer);
      socket.off('error', reject);
      resolve(socket);
    });
    socket.once('close', () => clearTimeout(timer));
  });

const trusted = { ipv4: new BlockList(), ipv6: new BlockList() };
const familyOf = (/** @type {string} */ address) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');
for (const range of (process.env.TRUSTED_PROXY_CIDR || '').split(',').map((text) => text.trim())) {
  const [network = '', bits] = range.split('/');
  // nginx refuses to start with an invalid range.
  if (!isIP(network)) continue;
  const family = familyOf(network);
  trusted[family].addSubnet(network, Number(bits ?? (family === 'ipv6' ? 128 : 32)), family);
}

/** Undoes the IPv6 form of IPv4 addresses, in which the sockets of a dual-stack server have theirs. */
const plain = (address = '') => address.replace(/^::ffff:(?=\d+\.)/i, '');

/** Returns nginx's ports for a client, in the order to try, and what to send first. @param {Socket} client */
function routesFor(client) {
  const from = plain(client.remoteAddress);
  const to = plain(client.localAddress);
  const family = familyOf(from);
  const direct = { port: Number(targetPort), head: '' };
  if (!proxyProtocolPort || !isIP(from) || trusted[family].check(from, family)) return [direct];
  const head = `PROXY ${family === 'ipv6' ? 'TCP6' : 'TCP4'} ${from} ${to} ${client.remotePort} ${client.localPort}\r\n`;
  // nginx of an older version has only one port.
  return [{ port: proxyProtocolPort, head }, direct];
}

/** Tries the containers behind the name for `maxWaitMs`. @param {Socket} client */
async function openAny(client) {
  const routes = routesFor(client);
  for (
    const until = performance.now() + maxWaitMs;
    performance.now() < until && !client.destroyed;
    await wait(retryMs)
  ) {
    const addresses = await lookup(host ?? '', { all: true }).catch(() => []);
    for (const { address } of addresses)
      for (const { port: to, head } of routes) {
        const upstream = await open(address, to).catch(() => undefined);
        if (!upstream) continue;
        if (head) upstream.write(head);
        return upstream;
      }
  }
  return undefined;
}

const server = createServer({ allowHalfOpen: true, noDelay: true, pauseOnConnect: true }, async (client) => {
  client.on('error', () => client.destroy());
  client.setTimeout(maxSilenceMs, () => client.destroy());
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
