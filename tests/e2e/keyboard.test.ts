import { expect, test, type Page } from '@playwright/test';
import { putInState } from '../screenshots/mock-responses.js';
import { states } from '../screenshots/states.js';
import { until } from '@site/platform/testing/until';
import { eventually } from '../support/eventually.js';
import { desktop, phone } from '../support/browser.js';
import { useSite } from '../support/site.js';

test.describe('the public site by keyboard', () => {
  const site = useSite();

  async function open(path: string, viewport = desktop, reducedMotion: 'reduce' | 'no-preference' = 'reduce') {
    const page = await site.browser.newPage({ viewport, reducedMotion });
    await putInState(page, states.tornado);
    await page.goto(site.product.url + path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    return page;
  }

  const focused = (page: Page) =>
    page.evaluate(() => {
      const { activeElement: element } = document;
      return element?.getAttribute('aria-label') ?? element?.textContent?.trim() ?? '';
    });
  const isFocusInside = (page: Page, role: 'dialog') =>
    page.getByRole(role).evaluate((box) => box.contains(document.activeElement));

  test('begins with a way past the navigation', async () => {
    const page = await open('/about');
    await page.keyboard.press('Tab');
    await eventually(() => focused(page), 'Skip to content');
    await eventually(() => page.getByText('Skip to content').isVisible(), true);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    expect(
      await page.evaluate(() => Boolean(document.activeElement?.closest('main, footer')) && window.location.hash),
    ).toBe('#content');
    await page.close();
  });

  test('moves the focus to the heading of the page that a link opens', async () => {
    const page = await open('/about');
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Contact Us' }).focus();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/contact');
    await until('the heading to have the focus', async () => (await focused(page)) === 'Contact Us Any Time');
    expect(await page.title()).toBe('Contact Us Any Time · Arkansas Weather');
    await page.close();
  });

  test('keeps the focus in the menu, closes it with Escape and on a change of page', async () => {
    const page = await open('/', phone);
    const opener = page.getByRole('button', { name: 'Open menu' });
    await opener.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Menu' }).waitFor();
    for (let step = 0; step < 12; step += 1) {
      await page.keyboard.press('Tab');
      expect(await isFocusInside(page, 'dialog')).toBe(true);
    }
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await eventually(() => focused(page), 'Open menu');

    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByRole('link', { name: 'Live Cam' }).focus();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/livecam');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await until('the heading to have the focus', async () => (await focused(page)) === 'Live Cam');
    await page.close();
  });

  test('opens the full alert, keeps the focus there, and gives it back', async () => {
    const page = await open('/');
    await page.getByRole('button', { name: 'View Full Alert' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Tornado Warning' }).waitFor();
    for (let step = 0; step < 8; step += 1) {
      await page.keyboard.press('Tab');
      expect(await isFocusInside(page, 'dialog')).toBe(true);
    }
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await eventually(() => focused(page), 'View Full Alert');
    await page.close();
  });

  test('finds a place with the arrow keys', async () => {
    const page = await open('/forecast');
    await page.getByRole('combobox', { name: 'Search for a place' }).focus();
    await page.keyboard.type('con');
    const first = page.getByRole('option').first();
    await first.waitFor();
    await page.keyboard.press('ArrowDown');
    await eventually(() => first.getAttribute('aria-selected'), 'true');
    const name = await first.locator('span.font-semibold').textContent();
    await page.keyboard.press('Enter');
    await page.getByRole('listbox').waitFor({ state: 'hidden' });
    await page.getByRole('heading', { level: 2, name: name ?? '' }).waitFor();
    expect(new URL(page.url()).searchParams.get('name')).toBe(name);
    await page.close();
  });

  test('opens one answer at a time, and closes it', async () => {
    const page = await open('/alert');
    const questions = page.locator('details[name=questions]');
    await questions.first().waitFor();
    const areOpen = () =>
      questions.evaluateAll((all) =>
        all
          .map((one) => one.hasAttribute('open'))
          .slice(0, 2)
          .join(),
      );
    await questions.nth(0).locator('summary').focus();
    await page.keyboard.press('Enter');
    await eventually(areOpen, 'true,false');
    await questions.nth(1).locator('summary').focus();
    await page.keyboard.press('Enter');
    await eventually(areOpen, 'false,true');
    await page.keyboard.press('Space');
    await eventually(areOpen, 'false,false');
    await page.close();
  });

  test('moves nothing for those who asked for stillness', async () => {
    const page = await open('/');
    await page.getByText('Alert 1 of 3').waitFor();
    expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
    expect(await page.getByRole('button', { name: 'Pause rotation' }).count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Pause the announcement' }).isVisible()).toBe(false);
    await page.close();
  });

  test('moves the announcement for others, until they pause it', async () => {
    const page = await open('/', desktop, 'no-preference');
    const running = () =>
      page.evaluate(
        () =>
          document
            .getAnimations()
            .filter(
              (each) => each.playState === 'running' && 'animationName' in each && each.animationName === 'marquee',
            ).length,
      );
    await until('the announcement to move', async () => (await running()) === 1);
    const pause = page.getByRole('button', { name: 'Pause the announcement' });
    await pause.focus();
    await page.keyboard.press('Enter');
    await eventually(() => pause.getAttribute('aria-pressed'), 'true');
    await eventually(running, 0);
    await page.close();
  });

  test('has a bar that sticks past 50 pixels, and a way up past 300', async () => {
    const page = await open('/about');
    const isStuck = () => page.locator('header[data-stuck]').count();
    const up = page.getByRole('button', { name: 'Scroll to top' });
    const scrollTo = (y: number) => page.evaluate((to) => window.scrollTo({ top: to, behavior: 'instant' }), y);
    await scrollTo(50);
    expect([await isStuck(), await up.count()]).toEqual([0, 0]);
    await scrollTo(51);
    await until('the bar to stick', async () => (await isStuck()) === 1);
    await scrollTo(300);
    await until('the scrolling', () => page.evaluate(() => window.scrollY === 300));
    await eventually(() => up.count(), 0);
    await scrollTo(301);
    await up.waitFor();
    await up.focus();
    await page.keyboard.press('Enter');
    await until('the top', () => page.evaluate(() => window.scrollY === 0));
    await up.waitFor({ state: 'hidden' });
    await page.close();
  });
});
