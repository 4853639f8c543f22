import { expect } from '@playwright/test';
import { until } from '@site/platform/testing/until';

/** Retries, because a busy machine may render late. */
export async function eventually(read: () => Promise<unknown>, expected: unknown): Promise<void> {
  const isThere = async () => (await read()) === expected;
  await until('the page to say so', isThere).catch(() => undefined);
  expect(await read()).toBe(expected);
}
