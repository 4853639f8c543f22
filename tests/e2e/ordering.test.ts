import type { Locator, Page } from 'playwright-core';
import { until } from '@site/platform/testing/until';
import { violationsIn } from '../support/axe.js';
import { desktop, phone } from '../support/browser.js';
import { useSite } from '../support/site.js';

describe('the order of the questions', () => {
  const site = useSite({ environment: { RATE_LIMIT_SCALE: '1000' } });

  async function openQuestions(viewport = desktop, hasTouch = false): Promise<Page> {
    const page = await site.browser.newPage({ viewport, hasTouch, reducedMotion: 'reduce' });
    await page.goto(`${site.product.url}/dashboard/login`);
    const { email, password } = site.product.admin;
    await page.getByLabel('Email Address').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await page.waitForURL('**/dashboard/home');
    await page.goto(`${site.product.url}/dashboard/faq`);
    await handles(page).first().waitFor();
    return page;
  }
  const handles = (page: Page) => page.getByRole('button', { name: /^Drag .* to another position$/ });
  const shown = (page: Page) =>
    handles(page).evaluateAll((buttons) =>
      buttons.map(
        (button) => button.getAttribute('aria-label')?.replace(/^Drag (.*) to another position$/, '$1') ?? '',
      ),
    );
  const onSite = async () => {
    const { data } = (await (await fetch(`${site.product.url}/main/faqs`)).json()) as { data: { question: string }[] };
    return data.map(({ question }) => question);
  };
  const isOrdered = (page: Page, order: string[]) =>
    until(`the order ${order.join(' ')}`, async () => {
      const [here, there] = await Promise.all([shown(page), onSite()]);
      return [here, there].every((one) => one.join() === order.join());
    });
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

  it('is changed by dragging, and undone', async () => {
    const page = await openQuestions();
    const before = await shown(page);
    expect(before.length).toBeGreaterThan(2);
    await drag(page);
    await isOrdered(page, swapped(before));
    expect(await violationsIn(page)).toEqual([]);
    await page.getByRole('button', { name: 'Undo' }).first().click();
    await isOrdered(page, before);
  });

  it('is changed by the keyboard alone, which says where a question is', async () => {
    const page = await openQuestions();
    const before = await shown(page);
    await handles(page).first().focus();
    await page.keyboard.press('Space');
    await page.getByText(`“${before[0]}” picked up at 1 of ${before.length}.`).waitFor({ state: 'attached' });
    await page.keyboard.press('ArrowRight');
    await page.getByText(`“${before[0]}” would move to 2 of ${before.length}.`).waitFor({ state: 'attached' });
    await page.keyboard.press('Space');
    await isOrdered(page, swapped(before));
    await page.getByRole('button', { name: `Move ${before[0]} up` }).focus();
    await page.keyboard.press('Enter');
    await isOrdered(page, before);
  });

  it('is changed on a phone, where nothing sticks out', async () => {
    const page = await openQuestions(phone, true);
    const before = await shown(page);
    await page.getByRole('button', { name: `Move ${before[0]} down` }).tap();
    await isOrdered(page, swapped(before));
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
    expect(await violationsIn(page)).toEqual([]);
  });
});
