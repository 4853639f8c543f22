import { once } from 'node:events';
import { connect } from 'node:net';
import { counties } from '@site/regions/counties';
import { newId } from '@site/platform/base/ids';
import { setupGateway } from '../testing/given-gateway.js';
import { listRoutes } from './registered-routes.js';

/**
 * One connection may pipeline as many requests as fit a few packets, so no read may be expensive. The proof S-38 also
 * measures how long others wait meanwhile.
 */

const provided = setupGateway({ RATE_LIMIT_SCALE: '100000' });
const requests = 40;
/** Includes the client's time, on a busy machine. S-38 holds the gateway alone to 20 ms. */
const maxCpuMsPerRequest = 60;

const examples: Record<string, string> = {
  ':county': counties[0]!.slug,
  ':layer': 'clouds',
  ':z': '6',
  ':x': '15',
  ':y': '25',
  ':file': 'swagger-ui-bundle.js',
  ':office': 'LZK',
  ':kind': 'afd',
  ':number': '1',
  '*key': `${newId()}.webp`,
  '*path': 'no/such/page',
};
const addressOf = (route: string) => route.replaceAll(/[:*]\w+/g, (name) => examples[name] ?? newId());
const queries: Record<string, string> = {
  '/main/weather/forecast': '?lat=34.75&lon=-92.29&days=7',
  '/main/weather/search': '?q=conway',
  '/es/search': '?q=conway',
  '/es/forecast': `?county=${counties[0]!.slug}`,
};

/** Sends the requests at once and resolves when all responses have arrived. */
async function pipelined(path: string, count: number, token: string): Promise<void> {
  const socket = connect(Number(new URL(provided.gateway.url).port), '127.0.0.1');
  const head = (last: boolean) =>
    `GET ${path} HTTP/1.1\r\nHost: weather.example\r\nAuthorization: Bearer ${token}\r\n${last ? 'Connection: close\r\n' : ''}\r\n`;
  socket.write(Array.from({ length: count }, (_, n) => head(n === count - 1)).join(''));
  socket.resume();
  await once(socket, 'close');
}

it('no read costs much CPU time, however many are pipelined', async () => {
  const routes = listRoutes(provided.gateway.app.getHttpAdapter().getInstance())
    .filter(({ method, path }) => method === 'GET' && !path.endsWith('/stream'))
    .map(({ path }) => path)
    .concat('/', '/about', '/blogs', '/feed.xml', '/sitemap.xml', '/robots.txt', '/docs/swagger-ui.css');
  expect(routes.length).toBeGreaterThan(100);
  const expensive: string[] = [];
  for (const route of routes) {
    const path = addressOf(route) + (queries[route] ?? '');
    const { token } = provided.services.signIn('admin');
    await pipelined(path, 1, token);
    // The better of two: the first also compiles code.
    let cpuMs = Infinity;
    for (let runOnce = 0; runOnce < 2 && cpuMs > maxCpuMsPerRequest / 2; runOnce += 1) {
      const before = process.cpuUsage();
      await pipelined(path, requests, token);
      const { user, system } = process.cpuUsage(before);
      cpuMs = Math.min(cpuMs, (user + system) / 1_000 / requests);
    }
    if (cpuMs > maxCpuMsPerRequest) expensive.push(`${path}: ${cpuMs.toFixed(0)} ms`);
  }
  expect(expensive).toEqual([]);
}, 300_000);
