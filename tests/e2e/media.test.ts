import { expect, test, type Page } from '@playwright/test';
import sharp from 'sharp';
import { until } from '@site/platform/testing/until';
import { violationsIn } from '../support/axe.js';
import { desktop, phone } from '../support/browser.js';
import { useSite } from '../support/site.js';

/** The picture library in a real browser on the real product, from the upload to the crop that visitors see. */

/** Left half red, right half blue, to tell which part a crop kept. */
const twoHalves = async () =>
  sharp({ create: { width: 1600, height: 400, channels: 3, background: '#d00' } })
    .composite([{ input: { create: { width: 800, height: 400, channels: 3, background: '#00d' } }, left: 800, top: 0 }])
    .jpeg()
    .toBuffer();
/** A JPEG whose first Huffman table is overwritten: the header is right, but nothing can decode it. */
function withoutTables(jpeg: Buffer): Buffer {
  const at = jpeg.indexOf(Buffer.from([0xff, 0xc4]));
  return Buffer.from(jpeg).fill(0xff, at + 4, at + 4 + jpeg.readUInt16BE(at + 2) - 2);
}
const asFile = (name: string, buffer: Buffer) => ({ name, mimeType: 'image/jpeg', buffer });
const member = { name: 'Grace Hopper', designation: 'Forecaster' };
const timeoutMs = 30_000;

