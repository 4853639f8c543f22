import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { until } from '@site/platform/testing/until';
import { violationsIn } from '../support/axe.js';
import { desktop, phone } from '../support/browser.js';
import { useSite } from '../support/site.js';

/** People, from the invitation on, and what the dashboard shows each of them. */

const invited = { name: 'Ivy Lee', email: 'ivy@example.com', password: 'a shelf cloud over Conway' };
const moderator = { name: 'Mo Field', email: 'mo@example.com', password: 'a shelf cloud over Conway' };

test.describe('the dashboard’s people', () => {
  const site = useSite({ environment: { RATE_LIMIT_SCALE: '1000' } });

  const open = async (path: string, viewport = desktop): Promise<Page> => {
    const context = await site.browser.newContext({ viewport, reducedMotion: 'reduce' });
    const page = await context.newPage();
    await page.goto(site.product.url + path);
    return page;
  };
  async function signIn({ email, password } = site.product.admin, viewport = desktop): Promise<Page> {
    const page = await open('/dashboard/login', viewport);
    await page.getByLabel('Email Address').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await page.waitForURL((url) => !url.pathname.endsWith('/login'));
    await page.getByRole('heading', { level: 1 }).waitFor();
    return page;
  }
  const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });
  const rowOf = (page: Page, list: string, name: string) =>
    page.getByRole('list', { name: list }).getByRole('listitem').filter({ hasText: name });

  /** Without a mail server, mails are written to files. Returns the links of all invitations, newest first. */
  const linksTo = (email: string): string[] => {
    const folder = join(site.product.dataDir, 'mail');
    if (!existsSync(folder)) return [];
    return readdirSync(folder)
      .sort()
      .reverse()
      .map((file) => readFileSync(join(folder, file), 'utf8').replaceAll(/=\r?\n/g, ''))
      .filter((mail) => mail.includes(`\nTo: ${email}`))
      .flatMap((mail) => /\/dashboard\/join#[\w-]{43}/.exec(mail)?.[0] ?? []);
  };
  const linkTo = (email: string, count = 1) =>
    until(`invitation ${count} to ${email}`, () => {
      const links = linksTo(email);
      return links.length >= count ? links[0] : undefined;
    });

  test('join by an invitation that works once', async () => {
    const admin = await signIn();
    await admin.getByRole('link', { name: 'People', exact: true }).click();
    await admin.getByRole('button', { name: 'Invite someone' }).click();
    const form = dialog(admin, 'Invite someone');
    expect(await form.getByLabel('Full Name').evaluate((field) => field === document.activeElement)).toBe(true);
    await form.getByLabel('Full Name').fill(invited.name);
    await form.getByLabel('Email').fill(invited.email);
    await form.getByRole('radio', { name: 'Editor' }).check();
    expect(await violationsIn(admin)).toEqual([]);
    await form.getByRole('button', { name: 'Send invitation' }).click();
    await form.waitFor({ state: 'hidden' });
    await rowOf(admin, 'Open invitations', invited.name)
      .getByText(/Expires/)
      .waitFor();
    expect(await violationsIn(admin)).toEqual([]);

    const link = await linkTo(invited.email);
    const page = await open(link, phone);
    await page.getByText(`Choose a password for ${invited.email}.`, { exact: false }).waitFor();
    expect(await violationsIn(page)).toEqual([]);
    await page.getByLabel('Password', { exact: true }).fill('password');
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.locator('[aria-invalid=true]').waitFor();
    await page.getByLabel('Password', { exact: true }).fill(invited.password);
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByText('Your account is ready.').waitFor();
    await page.getByLabel('Email Address').fill(invited.email);
    await page.getByLabel('Password', { exact: true }).fill(invited.password);
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await page.waitForURL('**/dashboard/blog');

    const repeated = await open(link);
    await repeated.getByText('This invitation was already used. Sign in with the password you chose.').waitFor();
    expect(await violationsIn(repeated)).toEqual([]);
    const wrong = await open('/dashboard/join#guessed');
    await wrong.getByText(/^This link isn’t valid/).waitFor();

    await admin.reload();
    await rowOf(admin, 'People', invited.name).getByText('Editor', { exact: true }).waitFor();
    expect(await admin.getByRole('list', { name: 'Open invitations' }).count()).toBe(0);
    await admin.goto(`${site.product.url}/dashboard/audit`);
    await admin.getByText('accepted an invitation').waitFor();
    for (const shown of [admin, page, repeated, wrong]) await shown.context().close();
  });

  test('can’t join by a revoked invitation', async () => {
    const admin = await signIn();
    await admin.goto(`${site.product.url}/dashboard/people?invite`);
    const form = dialog(admin, 'Invite someone');
    await form.getByLabel('Full Name').fill('Ray Hill');
    await form.getByLabel('Email').fill(invited.email);
    await form.getByRole('button', { name: 'Send invitation' }).click();
    await form.getByText('Another account already uses this email address.').waitFor();
    await form.getByLabel('Email').fill('ray@example.com');
    await form.getByRole('button', { name: 'Send invitation' }).click();
    await form.waitFor({ state: 'hidden' });
    const link = await linkTo('ray@example.com');
    await rowOf(admin, 'Open invitations', 'Ray Hill').getByRole('button', { name: 'Send again' }).click();
    await admin.getByText(/^The last email is still on its way/).waitFor();
    await rowOf(admin, 'Open invitations', 'Ray Hill').getByRole('button', { name: 'Revoke' }).click();
    await admin.getByRole('button', { name: 'Yes, Revoke' }).click();
    await admin.getByText('Revoked the invitation of Ray Hill.').waitFor();
    const page = await open(link);
    await page.getByText(/^This invitation was withdrawn/).waitFor();
    await page.context().close();
    await admin.context().close();
  });

  test('see their own screens: a moderator is taken there, and told why', async () => {
    const admin = await signIn();
    await admin.goto(`${site.product.url}/dashboard/moderate`);
    await admin.getByRole('button', { name: 'Create New' }).click();
    const form = dialog(admin, 'Add New Moderator');
    await form.getByLabel('Full Name').fill(moderator.name);
    await form.getByRole('textbox', { name: 'Email' }).fill(moderator.email);
    await form.getByLabel('Password', { exact: true }).fill(moderator.password);
    await form.getByRole('button', { name: 'Add Member' }).click();
    await form.waitFor({ state: 'hidden' });
    await admin.getByRole('link', { name: 'People', exact: true }).click();
    await rowOf(admin, 'People', moderator.name).getByRole('button', { name: 'Delete' }).waitFor();
    await admin.context().close();

    const page = await signIn(moderator, phone);
    for (const path of ['/dashboard/newsletter', '/dashboard']) {
      await page.goto(site.product.url + path);
      await page.waitForURL('**/dashboard/login');
      await page.getByText(/ is signed in as a moderator\.$/).waitFor();
    }
    await page.goto(`${site.product.url}/dashboard/header`);
    await page.waitForURL('**/moderate');
    await page.getByText('You don’t have access to the page you opened.').waitFor();
    expect(await violationsIn(page)).toEqual([]);
    await page.getByRole('link', { name: 'Contact Us' }).click();
    await page.getByText('You don’t have access to').waitFor({ state: 'detached' });
    await page.context().close();
  });
});

