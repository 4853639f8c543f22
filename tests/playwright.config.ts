import { defineConfig } from '@playwright/test';

import { state } from '../regions/facts.mjs';

const isCi = process.env.CI === 'true';

/** A phone, a window of 1280 pixels at 200 % zoom, a tablet, a desktop. */
const windows = [
  { width: 390, height: 844 },
  { width: 640, height: 400 },
  { width: 820, height: 1180 },
  { width: 1440, height: 900 },
];

const screenshots = windows.flatMap((viewport) =>
  (['light', 'dark'] as const).map((colorScheme) => ({
    name: `shots-${viewport.width}.${colorScheme}`,
    testDir: 'screenshots',
    testMatch: 'screens.test.ts',
    grepInvert: viewport.width < 1024 ? /@wide/ : /@narrow/,
    use: {
      viewport,
      colorScheme,
      isMobile: viewport.width < 700,
      hasTouch: viewport.width < 700,
      timezoneId: state.timeZone,
      locale: 'en-US',
    },
  })),
);

/**
 * Tests of the whole product in Chromium, and screenshots of every screen. `npm test` and `npm run shots` build it, find
 * the browser, and start this.
 */
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
  use: { trace: 'on-first-retry', actionTimeout: 30_000, navigationTimeout: 30_000 },
  projects: [
    { name: 'browser', testDir: 'e2e' },
    ...screenshots,
    { name: 'docs-pictures', testDir: 'screenshots', testMatch: 'docs-pictures.test.ts' },
  ],
});
