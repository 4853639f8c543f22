import type { Page } from 'playwright-core';

/** The gateway assumes that a form sent within a second and a half of being shown comes from a bot. */
const asAPersonMs = 1_600;

/** Waits until a form that is on the page may be sent. */
export async function takeTime(page: Page): Promise<void> {
  const since = await page.evaluate(() => performance.now());
  await page.waitForFunction(([from, ms]) => performance.now() - from > ms, [since, asAPersonMs] as const);
}
