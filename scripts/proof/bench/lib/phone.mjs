/* global window -- of the page, where `observeVitals` runs */

/** A mid-range phone on the slow 4G of Lighthouse's mobile profile, whose latency applies to each request. */
export const phone = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true };
export const slow4G = {
  latencyMs: 150,
  downBytesPerSecond: (1_638.4 * 1_000) / 8,
  upBytesPerSecond: (750 * 1_000) / 8,
};
export const cpuSlowdown = 4;

/** Runs in the page from its start and records into `window.vitals`. */
export function observeVitals() {
  const seen = { LCP: 0, what: '', FCP: 0, long: [], shifts: [] };
  window.vitals = seen;
  const watch = (type, take) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
  watch('largest-contentful-paint', (entry) => {
    seen.LCP = entry.startTime;
    const { element } = entry;
    seen.what = element
      ? `${element.tagName.toLowerCase()} "${(element.textContent || element.currentSrc || '').slice(0, 40)}"`
      : entry.url;
  });
  watch('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') seen.FCP = startTime;
  });
  watch('longtask', ({ startTime, duration }) => seen.long.push({ startTime, duration }));
  watch('layout-shift', ({ startTime, value, hadRecentInput, sources }) => {
    if (hadRecentInput) return;
    const what = sources?.map(({ node }) =>
      node?.nodeName === '#text' ? node.textContent : `${node?.nodeName} ${node?.className ?? ''}`,
    );
    seen.shifts.push({ startTime, value, what });
  });
}
