import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@playwright/test';
import { useSite } from '../support/site.js';

/** Scripts of another site read the public weather, in a real browser. */

const site = useSite();

test('read alerts, a forecast and feeds, but no search and no home data', async () => {
  const server = createServer((_request, response) =>
    response.setHeader('Content-Type', 'text/html').end('<!doctype html><title>A school</title>'),
  ).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const page = await site.browser.newPage();
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  const read = (path: string) =>
    page.evaluate(
      (url) =>
        fetch(url).then(
          (response) => response.status,
          () => 'refused by the browser',
        ),
      site.product.url + path,
    );
  expect({
    alerts: await read('/main/weather/alerts'),
    forecast: await read('/main/weather/forecast?lat=34.75&lon=-92.29&days=7'),
    feed: await read('/alerts.atom'),
    posts: await read('/feed.xml'),
    search: await read('/main/weather/search?q=conway'),
    home: await read('/main/home'),
  }).toEqual({
    alerts: 200,
    forecast: 200,
    feed: 200,
    posts: 200,
    search: 'refused by the browser',
    home: 'refused by the browser',
  });
  await page.close();
  server.close();
});
