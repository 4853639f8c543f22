import { expect, test, type Page } from '@playwright/test';
import { violationsIn } from '../support/axe.js';
import { desktop, phone } from '../support/browser.js';
import { useSite } from '../support/site.js';

const account = { name: 'Ed Itor', email: 'ed@example.com', password: 'a shelf cloud over Conway' };

test.describe('an editor', () => {
  const site = useSite({ environment: { RATE_LIMIT_SCALE: '1000' } });

  async function signIn({ email, password } = site.product.admin, viewport = desktop): Promise<Page> {
    const page = await site.browser.newPage({ viewport, reducedMotion: 'reduce' });
    await page.goto(`${site.product.url}/dashboard/login`);
    await page.getByLabel('Email Address').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await page.waitForURL((url) => !url.pathname.endsWith('/login'));
    return page;
  }
  const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
  /** Calls in this page's session, whatever the page shows. */
  const statusOf = (page: Page, method: string, path: string) =>
    page.evaluate(
      async ([verb, address]) => {
        const { token } = JSON.parse(localStorage.getItem('userData') ?? '{}') as { token?: string };
        const { status } = await fetch(address, { method: verb, headers: { Authorization: `Bearer ${token}` } });
        return status;
      },
      [method, path] as const,
    );

  test('is made of a moderator by an admin, writes, and is kept from what is not theirs', async () => {
    const admin = await signIn();
    await admin.goto(`${site.product.url}/dashboard/moderate`);
    await admin.getByRole('button', { name: 'Create New' }).click();
    const form = admin.getByRole('dialog', { name: 'Add New Moderator' });
    await form.getByLabel('Full Name').fill(account.name);
    await form.getByRole('textbox', { name: 'Email' }).fill(account.email);
    await form.getByLabel('Password', { exact: true }).fill(account.password);
    await form.getByRole('button', { name: 'Add Member' }).click();
    await form.waitFor({ state: 'hidden' });
    await admin.getByText(account.email).waitFor();

    await admin.goto(`${site.product.url}/dashboard/people`);
    const row = admin.getByRole('list', { name: 'People' }).getByRole('listitem').filter({ hasText: account.name });
    await row.getByRole('button', { name: 'Make an editor' }).click();
    await admin.getByRole('dialog').getByRole('button', { name: 'Make an editor' }).click();
    await admin.getByText(`${account.name} is now an editor.`).waitFor();
    await row.getByText('Editor', { exact: true }).waitFor();
    expect(await violationsIn(admin)).toEqual([]);

    for (const viewport of [desktop, phone]) {
      const page = await signIn(account, viewport);
      await page.waitForURL('**/dashboard/blog');
      await page.goto(`${site.product.url}/dashboard/newsletter`);
      await page.getByText(/^You don’t have access to this/).waitFor();
      expect(await violationsIn(page)).toEqual([]);
      await page.getByRole('link', { name: 'See roles and permissions' }).click();
      await heading(page, 'Roles and permissions');
      expect(await violationsIn(page)).toEqual([]);
      await page.goto(`${site.product.url}/dashboard/faq`);
      await heading(page, 'Frequently Asked Questions');
      await page.close();
    }

    const page = await signIn(account);
    expect(await statusOf(page, 'GET', '/admin/main/faqs')).toBe(200);
    for (const [method, path] of [
      ['GET', '/admin/main/people'],
      ['GET', '/admin/main/snapshot'],
      ['GET', '/admin/main/contact-us'],
      ['GET', '/admin/main/newsletter'],
      ['POST', '/admin/main/newsletter/campaign'],
      ['GET', '/admin/main/audit'],
    ] as const)
      expect([path, await statusOf(page, method, path)]).toEqual([path, 403]);
  });
});
