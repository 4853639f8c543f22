import type { RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';
import { hoursUntil, putInState } from '../../scripts/shots/answers.mjs';
import { publicScreens, type Screen } from '../../scripts/shots/public-screens.mjs';
import { states } from '../../scripts/shots/states.mjs';
import { until } from '@site/platform/testing/until';
import { violationsIn } from '../support/axe.js';
import { useSite } from '../support/site.js';

/**
 * Checks every public screen in every state that `npm run shots` captures, light and dark, wide and at the narrowest
 * width: axe finds nothing, nothing overflows the window (320 pixels is what 400 % zoom leaves), and nothing violates
 * the content security policy.
 */

const wide = { width: 1280, height: 800 };
/** A window of 1280 pixels at 200 % zoom. */
const zoomed = { width: 640, height: 400 };
const narrow = { width: 320, height: 640 };

/** The other theme needs only the color rules, the zoomed window all others. */
const colours: RunOptions = { runOnly: ['color-contrast'] };
const allButColours: RunOptions = { rules: { 'color-contrast': { enabled: false } } };

const overflowOf = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

describe('every public screen', () => {
  const site = useSite({ environment: { RATE_LIMIT_SCALE: '1000' } });

  async function open(screen: Screen, forbidden: string[]) {
    const page = await site.browser.newPage({ viewport: screen.narrow ? narrow : wide, reducedMotion: 'reduce' });
    page.on('request', (request) => {
      if (request.url().endsWith('/csp-report')) forbidden.push(request.postData() ?? '');
    });
    await putInState(page, (screen.state ?? states.usual)(hoursUntil));
    await page.goto(site.product.url + screen.path);
    // By element, not by role: a modal dialog hides the roles of the rest of the page.
    await page.locator('footer').first().waitFor({ state: 'attached' });
    await page.locator('h1').first().waitFor({ state: 'attached' });
    if (screen.state !== states.loading) await page.waitForLoadState('networkidle');
    await screen.prepare?.(page);
    return page;
  }

  // Two at a time, on separate pages: axe keeps one CPU busy.
  it.concurrent.each(publicScreens.map((screen): [string, Screen] => [screen.name, screen]))(
    '%s',
    async (_name, screen) => {
      const forbidden: string[] = [];
      const page = await open(screen, forbidden);
      try {
        const found: Record<string, unknown> = { 'forbidden by the policy': forbidden };
        const look = async (title: string, rules?: RunOptions) => {
          // Only persistent violations count: on a busy machine a page may be caught half drawn.
          await until(`${title} to be at rest`, async () => {
            const before = JSON.stringify(found[title]);
            found[title] = await violationsIn(page, rules);
            return JSON.stringify(found[title]) === (before ?? '[]');
          });
          found[`${title}: wider than the window by`] = await overflowOf(page);
        };
        await look('light');
        await page.emulateMedia({ colorScheme: 'dark' });
        await look('dark', colours);
        if (!screen.wide) {
          await page.setViewportSize(narrow);
          await look('narrow, dark');
          await page.emulateMedia({ colorScheme: 'light' });
          await page.setViewportSize(zoomed);
          await look('zoomed', allButColours);
        }
        expect(found).toEqual(
          Object.fromEntries(Object.keys(found).map((title) => [title, title.includes(':') ? 0 : []])),
        );
      } finally {
        await page.close();
      }
    },
    180_000,
  );
});
