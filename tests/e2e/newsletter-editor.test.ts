import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { until } from '@site/platform/testing/until';
import { stateLocalTime } from '@site/regions/state-time';
import { violationsIn } from '../support/axe.js';
import { desktop, phone } from '../support/browser.js';
import { signUpForMails } from '../support/newsletter-readers.js';
import { useSite } from '../support/site.js';

test.describe('the newsletter’s desk', () => {
  const site = useSite({ environment: { RATE_LIMIT_SCALE: '1000' } });

  let signUp: Promise<void> | undefined;
  /** A newsletter without readers can't be scheduled. */
  const haveReaders = () => (signUp ??= signUpForMails(site.product));

  async function open(viewport = desktop): Promise<Page> {
    const page = await site.browser.newPage({ viewport });
    await page.goto(`${site.product.url}/dashboard/login`);
    const { email, password } = site.product.admin;
    await page.getByLabel('Email Address').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await page.waitForURL('**/dashboard/home');
    await page.goto(`${site.product.url}/dashboard/newsletter`);
    return page;
  }

  async function choosePost(page: Page) {
    await page.getByRole('button', { name: 'New campaign' }).click();
    await page.getByRole('radio').first().check();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('article', { name: 'Email' }).waitFor();
  }

  const emails = () => {
    const folder = join(site.product.dataDir, 'mail');
    // The first mail creates it.
    if (!existsSync(folder)) return [];
    return readdirSync(folder)
      .filter((file) => file.endsWith('.eml'))
      .map((file) => readFileSync(join(folder, file), 'utf8'));
  };

  test('shows the mail in its own colours, light and dark, on a phone and a desktop', async () => {
    const page = await open();
    const rejected: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') rejected.push(message.text());
    });
    await choosePost(page);
    const card = (title: string) => page.frameLocator(`iframe[title="${title}"]`).locator('.card');
    const background = (title: string) => card(title).evaluate((element) => getComputedStyle(element).backgroundColor);
    expect(await background('The email on a phone, light')).toBe('rgb(255, 255, 255)');
    await page.getByRole('checkbox', { name: 'Dark' }).check();
    expect(await background('The email on a phone, dark')).toBe('rgb(24, 36, 47)');
    await page.getByText('Desktop', { exact: true }).click();
    const box = await page.getByTitle('The email on a desktop, dark').boundingBox();
    expect(box?.width).toBe(680);
    expect(await violationsIn(page)).toEqual([]);
    await page.getByText('Plain text', { exact: true }).click();
    await page.getByText('Read it on the site:').waitFor();
    expect(rejected).toEqual([]);
    await page.close();
  });

  test('sends a test to who asks', async () => {
    const page = await open();
    await choosePost(page);
    await page.getByLabel('Subject').fill('Ice tonight');
    await page.getByLabel('Preheader').fill('Roads are slick.');
    await page.getByLabel('Introduction').fill('Dear readers, stay home.');
    await page.getByLabel('Reply-to address').fill('desk@example.org');
    await page.getByLabel('Reply-to address').press('Tab');
    await page.getByRole('article', { name: 'Email' }).getByText('Ice tonight').waitFor();
    await page.getByRole('button', { name: 'Send me a test' }).click();
    await page.getByText('A test email is on its way to your own address').waitFor();
    const test = await until(
      'the test mail',
      () => emails().find((mail) => mail.includes('\nSubject: [Test] Ice tonight')),
      30_000,
    );
    expect(test).toContain('\nReply-To: desk@example.org');
    expect(test).toContain('Dear readers, stay home.');
    expect(await violationsIn(page)).toEqual([]);
    expect(test).toContain(`\nTo: ${site.product.admin.email}`);
    expect(test).not.toMatch(/^List-Unsubscribe/m);
    await page.close();
  });

  test('plans a mail, changes its time and calls it off, on a phone, too', async () => {
    await haveReaders();
    const page = await open(phone);
    await choosePost(page);
    await page.getByRole('radio', { name: 'Later' }).check();
    const time = page.getByLabel('Date and time');
    await time.fill('2020-01-01T07:30');
    await page.getByRole('button', { name: 'Schedule', exact: true }).click();
    await page.getByText('This time is past').waitFor();
    const inHours = (hours: number) => stateLocalTime(new Date(Date.now() + hours * 3_600_000));
    await time.fill(inHours(48));
    await page.getByRole('button', { name: 'Schedule', exact: true }).click();
    const campaign = page.getByRole('list', { name: 'Campaigns' }).getByRole('listitem').first();
    await campaign.getByText(/^Scheduled for/).waitFor();
    await campaign.getByRole('button', { name: 'Reschedule' }).click();
    await page.getByRole('dialog').getByLabel('Date and time').fill(inHours(72));
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText(/is rescheduled/).waitFor();
    await campaign.getByRole('button', { name: 'Cancel campaign' }).click();
    await campaign.getByText('Canceled', { exact: true }).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
    await page.close();
  });

  test('imports a file of addresses, which get a mail to confirm, and says which rows are wrong', async () => {
    const page = await open();
    await page.getByRole('button', { name: 'Import CSV' }).click();
    const dialog = page.getByRole('dialog', { name: 'Import subscribers' });
    const csv = 'email,consent_source\nImported@Example.org,\nnobody@,\nimp\u200borted@example.org,\n';
    await dialog
      .getByLabel('CSV file')
      .setInputFiles({ name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
    await dialog.getByLabel('Source of the consent').fill('County fair 2026');
    await dialog.getByRole('button', { name: 'Import' }).click();
    await dialog.getByText('Added 1 address').waitFor();
    await dialog.getByText(/^Row 3:/).waitFor();
    await dialog.getByText('The same address as in row 2.').waitFor();
    expect(await violationsIn(page)).toEqual([]);
    const mail = await until(
      'the confirmation',
      () => emails().find((one) => one.includes('\nTo: imported@example.org')),
      30_000,
    );
    // An admin typed it, so a stolen session could send texts of its own.
    expect(mail).not.toContain('County fair');
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await page.getByRole('cell', { name: 'imported@example.org', exact: true }).waitFor();
    await page.getByText('Consent: County fair 2026', { exact: true }).waitFor();
    await page.close();
  });

  test('is on hold while its post is deleted', async () => {
    await haveReaders();
    const page = await open();
    await choosePost(page);
    await page.getByRole('radio', { name: 'Later' }).check();
    await page.getByLabel('Date and time').fill(stateLocalTime(new Date(Date.now() + 48 * 3_600_000)));
    await page.getByRole('button', { name: 'Schedule', exact: true }).click();
    const campaign = page.getByRole('list', { name: 'Campaigns' }).getByRole('listitem').first();
    await campaign.getByText(/^Scheduled for/).waitFor();
    const title = await campaign.getByRole('heading').innerText();
    await page.goto(`${site.product.url}/dashboard/blog`);
    const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title, exact: true }) });
    await card.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByText('It will be on hold until the post is back').waitFor();
    await page.getByRole('button', { name: 'Yes, Delete' }).click();
    await page.getByText(`Deleted “${title}”.`).waitFor();
    await page.goto(`${site.product.url}/dashboard/newsletter`);
    await campaign.getByText(/^On hold: the post was deleted/).waitFor();
    await page.goto(`${site.product.url}/dashboard/trash`);
    await page.getByRole('listitem').filter({ hasText: title }).getByRole('button', { name: 'Restore' }).click();
    await page.getByText(`Restored: Blog post “${title}”.`).waitFor();
    await page.goto(`${site.product.url}/dashboard/newsletter`);
    await campaign.getByText('Scheduled', { exact: true }).waitFor();
    await page.close();
  });
});
