import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { expect, test } from '@playwright/test';
import { until } from '@site/platform/testing/until';
import { eventually } from '../support/eventually.js';
import { useSite } from '../support/site.js';
import { useVisitor } from '../support/visitor.js';

const builtFile = (name: string) => readFileSync(join(import.meta.dirname, '../../web/dist', name));
const maxWorkerBytes = 12 * 1024;

test.describe('the service worker', () => {
  const site = useSite();
  const visitor = useVisitor(site);
  const { open, visit, cachedRelease, untilCached } = visitor;

  const temperature = () => visitor.page.getByTestId('temperature').waitFor();
  const release = () => visitor.page.locator('meta[name="release"]').getAttribute('content');
  /** Undefined while the page reloads. */
  const cacheNames = () => visitor.page.evaluate(() => caches.keys()).catch(() => undefined);

  test('is small', () => {
    for (const name of ['sw.js', 'sw-off.js'])
      expect(brotliCompressSync(builtFile(name)).length).toBeLessThanOrEqual(maxWorkerBytes);
  });

  test('opens the last home page without a line, says how old it is, and never that there are no alerts', async () => {
    const { releases, page } = visitor;
    await visit();
    releases.isCut = true;
    await open();
    await temperature();
    await page.getByText("We can't reach the site. This page shows older data").waitFor();
    await page.getByText(/Last data \d{1,2}:\d{2} [AP]M C[SD]T, .*Alert status unavailable\./).waitFor();
    expect(await page.getByText('No Active Weather Alerts').count()).toBe(0);
    releases.isCut = false;
    await page.getByText("We can't reach the site.").waitFor({ state: 'detached', timeout: 60_000 });
  });

  test('opens a county without a line, and says so on a page that has no script', async () => {
    const { releases, page } = visitor;
    await visit();
    await open('/now/pulaski');
    await untilCached(1, '/now/pulaski');
    releases.isCut = true;
    await open('/now/pulaski');
    await page.getByRole('heading', { level: 2, name: "We can't reach the site" }).waitFor();
    expect(await page.getByText('No Active Weather Alerts').count()).toBe(0);
    expect(await page.getByText('Alert status unavailable').count()).toBeGreaterThan(0);
  });

  test('says what it has when it has not the page', async () => {
    const { releases, page } = visitor;
    await visit();
    releases.isCut = true;
    await open('/about');
    await page.getByRole('heading', { level: 1, name: 'No connection' }).waitFor();
    await page.getByRole('link', { name: 'Home', exact: true }).click();
    await temperature();
  });

  test('shows a new release at once, and keeps it in place of the old one', async () => {
    const { releases } = visitor;
    await visit();
    releases.release();
    await open();
    await temperature();
    expect(await release()).toBe('2');
    await untilCached(2);
    releases.isCut = true;
    await open();
    await temperature();
    expect(await release()).toBe('2');
  });

  test('shows the old release while the files of the new one do not arrive', async () => {
    const { releases } = visitor;
    await visit();
    releases.release();
    releases.haveFiles = false;
    // The worker reloads the page while it's loading.
    await open().catch(() => undefined);
    await temperature();
    await eventually(release, '1');
    releases.haveFiles = true;
    const isNew = async () => {
      await open();
      return (await release()) === '2';
    };
    await until('the new release', isNew, 90_000);
    await temperature();
  });

  test('is rid of a worker that shows an old page for ever after the second page at the latest', async () => {
    const { releases, page } = visitor;
    releases.worker = `
      addEventListener('install', (event) => { skipWaiting(); event.waitUntil(caches.open('poison')); });
      addEventListener('activate', (event) => event.waitUntil(clients.claim()));
      addEventListener('fetch', (event) => {
        if (event.request.mode === 'navigate')
          event.respondWith(new Response('<p>an old shell</p>', { headers: { 'Content-Type': 'text/html' } }));
      });`;
    await open();
    await until('the old worker', () => page.evaluate(() => navigator.serviceWorker.controller !== null), 60_000);
    await open();
    await page.getByText('an old shell').waitFor();
    releases.worker = undefined;
    await open();
    await until('the new worker', async () => (await cacheNames())?.includes('poison') === false, 60_000);
    await open();
    await temperature();
    expect(await page.getByText('an old shell').count()).toBe(0);
  });

  test('ends by its switch, with everything that it kept, and the open page goes on', async () => {
    const { releases } = visitor;
    await visit();
    await open();
    releases.worker = builtFile('sw-off.js').toString();
    await open();
    await until('the end of what was kept', async () => (await cacheNames())?.length === 0, 60_000);
    await temperature();
    releases.isCut = true;
    await expect(open()).rejects.toThrow();
  });

  test('does not come between the dashboard and its server', async () => {
    const { releases } = visitor;
    await visit();
    await open('/dashboard/login');
    expect(await cachedRelease('/dashboard/login')).toBe('');
    releases.isCut = true;
    await expect(open('/dashboard/login')).rejects.toThrow();
  });

  test('leaves pages alone where nothing can be stored', async () => {
    const { context, page } = visitor;
    await context.addInitScript(() => {
      Object.defineProperty(navigator.serviceWorker, 'register', { value: () => Promise.reject(new Error('private')) });
    });
    const errors: Error[] = [];
    page.on('pageerror', (error) => errors.push(error));
    await open();
    await temperature();
    expect(errors).toEqual([]);
  });
});
