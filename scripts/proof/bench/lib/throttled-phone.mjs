/* global window -- of the page, where `observeVitals` runs */
import { performance } from 'node:perf_hooks';
import { state } from '../../../../regions/facts.mjs';

/** A mid-range phone on the slow 4G of Lighthouse's mobile profile, whose latency applies to each request. */
export const slow4G = {
  latencyMs: 150,
  downBytesPerSecond: (1_638.4 * 1_000) / 8,
  upBytesPerSecond: (750 * 1_000) / 8,
};
/** The edge of coverage during a storm. */
export const edgeOfCoverage = { latencyMs: 800, downBytesPerSecond: 35_000 / 8, upBytesPerSecond: 35_000 / 8 };
const cpuSlowdown = 4;
const giveUpMs = 45_000;

export const newPhone = (browser, options) =>
  browser.newContext({
    viewport: { width: 412, height: 823 },
    deviceScaleFactor: 1.75,
    isMobile: true,
    hasTouch: true,
    locale: 'en-US',
    timezoneId: state.timeZone,
    ...options,
  });

/**
 * Opens a tab with a throttled processor and connection, by default slow 4G; `window.vitals` has its figures. Without a
 * line, its connection is throttled already.
 */
export async function openTab(phone, { line = slow4G } = {}) {
  const page = await phone.newPage();
  await page.addInitScript(observeVitals);
  const devTools = await phone.newCDPSession(page);
  await devTools.send('Network.enable');
  if (line)
    await devTools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: line.latencyMs,
      downloadThroughput: line.downBytesPerSecond,
      uploadThroughput: line.upBytesPerSecond,
    });
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown });
  return { page, devTools };
}

/** Records a tab's responses in `files`: address and transferred bytes. */
export function watchTransfers(page, devTools) {
  const open = new Map();
  const files = [];
  let lastAt = performance.now();
  devTools.on('Network.requestWillBeSent', ({ requestId, request }) => open.set(requestId, request.url));
  devTools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    files.push({ url: open.get(requestId) ?? '', bytes: encodedDataLength });
    open.delete(requestId);
    lastAt = performance.now();
  });
  devTools.on('Network.loadingFailed', ({ requestId }) => open.delete(requestId));
  return {
    files,
    scripts: () => files.filter(({ url }) => /\.m?js$/.test(url)),
    /** Waits until nothing has been transferred for this long. */
    async untilQuiet(quietMs) {
      const giveUpAt = performance.now() + giveUpMs;
      while ((open.size > 0 || performance.now() - lastAt < quietMs) && performance.now() < giveUpAt)
        await page.waitForTimeout(100);
    },
  };
}

export const kilobytesOf = (files) => files.reduce((sum, { bytes }) => sum + bytes, 0) / 1_000;

/** Makes this many visits. Sometimes the browser never paints the window; such a visit doesn't count. */
export async function severalVisits(runs, visit) {
  const visits = [];
  for (let attempts = 0; visits.length < runs && attempts < 2 * runs; attempts += 1) {
    const seen = await visit();
    if (seen.FCP > 0) visits.push(seen);
  }
  if (visits.length < runs) throw new Error('The browser did not paint the page.');
  return visits;
}

/** Runs in the page from its start and records into `window.vitals`. */
function observeVitals() {
  const seen = { LCP: 0, what: '', FCP: 0, long: [], shifts: [] };
  window.vitals = seen;
  const watch = (type, take) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
  watch('largest-contentful-paint', ({ startTime, element, url }) => {
    seen.LCP = startTime;
    seen.what = element ? `${element.tagName} "${(element.textContent || element.currentSrc).slice(0, 40)}"` : url;
  });
  watch('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') seen.FCP = startTime;
  });
  watch('longtask', ({ startTime, duration }) => seen.long.push({ startTime, duration }));
  watch('layout-shift', ({ startTime, value, hadRecentInput }) => {
    if (!hadRecentInput) seen.shifts.push({ startTime, value });
  });
}
