import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import sharp from 'sharp';
import { until } from '@site/platform/testing/until';
import { desktop, phone } from '../support/browser.js';
import { takeTime } from '../support/form-delay.js';
import { useSite } from '../support/site.js';

const post = { title: 'Shelf cloud over Conway', text: 'It came from the west.\n\nNobody was hurt.' };
const company = 'Ozark Tire Works';
const header = 'Storm spotter training on Saturday';
const correction = 'The county on your map is wrong.';
const moderator = { name: 'Mo Derator', email: 'mo@example.com', password: 'a shelf cloud over Conway' };
const newPassword = 'hail as large as quarters';

const createImage = (width: number, height: number, color: string) =>
  sharp({ create: { width, height, channels: 3, background: color } })
    .jpeg()
    .toBuffer();
const asFile = (name: string, buffer: Buffer) => ({ name, mimeType: 'image/jpeg', buffer });

const timeoutMs = 4_000;

test.describe('an editor’s day', () => {
  const site = useSite({ environment: { RATE_LIMIT_SCALE: '1000' } });

  /** Opens a page in a separate browser session. */
  async function openPage(path: string, viewport = desktop): Promise<Page> {
    const page = await site.browser.newPage({ viewport });
    await page.goto(site.product.url + path);
    return page;
  }

  async function signIn(page: Page, { email, password }: { email: string; password: string }) {
    await page.getByLabel('Email Address').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  }

  /** Follows a link; the old page stays until the new one's code has loaded. */
  async function goTo(page: Page, item: string) {
    await page.getByRole('link', { name: item, exact: true }).click();
    await page.locator('nav a[aria-current="page"]', { hasText: item }).waitFor();
  }
  const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });
  /** Scrolls to a lazy picture; false if it can't be shown. */
  const isVisible = (page: Page, image: string) =>
    page
      .locator(image)
      .first()
      .evaluate(
        (one: HTMLImageElement) =>
          one.decode().then(
            () => true,
            () => false,
          ),
        undefined,
        { timeout: timeoutMs },
      )
      .catch(() => false);

  async function seenByVisitors(what: string, path: string, isThere: (page: Page) => Promise<boolean>) {
    const visitor = await openPage(path);
    const load = async () => {
      await visitor.goto(site.product.url + path);
      // Lower sections load on scrolling.
      await visitor.getByRole('contentinfo').scrollIntoViewIfNeeded();
      return isThere(visitor);
    };
    await until(`visitors to see ${what}`, load, 60_000);
    await visitor.close();
  }
  const has = (selector: string) => async (page: Page) =>
    page
      .locator(selector)
      .first()
      .waitFor({ timeout: timeoutMs })
      .then(
        () => true,
        () => false,
      );

  /** Finds the newest mail; without a mail server, mail is written to files. */
  function mailTo(email: string, subject: string): Promise<string> {
    const folder = join(site.product.dataDir, 'mail');
    return until(`a mail “${subject}” to ${email}`, () =>
      readdirSync(folder)
        .sort()
        .reverse()
        .map((file) => readFileSync(join(folder, file), 'utf8'))
        .find((mail) => mail.includes(`\nTo: ${email}`) && mail.includes(`\nSubject: ${subject}`)),
    );
  }

  async function visitorsSendTheirThings() {
    const page = await openPage('/sponsors', phone);
    await page.getByRole('button', { name: 'Advertise With Us' }).click();
    const request = dialogOf(page, 'Become Our Sponsor');
    await request.getByRole('textbox', { name: /^Name/ }).fill('Sam Sponsor');
    await request.getByRole('textbox', { name: /^Email/ }).fill('sam@example.org');
    await request.getByRole('textbox', { name: /^Phone Number/ }).fill('+15015550123');
    await request.getByRole('textbox', { name: /^Company Name/ }).fill(company);
    await request.getByRole('textbox', { name: /^Message/ }).fill('We fix tires after every storm.');
    await request.locator('input[type=file]').setInputFiles(asFile('tires.jpg', await createImage(640, 320, '#a33')));
    await takeTime(page);
    await request.getByRole('button', { name: 'Submit' }).click();
    await request.waitFor({ state: 'hidden' });

    await page.goto(`${site.product.url}/contact`);
    await page.getByLabel('Full Name').fill('Nora Neighbor');
    await page.getByLabel('Phone Number').fill('5015550100');
    await page.getByRole('textbox', { name: 'Email Address' }).fill('nora@example.org');
    await page.getByRole('textbox', { name: 'Feedback' }).fill(correction);
    await takeTime(page);
    await page.getByRole('button', { name: 'Submit Feedback' }).click();
    await page.getByText('Contact Request Send').waitFor();

    await page.goto(`${site.product.url}/snapshots`);
    await page.getByLabel('First name').fill('Vera');
    await page.getByLabel('Last name').fill('Visitor');
    await page.getByRole('textbox', { name: 'Email' }).fill('vera@example.org');
    await page.getByRole('textbox', { name: 'Location' }).fill('Petit Jean State Park');
    await page.locator('input[type=file]').setInputFiles(asFile('storm.jpg', await createImage(1_600, 1_200, '#357')));
    await page.getByRole('checkbox').check();
    await takeTime(page);
    await page.getByRole('button', { name: 'Submit photo' }).click();
    await page.getByText('Snapshot Created Successfully').waitFor();
    await page.close();
  }

  async function writePost(page: Page) {
    await goTo(page, 'Blog Post');
    await page.getByRole('button', { name: 'Create New' }).click();
    await page.getByRole('button', { name: 'Choose a picture' }).click();
    const library = dialogOf(page, 'Cover Image');
    await library.getByRole('button', { name: 'Upload a picture' }).click();
    await library.locator('input[type=file]').setInputFiles(asFile('cover.jpg', await createImage(1_600, 900, '#284')));
    await library.getByLabel('Alt text').fill('A green field');
    await library.getByRole('button', { name: 'Upload and choose' }).click();
    await library.waitFor({ state: 'hidden' });
    await page.getByLabel('Blog Title').fill(post.title);
    await page.getByRole('textbox', { name: 'Description' }).click();
    await page.keyboard.type(post.text.replace('\n\n', '\n'));
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByText(`Published “${post.title}”.`).waitFor();
    await seenByVisitors('the post and its picture', '/blogs', async (visitor) => {
      const card = `li:has-text("${post.title}")`;
      return (await has(card)(visitor)) && isVisible(visitor, `${card} img`);
    });
    await seenByVisitors('the post on the home page', '/', has(`main >> text=${post.title}`));
  }

  async function approveSponsor(page: Page) {
    await goTo(page, 'Home');
    await page.getByRole('link', { name: /sponsor requests? to review/ }).click();
    await page.getByRole('tab', { name: /Pending Requests/, selected: true }).waitFor();
    await page.locator('li', { hasText: company }).getByRole('button', { name: 'Quick View' }).click();
    const request = dialogOf(page, 'Sponsor');
    // Enabled once the worker has processed the logo.
    await request.locator('button:not([aria-disabled])', { hasText: /^Approve$/ }).click();
    await request.waitFor({ state: 'hidden' });
    await seenByVisitors('the sponsor', '/sponsors', has(`[data-view="1"] >> text=${company}`));

    await page.getByRole('tab', { name: 'Sponsors' }).click();
    await page.getByRole('radio', { name: 'Circle' }).check();
    await page.getByRole('button', { name: 'Activate this Design', exact: true }).click();
    const design = dialogOf(page, 'Activate This Design');
    await design.getByText('Are you sure you want to activate this design of sponsors.').waitFor();
    await design.getByRole('button', { name: 'Activate This Design' }).click();
    await design.waitFor({ state: 'hidden' });
    await seenByVisitors('the other design', '/sponsors', has(`[data-view="2"] >> text=${company}`));
    await seenByVisitors('the other design at home', '/', has(`[data-view="2"] a[aria-label="${company}, sponsor"]`));
  }

  async function changeHeaderAndLogo(page: Page) {
    await goTo(page, 'Header');
    await page.getByRole('button', { name: 'Edit' }).click();
    const text = dialogOf(page, 'Edit Header');
    await text.getByRole('textbox', { name: 'Header' }).fill(header);
    await text.getByRole('button', { name: 'Update' }).click();
    await text.waitFor({ state: 'hidden' });
    await seenByVisitors('the header', '/about', has(`[aria-label="Announcement"] >> text=${header}`));

    const logoAddress = async () => {
      const { data } = (await (await fetch(`${site.product.url}/main/home`)).json()) as { data: { logo: string } };
      return data.logo;
    };
    const before = await logoAddress();
    await goTo(page, 'Logo');
    await page.getByRole('button', { name: 'Edit' }).click();
    const file = dialogOf(page, 'Edit Logo');
    await file.locator('input[type=file]').setInputFiles(asFile('logo.jpg', await createImage(400, 160, '#c60')));
    await file.getByRole('button', { name: 'Update' }).click();
    await file.waitFor({ state: 'hidden' });
    await seenByVisitors('the logo', '/about', async (visitor) => {
      const now = await logoAddress();
      const image = 'header img';
      const visible = await visitor
        .locator(image)
        .first()
        .getAttribute('src', { timeout: timeoutMs })
        .catch(() => null);
      return now !== before && visible === now && isVisible(visitor, image);
    });
  }

  async function replyToMessage(page: Page) {
    await goTo(page, 'Contact Us');
    await page.locator('li', { hasText: 'Nora Neighbor' }).getByRole('button', { name: 'Quick View' }).click();
    const message = dialogOf(page, 'Contact Us Form');
    await message.getByText(correction).waitFor();
    const response = await message.getByRole('link', { name: 'Reply in your own mail program' }).getAttribute('href');
    expect(response).toMatch(/^mailto:nora%40example\.org\?subject=/);
    expect(decodeURIComponent(response ?? '')).toContain(`> ${correction}`);
    await page.keyboard.press('Escape');
    await message.waitFor({ state: 'hidden' });
  }

  async function addModerator(page: Page) {
    await goTo(page, 'Manage Moderate Team');
    await page.getByRole('button', { name: 'Create New' }).click();
    const form = dialogOf(page, 'Add New Moderator');
    await form.getByLabel('Full Name').fill(moderator.name);
    await form.getByRole('textbox', { name: 'Email' }).fill(moderator.email);
    await form.getByLabel('Password', { exact: true }).fill(moderator.password);
    await form.getByRole('button', { name: 'Add Member' }).click();
    await form.waitFor({ state: 'hidden' });
    await page.getByText(moderator.email).waitFor();
  }

  async function moderate() {
    const page = await openPage('/dashboard/login', phone);
    await signIn(page, moderator);
    await page.waitForURL('**/moderate');
    const card = page.locator('li[data-snapshot]', { hasText: 'Vera Visitor' });
    await card.locator('button:not([aria-disabled])', { hasText: /^Approve$/ }).click();
    const question = dialogOf(page, 'Approve Request?');
    await question.getByRole('button', { name: 'Yes, Approve' }).click();
    await question.waitFor({ state: 'hidden' });
    await card.waitFor({ state: 'detached' });
    await seenByVisitors('the photo', '/snapshots', has('main >> text=Vera Visitor'));
    await page.goto(`${site.product.url}/dashboard/home`);
    await page.waitForURL('**/dashboard/login');
    await page.getByRole('link', { name: /screens$/ }).click();
    await page.waitForURL('**/moderate');
    await page.close();
  }

  async function resetForgottenPassword(page: Page) {
    const { email, password } = site.product.admin;
    const elsewhere = await openPage('/dashboard/login');
    await signIn(elsewhere, { email, password });
    await elsewhere.waitForURL('**/dashboard/home');

    await page.getByRole('button', { name: 'Sign Out' }).click();
    const question = dialogOf(page, 'Sign Out');
    await question.getByText('Are you sure you want to sign out from this account?').waitFor();
    await question.getByRole('button', { name: 'Yes, Sign Out' }).click();
    await page.waitForURL('**/dashboard/login');

    await page.getByRole('link', { name: 'Forgot Password', exact: true }).click();
    const getCode = page.getByRole('button', { name: 'Get Code' });
    // The sign-in page, which also has an email field, stays until the next page's code has loaded.
    await getCode.waitFor();
    await page.getByLabel('Email Address').fill(email);
    await getCode.click();
    await page.getByRole('heading', { name: 'Enter Confirmation Code' }).waitFor();
    const code = /^ +(\d{6})\r?$/m.exec(await mailTo(email, 'Your code for Arkansas Weather'))?.[1] ?? 'no code';
    await page.getByRole('group', { name: 'Code' }).getByRole('textbox').first().click();
    await page.keyboard.type(code);
    await page.getByRole('button', { name: 'Confirm Code' }).click();
    await page.getByRole('heading', { name: 'Reset Password' }).waitFor();
    await page.getByLabel('New Password', { exact: true }).fill(newPassword);
    await page.getByRole('button', { name: 'Reset Password' }).click();
    await page.getByText('Password reset successfully').waitFor();
    await page.getByText('You were signed out on every device. Sign in with your new password.').waitFor();

    await signIn(page, { email, password });
    await page.getByText('Invalid email or password').waitFor();
    await signIn(page, { email, password: newPassword });
    await page.waitForURL('**/dashboard/home');
    await mailTo(email, 'Your password for Arkansas Weather was changed');
    // The other browser notices on its next call, and keeps the typed text.
    await goTo(elsewhere, 'Jobs');
    await dialogOf(elsewhere, 'Your session has ended').waitFor();
    await elsewhere.close();
  }

  test('is seen by visitors, each thing after it was done', async () => {
    await visitorsSendTheirThings();
    const page = await openPage('/dashboard/login');
    await signIn(page, site.product.admin);
    await page.waitForURL('**/dashboard/home');
    await writePost(page);
    await approveSponsor(page);
    await changeHeaderAndLogo(page);
    await replyToMessage(page);
    await addModerator(page);
    await moderate();
    await resetForgottenPassword(page);
    await page.close();
  });
});
