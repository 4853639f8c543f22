import type { Page, Request } from '@playwright/test';

const settleMs = 15_000;

/** Returns the page's open requests, from now on. */
export function watchRequests(page: Page): ReadonlySet<Request> {
  const open = new Set<Request>();
  page.on('request', (request) => open.add(request));
  page.on('requestfinished', (request) => open.delete(request));
  page.on('requestfailed', (request) => open.delete(request));
  return open;
}

/** A page retries failing responses after a second. */
export const quietMs = { normal: 300, failing: 1_300 };

/** Waits for requests and visible pictures, so that screenshots are reproducible; gives up after a while. */
export async function settle(page: Page, open: ReadonlySet<Request>, quietForMs: number): Promise<void> {
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
