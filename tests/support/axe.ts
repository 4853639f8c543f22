import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from '@playwright/test';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Returns findings as lines that include the element. */
export async function violationsIn(page: Page, options: RunOptions = {}): Promise<string[]> {
  // The CSP forbids script tags.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeSource);
  return page.evaluate(async (provided) => {
    const { axe } = globalThis as unknown as { axe: { run(options: RunOptions): Promise<AxeResults> } };
    // Listing every passing element would take longer than the check.
    const { violations } = await axe.run({ resultTypes: ['violations'], ...provided });
    return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
  }, options);
}
