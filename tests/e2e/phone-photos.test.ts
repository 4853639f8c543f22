import { expect, test, type Page } from '@playwright/test';
import sharp from 'sharp';
import { until } from '@site/platform/testing/until';
import { hasMetadata, heicPhoto, jpegPhoto, phonePhotos, photoFaults } from '../support/phone-photos.mjs';
import { phone } from '../support/browser.js';
import { takeTime } from '../support/form-delay.js';
import { useSite } from '../support/site.js';

interface Sent {
  type: string;
  bytes: Buffer;
}

test.describe('a photo from a phone', () => {
  const site = useSite({ environment: { RATE_LIMIT_SCALE: '1000' } });
  let page: Page;
  let token: string;
  let sent: Sent | undefined;

  test.beforeAll(async () => {
    const response = await fetch(`${site.product.url}/admin/auth/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(site.product.admin),
    });
    token = ((await response.json()) as { data: { token: string } }).data.token;
    page = await site.browser.newPage({ viewport: phone });
    await page.route('**/main/snapshot/create', async (route) => {
      sent = photoIn(route.request().postDataBuffer() ?? Buffer.alloc(0));
      await route.continue();
    });
  });

  function photoIn(body: Buffer): Sent {
    const head = body.indexOf('name="snapshot_file_path"');
    const start = body.indexOf('\r\n\r\n', head) + 4;
    const boundary = body.subarray(0, body.indexOf('\r\n'));
    const end = body.indexOf(Buffer.concat([Buffer.from('\r\n'), boundary]), start);
    const type = /Content-Type: (\S*)/.exec(body.toString('latin1', head, start))?.[1] ?? '';
    return { type, bytes: body.subarray(start, end) };
  }

  async function selectFile(name: string, mimeType: string, buffer: Buffer) {
    await page.goto(`${site.product.url}/snapshots`);
    await page.getByLabel('First name').fill('Marguerite');
    await page.getByLabel('Last name').fill('Hale');
    await page.getByRole('textbox', { name: 'Email' }).fill('visitor@example.org');
    await page.getByRole('textbox', { name: 'Location' }).fill('Petit Jean');
    await page.getByRole('checkbox').check();
    await page.locator('input[type=file]').setInputFiles({ name, mimeType, buffer });
  }

  async function send(): Promise<string> {
    await page.getByRole('button', { name: 'Remove photo' }).waitFor({ timeout: 60_000 });
    await takeTime(page);
    const [response] = await Promise.all([
      page.waitForResponse('**/main/snapshot/create', { timeout: 60_000 }),
      page.getByRole('button', { name: 'Submit photo' }).click(),
    ]);
    const { data } = (await response.json()) as { data?: { id: string } };
    expect([response.status(), data?.id]).toEqual([201, expect.any(String)]);
    return data?.id ?? '';
  }

  const asAdmin = async (path: string, method = 'GET') => {
    const response = await fetch(site.product.url + path, { method, headers: { Authorization: `Bearer ${token}` } });
    expect(response.status).toBe(200);
    return (await response.json()) as { data: unknown };
  };

  interface Snapshot {
    id: string;
    picture?: { state: string; width: number; height: number; sizes: { src: string }[] };
  }

  const ready = (list: 'pending' | 'approved', id: string) =>
    until(
      `the photo to be ${list}`,
      async () => {
        const { data } = await asAdmin(`/admin/main/snapshot?state=${list}`);
        const found = (data as Record<string, Snapshot[]>)[`${list}Snapshots`]?.find((one) => one.id === id);
        return found?.picture?.state === 'ready' ? found.picture : undefined;
      },
      60_000,
    );

  async function publicPictures(id: string) {
    await ready('pending', id);
    await asAdmin(`/admin/main/snapshot/approve/${id}`, 'POST');
    const { width, height, sizes } = await ready('approved', id);
    const bytes = sizes.map(async ({ src }) =>
      Buffer.from(await (await fetch(new URL(src, site.product.url))).arrayBuffer()),
    );
    return { width, height, files: await Promise.all(bytes) };
  }

  for (const { name, make, width, height } of phonePhotos)
    test(`is upright, in its colors and without metadata: ${name}`, async () => {
      // Some phones send no type.
      await selectFile(name, '', await make());
      const created = await publicPictures(await send());
      expect(created.width / created.height).toBeCloseTo(width / height, 1);
      for (const file of created.files) {
        expect(await photoFaults(file)).toEqual([]);
        expect(await hasMetadata(file)).toBe(false);
      }
      // Chromium can't decode HEIC. All other photos have at most 4,096 pixels per side when they leave the phone.
      const { width: sentWidth, height: sentHeight } = await sharp(sent?.bytes).metadata();
      if (sent?.type !== 'image/heic' && !name.endsWith('.heic'))
        expect(Math.max(sentWidth, sentHeight)).toBeLessThanOrEqual(4_096);
    });

  test('is made smaller when it has more than 10 MB', async () => {
    const trailer = Buffer.alloc(11 * 1024 * 1024, 0x11);
    const photo = { make: 'samsung', model: 'S24', width: 4_000, height: 3_000, orientation: 6, trailer };
    await selectFile('large.jpg', 'image/jpeg', await jpegPhoto(photo));
    const { files } = await publicPictures(await send());
    expect(sent?.bytes.length).toBeLessThan(10 * 1024 * 1024);
    expect(await photoFaults(files.at(-1) ?? Buffer.alloc(0))).toEqual([]);
  });

  for (const [label, name, type, make, message] of [
    ['a text', 'storm.jpg', 'image/jpeg', () => Buffer.from('Dear sirs'), /not a picture\. Please choose another one/],
    ['a film', 'storm.mov', 'video/quicktime', () => Buffer.from('\0\0\0\x14ftypqt  \0\0\0\0qt  '), /not a picture/],
    [
      'a HEIC that neither browser nor server can open',
      'photo.heic',
      'image/heic',
      () => heicPhoto({ width: 512, height: 512, claims: { width: 9_000, height: 7_000 } }),
      /Settings > Camera > Formats > Most Compatible/,
    ],
  ] satisfies [string, string, string, () => Buffer | Promise<Buffer>, RegExp][])
    test(`is not sent when it is ${label}, and the form says what to do`, async () => {
      await selectFile(name, type, await make());
      await page.getByText(message).waitFor();
      await page.getByText('Still needed: a photo.').waitFor();
      expect(await page.getByRole('img', { name: 'Preview of your selection' }).count()).toBe(0);
    });
});
