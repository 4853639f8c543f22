import type { Page } from 'playwright-core';

/** The gateway treats a form sent within 1.5 seconds of being shown as a bot's. */
const asAPersonMs = 1_600;

/** Waits until a form on the page may be sent. */
export async function takeTime(page: Page): Promise<void> {
  const since = await page.evaluate(() => performance.now());
  await page.waitForFunction(([from, ms]) => performance.now() - from > ms, [since, asAPersonMs] as const);
}
