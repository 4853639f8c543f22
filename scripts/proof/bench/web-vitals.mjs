/* global window -- of the page, where some of these functions run */
import { parseArgs } from 'node:util';
import { startChromium } from '../../lib/chromium.mjs';
import { Product } from '../../lib/product.mjs';
import { state } from '../../lib/state.mjs';
import { cpuSlowdown, observeVitals, phone, slow4G } from './lib/phone.mjs';
import { median } from '../lib/statistics.mjs';

/**
 * Loads the home page cold, several times, over a slow 4G connection with the processor throttled four times, and
 * prints the medians beside the goals. Part of `npm run bench`, and also runs separately:
 *
 *     npm run vitals
 *     npm run vitals -- --runs 9 --path /forecast --url http://localhost:8080
 */

/** A page without requests for this long has finished loading. */
const quietMs = 2_000;
const giveUpMs = 45_000;

/** Each figure with its goal; smaller is better for all. */
const figures = [
  { name: 'LCP', title: 'largest contentful paint', unit: 'ms', goal: 1_800 },
  { name: 'TBT', title: 'total blocking time', unit: 'ms', goal: 100 },
  { name: 'CLS', title: 'cumulative layout shift', unit: '', goal: 0.02 },
  { name: 'bytes', title: 'transferred before interaction', unit: 'kB', goal: 250 },
];

/**
 * Returns the worst session of layout shifts, as the metric is defined: at most five seconds, ended by a second without
 * a shift.
 */
function worstSession(shifts) {
  let worst = 0;
  let session = { value: 0, from: 0, last: -Infinity };
  for (const { startTime, value } of shifts) {
    const goesOn = startTime - session.last < 1_000 && startTime - session.from < 5_000;
    session = goesOn
      ? { ...session, value: session.value + value, last: startTime }
      : { value, from: startTime, last: startTime };
    worst = Math.max(worst, session.value);
  }
  return worst;
}

/** Makes one cold visit, until the page has been quiet for a while. */
async function visit(browser, address) {
  const context = await browser.newContext({ ...phone, locale: 'en-US', timezoneId: state.timeZone });
  try {
    const page = await context.newPage();
    await page.addInitScript(observeVitals);
    const devTools = await context.newCDPSession(page);
    await devTools.send('Network.enable');
    await devTools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: slow4G.latencyMs,
      downloadThroughput: slow4G.downBytesPerSecond,
      uploadThroughput: slow4G.upBytesPerSecond,
    });
    await devTools.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown });
    const open = new Map();
    const files = [];
    let bytes = 0;
    let lastAt = performance.now();
    devTools.on('Network.requestWillBeSent', ({ requestId, request }) => open.set(requestId, request.url));
    devTools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      files.push({ url: open.get(requestId), bytes: encodedDataLength });
      open.delete(requestId);
      bytes += encodedDataLength;
      lastAt = performance.now();
    });
    devTools.on('Network.loadingFailed', ({ requestId }) => open.delete(requestId));
    await page.goto(address, { waitUntil: 'load', timeout: giveUpMs });
    const giveUpAt = performance.now() + giveUpMs;
    while ((open.size > 0 || performance.now() - lastAt < quietMs) && performance.now() < giveUpAt)
      await page.waitForTimeout(100);
    const seen = await page.evaluate(() => window.vitals);
    const TBT = seen.long
      .filter(({ startTime }) => startTime >= seen.FCP)
      .reduce((sum, { duration }) => sum + Math.max(0, duration - 50), 0);
    return {
      LCP: seen.LCP,
      TBT,
      CLS: worstSession(seen.shifts),
      bytes: bytes / 1_000,
      FCP: seen.FCP,
      what: seen.what,
      shifts: seen.shifts,
      files,
    };
  } finally {
    await context.close();
  }
}

export const benchmark = {
  name: 'web-vitals',
  title: 'The home page on a simulated slow 4G phone',
  goal: 'LCP ≤ 1.8 s, TBT ≤ 100 ms, CLS ≤ 0.02, transferred before interaction ≤ 250 kB',

  /**
   * @param {object} [context] of `npm run bench`, or the options of `npm run vitals`
   * @param {(options: object) => Promise<{ url: string }>} [context.product] lends a running product
   * @param {string} [context.url] of an already running product; without either, one is started
   * @param {boolean} [context.quick] three visits instead of seven
   * @returns whether the goals hold, the medians, and a row for each figure
   */
  async run({ product: lend, url, quick = false, runs = quick ? 3 : 7, path = '/' } = {}) {
    const own =
      url || lend ? undefined : await Product.start({ simulated: true, environment: { RATE_LIMIT_SCALE: '1000' } });
    const origin = url ?? own?.url ?? (await lend({})).url;
    const browser = await startChromium(['--disable-gpu']);
    try {
      const address = origin + path;
      // The very first visit also waits for responses and compressed documents to be built; it doesn't count.
      await visit(browser, address);
      const visits = [];
      for (let attempts = 0; visits.length < runs && attempts < 2 * runs; attempts += 1) {
        const seen = await visit(browser, address);
        // Sometimes the browser never paints the window; such a visit doesn't count.
        if (seen.FCP > 0) visits.push(seen);
      }
      if (visits.length < runs) throw new Error('The browser did not paint the page.');
      const details = Object.fromEntries(
        figures.map(({ name }) => [name, Number(median(visits.map((each) => each[name])).toFixed(3))]),
      );
      const rows = figures.map(({ name, title, unit, goal }) => ({
        figure: title,
        median: `${details[name]} ${unit}`.trim(),
        goal: `≤ ${goal} ${unit}`.trim(),
        holds: details[name] <= goal ? 'yes' : 'NO',
      }));
      return { holds: rows.every(({ holds }) => holds === 'yes'), details: { ...details, runs }, rows, visits };
    } finally {
      await browser.close();
      await own?.remove();
    }
  },
};

if (process.argv[1] === import.meta.filename) {
  const { values } = parseArgs({
    options: {
      url: { type: 'string' },
      path: { type: 'string' },
      runs: { type: 'string' },
      quick: { type: 'boolean' },
      verbose: { type: 'boolean' },
    },
  });
  const { holds, details, rows, visits } = await benchmark.run({
    ...values,
    ...(values.runs && { runs: Number(values.runs) }),
  });
  for (const { figure, median: value, goal, holds: held } of rows)
    process.stdout.write(
      `${held === 'yes' ? 'ok    ' : 'MISSED'} ${figure.padEnd(34)} ${value.padStart(12)}   goal ${goal}\n`,
    );
  if (values.verbose) {
    const [last] = visits.slice(-1);
    process.stdout.write(`largest: ${last.what}, first paint after ${Math.round(last.FCP)} ms\n`);
    for (const { url, bytes } of last.files)
      process.stdout.write(`${(bytes / 1_000).toFixed(1).padStart(8)} kB  ${url?.slice(0, 100)}\n`);
    for (const { startTime, value, what } of last.shifts)
      process.stdout.write(`shift ${value.toFixed(4)} at ${Math.round(startTime)} ms: ${what?.join(' | ')}\n`);
  }
  process.stdout.write(`${JSON.stringify({ name: benchmark.name, holds, ...details })}\n`);
  process.exitCode = holds ? 0 : 1;
}
