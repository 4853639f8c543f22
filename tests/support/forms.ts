import type { Page } from 'playwright-core';

/** The gateway treats forms sent within 1.5 seconds as spam. */
const asAPersonMs = 1_600;

/** Waits until a displayed form may be sent. */
export async function takeTime(page: Page): Promise<void> {
  const since = await page.evaluate(() => performance.now());
  await page.waitForFunction(([from, ms]) => performance.now() - from > ms, [since, asAPersonMs] as const);
}
