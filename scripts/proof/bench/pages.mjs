/* global window, caches -- of the page, where some of these functions run */
import { startChromium } from '../../lib/chromium.mjs';
import { until } from '../../lib/until.mjs';
import { exchange, textOf } from '../lib/http-load.mjs';
import { median, rounded } from '../lib/statistics.mjs';
import { kilobytesOf, newPhone, openTab, severalVisits, watchTransfers } from './lib/throttled-phone.mjs';
import { pathsOf } from './lib/sitemap-paths.mjs';
import { laySlowLine } from './lib/slow-connection.mjs';

/** Pages in Chromium: a phone's second visit on slow 4G, a page's scripts, and the county pages' size. */

/** A page without requests for this long has finished loading. */
const quietMs = 2_000;
const maxRepeatMs = 1_000;

const isCached = (page) => page.evaluate(async () => Boolean(await caches.match('/', { ignoreVary: true })));

/** Measures the second visit with a new browser profile, after the service worker has cached the first. */
async function repeatVisit(browser, address) {
  const phone = await newPhone(browser, { serviceWorkers: 'allow' });
  try {
    const first = await phone.newPage();
    await first.goto(address, { waitUntil: 'load' });
    await until('the home page to be cached', () => isCached(first), { withinMs: 60_000 });
    await first.close();
    const { page } = await openTab(phone, { line: null });
    await page.goto(address, { waitUntil: 'load' });
    await page.waitForTimeout(quietMs);
    return await page.evaluate(() => window.vitals);
  } finally {
    await phone.close();
  }
}

const secondVisit = {
  name: 'second-visit',
  title: 'The home page on a second visit, with the service worker, on a slow 4G phone',
  goal: `LCP ≤ ${maxRepeatMs / 1_000} s`,

  async run({ product, quick, defer }) {
    const line = await laySlowLine((await product()).url);
    defer(() => line.close());
    const browser = await startChromium(['--disable-gpu']);
    defer(() => browser.close());
    const visits = await severalVisits(quick ? 3 : 7, () => repeatVisit(browser, `${line.url}/`));
    const LCP = Math.round(median(visits.map((seen) => seen.LCP)));
    return {
      passed: LCP <= maxRepeatMs,
      details: { LCP },
      rows: visits.map((seen) => ({ LCP: Math.round(seen.LCP), what: seen.what })),
    };
  },
};

const maxScriptKb = 200;

/** The page that a moderator opens on a phone during a storm. */
const signInWeight = {
  name: 'sign-in-weight',
  title: 'JavaScript transferred for /dashboard/login',
  goal: `≤ ${maxScriptKb} kB`,

  async run({ product, defer }) {
    const { url } = await product();
    const browser = await startChromium(['--disable-gpu']);
    defer(() => browser.close());
    const context = await browser.newContext();
    const page = await context.newPage();
    const devTools = await context.newCDPSession(page);
    await devTools.send('Network.enable');
    const transfers = watchTransfers(page, devTools);
    // Without TLS, browsers accept brotli only from localhost.
    await page.goto(`${url.replace('127.0.0.1', 'localhost')}/dashboard/login`, { waitUntil: 'load' });
    await page.locator('input[type=password]').waitFor();
    await transfers.untilQuiet(1_000);
    const files = transfers.scripts();
    const kB = rounded(kilobytesOf(files), 1);
    return {
      passed: files.length > 0 && kB <= maxScriptKb,
      details: { kB, files: files.length },
      rows: files.map((file) => ({ file: new URL(file.url).pathname, bytes: file.bytes })),
    };
  },
};

const maxDocumentKb = 30;

const countyPages = {
  name: 'county-pages',
  title: 'The 75 county pages: the largest document, brotli',
  goal: `≤ ${maxDocumentKb} kB`,

  async run({ product }) {
    const { url } = await product();
    const paths = (await pathsOf(url)).filter((path) => path.startsWith('/county/'));
    if (paths.length !== 75) throw new Error(`${paths.length} county pages are listed`);
    let maxKb = 0;
    let sentKb = 0;
    for (const path of paths) {
      const response = await exchange({ url: url + path });
      if (response.status !== 200) throw new Error(`${path} answers ${response.status}`);
      maxKb = Math.max(maxKb, rounded(Buffer.byteLength(textOf(response)) / 1_000, 1));
      sentKb = Math.max(sentKb, rounded(response.body.length / 1_000, 1));
    }
    return { passed: sentKb <= maxDocumentKb, details: { maxKb, sentKb } };
  },
};

export const benchmarks = [secondVisit, signInWeight, countyPages];
