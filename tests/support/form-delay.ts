import type { Page } from '@playwright/test';

/** Forms sent within 1.5 seconds count as spam. */
const asAPersonMs = 1_600;

export async function takeTime(page: Page): Promise<void> {
  const since = await page.evaluate(() => performance.now());
  await page.waitForFunction(([from, ms]) => performance.now() - from > ms, [since, asAPersonMs] as const);
}
