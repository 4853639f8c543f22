import { defineConfig } from '@playwright/test';

const isCi = process.env.CI === 'true';

/** Tests of the whole product in Chromium. `npm test` builds it, finds the browser, and starts this. */
export default defineConfig({
  testMatch: '**/*.test.ts',
  outputDir: '../out/playwright',
  globalSetup: './support/global-setup.ts',
  // Each file starts a product, whose processes use all processors of a small machine.
  workers: 1,
  // Of a test, and of each hook. The longest tests visit every page, on machines that do other work.
  timeout: 400_000,
  forbidOnly: isCi,
  // A CI machine does other work, too. The report lists tests that passed only when repeated as flaky.
  retries: isCi ? 1 : 0,
  reporter: 'list',
  use: { trace: 'on-first-retry' },
  projects: [{ name: 'browser', testDir: 'e2e' }],
});
