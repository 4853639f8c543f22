import { get, type IncomingMessage, type Server } from 'node:http';
import { controllers } from '../../gateway/src/app.module.js';
import { routesOf, defaultBodyBytes, type Route } from '../../gateway/src/edge/route-traits.js';
import { pagePaths } from '../../gateway/src/pages/page-paths.js';
import { anAlert, someAlerts } from '../../gateway/src/testing/fake-messages.js';
import { setupGateway } from '../../gateway/src/testing/given-gateway.js';
import { aWebRoot } from '../../gateway/src/testing/test-gateway.js';
import { until } from '../../services/platform/testing/until.js';
import { formAround, formType } from '../proof/lib/multipart.mjs';
import { startSiteNginx, type RunningNginx } from '../proof/lib/nginx.mjs';
import { send, startEcho, type NginxResponse, type Framing, type Reached } from './testing/through-nginx.js';

/**
 * Tests every route through a real nginx: reachable, cached where declared, accepting bodies up to the declared limit.
 */

const routes = routesOf(controllers);
const nameOf = ({ method, path }: Route) => `${method} ${path}`;
const addressOf = ({ path }: Route) => path.replaceAll(/[:*]\w+/g, 'abc');
const limitOf = ({ bodyLimit }: Route) => bodyLimit?.bytes ?? defaultBodyBytes;
const takesBody = ({ method }: Route) => ['POST', 'PUT', 'PATCH'].includes(method);
const framings: readonly Framing[] = ['Content-Length', 'chunked'];
const large = routes.filter(({ bodyLimit }) => bodyLimit);

/** nginx answers these itself. */
const ofNginx: Record<string, number> = { 'GET /healthz': 200, 'GET /readyz': 404 };

let nginx: RunningNginx;
let echo: { url: string; server: Server };
beforeAll(async () => {
  echo = await startEcho();
  nginx = await startSiteNginx(echo.url, { webRoot: aWebRoot() });
});
afterAll(async () => {
  await nginx.stop();
  echo.server.closeAllConnections();
  echo.server.close();
});

const reached = ({ status, body }: NginxResponse): Reached | string =>
  status === 200 ? (JSON.parse(body) as Reached) : `refused with ${status}`;

/** Returns the body unless it is an envelope that names the field. */
function rejection({ status, body }: NginxResponse, { bodyLimit }: Route): string {
  if (status !== 413) return `${status}`;
  const {
    status: ok,
    message,
    errors,
  } = JSON.parse(body) as { status: boolean; message: string; errors: { field?: string }[] };
  const isAsDeclared = bodyLimit
    ? message === bodyLimit.message && errors[0]?.field === bodyLimit.field
    : /Shorten/.test(message);
  return ok === false && isAsDeclared ? 'refused' : body;
}

async function outcomes<Outcome>(of: readonly Route[], outcome: (route: Route) => Promise<Outcome>) {
  const all: Record<string, Outcome> = {};
  for (const route of of) all[nameOf(route)] = await outcome(route);
  return all;
}
const expected = <Outcome>(of: readonly Route[], outcome: (route: Route) => Outcome) =>
  Object.fromEntries(of.map((route) => [nameOf(route), outcome(route)]));

describe('nginx', () => {
  it('forwards every request to the gateway, and caches the responses of cached routes', async () => {
    const cacheOf = (route: Route) => (route.isCached ? 'MISS' : undefined);
    const found = await outcomes(routes, async (route) => {
      const answer = await send(nginx.url + addressOf(route), { method: route.method });
      if (nameOf(route) in ofNginx) return answer.status;
      const arrived = reached(answer);
      return typeof arrived === 'string' ? arrived : `${arrived.method} ${arrived.url}, cache: ${answer.cache}`;
    });
    expect(routes.length).toBeGreaterThan(100);
    expect(found).toEqual(
      expected(
        routes,
        (route) => ofNginx[nameOf(route)] ?? `${route.method} ${addressOf(route)}, cache: ${cacheOf(route)}`,
      ),
    );
  });

  it('forwards the query parameters of a cached route, and no others', async () => {
    const read = routes.filter(({ isCached, query }) => isCached && query.length > 0);
    const queryOf = ({ query }: Route) => query.map((name) => `${name}=1`).join('&');
    const found = await outcomes(read, async (route) => {
      const arrived = reached(await send(`${nginx.url}${route.path}?other=1&${queryOf(route)}`, { method: 'GET' }));
      return typeof arrived === 'string' ? arrived : arrived.url.split('?')[1]?.replace(/&$/, '');
    });
    expect(read.length).toBeGreaterThan(2);
    expect(found).toEqual(expected(read, queryOf));
  });

  it('gets every page from the gateway, and caches it', async () => {
    const found: Record<string, string> = {};
    for (const path of pagePaths) {
      const answer = await send(nginx.url + path, { method: 'GET' });
      const arrived = reached(answer);
      found[path] = typeof arrived === 'string' ? arrived : `${arrived.url}, cache: ${answer.cache}`;
    }
    expect(pagePaths.length).toBeGreaterThan(100);
    expect(found).toEqual(Object.fromEntries(pagePaths.map((path) => [path, `${path}, cache: MISS`])));
  });

  it.each(framings)('accepts the largest body of every route and rejects a larger one, with %s', async (framing) => {
    const writes = routes.filter(takesBody);
    const sendTo = (route: Route, bytes: number) =>
      send(nginx.url + addressOf(route), { method: route.method, framing, body: Buffer.alloc(bytes) });
    const found = await outcomes(writes, async (route) => {
      const maxSize = reached(await sendTo(route, limitOf(route)));
      const larger = await sendTo(route, limitOf(route) + 1);
      return [typeof maxSize === 'string' ? maxSize : maxSize.bytes, rejection(larger, route)];
    });
    expect(found).toEqual(expected(writes, (route) => [limitOf(route), 'refused']));
  });
});

