import exifr from 'exifr';
import { expect, test, type Page } from '@playwright/test';
import sharp from 'sharp';
import { until } from '@site/platform/testing/until';
import { eventually } from '../support/eventually.js';
import { desktop, phone } from '../support/browser.js';
import { phonePhoto } from '../support/photos.js';
import { useSite } from '../support/site.js';

const sender = {
  email: 'visitor@example.org',
  firstName: 'Marguerite',
  lastName: 'Delacroix',
  place: 'Petit Jean State Park',
};

test.describe('a photo travels from a visitor to the home page', () => {
  const site = useSite();
  let photo: Buffer;

  test.beforeAll(async () => {
    photo = await phonePhoto();
  });

  /** Records script errors, blocked resources and failed requests. */
  async function openPage(path: string, viewport: { width: number; height: number }) {
    const page = await site.browser.newPage({ viewport });
    const faults: string[] = [];
    page.on('pageerror', (error) => faults.push(error.message));
    page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
    await page.goto(site.product.url + path);
    return { page, faults };
  }

  test('shows the recorded weather, the alerts and the sample photos on the home page', async () => {
    const { page, faults } = await openPage('/', desktop);
    await page.getByRole('heading', { name: "Today's Hourly Weather Forecast" }).waitFor();
    await page.getByText('55', { exact: true }).first().waitFor();
    await page.getByRole('button', { name: 'View Full Alert' }).waitFor();
    await page.getByText(/^Alert 1 of \d$/).waitFor();
    expect(faults).toEqual([]);
    await page.close();
  });

  test('accepts the photo, keeps it private until a person approves it, then shows it without where it was taken', async () => {
    await sendPhoto();
    expect(await publicResponses()).not.toContain(sender.lastName);

    await approveAsAdmin();

    const home = await until('the photo to be on the home page', async () => {
      const response = (await (await fetch(`${site.product.url}/main/home`)).json()) as HomeResponse;
      return response.data.snapshots.find((snapshot) => snapshot.last_name === sender.lastName);
    });
    expect(home.location).toBe(sender.place);
    expect(await publicResponses()).not.toContain(sender.email);

    await seenIn(phone, 640);
    await seenIn(desktop, 640);

    for (const { src, width } of home.picture.sizes) {
      const response = await fetch(site.product.url + src);
      const bytes = Buffer.from(await response.arrayBuffer());
      expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, s-maxage=60, immutable');
      expect((await sharp(bytes).metadata()).width).toBe(width);
      expect(await exifr.parse(bytes, true).catch(() => undefined)).toBeUndefined();
      expect(bytes.includes('iPhone')).toBe(false);
    }
  });

  async function sendPhoto() {
    const { page } = await openPage('/snapshots', phone);
    await page.getByLabel('First name').fill(sender.firstName);
    const filledAt = await page.evaluate(() => performance.now());
    await page.getByLabel('Last name').fill(sender.lastName);
    await page.getByRole('textbox', { name: 'Email' }).fill(sender.email);
    await page.getByRole('textbox', { name: 'Location' }).fill(sender.place);
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'IMG_2041.JPG', mimeType: 'image/jpeg', buffer: photo });
    await page.getByRole('checkbox').check();
    // Faster forms count as spam.
    await page.waitForFunction((since) => performance.now() - since > 1_500, filledAt);
    await page.getByRole('button', { name: 'Submit photo' }).click();
    await page.getByText('Snapshot Created Successfully').waitFor();
    await eventually(() => page.getByLabel('First name').inputValue(), '');
    await page.close();
  }

  async function approveAsAdmin() {
    const { page } = await openPage('/dashboard/login', desktop);
    await page.getByLabel('Email Address').fill(site.product.admin.email);
    await page.getByLabel('Password', { exact: true }).fill(site.product.admin.password);
    await page.getByRole('button', { name: /sign in/i }).click();
    await page.waitForURL('**/dashboard/home');
    await page.getByRole('link', { name: 'Snapshots' }).first().click();
    await page.getByRole('tab', { name: /Pending Requests/ }).click();
    await page.getByText(sender.email).waitFor();
    await approve(page);
    await page.getByRole('tab', { name: /Approved Requests/ }).click();
    await page.getByText(sender.email).waitFor();
    await page.close();
  }

  /** Enabled once the worker has processed the picture. */
  async function approve(page: Page) {
    await until(
      'the photo to be prepared',
      async () => {
        const token = await page.evaluate(
          () => (JSON.parse(localStorage.getItem('userData') ?? '{}') as { token: string }).token,
        );
        const response = await fetch(`${site.product.url}/admin/main/snapshot?state=pending`, {
          headers: { Authorization: `Bearer ${token}` },
        });
        const { data } = (await response.json()) as { data: { pendingSnapshots: { picture: { state: string } }[] } };
        return data.pendingSnapshots.every(({ picture: visitorPhoto }) => visitorPhoto.state === 'ready');
      },
      60_000,
    );
    await page.reload();
    await page.getByRole('tab', { name: /Pending Requests/ }).click();
    await page
      .getByRole('button', { name: /^Approve/ })
      .first()
      .click();
    const dialog = page
      .getByRole('dialog', { name: 'Approve Request?' })
      .or(page.getByRole('alertdialog', { name: 'Approve Request?' }));
    await dialog.getByRole('button', { name: /^Yes/ }).click();
    await dialog.waitFor({ state: 'hidden' });
  }

  /** Checks that the photo is in the carousel, loaded, and no larger than needed. */
  async function seenIn(viewport: { width: number; height: number }, maxWidth: number) {
    const { page, faults } = await openPage('/', viewport);
    const visitorPhoto = page.locator(`a:has-text("${sender.firstName} ${sender.lastName}") img`).first();
    // Lower sections load on scrolling.
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
    await page.getByRole('heading', { name: 'Snapshots', exact: true }).scrollIntoViewIfNeeded();
    // The carousel replaces its initial rendering, so a found element may be gone.
    await until('the photo to load', () =>
      visitorPhoto
        .evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0, undefined, { timeout: 1_000 })
        .catch(() => false),
    );
    const source = await visitorPhoto.evaluate((image: HTMLImageElement) => image.currentSrc);
    expect(source).toMatch(/\/media\/snapshots\/[0-9a-f]{2}\/[0-9a-f-]{36}-\d+\.(webp|jpg)$/);
    expect(Number(/-(\d+)\.\w+$/.exec(source)?.[1])).toBeLessThanOrEqual(maxWidth);
    expect(faults).toEqual([]);
    await page.close();
  }

  async function publicResponses(): Promise<string> {
    const paths = [
      '/main/home',
      '/main/snapshots',
      '/main/teams',
      '/main/faqs',
      '/main/keys',
      '/main/post',
      '/',
      '/snapshots',
    ];
    const content = await Promise.all(paths.map(async (path) => (await fetch(site.product.url + path)).text()));
    return content.join('\n');
  }
});

interface HomeResponse {
  data: {
    snapshots: { last_name: string; location: string; picture: { sizes: { src: string; width: number }[] } }[];
  };
}