test.describe('the dashboard’s frame', () => {
  const site = useSite({ environment: { RATE_LIMIT_SCALE: '1000' } });

  async function signIn(viewport = desktop): Promise<Page> {
    const context = await site.browser.newContext({ viewport, reducedMotion: 'reduce' });
    const page = await context.newPage();
    await page.goto(`${site.product.url}/dashboard/login`);
    await page.getByLabel('Email Address').fill(site.product.admin.email);
    await page.getByLabel('Password', { exact: true }).fill(site.product.admin.password);
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
    return page;
  }

  test('shows the search box and the storm button whole, and remembers collapsed groups', async () => {
    const page = await signIn({ width: 900, height: 900 });
    const sidebar = page.getByRole('complementary');
    await sidebar.getByRole('link', { name: 'Personal data' }).scrollIntoViewIfNeeded();
    const { x, width } = (await sidebar.boundingBox())!;
    for (const name of ['Search or jump to…', 'Storm mode']) {
      const box = (await sidebar.getByRole('button', { name }).boundingBox())!;
      expect(box.x + box.width).toBeLessThanOrEqual(x + width);
      expect(box.y).toBeGreaterThanOrEqual(0);
      expect(box.width).toBeGreaterThanOrEqual(40);
    }
    await page.getByRole('button', { name: 'System', exact: true }).click();
    await page.reload();
    await page.getByRole('button', { name: 'System', exact: true, expanded: false }).waitFor();
    expect(await page.getByRole('link', { name: 'Audit', exact: true }).count()).toBe(0);
    expect(await violationsIn(page)).toEqual([]);
    await page.context().close();
  });

  test('starts with pending work, and takes at most two screens of a phone', async () => {
    const page = await signIn(phone);
    await page.getByRole('region', { name: 'Health' }).waitFor();
    const [first] = await page.getByRole('main').getByRole('heading', { level: 2 }).allTextContents();
    expect(first).toBe('Waiting for you');
    const counts = await page.getByRole('main').locator('a .figures').allTextContents();
    expect(counts).not.toContain('0');
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    expect(height).toBeLessThanOrEqual(2 * phone.height);
    expect(await violationsIn(page)).toEqual([]);
    await page.context().close();
  });

  test('keeps the primary button of a dialog visible in a short window', async () => {
    const page = await signIn({ width: 900, height: 400 });
    await page.goto(`${site.product.url}/dashboard/faq`);
    await page.getByRole('button', { name: 'Add New FAQ' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Add FAQ' });
    const primary = (await dialog.getByRole('button', { name: 'Add FAQ' }).boundingBox())!;
    expect(primary.y + primary.height).toBeLessThanOrEqual(400);
    expect(await dialog.getByLabel('Question').evaluate((field) => field === document.activeElement)).toBe(true);
    await page.context().close();
  });
});
