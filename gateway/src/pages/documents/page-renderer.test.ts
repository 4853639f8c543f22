import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testLogger } from '../../../../services/platform/testing/logger.js';
import { until } from '../../../../services/platform/testing/until.js';
import { PageRenderer, type Rendering } from './page-renderer.js';

const thread = `
  import { parentPort } from 'node:worker_threads';
  const busyFor = (ms) => { for (const end = Date.now() + ms; Date.now() < end;); };
  parentPort.on('message', ({ address }) => {
    if (address === '/throws') return parentPort.postMessage({ error: 'Error: it throws' });
    if (address === '/exits') process.exit(1);
    if (address === '/hangs') for (;;);
    if (address === '/slow') busyFor(1_200);
    parentPort.postMessage({ markup: 'markup of ' + address });
  });
  parentPort.postMessage({});
`;

let renderer: PageRenderer;
const render = (address: string, onDeferred?: (rendering: Rendering) => void) =>
  renderer.render({ address, origin: 'https://weather.example', time: 0, blocks: {} }, onDeferred);
const isReady = async () => (await render('/')) !== 'busy';

beforeEach(async () => {
  const script = join(mkdtempSync(join(tmpdir(), 'renderer-')), 'entry.mjs');
  writeFileSync(script, thread);
  renderer = new PageRenderer(script, testLogger);
  await until('the thread is ready', isReady);
});
afterEach(() => renderer.close());

it('renders a page', async () => {
  expect(await render('/about')).toEqual({ markup: 'markup of /about' });
});

it('reports a page that throws, and renders the next', async () => {
  expect(await Promise.all([render('/throws'), render('/about')])).toEqual(['failed', { markup: 'markup of /about' }]);
});

it.each<[string, Rendering]>([
  ['/slow', { markup: 'markup of /slow' }],
  ['/hangs', 'failed'],
])('does not wait for %s, reports it later, and renders again afterwards', async (address, result) => {
  const timeout: Rendering[] = [];
  expect(await render(address, (rendering) => timeout.push(rendering))).toBe('busy');
  expect(timeout).toEqual([]);
  await until('it is reported', () => timeout.length > 0);
  expect(timeout).toEqual([result]);
  await until('the thread renders again', isReady);
  expect(await render('/about')).toEqual({ markup: 'markup of /about' });
});

it('starts the thread again after it exited', async () => {
  expect(await render('/exits')).toBe('failed');
  await until('the thread renders again', isReady);
  expect(await render('/about')).toEqual({ markup: 'markup of /about' });
});

it('refuses pages beyond a short queue at once, and renders the others', async () => {
  const began = performance.now();
  const all = await Promise.all(Array.from({ length: 200 }, (_, number) => render(`/${number}`)));
  expect(performance.now() - began).toBeLessThan(400);
  const rendered = all.filter((each) => typeof each === 'object');
  expect(rendered.length).toBeGreaterThanOrEqual(8);
  expect(all.filter((each) => each === 'busy')).toHaveLength(200 - rendered.length);
});

it('has pages behind a hanging one sent without markup', async () => {
  expect(await Promise.all([render('/hangs'), render('/about')])).toEqual(['busy', 'busy']);
});
