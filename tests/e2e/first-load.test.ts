import { expect, test } from '@playwright/test';
import { until } from '@site/platform/testing/until';
import { desktop, phone } from '../support/browser.js';
import { useSite } from '../support/site.js';
import { transferredBytes } from '../support/transferred-bytes.js';

/** What a visitor downloads for the home page. */

/** React, its router and its queries, and everything that the server renders of the home page. */
const maxScriptBytes = 134_000;

test.describe('a visit with a saved place', () => {
  const site = useSite();

  for (const [path, other] of [
    ['/', 'Weather in North Little Rock'],
    ['/weather', 'Weather in North Little Rock'],
    ['/forecast', 'Arkansas, USA'],
    ['/hourly', 'The next 48 hours in North Little Rock'],
  ] as const)
    test(`never shows the weather of another place on ${path}`, async () => {
      const main = async () => {
        const html = await (await fetch(site.product.url + path, { headers: { Accept: 'text/html' } })).text();
        return /<main.*<\/main>/s.exec(html)?.[0].replaceAll('<!-- -->', '') ?? '';
      };
      await until('the other weather in the document', async () => (await main()).includes(other), 60_000);
      const page = await site.browser.newPage({ viewport: phone });
      await page.addInitScript((text) => {
        const place = { lat: 36.06, lon: -94.16, name: 'Fayetteville' };
        localStorage.setItem('places', JSON.stringify({ last: place }));
        const seen = { frames: 0, others: 0 };
        // Hidden text isn't part of `innerText`.
        const measure = () => {
          seen.frames += document.querySelector('main') ? 1 : 0;
          seen.others += document.querySelector('main')?.innerText.includes(text) ? 1 : 0;
          requestAnimationFrame(measure);
        };
        requestAnimationFrame(measure);
        Object.assign(globalThis, { seen });
      }, other);
      const seen = () => page.evaluate(() => (globalThis as unknown as { seen: Record<string, number> }).seen);
      // Holds all scripts but the theme's, which marks the place, until the server's markup has been on the screen.
      let release: () => void = () => undefined;
      const current = new Promise<void>((resolve) => (release = resolve));
      await page.route(/\/assets\/(?!theme-)[^/]*\.js$/, async (route) => {
        await current;
        await route.continue();
      });
      await page.goto(site.product.url + path, { waitUntil: 'commit' });
      await until('frames of the document', async () => ((await seen())['frames'] ?? 0) > 5);
      release();
      await page
        .getByRole('heading', { name: /Fayetteville/ })
        .first()
        .waitFor();
      expect((await seen())['others']).toBe(0);
      await page.close();
    });
});

test.describe('the first visit', () => {
  const site = useSite();

  // Without weather data the page is so short that lower sections come near the viewport and load.
  test.beforeAll(async () => {
    const page = async () => (await fetch(site.product.url, { headers: { Accept: 'text/html' } })).text();
    await until('the weather', async () => (await page()).includes('id="weather-data"'), 60_000);
  });

  for (const [label, viewport] of [
    ['a phone', phone],
    ['a large window', desktop],
  ] as const)
    test(`brings at most 134 kB of script to ${label}, and nothing of what is shown later`, async () => {
      const page = await site.browser.newPage({ viewport });
      const scripts = new Set<string>();
      const elsewhere: string[] = [];
      page.on('request', (request) => {
        // Loads only when rain is near, which the simulator's storms decide.
        const isForRain = request.url().includes('/next-hour-card-');
        if (request.resourceType() === 'script' && !isForRain) scripts.add(request.url());
        if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(site.product.url))
          elsewhere.push(request.url());
      });
      await page.goto(site.product.url);
      await page.getByRole('heading', { name: "Today's Hourly Weather Forecast" }).waitFor({ state: 'attached' });
      await page.waitForLoadState('networkidle');
      const sizes = await Promise.all([...scripts].map(transferredBytes));
      expect(sizes.length).toBeGreaterThan(1);
      expect(sizes.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThanOrEqual(maxScriptBytes);
      expect([...scripts].filter((url) => /slick|carousel|map|dashboard|editor|schema|newsletter/.test(url))).toEqual(
        [],
      );
      expect(elsewhere).toEqual([]);
      await page.close();
    });
});
