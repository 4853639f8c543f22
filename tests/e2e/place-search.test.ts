import { expect, test, type BrowserContext, type Page } from '@playwright/test';
import { until } from '@site/platform/testing/until';
import { eventually } from '../support/eventually.js';
import { desktop } from '../support/browser.js';
import { useSite } from '../support/site.js';

const restMs = 500;

test.describe('the search for a place', () => {
  const site = useSite({ environment: { RATE_LIMIT_SCALE: '1000' } });
  let context: BrowserContext;
  let page: Page;
  let target: string[];
  let complaints: string[];

  test.beforeEach(async () => {
    context = await site.browser.newContext({ viewport: desktop, reducedMotion: 'reduce' });
    page = await context.newPage();
    target = [];
    complaints = [];
    page.on('request', (request) => {
      const url = new URL(request.url());
      if (url.pathname === '/main/weather/search') target.push(url.searchParams.get('q') ?? '');
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    await page.clock.install();
    await page.goto(`${site.product.url}/forecast`);
    await page.getByRole('heading', { level: 2, name: 'Arkansas, USA' }).waitFor();
    await box().waitFor();
    await page.clock.pauseAt(new Date(Date.now() + 60_000));
    await box().click();
  });

  test.afterEach(async () => {
    await context.close();
    expect(complaints).toEqual([]);
  });

  const box = () => page.getByRole('combobox', { name: 'Search for a place' });
  const places = () => page.getByRole('listbox', { name: 'Places' }).getByRole('option');

  /** Waits for the debounce and the result. */
  async function checkStored(text: string) {
    await page.keyboard.type(text);
    await page.clock.runFor(restMs);
    await until(`the places for ${text}`, async () => (await places().count()) > 0);
  }

  test('asks once, half a second after the last letter', async () => {
    for (const letter of 'bento') {
      await page.keyboard.type(letter);
      await page.clock.runFor(restMs - 100);
    }
    await page.clock.runFor(99);
    expect(target).toEqual([]);
    await page.clock.runFor(1);
    await until('the places', async () => (await places().count()) > 0);
    expect(target).toEqual(['bento']);
  });

  test('opens with at most five, and closes on a click beside it', async () => {
    await checkStored('a');
    await eventually(() => places().count(), 5);
    await eventually(() => box().getAttribute('aria-expanded'), 'true');
    await page.mouse.click(desktop.width - 5, desktop.height / 2);
    await until('the list to close', async () => (await places().count()) === 0);
    await eventually(() => box().getAttribute('aria-expanded'), 'false');
    await eventually(() => box().inputValue(), 'a');
  });

  test('says where the arrow keys are, closes on Escape and is emptied by the next, without asking', async () => {
    await checkStored('a');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    const second = places().nth(1);
    await eventually(() => second.getAttribute('aria-selected'), 'true');
    await eventually(() => box().getAttribute('aria-activedescendant'), await second.getAttribute('id'));
    await page.keyboard.press('Escape');
    await eventually(() => places().count(), 0);
    await page.keyboard.press('Escape');
    await eventually(() => box().inputValue(), '');
    await page.clock.runFor(2 * restMs);
    expect(target).toEqual(['a']);
  });

  test('shows the weather of the place that is clicked, and stands in the address', async () => {
    await checkStored('fayetteville');
    await places().first().click();
    await until('the list to close', async () => (await places().count()) === 0);
    await until('the forecast of the place', async () => {
      await page.clock.runFor(100);
      return page.getByRole('heading', { level: 2, name: 'Fayetteville' }).isVisible();
    });
    expect(new URL(page.url()).searchParams.get('name')).toBe('Fayetteville');
    await page.clock.runFor(2 * restMs);
    expect(target).toEqual(['fayetteville']);
  });

  test('names a ZIP code’s town, and lists recent and saved places when it has the focus', async () => {
    await checkStored('72201');
    const listed = async () => (await places().allInnerTexts()).join('; ').replaceAll(/\s+/g, ' ');
    await eventually(listed, 'Little Rock (72201) Pulaski County, Arkansas');
    await places().first().click();
    await until('the forecast of the place', async () => {
      await page.clock.runFor(100);
      return page.getByRole('heading', { level: 2, name: 'Little Rock (72201)' }).isVisible();
    });
    await box().fill('');
    await eventually(listed, 'Little Rock (72201) Recent place');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Save Little Rock (72201) to your places' }).click();
    await box().click();
    await eventually(listed, 'Little Rock (72201) Saved place');
    expect(target).toEqual(['72201']);
  });

  test('keeps what was typed, and says nothing, when a lookup fails', async () => {
    await page.route('**/main/weather/search**', (route) => route.abort('connectionreset'));
    const failed = page.waitForEvent('requestfailed');
    await page.keyboard.type('con');
    await page.clock.runFor(restMs);
    await failed;
    expect([await places().count(), await box().inputValue()]).toEqual([0, 'con']);
    expect(await page.getByRole('alert').count()).toBe(0);
    await page.unroute('**/main/weather/search**');
    await checkStored('way');
    expect(target).toEqual(['con', 'conway']);
  });
});
