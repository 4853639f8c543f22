import { until } from '@site/platform/testing/until';
import { expect, test, type BrowserContext, type Page } from '@playwright/test';
import { putInState } from '../screenshots/mock-responses.js';
import { states } from '../screenshots/states.js';
import { eventually } from '../support/eventually.js';
import { desktop, phone } from '../support/browser.js';
import { useSite } from '../support/site.js';

/** When one part of a page fails to load, the rest keeps working, warnings above all. */

test.describe('on a broken line', () => {
  const site = useSite();
  let context: BrowserContext;
  /** URLs that the page has received. */
  let arrived: string[];

  test.afterEach(async () => {
    await context?.close();
  });

  async function open(path: string, missing: string | undefined, viewport = desktop): Promise<Page> {
    context = await site.browser.newContext({ viewport });
    const page = await context.newPage();
    arrived = [];
    page.on('requestfinished', (request) => arrived.push(request.url()));
    await putInState(page, states.tornado);
    if (missing) await page.route(`**/assets/${missing}-*.js`, (route) => route.abort('connectionreset'));
    await page.goto(site.product.url + path);
    return page;
  }

  test('a warning whose full text did not arrive says where it is to be read', async () => {
    const page = await open('/', 'alert-dialog');
    await page.getByRole('button', { name: 'View Full Alert' }).click();
    await page.getByRole('alert').getByRole('link', { name: 'text-only page' }).waitFor();
    await page.getByRole('region', { name: 'Weather alerts' }).getByText('Tornado Warning', { exact: true }).waitFor();
  });

  test('a menu that did not arrive leaves its links', async () => {
    const page = await open('/about', 'mobile-menu', phone);
    await page.getByRole('button', { name: 'Open menu' }).click();
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Get Alerts' }).click();
    await page.getByRole('heading', { level: 1, name: 'Notification Alerts' }).waitFor();
  });

  test('a page whose code did not arrive says so, under the bar of the site, and the others still open', async () => {
    const page = await open('/about', 'contact-page');
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Contact Us' }).click();
    await page.getByRole('heading', { level: 1, name: 'Please reload this page' }).waitFor();
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'About' }).click();
    await page.getByRole('heading', { level: 1, name: 'About' }).waitFor();
  });

  test('tells when the connection is lost, how old the page is, and when it is back', async () => {
    const page = await open('/', undefined);
    const notice = page.getByText("No connection. This page shows older data. New warnings won't arrive.");
    await page.getByTestId('temperature').waitFor();
    // The texts arrive a few seconds after everything else.
    await until('the words to come', () => arrived.some((url) => url.includes('/assets/cached-pages-')));
    expect(await notice.count()).toBe(0);
    await context.setOffline(true);
    await notice.waitFor();
    await page.getByText(/^Last data \d{1,2}:\d{2} [AP]M/).waitFor();
    await context.setOffline(false);
    await notice.waitFor({ state: 'detached' });
  });

  test('tells that the connection is lost before the rest of the words have come', async () => {
    const page = await open('/', 'cached-pages');
    const notice = page.getByText("No connection. New warnings won't arrive. Alert status unavailable.");
    await page.getByTestId('temperature').waitFor();
    await context.setOffline(true);
    await notice.waitFor();
    await context.setOffline(false);
    await notice.waitFor({ state: 'detached' });
  });

  test('without scripts the pages can be read, and lead to each other', async () => {
    context = await site.browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(site.product.url);
    await page.getByTestId('temperature').waitFor();
    await page.getByRole('link', { name: 'Seven days' }).click();
    await page.getByRole('heading', { level: 1, name: '7-Day Weather Forecast' }).waitFor();
    await page.getByText('Menu', { exact: true }).click();
    await page.getByRole('navigation', { name: 'All pages' }).getByRole('link', { name: 'Contact Us' }).click();
    await page.getByRole('button', { name: 'Submit Feedback' }).waitFor();
    await eventually(
      () => page.getByRole('link', { name: 'Text-only page for your county' }).getAttribute('href'),
      '/now',
    );
  });
});
