/* global document -- of the page, where a part of this runs */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { startChromium } from '../lib/chromium.mjs';
import { hasMetadata, phonePhotos, photoFaults } from '../lib/phone-photos.mjs';
import { Product } from '../lib/product.mjs';
import { approvedSnapshot, signIn } from '../proof/lib/site.mjs';

/**
 * Uploads a photo of each phone as its original file, approves it, and takes a screenshot of it on its public page,
 * into `folder`.
 * @returns how many are not upright, have wrong colors or contain metadata
 */
export async function photographPhones(folder) {
  mkdirSync(folder, { recursive: true });
  const product = await Product.start({ simulated: true, environment: { RATE_LIMIT_SCALE: '1000' } });
  const browser = await startChromium(['--disable-gpu']);
  let failures = 0;
  try {
    const token = await signIn(product, product.admin.email, product.admin.password);
    const page = await browser.newPage({ viewport: { width: 820, height: 900 } });
    for (const { name, type, make } of phonePhotos) {
      const file = { bytes: await make(), type, name };
      const fields = { location: 'Petit Jean', comment: name };
      const { id, picture } = await approvedSnapshot(product, token, { file, fields });
      const faults = [];
      for (const { src } of picture.sizes) {
        const bytes = Buffer.from(await (await fetch(new URL(src, product.url))).arrayBuffer());
        faults.push(...(await photoFaults(bytes)));
        if (await hasMetadata(bytes)) faults.push('has metadata');
      }
      await page.goto(`${product.url}/snapshots?id=${id}`);
      await page.getByText(name).first().waitFor();
      await page.waitForFunction(() => [...document.images].every(({ complete }) => complete));
      await page.screenshot({ path: join(folder, `${name}.png`) });
      const size = `${picture.width} × ${picture.height}`;
      process.stdout.write(`${name}  ${size}  ${faults.join('; ') || 'upright, colors right, no metadata'}\n`);
      failures += faults.length;
    }
  } finally {
    await browser.close();
    await product.remove();
  }
  return failures;
}
