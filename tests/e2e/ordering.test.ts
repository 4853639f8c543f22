import { expect, test, type Locator, type Page } from '@playwright/test';
import { until } from '@site/platform/testing/until';
import { violationsIn } from '../support/axe.js';
import { desktop, phone } from '../support/browser.js';
import { useSite } from '../support/site.js';

test.describe('the order of a list', () => {
  const site = useSite({ environment: { RATE_LIMIT_SCALE: '1000' } });

  async function openList(path: string, viewport = desktop, hasTouch = false): Promise<Page> {
    const page = await site.browser.newPage({ viewport, hasTouch, reducedMotion: 'reduce' });
    await page.goto(`${site.product.url}/dashboard/login`);
    const { email, password } = site.product.admin;
    await page.getByLabel('Email Address').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await page.waitForURL('**/dashboard/home');
    await page.goto(`${site.product.url}/dashboard/${path}`);
    await start(page);
    return page;
  }
  const start = async (page: Page) => {
    await page.getByRole('button', { name: 'Change the order' }).click();
    await handles(page).first().waitFor();
  };
  const save = async (page: Page) => {
    await page.getByRole('button', { name: 'Save order' }).click();
    await page.getByText(/^Saved the order of/).waitFor();
  };
  const handles = (page: Page) => page.getByRole('button', { name: /^Drag .* to another position$/ });
  const visible = (page: Page) =>
    handles(page).evaluateAll((buttons) =>
      buttons.map(
        (button) => button.getAttribute('aria-label')?.replace(/^Drag (.*) to another position$/, '$1') ?? '',
      ),
    );
  const read = async <Data>(path: string) =>
    ((await (await fetch(site.product.url + path)).json()) as { data: Data }).data;
  const onSite = async () => (await read<{ question: string }[]>('/main/faqs')).map(({ question }) => question);
  const sponsorsOnSite = async () =>
    (await read<{ sponsors: { name: string }[] }>('/main/home')).sponsors.map(({ name }) => name);
  const isOrdered = (order: string[], find = onSite) =>
    until(`the order ${order.join(' ')}`, async () => (await find()).join() === order.join());
  const middleOf = async (handle: Locator) => {
    await handle.scrollIntoViewIfNeeded();
    const box = await handle.boundingBox();
    if (!box) throw new Error('The handle is not on the screen');
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };

  /** Drags the first handle over the second, in steps. */
  async function drag(page: Page) {
    const from = await middleOf(handles(page).nth(0));
    const to = await middleOf(handles(page).nth(1));
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(from.x + 10, from.y + 10, { steps: 3 });
    await page.mouse.move(to.x, to.y, { steps: 8 });
    await page.mouse.up();
  }

  const swapped = ([first = '', second = '', ...rest]: string[]) => [second, first, ...rest];

  test('is changed by dragging, saved once, and undone', async () => {
    const page = await openList('faq');
    const before = await visible(page);
    expect(before.length).toBeGreaterThan(2);
    await drag(page);
    await until('the new order', async () => (await visible(page)).join() === swapped(before).join());
    expect(await violationsIn(page)).toEqual([]);
    await save(page);
    await isOrdered(swapped(before));
    await page.getByRole('button', { name: 'Undo' }).first().click();
    await isOrdered(before);
  });

  test('is changed by the keyboard alone, where up means up', async () => {
    const page = await openList('faq');
    const before = await visible(page);
    await handles(page).first().focus();
    await page.keyboard.press('Space');
    await page.getByText(`“${before[0]}” picked up at 1 of ${before.length}.`).waitFor({ state: 'attached' });
    await page.keyboard.press('ArrowDown');
    await page.getByText(`“${before[0]}” would move to 2 of ${before.length}.`).waitFor({ state: 'attached' });
    await page.keyboard.press('Space');
    await page.getByRole('button', { name: `Move ${before[2]} up` }).focus();
    await page.keyboard.press('Enter');
    const [first = '', second = '', third = '', ...rest] = before;
    await save(page);
    await isOrdered([second, third, first, ...rest]);
    await start(page);
    await page.getByRole('button', { name: `Move ${first} up` }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await save(page);
    await isOrdered([first, second, third, ...rest]);
  });

  test('is changed on a phone, where nothing sticks out', async () => {
    const page = await openList('faq', phone, true);
    const before = await visible(page);
    await page.getByRole('button', { name: `Move ${before[0]} down` }).tap();
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
    expect(await violationsIn(page)).toEqual([]);
    await save(page);
    await isOrdered(swapped(before));
  });

  test('of the sponsors is changed the same way, also on the site', async () => {
    const page = await openList('sponsor');
    const before = await visible(page);
    expect(before.length).toBeGreaterThan(2);
    await page.getByRole('button', { name: `Move ${before[1]} up` }).click();
    await save(page);
    await isOrdered(swapped(before), sponsorsOnSite);
    for (const design of ['Bar', 'Circle', 'Grid', 'Crop']) {
      await page.getByRole('radio', { name: design }).check();
      const bottoms = await page.locator('[data-sponsor]').evaluateAll((cards) =>
        cards.map((card) => {
          const boxes = [...card.querySelectorAll('button')].slice(-2).map((one) => one.getBoundingClientRect());
          return [Math.round(card.getBoundingClientRect().top), ...boxes.map(({ bottom }) => Math.round(bottom))];
        }),
      );
      const rows = new Set(bottoms.map(([top]) => top));
      // In each row of cards, all buttons end at the same height.
      expect(new Set(bottoms.map((cells) => cells.join())).size).toBe(rows.size);
    }
  });
});
