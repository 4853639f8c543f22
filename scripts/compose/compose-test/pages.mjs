/** Stages of the compose test that check public documents and the network's limits. */
import { expect } from '../../lib/visitor-requests.mjs';

/** @typedef {import('./run.mjs').World} World */

/** Checks the documents, their headers and compression, and the requests that nginx rejects. @param {World} world */
export async function pages({ site, log }) {
  const { get, address } = site;
  const page = await get('/', { 'Accept-Encoding': 'br' });
  const html = await page.text();
  expect(page.status === 200 && html.includes('<title>Arkansas Weather</title>'), `/ answered ${page.status}`);
  expect(html.includes('id="home-data"'), 'the document does not contain the home response');
  for (const name of ['content-security-policy', 'x-content-type-options', 'x-request-id', 'x-cache'])
    expect(page.headers.get(name), `/ has no ${name}`);
  const script = /src="(\/assets\/[^"]+\.js)"/.exec(html)?.[1] ?? '/assets/none.js';
  const asset = await get(script, { 'Accept-Encoding': 'br, gzip' });
  await asset.arrayBuffer();
  expect(asset.headers.get('content-encoding') === 'br', `${script} is not compressed`);
  expect(asset.headers.get('cache-control')?.includes('immutable'), `${script} is not immutable`);
  expect(asset.headers.get('content-type')?.startsWith('text/javascript'), `${script} has the wrong type`);
  for (const path of ['/metrics', '/readyz', '/index.html.br'])
    expect((await get(path)).status === 404, `${path} is public`);
  const tooLarge = await fetch(`${address}/main/contact-us`, { method: 'POST', body: 'x'.repeat(70_000) });
  expect(
    tooLarge.status === 413 && /** @type {{ status: boolean }} */ (await tooLarge.json()).status === false,
    `70 kB of text returned ${tooLarge.status}`,
  );
  log('pages, headers and limits are as expected');
}

/** In a container: prints which host:port arguments accept a connection. */
const reaching = `
  const { connect } = require('node:net');
  const reached = (place) => new Promise((resolve) => {
    const [host, port] = place.split(':');
    const socket = connect({ host, port: Number(port), timeout: 5000 });
    const end = (answer) => { socket.destroy(); resolve(answer ? [place] : []); };
    socket.on('connect', () => end(true)).on('error', () => end(false)).on('timeout', () => end(false));
  });
  Promise.all(process.argv.slice(1).map(reached)).then((all) => console.log(JSON.stringify(all.flat())));
`;

/**
 * Checks that the picture worker, which decodes visitors' files, can connect only to what it needs.
 * @param {World} world
 */
export async function network({ installation, log }) {
  const { compose } = installation;
  const needed = ['content:50051', 'object-store:9000', 'postgres:5432', 'redis:6379'];
  const others = ['auth:50051', 'submissions:50051', 'weather-proxy:50051', 'gateway:8080', 'web:8080', '1.1.1.1:443'];
  const reached = await compose(['exec', '-T', 'picture-worker', 'node', '-e', reaching, ...needed, ...others]);
  expect(reached === JSON.stringify(needed), `the picture worker can connect to ${reached}`);
  log('the picture worker can connect only to its stores and content');
}
