/* global document, window -- of the pages, where some of these functions run */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from './lib/checkout.mjs';
import { startChromium } from './lib/chromium.mjs';
import { Product } from './lib/product-process.mjs';
import { openSession, siteAt } from './lib/visitor-requests.mjs';
import { putInState } from './shots/answers.mjs';
import { dashboardScreens } from './shots/dashboard-screens.mjs';
import { quietMs, settle, watchRequests } from './shots/at-rest.mjs';
import { photographDocs } from './shots/docs-pictures.mjs';
import { paperAndPictures, publicScreens } from './shots/public-screens.mjs';
import { writeRecords } from './shots/records.mjs';
import { states } from './shots/states.mjs';
import { state } from '../regions/facts.mjs';

/**
 * Takes screenshots of every screen of the site, in its states, at four widths, light and dark, into shots/, with an
 * index.html. Starts the product with simulated providers.
 *
 *     npm run shots
 *     npm run shots -- --only home,alert --widths 390 --themes dark
 *     npm run shots -- --url http://localhost:8080 --password …      of a running product
 *     npm run shots -- --records longest      with the longest text that each field accepts
 *     npm run shots -- --docs                 only the pictures of docs/editors.md and docs/operations, into docs/pictures/
 *
 * shots/public-screens.mjs and shots/dashboard-screens.mjs list the screens.
 */

/** A phone, a window of 1280 pixels at 200 % zoom, a tablet, a desktop. */
const windows = { 390: 844, 640: 400, 820: 1180, 1440: 900 };
/** Image viewers can't open taller pictures. */
const mostPixelsHigh = 16_000;

const { values: asked } = parseArgs({
  options: {
    only: { type: 'string' },
    widths: { type: 'string', default: Object.keys(windows).join(',') },
    themes: { type: 'string', default: 'light,dark' },
    url: { type: 'string' },
    email: { type: 'string', default: 'admin@example.com' },
    password: { type: 'string' },
    records: { type: 'string' },
    docs: { type: 'boolean' },
    out: { type: 'string', default: join(root, 'shots') },
  },
});
const wanted = asked.only?.split(',');
const isWanted = ({ name }) =>
  !wanted || wanted.some((beginning) => name === beginning || name.startsWith(`${beginning}-`));

const needsSession = ({ path, signedIn = path.startsWith('/dashboard') }) => signedIn;

/** Loads lazy content. */
async function lookThrough(page) {
  await page.evaluate(async () => {
    const step = window.innerHeight * 0.7;
    for (let y = 0; y < document.documentElement.scrollHeight; y += step) {
      window.scrollTo({ top: y, behavior: 'instant' });
      await new Promise((resolve) => setTimeout(resolve, 100));
      // Intersection observers are notified with the next frame.
      await new Promise((resolve) => window.requestAnimationFrame(() => window.requestAnimationFrame(resolve)));
    }
    window.scrollTo({ top: 0, behavior: 'instant' });
  });
}

/** Returns the files and page errors. */
async function photograph(browser, product, session, screen, width, themes) {
  const context = await browser.newContext({
    viewport: { width, height: windows[width] },
    colorScheme: themes[0],
    isMobile: width < 700,
    hasTouch: width < 700,
    timezoneId: state.timeZone,
    locale: 'en-US',
  });
  try {
    if (session) await context.addInitScript((stored) => localStorage.setItem('userData', stored), session);
    const page = await context.newPage();
    const open = watchRequests(page);
    const faults = [];
    page.on('pageerror', (error) => faults.push(error.message));
    const state = screen.state ?? states.usual;
    const quiet = state.down ? quietMs.failing : quietMs.usual;
    // The dashboard uses the product's own responses.
    if (!screen.path.startsWith('/dashboard')) await putInState(page, state);
    await page.goto(product.url + screen.path, { waitUntil: 'load' });
    const isWhole = !screen.window && !screen.part;
    const isLoading = screen.state === states.loading;
    if (isWhole) await lookThrough(page);
    if (!isLoading) await settle(page, open, quiet);
    if (screen.prepare) {
      await screen.prepare(page);
      await settle(page, open, quiet);
    }
    const files = [];
    for (const theme of themes) {
      await page.emulateMedia({ colorScheme: theme });
      const path = join(asked.out, `${screen.name}.${width}.${theme}.png`);
      const height = await page.evaluate(() => document.documentElement.scrollHeight);
      await (screen.part ? screen.part(page) : page).screenshot({
        path,
        animations: 'disabled',
        ...(isWhole && { fullPage: true }),
        ...(isWhole && height > mostPixelsHigh && { clip: { x: 0, y: 0, width, height: mostPixelsHigh } }),
      });
      files.push(path);
    }
    return { files, faults };
  } finally {
    await context.close();
  }
}

