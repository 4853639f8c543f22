import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { startLoad } from '../lib/http-load.mjs';
import { startSiteNginx } from '../lib/nginx.mjs';

export const name = 'R-15';
export const title = 'slow clients';
export const rule =
  'A thousand connections to nginx that send headers or bodies, or read responses, byte by byte delay no one else; only a few reach the gateway, and those that never finish their headers are closed.';

/** Another network than the visitors', who have a separate share of connections. */
const attacker = '127.0.99.1';
const maxToGateway = 64;

const attacks = {
  'slow headers': ['GET / HTTP/1.1\r\nHost: a\r\n', (socket) => socket.write('X-a: b\r\n')],
  'slow bodies': [
    'POST /main/contact-us HTTP/1.1\r\nHost: a\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 5000\r\n\r\n',
    (socket) => socket.write('a'),
  ],
  'slow reading': ['GET /main/home HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(4), (socket) => socket.read(64)],
};

export async function run(context) {
  const { checks, rows } = context;
  const product = await context.product();
  const nginx = await startSiteNginx(product.url);
  context.defer(() => nginx.stop());
  const port = Number(new URL(nginx.url).port);
  const socketsOfGateway = async () =>
    Number(/^nodejs_active_handles\{type="Socket"\} (\d+)/m.exec(await product.metrics('gateway'))?.[1]);
  await fetch(`${nginx.url}/main/home`);
  const before = await socketsOfGateway();
  const count = context.quick ? 300 : 1_000;
  for (const [attack, [head, dribble]] of Object.entries(attacks)) {
    const sockets = new Set();
    let hungUp = 0;
    for (let n = 0; n < count; n += 1) {
      const socket = connect({ port, host: '127.0.0.1', localAddress: attacker }, () => socket.write(head));
      if (attack === 'slow reading') socket.pause();
      else socket.resume();
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        hungUp += 1;
      });
      sockets.add(socket);
    }
    const timer = setInterval(() => {
      for (const socket of sockets) if (socket.writable) dribble(socket);
    }, 5_000);
    const visitors = startLoad({ rate: 50, next: () => `${nginx.url}/main/home` });
    await wait(context.quick ? 12_000 : 40_000);
    const toGateway = (await socketsOfGateway()) - before;
    const stats = await visitors.stop();
    clearInterval(timer);
    checks.that(stats.failed === 0, `${attack}: visitors got ${stats.text}`);
    checks.that(
      stats.percentile(0.99) <= 1_000,
      `${attack}: one visitor in a hundred waited ${stats.percentile(0.99)} ms`,
    );
    checks.that(toGateway <= maxToGateway, `${attack}: ${toGateway} connections to the gateway`);
    if (attack === 'slow headers' && !context.quick)
      checks.that(hungUp >= count * 0.9, `${attack}: only ${hungUp} of ${count} were closed`);
    rows.push({
      attack,
      connections: count,
      closed: hungUp,
      'to the gateway': toGateway,
      visitors: stats.text,
      'p99 ms': stats.percentile(0.99),
    });
    for (const socket of sockets) socket.destroy();
  }
}
