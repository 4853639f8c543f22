import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import request from 'supertest';
import { until } from '../../../../services/platform/testing/until.js';
import { anAlert, anAlertEvent, someAlerts } from '../../testing/fake-messages.js';
import { startFakeServices, type FakeServices } from '../../testing/fake-services.js';
import { aWebRoot, startTestGateway, type TestGateway } from '../../testing/test-gateway.js';

/**
 * Renders a page's address and the ids of its blocks. /livecam throws, /sponsors hangs, /contact takes its time for the
 * first changed alert, and some pages always do.
 */
const thread = `
  import { parentPort } from 'node:worker_threads';
  const busyFor = (ms) => { for (const end = Date.now() + ms; Date.now() < end;); };
  parentPort.on('message', ({ address, time, blocks }) => {
    if (address === '/livecam') return parentPort.postMessage({ error: 'Error: it throws' });
    if (address === '/sponsors') for (;;);
    if (address === '/delivery') busyFor(1_300);
    if (address.startsWith('/warning/')) busyFor(15);
    if (address === '/contact' && blocks['alerts-data'].includes('urn:first-change')) busyFor(1_300);
    const styles = address === '/about' ? 'h1{color:red}' : undefined;
    parentPort.postMessage({ markup: '<h1>' + address + ' ' + Object.keys(blocks).sort() + '</h1>', styles });
  });
  parentPort.postMessage({});
`;
const shell = '<div id="root"></div>';
const rootOf = (html: string) => /<div id="root"([^>]*)>(.*?)<\/div>/s.exec(html);

let services: FakeServices;
let gateway: TestGateway;
const get = (path: string) => request(gateway.url).get(path);
const isRendered = async (path: string) => !(await get(path)).text.includes(shell);

beforeAll(async () => {
  const folder = aWebRoot();
  const index = join(folder, 'index.html');
  const files = '<script type="module" src="/assets/a.js"></script><link rel="stylesheet" href="/assets/a.css">';
  writeFileSync(index, readFileSync(index, 'utf8').replace('</head>', `${files}</head>`));
  mkdirSync(join(folder, '.server'));
  writeFileSync(join(folder, '.server/package.json'), '{ "type": "module" }');
  writeFileSync(join(folder, '.server/entry.js'), thread);
  services = await startFakeServices();
  gateway = await startTestGateway(services, { WEB_ROOT: folder, RATE_LIMIT_SCALE: '100' });
  await until('pages are rendered', () => isRendered('/'));
});
afterAll(async () => {
  await gateway.close();
  services.kill();
});

it('sends markup, what it was rendered from, and the time that it shows', async () => {
  const { text } = await get('/about?utm_source=x');
  const [, attributes = '', markup] = rootOf(text) ?? [];
  expect(markup).toBe('<h1>/about /main/teams,alerts-data,home-data</h1>');
  expect(/data-address="([^"]*)"/.exec(attributes)?.[1]).toBe('/about');
  const time = Number(/data-time="(\d+)"/.exec(attributes)?.[1]);
  expect(Math.abs(Date.now() - time)).toBeLessThan(70_000);
  expect(text).toContain('<script type="application/json" id="alerts-data">');
});

it('sends the styles of the markup before it, allowed by their hash, and other files after it', async () => {
  const { text, headers } = await get('/about');
  const [head = '', body = ''] = text.split('</head>');
  expect(head).toContain('<style>h1{color:red}</style>');
  expect(head).not.toMatch(/modulepreload|type="module"|stylesheet/);
  expect(body).toMatch(
    /<!--\/rendered--><link rel="stylesheet".*modulepreload.*<script type="module" src="\/assets\/a.js">/s,
  );
  const hash = createHash('sha256').update('h1{color:red}').digest('base64');
  expect(headers['content-security-policy']).toContain(`style-src 'self' 'sha256-${hash}';`);
});

it.each(['/weather', '/forecast', '/hourly', '/county/pulaski'])('fetches the week for %s', async (path) => {
  expect((await get(path)).text).toMatch(/id="(forecast-|county-)?we(ek|ather)-data"/);
});

it('renders unknown addresses once for all', async () => {
  const one = await get('/no-such-page');
  const other = await get('/nor-this');
  expect([one.status, other.status]).toEqual([404, 404]);
  expect(one.text).toBe(other.text);
  expect(rootOf(one.text)?.[2]).toContain('/not-found');
});

it.each(['/dashboard/home', '/blogdetail'])(
  'sends %s, whose content depends on a session or a secret, without markup',
  async (path) => {
    expect(await isRendered(path)).toBe(false);
  },
);

it("renders the page of a mail's link once for all readers, without their token", async () => {
  const [one] = await until('two readers between two changes of the alerts', async () => {
    const both = [
      await get('/newsletter/confirm?token=secret-1'),
      await get('/newsletter/confirm?token=secret-2'),
    ] as const;
    return both[0].text === both[1].text ? both : undefined;
  });
  expect(rootOf(one.text)?.[2]).toContain('/newsletter/confirm');
  expect(one.text).not.toContain('secret');
  expect(one.headers['referrer-policy']).toBe('no-referrer');
});

it('sends a slow page without markup first, then with what was rendered meanwhile', async () => {
  expect(await isRendered('/delivery')).toBe(false);
  await until('the page is rendered', () => isRendered('/delivery'));
});

it('sends the last document of a page while there is no time to render another', async () => {
  const setAlert = (id: string) => {
    services.weather.handlers['weather.v1.AlertsService/ListAlerts'] = () => someAlerts({ alerts: [anAlert({ id })] });
  };
  const embeds = async (path: string, id: string) => (await get(path)).text.includes(id);
  await until('the page is rendered', () => isRendered('/contact'));
  setAlert('urn:first-change');
  await until('the change is known', () => embeds('/privacy', 'urn:first-change'));
  const { text } = await get('/contact');
  expect([text.includes(shell), text.includes('urn:first-change')]).toEqual([false, false]);
  setAlert('urn:second-change');
  await until('the page is rendered again', () => embeds('/contact', 'urn:second-change'));
  expect(await isRendered('/contact')).toBe(true);
});

it.each([
  ['throws', '/livecam', '/privacy'],
  ['hangs', '/sponsors', '/terms'],
])('sends a page that %s without markup, and renders others again', async (_case, path, other) => {
  const { status, text } = await get(path);
  expect([status, text.includes(shell)]).toEqual([200, true]);
  await until(`${other} is rendered`, () => isRendered(other));
});

it('sends 200 unusual pages at once, those beyond the queue without markup, beside precomputed responses', async () => {
  services.weather.handlers['weather.v1.AlertEventsService/GetAlertEvent'] = ({ name }) =>
    anAlertEvent({ eventKey: name });
  const paths = Array.from({ length: 200 }, (_, number) => `/warning/KLZK.TO.W.${number}.2026`);
  const crowd = Promise.all(paths.map((path) => get(path)));
  for (let count = 0; count < 20; count += 1) expect((await get('/main/home')).status).toBe(200);
  const documents = await crowd;
  expect([...new Set(documents.map(({ status }) => status))]).toEqual([200]);
  const without = documents.filter(({ text }) => text.includes(shell));
  expect(without.length).toBeGreaterThan(0);
  expect(without.length).toBeLessThan(documents.length);
  // Nothing remembers that there was no time.
  for (const path of paths.slice(-3)) await until(`${path} is rendered`, () => isRendered(path));
});

it('does not serve the renderer', async () => {
  expect((await get('/.server/entry.js')).status).toBe(404);
});