/** Shows each screen's screenshots side by side. */
function contactSheet(made) {
  const screens = new Map();
  for (const { screen, path } of made) screens.set(screen, [...(screens.get(screen) ?? []), relative(asked.out, path)]);
  const rows = [...screens].map(
    ([screen, files]) =>
      `<h2 id="${screen}">${screen}</h2><div>${files
        .map((file) => `<a href="${file}"><img src="${file}" alt="${file}" loading="lazy"></a>`)
        .join('')}</div>`,
  );
  return `<!doctype html><meta charset="utf-8"><title>Every screen</title>
<style>
  body {
    font: 16px system-ui;
    margin: 2rem;
    background: #888;
  }
  div {
    display: flex;
    gap: 1rem;
    overflow-x: auto;
    align-items: start;
  }
  img {
    height: 36rem;
    width: auto;
  }
</style>
${rows.join('\n')}\n`;
}

/** @returns the number of failed screens, and of page errors */
async function photographScreens() {
  const sizes = asked.widths.split(',').map(Number);
  for (const width of sizes)
    if (!(width in windows))
      throw new Error(`There is no window with a width of ${width}, only ${Object.keys(windows).join(', ')}.`);

  /** A running product gets no sample records. */
  const records = asked.records ?? (asked.url ? undefined : 'usual');

  const product = asked.url
    ? { url: asked.url, admin: { email: asked.email, password: asked.password }, remove: async () => undefined }
    : await Product.start({ simulated: true, environment: { RATE_LIMIT_SCALE: '1000' } });
  /** Maps need software rendering, which is ten times slower. */
  const browsers = {
    plain: await startChromium(['--disable-gpu']),
    drawing: await startChromium(['--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--ignore-gpu-blocklist']),
  };
  const made = [];
  let failures = 0;
  try {
    if (!wanted) rmSync(asked.out, { recursive: true, force: true });
    mkdirSync(asked.out, { recursive: true });
    const screens = [...publicScreens, ...dashboardScreens, ...paperAndPictures].filter(isWanted);
    const { url, admin } = product;
    const session = records || screens.some(needsSession) ? await openSession(siteAt(url), admin) : undefined;
    if (records) await writeRecords(product, session.token, records);
    for (const screen of screens) {
      for (const width of sizes.filter((each) => (each < 1024 ? !screen.wide : !screen.narrow))) {
        try {
          const stored = needsSession(screen) && JSON.stringify(session);
          const { files, faults } = await photograph(
            browsers[screen.map ? 'drawing' : 'plain'],
            product,
            stored,
            screen,
            width,
            asked.themes.split(','),
          );
          made.push(...files.map((path) => ({ screen: screen.name, path })));
          for (const path of files) process.stdout.write(`${relative(process.cwd(), path)}\n`);
          for (const fault of faults) process.stdout.write(`  ${fault}\n`);
          failures += faults.length;
        } catch (error) {
          failures += 1;
          process.stdout.write(`FAILED ${screen.name} ${width}: ${error.message}\n`);
        }
      }
    }
    if (!wanted) writeFileSync(join(asked.out, 'index.html'), contactSheet(made));
    process.stdout.write(
      `${made.length} pictures in ${relative(process.cwd(), asked.out) || '.'}, ${failures} failures\n`,
    );
  } finally {
    for (const browser of Object.values(browsers)) await browser.close();
    await product.remove();
  }
  return failures;
}

const failures = await (asked.docs ? photographDocs() : photographScreens());
process.exitCode = failures > 0 ? 1 : 0;