test.describe('the picture library', () => {
  const site = useSite({ environment: { RATE_LIMIT_SCALE: '1000' } });
  let page: Page;
  const card = (name: string) => page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) });
  const dialog = (name: string) => page.getByRole('dialog', { name, exact: true });

  test.beforeAll(async () => {
    page = await site.browser.newPage({ viewport: desktop });
    await page.goto(`${site.product.url}/dashboard/login`);
    await page.getByLabel('Email Address').fill(site.product.admin.email);
    await page.getByLabel('Password', { exact: true }).fill(site.product.admin.password);
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await page.getByRole('link', { name: 'Pictures', exact: true }).click();
    await page.getByRole('heading', { name: 'Pictures', level: 1 }).waitFor();
  });

  test('takes several files, one after another, and shows them', async () => {
    const picture = await twoHalves();
    await page
      .getByLabel('Pictures to upload')
      .setInputFiles([
        asFile('front.jpg', picture),
        asFile('surge.jpg', await sharp(picture).negate().jpeg().toBuffer()),
        asFile('notes.jpg', Buffer.from('just words')),
      ]);
    await page.getByRole('heading', { name: '2 of 3 pictures uploaded' }).waitFor({ timeout: timeoutMs });
    await page.getByRole('button', { name: 'Close the upload list' }).click();
    for (const name of ['front', 'surge'])
      await card(name).locator('img[src^="/media/covers/"]').waitFor({ timeout: timeoutMs });
    expect(await card('front').getByText('No alt text yet').isVisible()).toBe(true);
  });

  test('says what a picture shows, and keeps in crops what somebody points at', async () => {
    await card('front').getByRole('button', { name: 'Edit' }).click();
    const editor = dialog('Edit picture');
    await editor.getByLabel('Alt text').fill('A cold front over the Delta');
    await editor.getByLabel('Credit').fill('Jo Byrd');
    const full = editor.getByTestId('focal-point');
    const { width, height } = (await full.boundingBox())!;
    await full.click({ position: { x: width * 0.9, y: height / 2 } });
    const across = editor.getByRole('slider', { name: 'Horizontal' });
    expect(await across.getAttribute('aria-valuetext')).toBe('90% from the left');
    await across.focus();
    await page.keyboard.press('ArrowRight');
    expect(await across.getAttribute('aria-valuetext')).toBe('91% from the left');
    expect(await violationsIn(page)).toEqual([]);
    await editor.getByRole('button', { name: 'Update' }).click();
    await editor.waitFor({ state: 'hidden' });
    const visible = card('front').getByRole('img', { name: 'A cold front over the Delta' });
    await visible.waitFor({ timeout: timeoutMs });
    expect(await visible.evaluate((image) => getComputedStyle(image).objectPosition)).toBe('90% 50%');
  });

  test('finds a picture by what is said of it', async () => {
    await page.getByRole('textbox', { name: 'Search pictures' }).fill('byrd delta');
    await card('surge').waitFor({ state: 'detached' });
    expect(await card('front').isVisible()).toBe(true);
    await page.getByRole('button', { name: 'Clear the search' }).click();
    await card('surge').waitFor();
  });

  test('holds the portrait of a new member, and refuses to delete what is shown', async () => {
    await page.getByRole('link', { name: 'Our Team', exact: true }).click();
    await page.getByRole('button', { name: 'Create New' }).click();
    const form = dialog('Add New Member');
    await form.getByLabel('Full Name').fill(member.name);
    await form.getByLabel('Designation').fill(member.designation);
    const picture = form.locator('input[type="file"]');
    await picture.setInputFiles(asFile('bad.jpg', Buffer.from('not a picture')));
    await form.getByText('This file is not a picture. Please choose another one.').waitFor();
    await picture.setInputFiles(asFile('damaged.jpg', withoutTables(await twoHalves())));
    await form.getByText('This picture is damaged. Please choose another one.').waitFor();
    expect(await form.getByText(/you can send it/).count()).toBe(0);
    await picture.setInputFiles(asFile('grace.jpg', await twoHalves()));
    await form.getByRole('button', { name: 'Add Member' }).click();
    await form.waitFor({ state: 'hidden', timeout: timeoutMs });
    await page.getByRole('link', { name: 'Pictures', exact: true }).click();
    await card(member.name).getByText('Used in 1 place').waitFor();

    await card(member.name).getByRole('button', { name: 'Edit' }).click();
    const use = dialog('Edit picture').getByRole('link', { name: member.name });
    expect(await use.getAttribute('href')).toBe('/dashboard/team');
    await dialog('Edit picture').getByRole('button', { name: 'Cancel' }).click();

    await card(member.name).getByRole('button', { name: 'Delete' }).click();
    const inUse = dialog('This picture is in use');
    await inUse.getByRole('link', { name: member.name }).waitFor();
    await inUse.getByRole('button', { name: 'Close' }).last().click();
  });

  test('cuts a portrait for visitors where its focal point says', async () => {
    await card(member.name).locator('img').first().waitFor({ timeout: timeoutMs });
    await card(member.name).getByRole('button', { name: 'Edit' }).click();
    const editor = dialog('Edit picture');
    await editor.getByRole('slider', { name: 'Horizontal' }).fill('0.1');
    await editor.getByRole('button', { name: 'Update' }).click();
    await editor.waitFor({ state: 'hidden' });
    const visitor = await site.browser.newPage({ viewport: phone });
    await until(
      'visitors to see the crop',
      async () => {
        await visitor.goto(`${site.product.url}/about`);
        const portrait = visitor.locator('article', { hasText: member.name }).locator('img').first();
        const isThere = await portrait.waitFor({ state: 'attached', timeout: 4_000 }).then(
          () => true,
          () => false,
        );
        return isThere && (await portrait.evaluate((image) => getComputedStyle(image).objectPosition)) === '10% 50%';
      },
      60_000,
    );
    await visitor.close();
  });

  test('brings back what was deleted', async () => {
    await card('surge').getByRole('button', { name: 'Delete' }).click();
    await dialog('Delete picture?').getByRole('button', { name: 'Yes, Delete' }).click();
    await card('surge').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await card('surge').waitFor();
  });

  test('shows the photos of readers beside it, fits a phone, and is accessible in both', async () => {
    expect(await violationsIn(page)).toEqual([]);
    await page.getByRole('tab', { name: 'Photos' }).click();
    await page.getByText('Approved visitor photos.').waitFor();
    await page.setViewportSize(phone);
    await page.getByRole('tab', { name: 'Pictures' }).click();
    await card('front').waitFor();
    expect(await violationsIn(page)).toEqual([]);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
  });
});
