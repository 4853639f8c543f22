import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, relative } from 'node:path';
import sharp from 'sharp';
import { root } from '../lib/checkout.mjs';
import { startChromium } from '../lib/chromium.mjs';
import { Product } from '../lib/product-process.mjs';
import { state } from '../../regions/facts.mjs';
import { until } from '../lib/until.mjs';
import { quietMs, settle, watchRequests } from './at-rest.mjs';
import { editorsHour, firstHourEnvironment, operatorsHour } from './first-hours.mjs';

/** Takes the pictures of both first-hour documents while following their steps. */

const { generateSync } = createRequire(join(root, 'services/auth/package.json'))('otplib');

const folder = join(root, 'docs/pictures');
/** 1200 pixels are about as wide as a page of documentation, and readable. */
const desk = { viewport: { width: 1440, height: 900 }, deviceScaleFactor: 5 / 6 };
const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

/** @returns the number of page errors */
export async function photographDocs() {
  const product = await Product.start({ simulated: true, environment: firstHourEnvironment });
  const browser = await startChromium(['--disable-gpu']);
  const requests = new Map();
  let faults = 0;
  const open = async (window) => {
    const context = await browser.newContext({
      ...window,
      colorScheme: 'light',
      reducedMotion: 'reduce',
      timezoneId: state.timeZone,
      locale: 'en-US',
    });
    const page = await context.newPage();
    // A first visit doesn't wait for the fonts, but caches them.
    await page.goto(`${product.url}/about`, { waitUntil: 'networkidle' });
    requests.set(page, watchRequests(page));
    page.on('pageerror', ({ message }) => {
      faults += 1;
      process.stdout.write(`  ${message}\n`);
    });
    return page;
  };
  const look = async (page, picture) => {
    if (!picture) return;
    // Removes messages and hover effects of earlier steps.
    const messages = page.getByRole('button', { name: 'Dismiss message' });
    await until('the messages to be gone', async () => (await messages.count()) === 0);
    await page.mouse.move(0, 0);
    await settle(page, requests.get(page), quietMs.usual);
    const path = join(folder, `${picture}.webp`);
    const { size } = await sharp(await page.screenshot({ animations: 'disabled' }))
      .webp({ quality: 85, effort: 6 })
      .toFile(path);
    process.stdout.write(`${relative(process.cwd(), path)}  ${Math.ceil(size / 1_000)} kB\n`);
  };
  try {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    const page = await open(desk);
    for (const { walk } of [...editorsHour, ...operatorsHour])
      await walk({ page, product, phone: () => open(phone), codeOf: (secret) => generateSync({ secret }), look });
    process.stdout.write(`${readdirSync(folder).length} pictures, ${faults} failures\n`);
  } finally {
    await browser.close();
    await product.remove();
  }
  return faults;
}
