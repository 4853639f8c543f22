import { expect, test, type Page } from '@playwright/test';
import { until } from '@site/platform/testing/until';
import { violationsIn } from '../support/axe.js';
import { desktop, phone } from '../support/browser.js';
import { eventually } from '../support/eventually.js';
import { useSite } from '../support/site.js';

const text = 'Tornado near Mayflower: take cover now & stay there';

test.describe('the storm banner', () => {
  const site = useSite({ environment: { RATE_LIMIT_SCALE: '1000' } });

  async function open(path: string, viewport = desktop): Promise<Page> {
    const page = await site.browser.newPage({ viewport });
    await page.goto(site.product.url + path);
    return page;
  }

  async function openDashboard(viewport = desktop): Promise<Page> {
    const page = await open('/dashboard/login', viewport);
    const { email, password } = site.product.admin;
    await page.getByLabel('Email Address').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
    return page;
  }

  const notice = (page: Page) => page.getByRole('region', { name: 'Storm notice' });
  const message = async (path: string) => (await fetch(site.product.url + path)).text();

  test('is one click from the dashboard’s home, and stands above every page within seconds', async () => {
    const page = await openDashboard();
    const visitor = await open('/about', phone);
    await page.getByRole('main').getByRole('button', { name: 'Storm mode' }).click();
    const dialog = page.getByRole('dialog', { name: 'Storm mode' });
    await dialog.getByRole('group', { name: 'Start from:' }).getByRole('button').last().click();
    await dialog.getByLabel('Text', { exact: true }).fill(text);
    await dialog.getByRole('button', { name: '1 hour' }).click();
    expect(await violationsIn(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Publish banner' }).click();
    await page.getByRole('heading', { name: 'The storm banner is up' }).waitFor();

    await until('the documents to have it', async () => (await message('/about')).includes('Tornado near Mayflower'));
    for (const path of ['/', '/alert', '/about', '/county/pulaski']) {
      await visitor.goto(site.product.url + path);
      await notice(visitor).getByText(text).waitFor();
    }
    // The banner renders before the page below it.
    await visitor.getByRole('heading', { level: 1 }).waitFor();
    expect(await violationsIn(visitor)).toEqual([]);
    // Two lines at most, without horizontal scrolling.
    const { height, width } = (await notice(visitor).boundingBox())!;
    expect([width <= phone.width, height <= 120]).toEqual([true, true]);
    for (const path of ['/now', '/now/pulaski', '/now/nowhere'])
      await until(`${path} to have it`, async () =>
        (await message(path)).includes('Tornado near Mayflower: take cover now &amp; stay there'),
      );
    await notice(visitor).getByRole('link', { name: 'See radar' }).click();
    await visitor.waitForURL('**/map');
    await visitor.close();
    await page.close();
  });

  test('can be published on a phone without scrolling to the button', async () => {
    const page = await openDashboard(phone);
    await page
      .getByRole('main')
      .getByRole('button', { name: /^(Storm mode|Change)$/ })
      .click();
    const dialog = page.getByRole('dialog');
    const { y, height } = (await dialog
      .getByRole('button', { name: /^(Publish banner|Save changes)$/ })
      .boundingBox())!;
    expect(y + height).toBeLessThanOrEqual(phone.height);
    await page.close();
  });

  test('does not move the page when it comes with the document', async () => {
    const page = await site.browser.newPage({ viewport: phone });
    await page.addInitScript(() => {
      const seen = globalThis as unknown as { shifts: number };
      seen.shifts = 0;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) seen.shifts += (entry as unknown as { value: number }).value;
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await page.goto(`${site.product.url}/terms`);
    await notice(page).waitFor();
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await page.evaluate(() => (globalThis as unknown as { shifts: number }).shifts)).toBeLessThan(0.02);
    await page.close();
  });

  test('is changed and ended from every screen, and goes from every page', async () => {
    const page = await openDashboard(phone);
    const line = page.getByRole('region', { name: 'Storm banner', exact: true });
    await line.waitFor();
    expect(await violationsIn(page)).toEqual([]);
    await line.getByRole('button', { name: 'End', exact: true }).click();
    await page.getByRole('button', { name: 'Yes, End It' }).click();
    await line.waitFor({ state: 'detached' });
    await until(
      'the documents to be without it',
      async () => !(await message('/about')).includes('Tornado near Mayflower'),
    );
    await until(
      'the small pages to be without it',
      async () => !(await message('/now')).includes('Tornado near Mayflower'),
    );
    const visitor = await open('/');
    await visitor.getByRole('heading', { level: 1 }).waitFor();
    await eventually(() => notice(visitor).count(), 0);
    await visitor.close();
    await page.close();
  });
});
