import type { Page } from '@playwright/test';
import { until } from '@site/platform/testing/until';
import { signUpForMails } from '../support/newsletter-readers.js';
import { drawing, writeRecords } from './sample-records.js';
import { button, dialogOf, type Section, type Walkthrough } from './walkthrough.js';

const post = {
  title: 'Ice on the power lines',
  text: 'Freezing rain begins around midnight. Stay away from lines that have come down, and tell your neighbors.',
};
const storm = 'Tornado near Mayflower: take cover now';

async function open(page: Page, item: string) {
  await page.getByRole('link', { name: item, exact: true }).click();
  await page.locator('nav a[aria-current="page"]', { hasText: item }).waitFor();
}

async function signIn({ page, product, codeOf, capture }: Walkthrough) {
  await page.goto(`${product.url}/dashboard/login`);
  await page.getByLabel('Email Address').fill(product.admin.email);
  await page.getByLabel('Password', { exact: true }).fill(product.admin.password);
  await capture(page);
  await button(page, 'Sign In').click();
  await page.getByRole('heading', { name: 'Protect your account' }).waitFor();
  await capture(page, 'editors-second-factor');
  await page.getByRole('button', { name: /^Authenticator app/ }).click();
  await page.getByRole('img', { name: /^QR code/ }).waitFor();
  await capture(page);
  const secret = ((await page.locator('code').textContent()) ?? '').replaceAll(' ', '');
  await page.getByLabel('Digit 1 of 6').click();
  await page.keyboard.type(codeOf(secret));
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Save your recovery codes' }).waitFor();
  await capture(page);
  await page.getByLabel('I have saved these codes where I can find them.').check();
  await button(page, 'Continue').click();
  await page.waitForURL('**/dashboard/home');
}

const readToken = (page: Page) =>
  page.evaluate(() => (JSON.parse(localStorage.getItem('userData') ?? '{}') as { token: string }).token);

async function seeTheDashboard({ page, product, capture }: Walkthrough) {
  await writeRecords(product, await readToken(page), 'normal');
  await page.reload();
  await page.getByText('snapshots to review').waitFor();
  await capture(page, 'editors-desk');
}

async function approveAPhoto({ page, capture }: Walkthrough) {
  await page.getByText('snapshots to review').click();
  await page.getByRole('tab', { name: /^Pending Requests/, selected: true }).waitFor();
  await capture(page);
  await page
    .getByRole('button', { name: /^Open the photo by/ })
    .first()
    .click();
  await page.locator('[data-review]:focus img').first().waitFor();
  await capture(page, 'editors-photo');
  await button(page, 'Reject with a reason…').click();
  await dialogOf(page, 'Reject Request?').getByText('Saved reasons').waitFor();
  await capture(page);
  await page.keyboard.press('Escape');
  await page.getByText('Photo 1 of 2').waitFor();
  await page.keyboard.press('a');
  await page.getByText('Photo 2 of 2').waitFor();
  await capture(page);
  await page.keyboard.press('u');
  await page.getByText(/is pending again/).waitFor();
  for (const key of ['a', 'r']) {
    await page.getByText(key === 'a' ? 'Photo 1 of 2' : 'Photo 2 of 2').waitFor();
    await page.keyboard.press(key);
  }
  await dialogOf(page, 'All done').waitFor();
  await capture(page);
  await button(page, 'Back to the list').click();
}

async function writeAPost({ page, phone, capture }: Walkthrough) {
  await open(page, 'Blog Post');
  await button(page, 'Create New').waitFor();
  await capture(page);
  await button(page, 'Create New').click();
  const text = page.getByRole('textbox', { name: 'Description' });
  await text.waitFor();
  await page.getByLabel('Blog Title').fill(post.title);
  await text.click();
  await page.keyboard.type(post.text);
  await button(page, 'Choose a picture').click();
  const library = dialogOf(page, 'Cover Image');
  await capture(page);
  await button(library, 'Upload a picture').click();
  const buffer = await drawing('ice-storm');
  await library
    .locator('input[type=file]')
    .setInputFiles({ name: 'ice on the lines.jpg', mimeType: 'image/jpeg', buffer });
  await library.getByLabel('Alt text').fill('Icicles on power lines over a snowed-in house');
  await capture(page);
  await button(library, 'Upload and choose').click();
  await library.waitFor({ state: 'hidden' });
  await button(page, 'Picture from the library').click();
  const again = dialogOf(page, 'Choose a picture');
  await again.getByRole('radio', { name: /^ice on the lines/i }).check();
  await capture(page);
  await button(again, 'Choose').click();
  await button(dialogOf(page, 'Insert the picture'), 'Insert').click();
  await again.waitFor({ state: 'hidden' });
  await page.getByText(/^Autosaved \d/).waitFor();
  await capture(page);
  await button(page, 'Save').click();
  await page
    .getByText(/^Saved \d/)
    .first()
    .waitFor();
  await until(
    'the picture to be processed',
    async () => {
      await page.reload();
      await text.getByText(post.text).waitFor();
      return text.getByRole('img', { name: /^Icicles/ }).isVisible();
    },
    90_000,
  );
  await capture(page, 'editors-post');
  const opened = page.context().waitForEvent('page');
  await button(page, 'Preview').click();
  const preview = await opened;
  await preview.waitForURL((url) => url.protocol !== 'about:');
  await button(page, 'Revoke all preview links').waitFor();
  await capture(page);
  const reader = await phone();
  await reader.goto(preview.url());
  await preview.close();
  await reader.getByText(post.text).first().waitFor();
  await reader.locator('main img').first().waitFor();
  await capture(reader, 'editors-preview');
  await reader.close();
}

