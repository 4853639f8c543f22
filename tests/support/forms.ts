import type { Page } from 'playwright-core';

/** The gateway takes whoever sends a form within a second and a half of seeing it for a program. */
const asAPersonMs = 1_600;

/** Until a form that is on the page may be sent. */
export async function takeTime(page: Page): Promise<void> {
  const since = await page.evaluate(() => performance.now());
  await page.waitForFunction(([from, ms]) => performance.now() - from > ms, [since, asAPersonMs] as const);
}
