import { expect, test, type Page } from '@playwright/test';
import { until } from '@site/platform/testing/until';
import { desktop } from '../support/browser.js';
import { colorsOf, startBrowserWithoutWebGl, startDrawingBrowser } from '../support/drawing-browser.js';
import { useSite } from '../support/site.js';

const layers = ['Clouds', 'Precipitation', 'Pressure', 'Wind', 'Temperature'] as const;

test.describe('the weather map', () => {
  const site = useSite({}, startDrawingBrowser);

  /** Records requests and problems. */
  async function openForecast(from = site.browser) {
    const page = await from.newPage({ viewport: desktop, reducedMotion: 'reduce' });
    const target: string[] = [];
    const faults: string[] = [];
    page.on('request', (request) => target.push(request.url()));
    page.on('pageerror', (error) => faults.push(error.message));
    page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
    await page.goto(`${site.product.url}/forecast`);
    return { page, asked: target, faults };
  }

  const showMap = async (page: Page) => {
    await page.getByRole('heading', { name: 'Weather map' }).scrollIntoViewIfNeeded();
    await page.getByRole('button', { name: 'Show Arkansas' }).click();
  };
  const tilesOf = (target: string[]) =>
    target.flatMap((url) => /\/main\/weather\/tiles\/(\w+)\/(\d+)\/\d+\/\d+\.png$/.exec(url)?.[1] ?? []);

  test('draws the counties, the alerts and one layer at a time, and asks nobody but us', async () => {
    const { page, asked, faults } = await openForecast();
    await showMap(page);
    await until('the map to be drawn', async () => (await colorsOf(page)) > 100);
    expect(new Set(tilesOf(asked))).toEqual(new Set(['temperature']));

    const all = [...asked];
    for (const name of layers) {
      all.push(...asked.splice(0));
      await page.locator('label', { hasText: name }).click();
      await until(`tiles of ${name}`, () => tilesOf(asked).length > 0 || name === 'Temperature');
      expect(new Set([...tilesOf(asked), name.toLowerCase()]).size).toBe(1);
      await page.getByRole('img', { name: new RegExp(`^${name}:`) }).waitFor();
    }
    const elsewhere = [...all, ...asked].filter(
      (url) => !url.startsWith(site.product.url) && !/^(data|blob):/.test(url),
    );
    expect([elsewhere, faults]).toEqual([[], []]);
    await page.close();
  });

  test('is fetched when it comes into view, not before', async () => {
    const { page, asked } = await openForecast();
    const ofTheMap = () =>
      asked.filter((url) => /\/assets\/(map-canvas|county-map|satellite-map|maplibre)|\/tiles\//.test(url));
    await page.getByRole('region', { name: /^Alerts on this map \(\d+\)/ }).waitFor();
    await page.waitForLoadState('networkidle');
    expect(ofTheMap()).toEqual([]);
    await page.getByRole('heading', { name: 'Weather map' }).scrollIntoViewIfNeeded();
    await until('the map to be asked for', () => ofTheMap().length > 0);
    await page.close();
  });

  test('says of when the tiles are, and lists the alerts beside the map with their links', async () => {
    const { page } = await openForecast();
    await showMap(page);
    await page.getByText(/^Temperature by OpenWeather, fetched \d+:\d\d/).waitFor();
    const list = page.getByRole('region', { name: /^Alerts on this map \(\d+\)/ });
    const link = list.getByRole('link').first();
    expect(await link.getAttribute('href')).toMatch(/^\/warning\/\w+/);
    await link.click();
    await page.waitForURL('**/warning/**');
    await page.close();
  });

  test('can be moved and read by the keys, and left again', async () => {
    const { page } = await openForecast();
    await showMap(page);
    await until('the map to be drawn', async () => (await colorsOf(page)) > 100);
    const canvas = page.locator('canvas');
    await canvas.focus();
    const before = await canvas.screenshot();
    await page.keyboard.press('ArrowRight');
    await until('the map to move', async () => !before.equals(await canvas.screenshot()));
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: / County$/ }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('heading', { name: / County$/ }).waitFor({ state: 'detached' });
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement?.textContent')).toBe('Show Arkansas');
    await page.close();
  });

  test('is a drawing, with the same list, where the browser has no WebGL', async () => {
    const plain = await startBrowserWithoutWebGl();
    try {
      const { page, asked } = await openForecast(plain);
      await page.getByRole('heading', { name: 'Weather map' }).scrollIntoViewIfNeeded();
      await page.getByRole('img', { name: /^Map of the counties of Arkansas/ }).waitFor();
      expect(
        await page
          .getByRole('region', { name: /^Alerts on this map/ })
          .getByRole('link')
          .count(),
      ).toBeGreaterThan(0);
      expect(tilesOf(asked)).toEqual([]);
    } finally {
      await plain.close();
    }
  });
});
