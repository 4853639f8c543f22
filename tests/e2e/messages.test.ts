import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { until } from '@site/platform/testing/until';
import { violationsIn } from '../support/axe.js';
import { desktop, phone } from '../support/browser.js';
import { useSite } from '../support/site.js';

test.describe('messages', () => {
  const site = useSite({ environment: { RATE_LIMIT_SCALE: '1000' } });

  async function write(name: string, feedback: string) {
    const email = `${name.toLowerCase()}@example.org`;
    const body = new URLSearchParams({ name, phone: '501 555 0123', email, feedback });
    const response = await fetch(`${site.product.url}/main/contact-us`, { method: 'POST', body });
    expect(response.status).toBe(201);
  }

  async function open(path: string, viewport = desktop) {
    const page = await site.browser.newPage({ viewport });
    await page.goto(`${site.product.url}/dashboard/login`);
    await page.getByLabel('Email Address').fill(site.product.admin.email);
    await page.getByLabel('Password', { exact: true }).fill(site.product.admin.password);
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await page.waitForURL('**/dashboard/home');
    await page.goto(site.product.url + path);
    return page;
  }

  /** Without a mail server, mail is written to files. */
  const mailsTo = (email: string) => {
    const folder = join(site.product.dataDir, 'mail');
    return readdirSync(folder)
      .filter((file) => file.endsWith('.eml'))
      .map((file) => readFileSync(join(folder, file), 'utf8'))
      .filter((mail) => mail.includes(`\nTo: ${email}`));
  };

  test('say so when there are none', async () => {
    const page = await open('/dashboard/contact');
    await page.getByText('There is no contact us form at the moment.').waitFor();
    await page.close();
  });

  test('are answered by mail without leaving the page, with the thread kept and what was typed not lost', async () => {
    await write('Harriet', 'Was there hail in Conway?');
    const page = await open('/dashboard/contact');
    const row = page.locator('li[data-message]', { hasText: 'Harriet' });
    await row.getByRole('button', { name: 'Quick View' }).click();
    const dialog = page.getByRole('dialog', { name: 'Contact Us Form' });
    await dialog.getByLabel('Note').fill('Asked the sheriff');
    await dialog.getByRole('button', { name: 'Save note' }).click();
    await dialog.getByRole('button', { name: /Save note|Saving/ }).waitFor({ state: 'hidden' });
    await dialog.getByLabel('Your reply').fill('Yes, two inches.');
    await dialog.getByLabel('Note').fill('Asked the sheriff, who measured it');
    await page.reload();
    await row.getByRole('button', { name: 'Quick View' }).click();
    expect(await dialog.getByLabel('Your reply').inputValue()).toBe('Yes, two inches.');
    await dialog.getByLabel('Your reply').press('Control+Enter');
    await dialog.getByRole('region', { name: 'Replies' }).getByText(/^Sent/).waitFor();
    expect(await dialog.getByLabel('Note').inputValue()).toBe('Asked the sheriff, who measured it');
    await dialog.getByLabel('Your reply').fill('And in Vilonia.');
    await dialog.getByRole('button', { name: 'Send reply' }).click();
    const emails = await until('both answers', () => {
      const found = mailsTo('harriet@example.org');
      return found.length === 2 ? found : undefined;
    });
    const idOf = (mail: string) => /^Message-ID: (<reply\.[^>]+>)/im.exec(mail)?.[1];
    const first = emails.find((mail) => mail.includes('Yes, two inches.'))!;
    const second = emails.find((mail) => mail.includes('And in Vilonia.'))!;
    expect(second).toMatch(new RegExp(`^In-Reply-To: ${idOf(first)?.replaceAll('.', '\\.')}`, 'im'));
    expect(first).toContain('> Was there hail in Conway?');
    await page.keyboard.press('Escape');
    await row.waitFor({ state: 'hidden' });
    await page.getByRole('tab', { name: /^Handled/ }).click();
    await row.getByText('Note: Asked the sheriff').waitFor();
    await page.close();
  });

  test('are put aside together, on a phone, too', async () => {
    const names = ['Walter', 'Wanda', 'Wesley'];
    for (const name of names) await write(name, 'Thank you for the warning.');
    const page = await open('/dashboard/contact?q=thank+you', phone);
    for (const name of names) await page.getByLabel(`Select the message from ${name}`).check();
    await page.getByRole('button', { name: 'Mark as handled' }).click();
    await page.getByText('Marked 3 messages as handled.').waitFor();
    await page.getByRole('tab', { name: /^Handled 3/ }).waitFor();
    await page.getByRole('tab', { name: /^New 0/ }).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
    await page.close();
  });

  test('are assigned, answered with a saved reply, and read one after the other', async () => {
    await write('Ivan', 'First question');
    await write('Ivan', 'Second question');
    const page = await open('/dashboard/contact?q=ivan');
    const rows = page.locator('li[data-message]');
    await rows.first().getByRole('button', { name: 'Quick View' }).focus();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Contact Us Form' });
    await dialog.getByText('First question').first().waitFor();
    await dialog
      .getByRole('region', { name: 'Other messages from this address' })
      .getByRole('button', { name: /Second question/ })
      .waitFor();
    await page.keyboard.press('Alt+k');
    const feedback = dialog.getByRole('definition').last();
    await until('the previous message', async () => (await feedback.innerText()) === 'Second question');
    await dialog.getByRole('button', { name: 'Next message' }).click();
    await until('the next message', async () => (await feedback.innerText()) === 'First question');
    await dialog.getByLabel('Assigned to').selectOption({ index: 1 });
    await dialog.getByLabel('Your reply').fill('Thank you, Ivan.');
    await dialog.getByText('Saved replies').click();
    await dialog.getByLabel('Save this reply as').fill('Thanks');
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await dialog.getByText('Saved replies (1)').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('tab', { name: 'Mine 1' }).click();
    await rows.getByText(/^Assigned to /).waitFor();
    await page.reload();
    await rows.getByRole('button', { name: 'Quick View' }).click();
    await dialog.getByLabel('Your reply').fill('');
    await dialog.getByText('Saved replies (1)').click();
    await dialog.getByRole('button', { name: /^Thanks/ }).click();
    expect(await dialog.getByLabel('Your reply').inputValue()).toBe('Thank you, Ivan.');
    expect(await violationsIn(page)).toEqual([]);
    await page.close();
  });
});
