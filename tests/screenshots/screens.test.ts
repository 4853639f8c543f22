import { join } from 'node:path';
import { expect, test, type Browser, type Page } from '@playwright/test';
import { root } from '../../scripts/lib/checkout.mjs';
import { openSession, siteAt } from '../../scripts/lib/visitor-requests.mjs';
import { startDrawingBrowser } from '../support/drawing-browser.js';
import { useSite } from '../support/site.js';
import { dashboardScreens, type DashboardScreen } from './dashboard-screens.js';
import { putInState } from './mock-responses.js';
import { paperAndPictures, publicScreens } from './public-screens.js';
import { writeRecords } from './sample-records.js';
import { states } from './states.js';
import { quietMs, settle, watchRequests } from './wait-for-rest.js';

/**
 * Takes a screenshot of every screen in its states into shots/, in the window and theme of the project. The report in
 * shots/report shows them.
 */

/** Image viewers can't open taller pictures. */
const maxHeightPx = 16_000;

const isDashboard = ({ path }: DashboardScreen) => path.startsWith('/dashboard');
const needsSession = ({ path, signedIn = path.startsWith('/dashboard') }: DashboardScreen) => signedIn;

/** Phones and desktops have screens that the others lack; a project excludes the other's. */
const tagsOf = ({ narrow, wide }: DashboardScreen) => [...(narrow ? ['@narrow'] : []), ...(wide ? ['@wide'] : [])];

/** Scrolls through the page, which loads lazy content. */
const loadLazyContent = (page: Page) =>
  page.evaluate(async () => {
    const step = window.innerHeight * 0.7;
    for (let y = 0; y < document.documentElement.scrollHeight; y += step) {
      window.scrollTo({ top: y, behavior: 'instant' });
      // Intersection observers are notified with the next frame.
      await new Promise((resolve) => window.requestAnimationFrame(() => window.requestAnimationFrame(resolve)));
    }
    window.scrollTo({ top: 0, behavior: 'instant' });
  });

const site = useSite({ environment: { RATE_LIMIT_SCALE: '1000' } });
let session: string;
/** Maps need software rendering, which is ten times slower. */
let drawingBrowser: Browser;

test.beforeAll(async () => {
  drawingBrowser = await startDrawingBrowser();
  const opened = await openSession(siteAt(site.product.url), site.product.admin);
  session = JSON.stringify(opened);
  await writeRecords(site.product, opened.token, 'normal');
});
test.afterAll(() => drawingBrowser?.close());

for (const screen of [...publicScreens, ...dashboardScreens, ...paperAndPictures])
  test(
    screen.name,
    { tag: tagsOf(screen) },
    async ({ contextOptions, viewport, isMobile, hasTouch, colorScheme, locale, timezoneId }, info) => {
      const { width, height } = viewport!;
      const browser = screen.map ? drawingBrowser : site.browser;
      const window = { viewport, isMobile, hasTouch, colorScheme, locale, timezoneId };
      const context = await browser.newContext({ ...contextOptions, ...window });
      try {
        if (needsSession(screen))
          await context.addInitScript((stored) => localStorage.setItem('userData', stored), session);
        const page = await context.newPage();
        const open = watchRequests(page);
        const errors: string[] = [];
        page.on('pageerror', ({ message }) => errors.push(message));
        const state = screen.state ?? states.normal;
        const quiet = 'down' in state ? quietMs.failing : quietMs.normal;
        if (!isDashboard(screen)) await putInState(page, state);
        await page.goto(site.product.url + screen.path, { waitUntil: 'load' });
        const isWhole = !screen.window && !screen.part;
        if (isWhole) await loadLazyContent(page);
        if (state !== states.loading) await settle(page, open, quiet);
        if (screen.prepare) {
          await screen.prepare(page);
          await settle(page, open, quiet);
        }
        const path = join(root, `shots/${screen.name}.${info.project.name.replace('shots-', '')}.png`);
        const pageHeight = await page.evaluate(() => document.documentElement.scrollHeight);
        const isTooHigh = isWhole && pageHeight > maxHeightPx;
        await (screen.part ? screen.part(page) : page).screenshot({
          path,
          animations: 'disabled',
          ...(isWhole && { fullPage: true }),
          ...(isTooHigh && { clip: { x: 0, y: 0, width, height: Math.max(height, maxHeightPx) } }),
        });
        await info.attach(screen.name, { path });
        expect(errors).toEqual([]);
      } finally {
        await context.close();
      }
    },
  );