const tomorrow = () => `${new Date(Date.now() + 24 * 3_600_000).toISOString().slice(0, 10)}T07:30`;

async function scheduleIt({ page, capture }: Walkthrough) {
  await page.getByRole('radio', { name: /^Schedule/ }).check();
  await page.getByLabel('Date and time').fill(tomorrow());
  await capture(page);
  await button(page, 'Schedule').click();
  await page.getByText(/^Scheduled for/).waitFor();
  await capture(page);
  await page.getByRole('link', { name: 'All posts', exact: true }).click();
  await page.getByRole('heading', { name: post.title }).waitFor();
  await capture(page);
}

async function changeTheOrder({ page, capture }: Walkthrough) {
  await open(page, "FAQ's");
  await button(page, 'Change the order').click();
  await page
    .getByRole('button', { name: /^Drag .* to another position$/ })
    .first()
    .press('Space');
  // The keyboard listens only once the item has been picked up.
  await page.getByText(/ picked up at 1 of /).waitFor({ state: 'attached' });
  await page.keyboard.press('ArrowDown');
  await page.getByText(/ would move to 2 of /).waitFor({ state: 'attached' });
  await page.keyboard.press('Space');
  await button(page, 'Save order').waitFor();
  await capture(page);
  await button(page, 'Save order').click();
  await page.getByText(/^Saved the order of/).waitFor();
  await capture(page);
}

async function replyToMessage({ page, capture }: Walkthrough) {
  await open(page, 'Contact Us');
  await capture(page);
  await button(page.locator('li[data-message]').first(), 'Quick View').click();
  const message = dialogOf(page, 'Contact Us Form');
  await message.getByLabel('Your reply').fill('Thank you! The second one should be at Clarksville; it is right now.');
  await message.getByText('Saved replies').click();
  await message.getByLabel('Save this reply as').waitFor();
  await capture(page);
  await message.getByText('Saved replies').click();
  await capture(page, 'editors-message');
  await button(message, 'Send reply').click();
  await message.getByRole('region', { name: 'Replies' }).getByText(/^Sent/).waitFor();
  await capture(page);
  await page.keyboard.press('Escape');
  await message.waitFor({ state: 'hidden' });
}

async function turnOnStormMode({ page, phone, product, capture }: Walkthrough) {
  await open(page, 'Home');
  await button(page.getByRole('main'), 'Storm mode').click();
  const dialog = dialogOf(page, 'Storm mode');
  await dialog.getByLabel('Text', { exact: true }).fill(storm);
  await button(dialog, '1 hour').click();
  await capture(page, 'editors-storm-mode');
  await button(dialog, 'Publish banner').click();
  await page.getByRole('heading', { name: 'The storm banner is up' }).waitFor();
  await capture(page);
  const reader = await phone();
  await until('visitors to see the banner', async () => (await (await fetch(product.url)).text()).includes(storm));
  await reader.goto(product.url);
  await reader.getByRole('region', { name: 'Storm notice' }).getByText(storm).waitFor();
  await capture(reader, 'editors-storm-banner');
  await reader.close();
  await button(page, 'End now').click();
  await capture(page);
  await button(page, 'Yes, End It').click();
  await page.getByRole('heading', { name: 'Storm mode' }).waitFor();
}

async function testANewsletter({ page, product, capture }: Walkthrough) {
  await signUpForMails(product);
  await open(page, 'Newsletter');
  await button(page, 'New campaign').click();
  await page.getByRole('radio').first().check();
  await capture(page);
  await button(page, 'Continue').click();
  await page.getByRole('article', { name: 'Email' }).waitFor();
  await capture(page);
  await button(page, 'Send me a test').click();
  await page.getByText('A test email is on its way to your own address').waitFor();
  await capture(page, 'editors-newsletter');
  await page.keyboard.press('Escape');
}

async function importSubscribers({ page, capture }: Walkthrough) {
  await button(page, 'Import CSV').click();
  await dialogOf(page, 'Import subscribers').waitFor();
  await capture(page);
  await page.keyboard.press('Escape');
}

async function useTheKeys({ page, capture }: Walkthrough) {
  await open(page, 'Home');
  await page.keyboard.press('Control+k');
  const palette = dialogOf(page, 'Search or jump to');
  await palette.getByRole('combobox').waitFor();
  await capture(page);
  await page.keyboard.type('flood');
  await palette.getByRole('group', { name: 'Posts' }).getByRole('option').first().waitFor();
  await capture(page, 'editors-palette');
  await page.keyboard.press('Escape');
}

async function seeWhoMayWhat({ page, capture }: Walkthrough) {
  await open(page, 'People');
  await button(page, 'Make an editor').first().waitFor();
  await capture(page);
  await open(page, 'Roles');
  await page.getByRole('table').waitFor();
  await capture(page);
}

export const editorsHour: Section[] = [
  { section: 'Sign in', follow: signIn },
  { section: 'Read your home screen', follow: seeTheDashboard },
  { section: 'Approve a photo', follow: approveAPhoto },
  { section: 'Write a post with a picture', follow: writeAPost },
  { section: 'Schedule a post', follow: scheduleIt },
  { section: 'Change the order of a list', follow: changeTheOrder },
  { section: 'Answer a message', follow: replyToMessage },
  { section: 'Put up the storm banner', follow: turnOnStormMode },
  { section: 'Test a newsletter', follow: testANewsletter },
  { section: 'Import newsletter subscribers', follow: importSubscribers },
  { section: 'Search with the keyboard', follow: useTheKeys },
  { section: 'See who may do what', follow: seeWhoMayWhat },
];
