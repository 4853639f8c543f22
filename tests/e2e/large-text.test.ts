import { expect, test, type Locator, type Page } from '@playwright/test';
import { until } from '@site/platform/testing/until';
import { addressOfRoute, visitedRoutes } from '../support/public-addresses.js';
import { useSite } from '../support/site.js';

/** Every public page in four widths with text of up to twice the size: nothing is too wide, and no control is covered. */

const widths = [320, 390, 768, 1440];
const textSizes = [100, 150, 200];
/** An unknown address and documents without scripts. */
const otherPages = [
  '/nowhere',
  '/now',
  '/now/pulaski',
  '/es/now/pulaski',
  '/es',
  '/es/forecast',
  '/es/hourly',
  '/embed/county/pulaski',
];
const combinations = widths.flatMap((width) => textSizes.map((size) => ({ width, size })));

async function resize(page: Page, { width, size }: { width: number; size: number }, height = 844) {
  await page.setViewportSize({ width, height });
  // Not by the browser's setting, to which the breakpoints adapt: this is the harder case.
  await page.evaluate((percent) => void (document.documentElement.style.fontSize = `${percent}%`), size);
}

/** Runs in the page. */
function faultsOf(): string[] {
  const { scrollWidth, clientWidth } = document.documentElement;
  const found = scrollWidth > clientWidth ? [`the page is ${scrollWidth - clientWidth} px wider than the window`] : [];
  const header = document.querySelector('header');
  if (header && getComputedStyle(header).position === 'sticky' && header.offsetHeight > 64)
    found.push(`the sticky header is ${header.offsetHeight} px high`);
  const mapButtons = document.querySelector('[aria-label="Zoom in"]')?.parentElement?.parentElement;
  const controls = [
    ...document.querySelectorAll('header :is(a, button, summary)'),
    ...(mapButtons?.querySelectorAll('button') ?? []),
    // The map's layers and the radar's player.
    ...document.querySelectorAll('fieldset label:has(input.sr-only), [aria-label="Radar pictures"] button'),
  ];
  for (const control of controls) {
    if (!control.checkVisibility()) continue;
    // A header that isn't sticky may begin below a tall strip.
    control.scrollIntoView({ block: control.closest('header') ? 'nearest' : 'center', inline: 'center' });
    // The first line of a link that wraps.
    const { left, top, width, height } = control.getClientRects()[0] ?? new DOMRect();
    if (width === 0 || height === 0) continue;
    const isCovered = [0.25, 0.5, 0.75].some((share) => {
      const hit = document.elementFromPoint(left + width * share, top + height / 2);
      return !control.contains(hit);
    });
    if (isCovered) found.push(`covered: “${control.getAttribute('aria-label') ?? control.textContent}”`);
  }
  return found;
}

test.describe('large text', () => {
  const site = useSite({ environment: { RATE_LIMIT_SCALE: '1000' } });

  for (const route of [...visitedRoutes, ...otherPages] as const)
    test(`${route}`, async () => {
      const path = await addressOfRoute(site.product.url, route);
      const page = await site.browser.newPage({ reducedMotion: 'reduce' });
      try {
        await page.goto(site.product.url + path, { waitUntil: 'networkidle' });
        if (route === '/map') await page.getByRole('button', { name: 'Zoom in' }).waitFor();
        const found: Record<string, string[]> = {};
        for (const combination of combinations) {
          const title = `${combination.width} px, ${combination.size}%`;
          await resize(page, combination);
          let faults: string[] = [];
          const isFaultless = async () => (faults = await page.evaluate(faultsOf)).length === 0;
          // Observers may take a moment to react to the size.
          await until('no fault', isFaultless, 500).catch(() => undefined);
          if (faults.length > 0) found[title] = faults;
        }
        expect(found).toEqual({});
      } finally {
        await page.close();
      }
    });

  test("leaves the map's time and legend in the window of a phone", async () => {
    const page = await site.browser.newPage({ viewport: { width: 390, height: 667 }, reducedMotion: 'reduce' });
    await page.goto(`${site.product.url}/map`, { waitUntil: 'networkidle' });
    const zoomIn = page.getByRole('button', { name: 'Zoom in' });
    await zoomIn.waitFor();
    const layers: Record<string, Locator[]> = {
      Radar: [page.getByText(/^Observed/), page.getByRole('img', { name: /^Radar echoes/ })],
      Temperature: [page.getByText(/fetched \d+:\d\d/), page.getByRole('img', { name: /^Temperature:/ })],
    };
    const found: Record<string, unknown> = {};
    for (const [layer, parts] of Object.entries(layers)) {
      await page.locator('label', { hasText: layer }).click();
      for (const part of parts) await part.waitFor();
      for (const width of [320, 390])
        for (const size of textSizes) {
          await resize(page, { width, size }, 667);
          for (const block of ['center', 'start'] as const) {
            await zoomIn.evaluate((button, to) => button.scrollIntoView({ block: to }), block);
            for (const [index, part] of parts.entries()) {
              const { y, height } = (await part.boundingBox()) ?? { y: 0, height: 0 };
              const title = `${['time', 'legend'][index]} of ${layer}, ${width} px, ${size}%, map at the ${block}`;
              if (height === 0 || y < 0 || y + height > 667) found[title] = { y, height };
            }
          }
        }
    }
    expect(found).toEqual({});
    await page.close();
  });

  test('covers no text with the way up on a phone, not even at the end of a page', async () => {
    const page = await site.browser.newPage({ reducedMotion: 'reduce' });
    await page.goto(`${site.product.url}/forecast`, { waitUntil: 'networkidle' });
    await resize(page, { width: 390, size: 200 });
    const up = page.getByRole('button', { name: 'Scroll to top' });
    for (const y of [400, 1_000, 100_000]) {
      await page.evaluate((top) => window.scrollTo({ top, behavior: 'instant' }), y);
      await up.waitFor();
      const box = await up.boundingBox();
      // A bar at the edge hides what is below it, as the window does: no part of a line beside it.
      expect([box?.x, box?.width, (box?.y ?? 0) + (box?.height ?? 0)]).toEqual([0, 390, 844]);
    }
    const footer = await page.getByRole('contentinfo').boundingBox();
    expect(Math.floor((footer?.y ?? 0) + (footer?.height ?? 0))).toBeLessThanOrEqual((await up.boundingBox())?.y ?? 0);
    await page.close();
  });

  test('fits seven days on a phone into 1,300 px, and shows every detail in a wide window', async () => {
    const page = await site.browser.newPage({ reducedMotion: 'reduce' });
    await page.goto(`${site.product.url}/forecast`, { waitUntil: 'networkidle' });
    const days = page.locator('ol', { has: page.getByRole('article') }).first();
    const details = days.getByText('Humidity').first();
    await resize(page, { width: 390, size: 100 });
    expect((await days.boundingBox())?.height).toBeLessThanOrEqual(1_300);
    expect(await details.isVisible()).toBe(false);
    await days.getByText('Details').first().click();
    await details.waitFor();
    await page.reload();
    await resize(page, { width: 1440, size: 100 });
    await details.waitFor();
    expect(await days.getByText('Details').first().isVisible()).toBe(false);
    const wide = await days.boundingBox();
    const visible = await details.locator('xpath=ancestor::dl').boundingBox();
    expect(visible?.width).toBeGreaterThan((wide?.width ?? 0) * 0.9);
    await page.close();
  });
});