describe('the gateway', () => {
  const provided = setupGateway({ RATE_LIMIT_SCALE: '1000' });
  let front: RunningNginx;
  beforeAll(async () => {
    front = await startSiteNginx(provided.gateway.url, { webRoot: aWebRoot() });
  });
  afterAll(() => front.stop());

  const asAdmin = () => ({ Authorization: `Bearer ${provided.services.signIn('admin').token}` });

  it.each(framings)('rejects JSON that is larger than its route declares, with %s', async (framing) => {
    const writes = routes.filter((route) => takesBody(route) && !route.bodyLimit?.isUpload);
    const headers = { 'Content-Type': 'application/json' };
    const found = await outcomes(writes, async (route) => {
      const body = Buffer.alloc(limitOf(route) + 1, ' ');
      return rejection(
        await send(provided.gateway.url + addressOf(route), { method: route.method, framing, headers, body }),
        route,
      );
    });
    expect(found).toEqual(expected(writes, () => 'refused'));
  });

  /** Makes a text or file of exactly the maximum size, and one with a byte more. */
  function bodiesOf({ bodyLimit }: Route): { type: string; bodies: Buffer[] } {
    if (!bodyLimit!.isUpload)
      return {
        type: 'application/json',
        bodies: [0, 1].map((more) => Buffer.from('{"unknown":1}'.padEnd(bodyLimit!.bytes + more))),
      };
    const { before, after } = formAround({}, bodyLimit!.field);
    const fileOf = (bytes: number) => Buffer.concat([before, Buffer.alloc(bytes), after]);
    return { type: formType, bodies: [fileOf(10 * 1024 ** 2), fileOf(10 * 1024 ** 2 + 1)] };
  }

  it.each(framings.flatMap((framing) => [false, true].map((isThroughNginx) => ({ framing, isThroughNginx }))))(
    'accepts the largest file and text of every route and rejects larger ones: $framing, through nginx: $isThroughNginx',
    async ({ framing, isThroughNginx }) => {
      const origin = isThroughNginx ? front.url : provided.gateway.url;
      const found = await outcomes(large, async (route) => {
        const { type, bodies } = bodiesOf(route);
        const headers = { 'Content-Type': type, ...(route.path.startsWith('/admin/') && asAdmin()) };
        const publicResponses: string[] = [];
        for (const body of bodies)
          publicResponses.push(
            rejection(await send(origin + addressOf(route), { method: route.method, framing, headers, body }), route),
          );
        return publicResponses;
      });
      expect(large.map(nameOf)).toContain('POST /admin/main/media/create');
      expect(found).toEqual(expected(large, () => [expect.stringMatching(/^4(?!13)..$/), 'refused']));
    },
  );

  it('streams alert changes without delay, to at most twelve pages per network, with limits separate from requests', async () => {
    const streams: { response: IncomingMessage; text: string; close: () => void }[] = [];
    const open = () =>
      new Promise<(typeof streams)[number]>((resolve, reject) => {
        const target = get(`${front.url}/main/weather/alerts/stream`, { agent: false }, (response) => {
          const stream = { response, text: '', close: () => target.destroy() };
          response.setEncoding('utf8').on('data', (text: string) => (stream.text += text));
          streams.push(stream);
          resolve(stream);
        });
        target.on('error', reject);
      });
    try {
      for (let count = 0; count < 12; count += 1) expect((await open()).response.statusCode).toBe(200);
      await until('the first version', () => streams.every(({ text }) => /^data: \d+$/m.test(text)));
      provided.services.weather.handlers['weather.v1.AlertsService/ListAlerts'] = () =>
        someAlerts({ version: 4_711, updatedAt: new Date().toISOString(), alerts: [anAlert({ id: 'new' })] });
      provided.services.weather.announce('alerts');
      await until('the change', () => streams.every(({ text }) => text.includes('data: 4711\n\n')));
      expect((await open()).response.statusCode).toBe(503);
      expect((await send(`${front.url}/main/weather/alerts`, { method: 'GET' })).status).toBe(200);
    } finally {
      for (const { close } of streams) close();
    }
  });
});
