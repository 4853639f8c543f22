import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, type BrowserContextOptions, type Page, type Request } from '@playwright/test';
import { until } from '@site/platform/testing/until';
import { generateSync } from 'otplib';
import sharp from 'sharp';
import { root } from '../../scripts/lib/checkout.mjs';
import { state } from '../../regions/facts.mjs';
import { useSite } from '../support/site.js';
import { editorsHour } from './editors-hour.js';
import { operatorsHour } from './operators-hour.js';
import { firstHourEnvironment } from './walkthrough.js';
import { quietMs, settle, watchRequests } from './wait-for-rest.js';

/** Takes the pictures of docs/editors.md and docs/operations while following their steps. */

const folder = join(root, 'docs/pictures');
/** 1200 pixels are about as wide as a page of documentation, and readable. */
const desktop = { viewport: { width: 1440, height: 900 }, deviceScaleFactor: 5 / 6 };
const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

const site = useSite({ environment: firstHourEnvironment });

test('the first hours', async () => {
  const requests = new Map<Page, ReadonlySet<Request>>();
  const errors: string[] = [];
  const open = async (window: BrowserContextOptions) => {
    const context = await site.browser.newContext({
      ...window,
      colorScheme: 'light',
      reducedMotion: 'reduce',
      timezoneId: state.timeZone,
      locale: 'en-US',
    });
    const page = await context.newPage();
    // A first visit doesn't wait for the fonts, but caches them.
    await page.goto(`${site.product.url}/about`, { waitUntil: 'networkidle' });
    requests.set(page, watchRequests(page));
    page.on('pageerror', ({ message }) => errors.push(message));
    return page;
  };
  const capture = async (page: Page, imageName?: string) => {
    if (!imageName) return;
    // Removes messages and hover effects of earlier steps.
    const messages = page.getByRole('button', { name: 'Dismiss message' });
    await until('the messages to be gone', async () => (await messages.count()) === 0, 30_000);
    await page.mouse.move(0, 0);
    await settle(page, requests.get(page) ?? new Set(), quietMs.normal);
    await sharp(await page.screenshot({ animations: 'disabled' }))
      .webp({ quality: 85, effort: 6 })
      .toFile(join(folder, `${imageName}.webp`));
  };
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const page = await open(desktop);
  for (const { follow } of [...editorsHour, ...operatorsHour])
    await follow({
      page,
      product: site.product,
      phone: () => open(phone),
      codeOf: (secret) => generateSync({ secret }),
      capture,
    });
  expect(readdirSync(folder).length).toBeGreaterThan(0);
  expect(errors).toEqual([]);
});
