import { expect, test, type Page } from '@playwright/test';
import { violationsIn } from '../support/axe.js';
import { desktop, phone } from '../support/browser.js';
import { eventually } from '../support/eventually.js';
import { useSite } from '../support/site.js';

test.describe('the command palette', () => {
  const site = useSite({ environment: { RATE_LIMIT_SCALE: '1000' } });

  async function openDashboard(viewport = desktop): Promise<Page> {
    const page = await site.browser.newPage({ viewport });
    await page.goto(`${site.product.url}/dashboard/login`);
    const { email, password } = site.product.admin;
    await page.getByLabel('Email Address').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
    return page;
  }
  const palette = (page: Page) => page.getByRole('dialog', { name: 'Search or jump to' });

  test('leads to a page, finds a record and gives the focus back, by the keyboard alone', async () => {
    const page = await openDashboard();
    await page.keyboard.press('Control+k');
    await palette(page).getByRole('combobox').waitFor();
    expect(await violationsIn(page)).toEqual([]);
    await page.keyboard.type('audit');
    await palette(page).getByRole('option', { name: 'Audit', exact: true }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/dashboard/audit');

    await page.keyboard.press('Control+k');
    await palette(page).getByRole('combobox').waitFor();
    await page.keyboard.type('watch');
    const record = palette(page).getByRole('group', { name: 'Posts' }).getByRole('option').first();
    await record.waitFor();
    expect(await violationsIn(page)).toEqual([]);
    await record.click();
    await page.waitForURL('**/dashboard/blog?post=*');

    await page.keyboard.press('Control+k');
    await palette(page).waitFor();
    await page.keyboard.press('Escape');
    await eventually(() => palette(page).count(), 0);
    await page.close();
  });

  test('opens by its button on a phone, where everything fits', async () => {
    const page = await openDashboard(phone);
    await page.getByRole('button', { name: 'Search or jump to…' }).click();
    await palette(page).getByRole('combobox').fill('storm banner');
    await palette(page).getByRole('option', { name: 'Storm banner' }).click();
    await page.getByRole('dialog', { name: 'Storm mode' }).waitFor();
    const widths = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
    expect(widths[0]).toBeLessThanOrEqual(widths[1]!);
    await page.close();
  });

  test('finds settings, sponsors and mistyped pages', async () => {
    const page = await openDashboard();
    for (const [typed, option] of [
      ['newsleter', 'Newsletter'],
      ['passkey', 'Second factor'],
      ['poeple', 'People'],
    ] as const) {
      await page.keyboard.press('Control+k');
      await palette(page).getByRole('combobox').fill(typed);
      await palette(page).getByRole('option', { name: option, exact: true }).waitFor();
      await page.keyboard.press('Escape');
      await eventually(() => palette(page).count(), 0);
    }
    const sponsor = await page.request.get(`${site.product.url}/main/home`);
    const { data } = (await sponsor.json()) as { data: { sponsors: { name: string }[] } };
    await page.keyboard.press('Control+k');
    await palette(page).getByRole('combobox').fill(data.sponsors[0]!.name);
    await palette(page).getByRole('group', { name: 'Sponsors' }).getByRole('option').first().click();
    await page.waitForURL('**/dashboard/sponsor');
    await page.close();
  });

  test('is joined by shortcuts: a list on ?, and G with a letter for each page', async () => {
    const page = await openDashboard();
    await page.keyboard.press('?');
    const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await list.getByText('Open Blog Post').waitFor();
    expect(await violationsIn(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await eventually(() => list.count(), 0);
    await page.keyboard.press('g');
    await page.keyboard.press('p');
    await page.waitForURL('**/dashboard/blog');
    await page.close();
  });

  test('is no part of the sign-in page', async () => {
    const page = await site.browser.newPage({ viewport: desktop });
    const scripts: string[] = [];
    page.on('request', (request) => scripts.push(request.url()));
    await page.goto(`${site.product.url}/dashboard/login`);
    await page.getByLabel('Email Address').waitFor();
    await page.keyboard.press('Control+k');
    expect(scripts.filter((address) => address.includes('command-palette'))).toEqual([]);
    expect(await palette(page).count()).toBe(0);
    await page.close();
  });
});
