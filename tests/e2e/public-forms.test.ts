import type { Browser, Page } from 'playwright-core';
import { Client } from 'pg';
import sharp from 'sharp';
import { until } from '@site/platform/testing/until';
import { desktop, phone, startBrowser } from '../support/browser.js';
import { takeTime } from '../support/forms.js';
import { startProduct, type Product } from '../support/product.js';

/** What visitors send, through a real browser into the real product: said, kept, stored once. */

describe('the public forms', () => {
  let product: Product;
  let browser: Browser;
  let database: Client;
  let photo: Buffer;

  beforeAll(async () => {
    const colour = { r: 40, g: 80, b: 140 };
    [product, browser, photo] = await Promise.all([
      startProduct({ simulated: true, environment: { RATE_LIMIT_SCALE: '1000' } }),
      startBrowser(),
      sharp({ create: { width: 1600, height: 1200, channels: 3, background: colour } })
        .jpeg()
        .toBuffer(),
    ]);
    database = new Client({ connectionString: product.databaseUrl() });
    await database.connect();
  }, 240_000);

  afterAll(async () => {
    await browser?.close();
    await database?.end();
    await product?.remove();
  }, 60_000);

  async function open(path: string, viewport = desktop) {
    const page = await browser.newPage({ viewport });
    await page.goto(product.url + path);
    return page;
  }

  const countOf = async (query: string, value: string) =>
    Number((await database.query<{ count: string }>(query, [value])).rows[0]?.count);

  /** Where an element stands in the window. */
  const boxOf = async (page: Page, text: string) => (await page.getByText(text).first().boundingBox())!;

  describe('a photo whose answer is lost on the way', () => {
    const lastName = 'Lost-Answer';

    async function fillIn(page: Page) {
      await page.getByLabel('First name').fill('Marguerite');
      await page.getByLabel('Last name').fill(lastName);
      await page.getByRole('textbox', { name: 'Email' }).fill('visitor@example.org');
      await page.getByRole('textbox', { name: 'Location' }).fill('Petit Jean');
      await page.getByRole('textbox', { name: 'Comments' }).fill('Fog in the valley');
      await page
        .locator('input[type=file]')
        .setInputFiles({ name: 'storm.jpg', mimeType: 'image/jpeg', buffer: photo });
      await page.getByRole('checkbox').check();
    }

    it('stays as it was entered, is sent once more with the same key, and is stored once', async () => {
      const page = await open('/snapshots', phone);
      const keys: (string | undefined)[] = [];
      await page.route('**/main/snapshot/create', async (route) => {
        keys.push(route.request().headers()['idempotency-key']);
        const answer = await route.fetch();
        if (keys.length === 1) return route.abort('connectionreset');
        return route.fulfill({ response: answer });
      });
      await fillIn(page);
      await takeTime(page);
      await page.getByRole('button', { name: 'Submit photo' }).click();

      await page.getByRole('alert').getByText('Something went wrong. Please try again later.').waitFor();
      expect(await page.getByLabel('Last name').inputValue()).toBe(lastName);
      expect(await page.getByRole('textbox', { name: 'Comments' }).inputValue()).toBe('Fog in the valley');
      await page.getByText('storm.jpg').waitFor();

      await page.getByRole('button', { name: 'Send it again' }).click();
      await page.getByText('Snapshot Created Successfully').waitFor();
      expect(await page.getByLabel('Last name').inputValue()).toBe('');
      expect(keys).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/), keys[0]]);
      expect(await countOf('SELECT count(*) FROM submissions.snapshots WHERE last_name = $1', lastName)).toBe(1);
      await page.close();
    }, 60_000);
  });

  it('a message: what is missing is listed in sight, then it arrives and the form is empty', async () => {
    const page = await open('/contact', phone);
    await page.getByRole('button', { name: 'Submit Feedback' }).click();
    const summary = page.getByRole('alert');
    await summary.getByRole('link', { name: 'Name is required' }).waitFor();
    await until('the list of faults to be in sight, below the bar', async () => {
      const { y, height } = await boxOf(page, 'Please check what you have entered');
      return y > 64 && y + height < phone.height;
    });
    await summary.getByRole('link', { name: 'Phone number is required' }).click();
    await page.keyboard.type('5015550100');
    expect(await page.getByLabel('Phone Number').inputValue()).toBe('5015550100');
    await page.getByLabel('Full Name').fill('Ada');
    await page.getByRole('textbox', { name: 'Email Address' }).fill('ada-form@example.org');
    await page.getByRole('textbox', { name: 'Feedback' }).fill('A correction.');
    await takeTime(page);
    await page.getByRole('button', { name: 'Submit Feedback' }).click();
    await page.getByRole('status').filter({ hasText: 'Contact Request Send' }).waitFor();
    expect(await page.getByLabel('Full Name').inputValue()).toBe('');
    const query = 'SELECT count(*) FROM submissions.contact_messages WHERE email = $1';
    expect(await countOf(query, 'ada-form@example.org')).toBe(1);
    await page.close();
  }, 60_000);

  it('a sign-up to the newsletter at the foot of a page', async () => {
    const page = await open('/about');
    const form = page.getByRole('form', { name: 'Newsletter' });
    const signUp = form.getByRole('button', { name: 'Sign up' });
    await signUp.click();
    await form.getByText('Please enter your email address.').waitFor();
    await form.getByRole('textbox').fill('nobody@example');
    expect(await form.getByText('Please enter your email address.').count()).toBe(0);
    await signUp.click();
    await form.getByText('Please enter a valid email address.').waitFor();
    await form.getByRole('textbox').fill('subscriber-form@example.org');
    await takeTime(page);
    await signUp.click();
    await form.getByText(/check your email/).waitFor();
    expect(await form.getByRole('textbox').inputValue()).toBe('');
    const query = 'SELECT count(*) FROM submissions.newsletter_subscribers WHERE email = $1';
    expect(await countOf(query, 'subscriber-form@example.org')).toBe(1);
    await page.close();
  }, 60_000);

  it('a request to become a sponsor: kept while it is wrong, forgotten when closed, sent, and not public', async () => {
    const page = await open('/sponsors');
    const opener = page.getByRole('button', { name: 'Advertise With Us' });
    await opener.click();
    const dialog = page.getByRole('dialog', { name: 'Become Our Sponsor' });
    await dialog.getByLabel('Company Name').fill('Forgotten');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await opener.click();
    expect(await dialog.getByLabel('Company Name').inputValue()).toBe('');

    const submit = dialog.getByRole('button', { name: 'Submit' });
    expect(await submit.getAttribute('aria-disabled')).toBe('true');
    await dialog.getByLabel('Name', { exact: true }).fill('Nora');
    await dialog.getByLabel('Email').fill('nora-form@example.org');
    await dialog.getByLabel('Phone Number').fill('+15015550123');
    await dialog.getByLabel('Company Name').fill('Delta Steel Works');
    await dialog.getByLabel('Message').fill('We would like to help.');
    const logo = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="240" height="100"><rect width="240" height="100" fill="#147"/></svg>',
    );
    await dialog
      .locator('input[type=file]')
      .setInputFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: logo });
    await takeTime(page);
    await submit.click();
    await dialog.waitFor({ state: 'hidden' });
    await page
      .getByRole('status')
      .filter({ hasText: /sponsor request/i })
      .waitFor();
    const query = 'SELECT count(*) FROM submissions.sponsors WHERE email = $1';
    expect(await countOf(query, 'nora-form@example.org')).toBe(1);
    const home = await (await fetch(`${product.url}/main/home`)).text();
    expect(home).not.toContain('Delta Steel Works');
    await page.close();
  }, 60_000);
});
