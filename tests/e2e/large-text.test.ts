import type { Page } from 'playwright-core';
import { until } from '@site/platform/testing/until';
import { addressOfRoute, visitedRoutes } from '../support/public-addresses.js';
import { useSite } from '../support/site.js';

/** Every public page in four widths with text of up to twice the size: nothing is too wide, and no control is covered. */

const widths = [320, 390, 768, 1440];
const textSizes = [100, 150, 200];
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
  const mapButtons = document.querySelector('[aria-label="Zoom in"]')?.parentElement?.parentElement;
  const controls = [
    ...document.querySelectorAll('header :is(a, button, summary)'),
    ...(mapButtons?.querySelectorAll('button') ?? []),
  ];
  for (const control of controls) {
    if (!control.checkVisibility()) continue;
    if (!control.closest('header')) control.scrollIntoView({ block: 'center' });
    const { left, top, width, height } = control.getBoundingClientRect();
    if (width === 0 || height === 0) continue;
    const isCovered = [0.25, 0.5, 0.75].some((share) => {
      const hit = document.elementFromPoint(left + width * share, top + height / 2);
      return !control.contains(hit);
    });
    if (isCovered) found.push(`covered: “${control.getAttribute('aria-label') ?? control.textContent}”`);
  }
  return found;
}

describe('large text', () => {
  const site = useSite({ environment: { RATE_LIMIT_SCALE: '1000' } });

  it.concurrent.each([...visitedRoutes, '/nowhere'] as const)(
    '%s',
    async (route) => {
      const path = route === '/nowhere' ? route : await addressOfRoute(site.product.url, route);
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
    },
    120_000,
  );

  it("leaves the map's time and legend in the window of a phone", async () => {
    const page = await site.browser.newPage({ reducedMotion: 'reduce' });
    await page.goto(`${site.product.url}/map`, { waitUntil: 'networkidle' });
    await page.locator('label', { hasText: /^Radar$/ }).click();
    const parts = { time: page.getByText(/^Observed/), legend: page.getByRole('img', { name: /^Radar echoes/ }) };
    await parts.time.waitFor();
    const found: Record<string, unknown> = {};
    for (const width of [320, 390])
      for (const size of textSizes) {
        await resize(page, { width, size }, 667);
        await page
          .getByRole('button', { name: 'Zoom in' })
          .evaluate((button) => button.scrollIntoView({ block: 'center' }));
        for (const [part, locator] of Object.entries(parts)) {
          const { y, height } = (await locator.boundingBox()) ?? { y: 0, height: 0 };
          if (height === 0 || y < 0 || y + height > 667) found[`${part}, ${width} px, ${size}%`] = { y, height };
        }
      }
    expect(found).toEqual({});
    await page.close();
  }, 120_000);

  it('fits seven days on a phone into 1,800 px, and shows every detail in a wide window', async () => {
    const page = await site.browser.newPage({ reducedMotion: 'reduce' });
    await page.goto(`${site.product.url}/forecast`, { waitUntil: 'networkidle' });
    const days = page.locator('ol', { has: page.getByRole('article') }).first();
    const details = days.getByText('UV Index').first();
    await resize(page, { width: 390, size: 100 });
    expect((await days.boundingBox())?.height).toBeLessThanOrEqual(1_800);
    expect(await details.isVisible()).toBe(false);
    await days.getByText('Details').first().click();
    expect(await details.isVisible()).toBe(true);
    await page.reload();
    await resize(page, { width: 1440, size: 100 });
    expect(await details.isVisible()).toBe(true);
    expect(await days.getByText('Details').first().isVisible()).toBe(false);
    await page.close();
  }, 120_000);
});
