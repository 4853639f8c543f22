import { randomBytes } from 'node:crypto';
import { expect, test, type Locator, type Page } from '@playwright/test';
import { Client } from 'pg';
import sharp from 'sharp';
import { until } from '@site/platform/testing/until';
import { eventually } from '../support/eventually.js';
import { layLine } from '../support/breakable-connection.js';
import { desktop, phone } from '../support/browser.js';
import { takeTime } from '../support/form-delay.js';
import { useSite } from '../support/site.js';

/** Public forms: visitors get feedback, nothing is lost, and everything is stored once. */

test.describe('the public forms', () => {
  const site = useSite({ environment: { RATE_LIMIT_SCALE: '1000' } });
  let database: Client;
  let photo: Buffer;

  test.beforeAll(async () => {
    const color = { r: 40, g: 80, b: 140 };
    photo = await sharp({ create: { width: 1600, height: 1200, channels: 3, background: color } })
      .jpeg()
      .toBuffer();
    database = new Client({ connectionString: site.product.state().databaseUrl });
    await database.connect();
    site.defer(() => database.end());
  });

  async function open(path: string, viewport = desktop, origin = site.product.url) {
    const page = await site.browser.newPage({ viewport });
    await page.goto(origin + path);
    return page;
  }

  const countOf = async (query: string, value: string) =>
    Number((await database.query<{ count: string }>(query, [value])).rows[0]?.count);

  /** Holds requests back until the returned function is called. */
  async function hold(page: Page, address: string): Promise<() => void> {
    let letGo: () => void = () => undefined;
    const current = new Promise<void>((resolve) => (letGo = resolve));
    await page.route(address, async (route) => {
      await current;
      await route.continue();
    });
    return letGo;
  }

  /** Scrolls to the form, which loads when it's nearly in view. */
  async function newsletterForm(page: Page) {
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
    const form = page.getByRole('form', { name: 'Newsletter' });
    await form.waitFor();
    return form;
  }

  /** Records whether the next press becomes a click, and the controls that move before its release. */
  function watchPress(form: Element) {
    const seen: { clicked: boolean; moved: string[] } = { clicked: false, moved: [] };
    const places = () =>
      Array.from(form.querySelectorAll('input, textarea, select, button'), (control) => {
        const { x, y } = control.getBoundingClientRect();
        const origin = form.getBoundingClientRect();
        return `${control.id || control.textContent}: ${Math.round(x - origin.x)}, ${Math.round(y - origin.y)}`;
      });
    let before: string[] = [];
    const once = { once: true, capture: true };
    document.addEventListener('pointerdown', () => (before = places()), once);
    document.addEventListener(
      'pointerup',
      () => (seen.moved = places().filter((place, at) => place !== before[at])),
      once,
    );
    form.addEventListener('click', () => (seen.clicked = true), once);
    return seen;
  }

  const boxOf = async (page: Page, text: string) => (await page.getByText(text).first().boundingBox())!;

  test.describe('a photo', () => {
    const stored = 'SELECT count(*) FROM submissions.snapshots WHERE last_name = $1';

    async function fillIn(page: Page, lastName: string, file = photo) {
      await page.getByLabel('First name').fill('Marguerite');
      await page.getByLabel('Last name').fill(lastName);
      await page.getByRole('textbox', { name: 'Email', exact: true }).fill('visitor@example.org');
      await page.getByRole('textbox', { name: 'Location' }).fill('Petit Jean');
      await page.getByRole('textbox', { name: 'Comments' }).fill('Fog in the valley');
      await page.locator('input[type=file]').setInputFiles({ name: 'storm.jpg', mimeType: 'image/jpeg', buffer: file });
      await page.getByRole('checkbox').check();
    }

    test('is not sent, and its button says what is needed, until everything is there', async () => {
      const page = await open('/snapshots');
      const sent: string[] = [];
      page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()));
      await fillIn(page, '   ');
      const submit = page.getByRole('button', { name: 'Submit photo' });
      await submit.click({ force: true });
      await eventually(() => submit.getAttribute('aria-disabled'), 'true');
      await page.getByText('Still needed: your last name.').waitFor();
      expect(await page.getByRole('alert').count()).toBe(0);
      await page.getByRole('button', { name: 'Remove photo' }).click();
      await page.getByText('Still needed: your last name, a photo.').waitFor();
      expect(await page.getByRole('img', { name: 'Preview of your selection' }).count()).toBe(0);
      expect(sent).toEqual([]);
      await page.close();
    });

    test('shows how much has left; the line breaks; it is sent once more with the same key, and stored once', async () => {
      const lastName = 'Lost-Line';
      const side = 1_000;
      const large = await sharp(randomBytes(side * side * 3), { raw: { width: side, height: side, channels: 3 } })
        .jpeg({ quality: 95 })
        .toBuffer();
      const line = await layLine(site.product.url);
      const page = await open('/snapshots', phone, line.url);
      const keys: (string | undefined)[] = [];
      page.on('request', (request) => request.method() === 'POST' && keys.push(request.headers()['idempotency-key']));
      const devTools = await page.context().newCDPSession(page);
      const slow = { offline: false, latency: 20, downloadThroughput: -1, uploadThroughput: 120_000 };
      await devTools.send('Network.enable');
      await devTools.send('Network.emulateNetworkConditions', slow);
      await fillIn(page, lastName, large);
      await takeTime(page);
      await page.getByRole('button', { name: 'Submit photo' }).click();

      const sending = page.getByRole('button', { name: 'Submitting...' });
      await eventually(() => sending.isDisabled(), true);
      const share = async () => Number(await page.getByRole('progressbar').getAttribute('aria-valuenow'));
      await until('some of it to have left', async () => (await share()) > 0, 30_000);
      expect(await share()).toBeLessThan(100);
      line.cut();
      await page.getByRole('alert').getByText('Something went wrong. Please try again later.').waitFor();
      expect(await page.getByRole('progressbar').count()).toBe(0);
      await eventually(() => page.getByLabel('Last name').inputValue(), lastName);
      await page.getByText('storm.jpg').waitFor();

      line.mend();
      await devTools.send('Network.emulateNetworkConditions', { ...slow, uploadThroughput: -1 });
      await page.getByRole('button', { name: 'Send it again' }).click();
      await page.getByText('Snapshot Created Successfully').waitFor();
      expect(keys).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/), keys[0]]);
      expect(await countOf(stored, lastName)).toBe(1);
      await page.close();
      await line.close();
    });

    test('whose answer is lost on the way stays as it was entered, is sent once more with the same key, and is stored once', async () => {
      const lastName = 'Lost-Answer';
      const page = await open('/snapshots', phone);
      const keys: (string | undefined)[] = [];
      await page.route('**/main/snapshot/create', async (route) => {
        keys.push(route.request().headers()['idempotency-key']);
        const answer = await route.fetch();
        if (keys.length === 1) return route.abort('connectionreset');
        return route.fulfill({ response: answer });
      });
      await fillIn(page, lastName);
      await takeTime(page);
      await page.getByRole('button', { name: 'Submit photo' }).click();

      await page.getByRole('alert').getByText('Something went wrong. Please try again later.').waitFor();
      await eventually(() => page.getByLabel('Last name').inputValue(), lastName);
      await eventually(() => page.getByRole('textbox', { name: 'Comments' }).inputValue(), 'Fog in the valley');
      await page.getByText('storm.jpg').waitFor();

      await page.getByRole('button', { name: 'Send it again' }).click();
      await page.getByText('Snapshot Created Successfully').waitFor();
      await eventually(() => page.getByLabel('Last name').inputValue(), '');
      expect(keys).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/), keys[0]]);
      expect(await countOf(stored, lastName)).toBe(1);
      await page.close();
    });
  });

  test('a message: what is missing is listed in sight, then it arrives and the form is empty', async () => {
    const page = await open('/contact', phone);
    await page.getByRole('button', { name: 'Submit Feedback' }).click();
    const summary = page.getByRole('alert');
    await summary.getByRole('link', { name: 'Name is required' }).waitFor();
    await until('the list of faults to be in sight, below the bar', async () => {
      const { y, height } = await boxOf(page, 'Please check your entries');
      return y > 64 && y + height < phone.height;
    });
    await summary.getByRole('link', { name: 'Phone number is required' }).click();
    await eventually(() => page.getByLabel('Phone Number').evaluate((box) => box === document.activeElement), true);
    await page.keyboard.type('5015550100');
    await eventually(() => page.getByLabel('Phone Number').inputValue(), '5015550100');
    await page.getByLabel('Full Name').fill('Ada');
    await page.getByRole('textbox', { name: 'Email Address', exact: true }).fill('ada-form@example.org');
    await page.getByRole('textbox', { name: 'Feedback' }).fill('A correction.');
    await takeTime(page);
    await page.getByRole('button', { name: 'Submit Feedback' }).click();
    await page.getByRole('status').filter({ hasText: 'Contact Request Send' }).waitFor();
    await eventually(() => page.getByLabel('Full Name').inputValue(), '');
    const query = 'SELECT count(*) FROM submissions.contact_messages WHERE email = $1';
    expect(await countOf(query, 'ada-form@example.org')).toBe(1);
    await page.close();
  });

  test('a message that does not arrive: the words of the page, and nothing typed is lost', async () => {
    const page = await open('/contact');
    const email = 'grace-form@example.org';
    await page.getByLabel('Full Name').fill('Grace');
    await page.getByLabel('Phone Number').fill('501 555 0100, after six');
    await page.getByRole('textbox', { name: 'Email Address', exact: true }).fill(email);
    await page.getByRole('textbox', { name: 'Feedback' }).fill('Thank you.');
    const broken = { status: false, action: 'Broken', message: 'Not for visitors', errors: [] };
    await page.route('**/main/contact-us', (route) => route.fulfill({ status: 500, json: broken }), { times: 1 });
    await takeTime(page);
    await page.getByRole('button', { name: 'Submit Feedback' }).click();
    await page.getByRole('alert').getByText('Failed to submit the form. Please try again later.').waitFor();
    expect(await page.getByText('Not for visitors').count()).toBe(0);
    await eventually(() => page.getByRole('textbox', { name: 'Feedback' }).inputValue(), 'Thank you.');

    const letGo = await hold(page, '**/main/contact-us');
    await page.getByRole('button', { name: 'Submit Feedback' }).click();
    await eventually(() => page.getByRole('button', { name: 'Submitting...' }).isDisabled(), true);
    expect(await page.getByRole('alert').count()).toBe(0);
    letGo();
    await page.getByRole('status').filter({ hasText: 'Contact Request Send' }).waitFor();
    expect(await countOf('SELECT count(*) FROM submissions.contact_messages WHERE email = $1', email)).toBe(1);
    await page.close();
  });

  test('a sign-up that fails: the server’s words, then ours, gone with the next letter; busy while it is sent', async () => {
    const page = await open('/about', phone);
    const form = await newsletterForm(page);
    const signUp = form.getByRole('button', { name: 'Sign up' });
    const address = '**/main/news/letter/create';
    const busy = { status: false, action: 'Busy', message: 'Too many sign-ups right now.', errors: [] };
    await form.getByRole('textbox').fill('patient-form@example.org');
    await takeTime(page);
    await page.route(address, (route) => route.fulfill({ status: 429, json: busy }), { times: 1 });
    await signUp.click();
    await form.getByText('Too many sign-ups right now.').waitFor();
    await form.getByRole('textbox').press('End');
    await form.getByRole('textbox').press('x');
    expect(await form.getByText('Too many sign-ups right now.').count()).toBe(0);
    await form.getByRole('textbox').press('Backspace');
    await page.route(address, (route) => route.abort('connectionreset'), { times: 1 });
    await signUp.click();
    await form.getByText('Something went wrong. Please try again later.').waitFor();

    const letGo = await hold(page, address);
    await signUp.click();
    await until('the form to be busy', () => form.getByRole('textbox').isDisabled());
    await eventually(() => signUp.isDisabled(), true);
    letGo();
    await form.getByText(/check your email/).waitFor();
    await eventually(() => form.getByRole('textbox').isEnabled(), true);
    await page.close();
  });

  test('a sign-up to the newsletter at the foot of a page', async () => {
    const page = await open('/about');
    const form = await newsletterForm(page);
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
    await eventually(() => form.getByRole('textbox').inputValue(), '');
    const query = 'SELECT count(*) FROM submissions.newsletter_subscribers WHERE email = $1';
    expect(await countOf(query, 'subscriber-form@example.org')).toBe(1);
    await page.close();
  });

  test.describe('a press of 90 ms', () => {
    const press = { delay: 90 };

    for (const [label, viewport] of [
      ['a desktop', desktop],
      ['a phone', phone],
    ] as const)
      test(`takes effect when it leaves an empty field of the photo form on ${label}`, async () => {
        const page = await open('/snapshots', viewport);
        const agreement = page.getByRole('checkbox');
        const location = page.getByRole('textbox', { name: 'Location' });
        await location.focus();
        await agreement.click(press);
        await eventually(() => agreement.isChecked(), true);
        await page.getByText('Location is required').waitFor();
        await page.getByRole('textbox', { name: 'Email', exact: true }).focus();
        await page.getByRole('button', { name: 'Submit photo' }).click({ ...press, force: true });
        await page.getByText('First name is required').waitFor();
        await eventually(() => page.getByLabel('First name').evaluate((box) => box === document.activeElement), true);
        await page.close();
      });

    /** Opens each form; those in dialogs and at the foot of pages need a step before. */
    const forms: [string, (page: Page) => Promise<Locator>][] = [
      ['/contact', async (page) => page.getByRole('form', { name: 'Write to us' })],
      ['/snapshots', async (page) => page.getByRole('form', { name: 'Send your photo' })],
      ['/about', newsletterForm],
      ['/sponsors', (page) => opened(page, 'Advertise With Us', page.getByRole('dialog'))],
      ['/alert', (page) => opened(page, 'Get Alerts', page.getByRole('form', { name: 'Warnings for your counties' }))],
      ['/dashboard/login', async (page) => page.locator('form')],
    ];

    async function opened(page: Page, button: string, form: Locator) {
      await page.getByRole('main').getByRole('button', { name: button }).first().click(press);
      return form;
    }

    for (const [path, formOn] of forms)
      test(`on any control of the form on ${path} arrives, and moves none before the release`, async () => {
        const page = await open(path, phone);
        const form = await formOn(page);
        await form.waitFor();
        const pressed = form.locator(
          ':is(input, textarea, button[type=submit]):visible:not([type=file], [name=homepage])',
        );
        // Some controls add others.
        for (let at = 0; at < (await pressed.count()); at += 1) {
          const control = pressed.nth(at);
          const seen = await form.evaluateHandle(watchPress);
          // Playwright waits for buttons that explain what is missing as if they were disabled.
          await control.click({ ...press, force: (await control.getAttribute('aria-disabled')) === 'true' });
          expect(await seen.jsonValue()).toEqual({ clicked: true, moved: [] });
        }
        expect(await pressed.count()).toBeGreaterThan(1);
        await page.close();
      });
  });

  test('a request to become a sponsor: kept while it is wrong, forgotten when closed, sent, and not public', async () => {
    const page = await open('/sponsors');
    const opener = page.getByRole('button', { name: 'Advertise With Us' });
    await opener.click();
    const dialog = page.getByRole('dialog', { name: 'Become Our Sponsor' });
    await dialog.getByLabel('Company Name').fill('Forgotten');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await opener.click();
    await eventually(() => dialog.getByLabel('Company Name').inputValue(), '');

    const submit = dialog.getByRole('button', { name: 'Submit', exact: true });
    await eventually(() => submit.getAttribute('aria-disabled'), 'true');
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
    await dialog.getByRole('img', { name: 'Preview of your selection' }).waitFor();
    await takeTime(page);
    const address = '**/main/advertise/with/us';
    await page.route(address, (route) => route.abort('connectionreset'), { times: 1 });
    await submit.click();
    await dialog.getByRole('alert').getByText('An error occurred. Please try again later.').waitFor();
    await eventually(() => dialog.getByLabel('Company Name').inputValue(), 'Delta Steel Works');
    const letGo = await hold(page, address);
    await submit.click();
    await dialog.getByRole('button', { name: 'Submitting...' }).waitFor();
    // From now on a stray click must not close it.
    await page.mouse.click(5, 5);
    await eventually(() => dialog.isVisible(), true);
    letGo();
    await dialog.waitFor({ state: 'hidden' });
    await page
      .getByRole('status')
      .filter({ hasText: /sponsor request/i })
      .waitFor();
    const query = 'SELECT count(*) FROM submissions.sponsors WHERE email = $1';
    expect(await countOf(query, 'nora-form@example.org')).toBe(1);
    const home = await (await fetch(`${site.product.url}/main/home`)).text();
    expect(home).not.toContain('Delta Steel Works');
    await page.close();
  });
});
