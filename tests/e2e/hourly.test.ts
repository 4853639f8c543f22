import { expect, test, type Page } from '@playwright/test';
import { until } from '@site/platform/testing/until';
import { phone } from '../support/browser.js';
import { useSite } from '../support/site.js';

/** The hourly charts: labels at any width and text size, and the scrubber. */

/** Runs in the page. Returns pairs of texts that overlap, and texts that leave their drawing. */
function faultsOf(): string[] {
  // Chromium takes text in a hidden group for visible.
  const isVisible = (element: Element) =>
    element.getClientRects().length > 0 && element.checkVisibility({ opacityProperty: true });
  const rectOf = (element: Element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return range.getBoundingClientRect();
  };
  const found: string[] = [];
  const compare = (content: { text: string; rect: DOMRect }[]) =>
    content.forEach(({ text, rect }, index) => {
      for (const other of content.slice(index + 1)) {
        const isApart =
          rect.right <= other.rect.left + 1 ||
          other.rect.right <= rect.left + 1 ||
          rect.bottom <= other.rect.top + 1 ||
          other.rect.bottom <= rect.top + 1;
        if (!isApart) found.push(`${text} overlaps ${other.text}`);
      }
    });
  for (const drawing of document.querySelectorAll('[aria-hidden] svg:has(text)')) {
    const content = [...drawing.querySelectorAll('text')].filter(isVisible).map((element) => ({
      text: element.textContent ?? '',
      rect: element.getBoundingClientRect(),
    }));
    compare(content);
    const box = drawing.getBoundingClientRect();
    for (const { text, rect } of content)
      if (rect.left < box.left - 2 || rect.right > box.right + 2) found.push(`${text} leaves its drawing`);
  }
  for (const columns of document.querySelectorAll('[aria-hidden] > .grid-cols-8'))
    compare(
      [...columns.querySelectorAll('p:not(:empty)')]
        .filter(isVisible)
        .map((element) => ({ text: element.textContent ?? '', rect: rectOf(element) })),
    );
  return found;
}

test.describe('hours', () => {
  const site = useSite({ environment: { RATE_LIMIT_SCALE: '1000' } });
  const slider = (page: Page) => page.getByRole('slider', { name: 'Hour by hour' });
  const chosen = async (page: Page) => Number(await slider(page).inputValue());

  for (const [path, labels] of [
    ['/hourly', '[aria-hidden] svg text'],
    ['/', '[aria-hidden] > .grid-cols-8 p'],
    ['/county/pulaski', '[aria-hidden] > .grid-cols-8 p'],
  ] as const)
    test(`have readable labels on ${path} at any width and text size`, async () => {
      const page = await site.browser.newPage({ viewport: phone });
      await page.goto(site.product.url + path);
      await page.locator(labels).first().waitFor({ state: 'attached', timeout: 60_000 });
      await page.waitForLoadState('networkidle');
      for (const width of [320, 390, 768, 1440])
        for (const size of [100, 150, 200]) {
          await page.setViewportSize({ width, height: 844 });
          await page.evaluate((percent) => (document.documentElement.style.fontSize = `${percent}%`), size);
          expect({ width, size, faults: await page.evaluate(faultsOf) }).toEqual({ width, size, faults: [] });
        }
      await page.close();
    });

  test('are selected on all charts by finger, without keeping the page from scrolling, and by keyboard', async () => {
    const context = await site.browser.newContext({ viewport: phone, hasTouch: true, isMobile: true });
    const page = await context.newPage();
    await page.goto(`${site.product.url}/hourly`);
    await slider(page).waitFor({ timeout: 60_000 });
    await page.waitForLoadState('networkidle');
    const wind = page.getByText('Arrows show where the wind is going');
    const top = () => wind.evaluate((element) => element.getBoundingClientRect().top);
    await wind.evaluate((element) => element.scrollIntoView({ block: 'center' }));
    const device = await context.newCDPSession(page);
    const touch = async (from: { x: number; y: number }, to: { x: number; y: number }) => {
      const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
        device.send('Input.dispatchTouchEvent', { type, touchPoints });
      await send('touchStart', [from]);
      for (let step = 1; step <= 10; step += 1)
        await send('touchMove', [
          { x: from.x + ((to.x - from.x) * step) / 10, y: from.y + ((to.y - from.y) * step) / 10 },
        ]);
      await send('touchEnd', []);
    };

    const before = await top();
    await touch({ x: 100, y: before + 80 }, { x: 300, y: before + 84 });
    await until('a later hour', async () => (await chosen(page)) > 30);
    expect(await top()).toBe(before);

    const hour = await chosen(page);
    await touch({ x: 100, y: before + 80 }, { x: 102, y: before - 120 });
    await until('the page to scroll', async () => (await top()) < before - 50);
    expect(await chosen(page)).toBe(hour);

    await slider(page).focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight');
    expect(await chosen(page)).toBe(1);
    await context.close();
  });
});
