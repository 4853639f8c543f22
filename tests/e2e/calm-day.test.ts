import { expect, test } from '@playwright/test';
import { until } from '@site/platform/testing/until';
import { sendJson, siteAt } from '../../scripts/lib/visitor-requests.mjs';
import { phone } from '../support/browser.js';
import { useSite } from '../support/site.js';

/** How far a visitor with a phone scrolls on a calm day. */

const screens = 5;

test.describe('a calm day', () => {
  const site = useSite({ environment: { RATE_LIMIT_SCALE: '1000' } });

  test.beforeAll(async () => {
    const { url, simulatorUrl } = site.product;
    await sendJson(siteAt(simulatorUrl), 'POST', '/__sim/nws', { mode: 'calm' });
    const home = async () => (await fetch(url, { headers: { Accept: 'text/html' } })).text();
    await until(
      'a calm home page with the weather',
      async () => {
        const html = await home();
        return (
          html.includes('id="weather-data"') && /No Active Weather Alerts|No alerts on the official list/.test(html)
        );
      },
      120_000,
    );
  });

  test(`has the home page's blog within ${screens} screens, and the temperature in the first`, async () => {
    const page = await site.browser.newPage({ viewport: phone });
    await page.goto(site.product.url, { waitUntil: 'networkidle' });
    const top = async (name: string) => (await page.getByRole('heading', { name }).boundingBox())?.y ?? Infinity;
    const temperature = await page.getByTestId('temperature').boundingBox();
    expect((temperature?.y ?? Infinity) + (temperature?.height ?? 0)).toBeLessThanOrEqual(phone.height);
    // The carousels load as they come near.
    for (const name of ['Snapshots', 'From our Facebook page', 'From the blog'])
      await page.getByRole('heading', { name }).scrollIntoViewIfNeeded();
    await page.waitForLoadState('networkidle');
    await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }));
    await until('the top', () => page.evaluate(() => window.scrollY === 0));
    expect(await top('From the blog')).toBeLessThanOrEqual(screens * phone.height);
    await page.close();
  });

  for (const path of ['/weather', '/hourly', '/county/chicot'])
    test(`has the temperature within 500 px on ${path}`, async () => {
      const page = await site.browser.newPage({ viewport: phone });
      await page.goto(site.product.url + path, { waitUntil: 'networkidle' });
      const reading = page
        .getByRole('main')
        .getByText(/^-?\d+ ?°F?$/)
        .first();
      await reading.waitFor();
      expect((await reading.boundingBox())?.y).toBeLessThanOrEqual(500);
      await page.close();
    });
});
