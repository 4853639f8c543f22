import type { Server } from 'node:http';
import { aWebRoot } from '../../gateway/src/testing/test-gateway.js';
import { startSiteNginx, type RunningNginx } from '../proof/lib/nginx.mjs';
import { send, startEcho } from './testing/through-nginx.js';

/** The cache passes no headers on, so nginx itself keeps other sites from spending the tile provider's budget. */

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

const fetchTile = (site?: string) =>
  send(`${nginx.url}/main/weather/tiles/wind/8/62/101.png`, {
    method: 'GET',
    headers: site === undefined ? {} : { 'Sec-Fetch-Site': site },
  });

it.each(['cross-site', 'same-site', 'none'])('refuses a tile to a page that is %s, cached or not', async (site) => {
  for (const expectedCache of ['MISS', 'HIT']) {
    const { status, cache, body } = await fetchTile(site);
    expect([status, cache, JSON.parse(body)]).toEqual([
      403,
      undefined,
      expect.objectContaining({ status: false, message: 'Only this site’s pages can use these map tiles.' }),
    ]);
    // The refusal neither fills nor empties the cache of this site's pages.
    if (site === 'cross-site') expect((await fetchTile('same-origin')).cache).toBe(expectedCache);
  }
});

it('serves tiles to this site’s pages, and to clients that send no header', async () => {
  expect((await fetchTile('same-origin')).status).toBe(200);
  expect((await fetchTile()).status).toBe(200);
});

it('leaves other addresses to all sites', async () => {
  const { status } = await send(`${nginx.url}/main/weather/layers`, {
    method: 'GET',
    headers: { 'Sec-Fetch-Site': 'cross-site' },
  });
  expect(status).toBe(200);
});
