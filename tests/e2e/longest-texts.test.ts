import { expect, test, type Page } from '@playwright/test';
import { until } from '@site/platform/testing/until';
import { openSession, siteAt } from '../../scripts/lib/visitor-requests.mjs';
import { dashboardScreens } from '../screenshots/dashboard-screens.js';
import { publicScreens } from '../screenshots/public-screens.js';
import { writeRecords } from '../screenshots/sample-records.js';
import { desktop, phone } from '../support/browser.js';
import { useSite } from '../support/site.js';

/**
 * Every user-entered text at its maximum length without spaces: nothing is wider than the window or cut off without a
 * sign, and every button is reachable.
 */

/** Runs in the page. */
function faultsOf(): string[] {
  const width = document.documentElement.clientWidth;
  const found: string[] = [];
  const nameOf = (element: Element) =>
    `${element.tagName.toLowerCase()}.${(element.getAttribute('class') ?? '').split(' ').slice(0, 4).join('.')} “${(element.textContent ?? '').slice(0, 24)}”`;
  if (document.documentElement.scrollWidth > width)
    found.push(`the page is ${document.documentElement.scrollWidth - width} px wider than the window`);
  /** May overflow: scrolling, sliding or moving elements, and lines that end in an ellipsis. */
  const moves = (element: Element) => {
    for (let above = element.parentElement; above; above = above.parentElement) {
      const { overflowX, textOverflow } = getComputedStyle(above);
      if (overflowX === 'auto' || overflowX === 'scroll' || textOverflow === 'ellipsis') return true;
      if (above.matches('.marquee, .slick-list, [data-slides]')) return true;
    }
    return false;
  };
  for (const element of document.querySelectorAll('body *')) {
    if (!(element instanceof HTMLElement) || !element.checkVisibility({ opacityProperty: true })) continue;
    if (element.closest('.sr-only, .j, [inert], [aria-hidden="true"]') || moves(element)) continue;
    const box = element.getBoundingClientRect();
    if (box.width < 2 || box.height < 2) continue;
    if (box.left < -1 || box.right > width + 1) found.push(`outside the window: ${nameOf(element)}`);
    const style = getComputedStyle(element);
    const hasText = [...element.childNodes].some(
      (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
    );
    if (!hasText || element.matches('textarea, input, select, pre')) continue;
    const isClamped = style.webkitLineClamp !== 'none' || style.textOverflow === 'ellipsis';
    const hides = style.overflowX !== 'visible' || style.overflowY !== 'visible';
    if (
      hides &&
      !isClamped &&
      (element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 2)
    )
      found.push(`cut off: ${nameOf(element)}`);
    // Hours of a day's strip extend over a transparent cell.
    const next = element.nextElementSibling;
    const hasRoom = element.matches('th') && next !== null && getComputedStyle(next).opacity === '0';
    if (!hides && !hasRoom && style.display !== 'inline' && element.scrollWidth > element.clientWidth + 1)
      found.push(`runs out of its box: ${nameOf(element)}`);
  }
  // Content cut off by a card is hidden.
  for (const card of document.querySelectorAll<HTMLElement>('.card')) {
    if (['hidden', 'clip'].includes(getComputedStyle(card).overflowX) && card.scrollWidth > card.clientWidth + 1)
      found.push(`a card cuts off: ${nameOf(card)}`);
  }
  return [...new Set(found)].slice(0, 12);
}

interface Walked {
  name: string;
  path: string;
  prepare?: (page: Page) => Promise<void>;
}

test.describe('the longest texts', () => {
  const site = useSite({ environment: { RATE_LIMIT_SCALE: '1000' } });
  let session: string;

  test.beforeAll(async () => {
    const opened = await openSession(siteAt(site.product.url), site.product.admin);
    session = JSON.stringify(opened);
    await writeRecords(site.product, opened.token, 'longest');
  });

  const screens: Walked[] = [
    // Each address once.
    ...[...new Set(publicScreens.map(({ path }) => path))].map((path) => ({ name: path, path })),
    { name: 'a post', path: '/blogs', prepare: (page: Page) => page.locator('main a.card').first().click() },
    {
      name: 'a photo',
      path: '/snapshots',
      prepare: (page: Page) => page.locator('main li button, main li a').first().click(),
    },
    ...dashboardScreens.filter(({ signedIn }) => signedIn !== false),
  ];

  for (const [label, screen] of screens.map((screen): [string, Walked] => [screen.name, screen]))
    test(`${label}`, async () => {
      const found: Record<string, string[]> = {};
      const context = await site.browser.newContext({ reducedMotion: 'reduce' });
      try {
        if (screen.path.startsWith('/dashboard'))
          await context.addInitScript((stored) => localStorage.setItem('userData', stored), session);
        const page = await context.newPage();
        await page.setViewportSize(phone);
        await page.goto(site.product.url + screen.path, { waitUntil: 'networkidle' });
        await screen.prepare?.(page);
        for (const [title, viewport] of Object.entries({ phone, desktop })) {
          await page.setViewportSize(viewport);
          await until(`${title} to be at rest`, async () => {
            const before = JSON.stringify(found[title]);
            found[title] = await page.evaluate(faultsOf);
            return JSON.stringify(found[title]) === (before ?? '[]');
          });
        }
      } finally {
        await context.close();
      }
      expect(found).toEqual({ phone: [], desktop: [] });
    });
});
