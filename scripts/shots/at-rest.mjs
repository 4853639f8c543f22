/* global document, window -- of the page, where a part of this runs */

const settleMs = 15_000;

export function watchRequests(page) {
  const open = new Set();
  page.on('request', (request) => open.add(request));
  for (const end of ['requestfinished', 'requestfailed']) page.on(end, (request) => open.delete(request));
  return open;
}

/** A page retries failing responses after a second. */
export const quietMs = { usual: 300, failing: 1_300 };

/** Waits for requests and visible pictures, so that screenshots are reproducible; gives up after a while. */
export async function settle(page, open, quietForMs) {
  const giveUpAt = performance.now() + settleMs;
  for (let quietSince = performance.now(); performance.now() < giveUpAt;) {
    await page.waitForTimeout(50);
    if (open.size > 0) quietSince = performance.now();
    else if (performance.now() - quietSince > quietForMs) break;
  }
  const areLoaded = () =>
    [...document.images].every((image) => {
      const { left, right } = image.getBoundingClientRect();
      // Slides outside a carousel's window are not fetched.
      return image.complete || right <= 0 || left >= window.innerWidth || image.closest('[inert]');
    });
  const timeout = Math.max(1, giveUpAt - performance.now());
  await page.waitForFunction(areLoaded, undefined, { timeout }).catch(() => undefined);
}
