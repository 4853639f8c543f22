import type { RunOptions } from 'axe-core';
import { expect, test, type Page } from '@playwright/test';
import { putInState } from '../screenshots/mock-responses.js';
import { publicScreens, type Screen } from '../screenshots/public-screens.js';
import { states } from '../screenshots/states.js';
import { until } from '@site/platform/testing/until';
import { violationsIn } from '../support/axe.js';
import { useSite } from '../support/site.js';

/**
 * Every public screen in both themes, in a wide and in the narrowest window: no axe findings, nothing wider than the
 * window (320 pixels correspond to 400% zoom), no CSP violations.
 */

const wide = { width: 1280, height: 800 };
/** 1280 pixels at 200% zoom. */
const zoomed = { width: 640, height: 400 };
const narrow = { width: 320, height: 640 };

/** Themes only differ in colors. */
const colors: RunOptions = { runOnly: ['color-contrast'] };
const allButColours: RunOptions = { rules: { 'color-contrast': { enabled: false } } };

const overflowOf = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

test.describe('every public screen', () => {
  const site = useSite({ environment: { RATE_LIMIT_SCALE: '1000' } });

  async function open(screen: Screen, forbidden: string[]) {
    const page = await site.browser.newPage({ viewport: screen.narrow ? narrow : wide, reducedMotion: 'reduce' });
    page.on('request', (request) => {
      if (request.url().endsWith('/csp-report')) forbidden.push(request.postData() ?? '');
    });
    await putInState(page, screen.state);
    await page.goto(site.product.url + screen.path);
    // The page below a dialog has no roles.
    await page.locator('footer').first().waitFor({ state: 'attached' });
    await page.locator('h1').first().waitFor({ state: 'attached' });
    if (screen.state !== states.loading) await page.waitForLoadState('networkidle');
    await screen.prepare?.(page);
    return page;
  }

  for (const [label, screen] of publicScreens.map((screen): [string, Screen] => [screen.name, screen]))
    test(`${label}`, async () => {
      const forbidden: string[] = [];
      const page = await open(screen, forbidden);
      try {
        const found: Record<string, unknown> = { 'forbidden by the policy': forbidden };
        const checkPage = async (title: string, rules?: RunOptions) => {
          // A page may be half drawn on a busy machine.
          await until(`${title} to be at rest`, async () => {
            const before = JSON.stringify(found[title]);
            found[title] = await violationsIn(page, rules);
            return JSON.stringify(found[title]) === (before ?? '[]');
          });
          found[`${title}: wider than the window by`] = await overflowOf(page);
        };
        await checkPage('light');
        await page.emulateMedia({ colorScheme: 'dark' });
        await checkPage('dark', colors);
        if (!screen.wide) {
          await page.setViewportSize(narrow);
          await checkPage('narrow, dark');
          await page.emulateMedia({ colorScheme: 'light' });
          await page.setViewportSize(zoomed);
          await checkPage('zoomed', allButColours);
        }
        expect(found).toEqual(
          Object.fromEntries(Object.keys(found).map((title) => [title, title.includes(':') ? 0 : []])),
        );
      } finally {
        await page.close();
      }
    });
});
