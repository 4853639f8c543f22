import { startChromium } from '../../lib/chromium.mjs';
import { approvedSnapshot, call } from '../lib/site.mjs';

export const name = 'S-08';
export const title = 'pictures opened directly';
export const rule = 'A browser treats a stored object as a picture only: nosniff, sandboxed, no script runs from it.';

export async function run({ product: start, defer, checks }) {
  const product = await start();
  const token = await product.signIn();
  const { json } = await call(product, 'GET', '/main/home');
  const snapshot = await approvedSnapshot(product, token);
  const logos = json.data.sponsors.flatMap(({ picture }) => picture?.sizes ?? []);
  const sources = [...snapshot.picture.sizes, ...(json.data.logo_picture?.sizes ?? []), ...logos].map(({ src }) => src);
  for (const src of sources) {
    const { headers, status } = await call(product, 'GET', src);
    checks.that(status === 200, `${src} returned ${status}`);
    checks.that(
      /^image\/(webp|jpeg|png)$/.test(headers.get('content-type') ?? ''),
      `${src} is ${headers.get('content-type')}`,
    );
    checks.that(headers.get('x-content-type-options') === 'nosniff', `${src} lacks nosniff`);
    checks.that(
      /default-src 'none'/.test(headers.get('content-security-policy') ?? '') &&
        /sandbox/.test(headers.get('content-security-policy') ?? ''),
      `${src} is not sandboxed`,
    );
    checks.that(!headers.get('set-cookie'), `${src} sets a cookie`);
  }
  const browser = await startChromium();
  defer(() => browser.close());
  const page = await browser.newPage();
  let dialogs = 0;
  page.on('dialog', (dialog) => {
    dialogs += 1;
    return dialog.dismiss();
  });
  for (const src of sources.slice(0, 12)) {
    await page.goto(product.url + src);
    const scripts = await page.evaluate(() => globalThis.document.scripts.length).catch(() => 0);
    checks.that(scripts === 0, `${src} has scripts`);
  }
  checks.that(dialogs === 0, 'a script ran');
  return { objects: sources.length };
}
