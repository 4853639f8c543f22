import { get } from 'node:http';
import { until } from '@site/platform/testing/until';
import { desktop, phone } from '../support/browser.js';
import { useSite } from '../support/site.js';

/** What a visitor downloads for the home page. */

/** React, its router and its queries, and everything that the server renders of the home page. */
const mostScriptBytes = 130_000;

describe('the first visit', () => {
  const site = useSite();

  /** Transferred size of a response body, in bytes. */
  const bytesOf = (url: string) =>
    new Promise<number>((resolve, reject) => {
      get(url, { headers: { 'Accept-Encoding': 'br' } }, (answer) => {
        let bytes = 0;
        answer.on('data', (piece: Buffer) => (bytes += piece.length));
        answer.on('end', () => resolve(bytes));
        answer.on('error', reject);
      }).on('error', reject);
    });

  // Without weather data the page is so short that lower sections come near the viewport and load.
  beforeAll(async () => {
    const page = async () => (await fetch(site.product.url, { headers: { Accept: 'text/html' } })).text();
    await until('the weather', async () => (await page()).includes('id="weather-data"'), 60_000);
  }, 70_000);

  it.each([
    ['a phone', phone],
    ['a large window', desktop],
  ])(
    'brings at most 130 kB of script to %s, and nothing of what is shown later',
    async (_case, viewport) => {
      const page = await site.browser.newPage({ viewport });
      const scripts = new Set<string>();
      const elsewhere: string[] = [];
      page.on('request', (request) => {
        if (request.resourceType() === 'script') scripts.add(request.url());
        if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(site.product.url))
          elsewhere.push(request.url());
      });
      await page.goto(site.product.url);
      await page.getByRole('heading', { name: "Today's Hourly Weather Forecast" }).waitFor({ state: 'attached' });
      await page.waitForLoadState('networkidle');
      const sizes = await Promise.all([...scripts].map(bytesOf));
      expect(sizes.length).toBeGreaterThan(1);
      expect(sizes.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThanOrEqual(mostScriptBytes);
      expect([...scripts].filter((url) => /slick|carousel|map|dashboard|editor|schema|newsletter/.test(url))).toEqual(
        [],
      );
      expect(elsewhere).toEqual([]);
      await page.close();
    },
    180_000,
  );
});
