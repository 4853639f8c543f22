import { expect, test, type BrowserContext, type Page } from '@playwright/test';
import { until } from '@site/platform/testing/until';
import type { Alerts } from '@site/proto/weather/v1/alerts.responses';
import { withoutMarkup } from '../screenshots/mock-responses.js';
import { states } from '../screenshots/states.js';
import { desktop } from '../support/browser.js';
import { useSite } from '../support/site.js';

/**
 * The alert banner in a real browser with a controlled clock: it rotates, pauses, shows the full alert, and never says
 * "none" because of a failure.
 */

type Result = Partial<Alerts> | 'no answer';

/** Requests take real time, so the clock advances in steps that are small compared to the measured periods. */
const stepMs = 50;

test.describe('the alert banner', () => {
  const site = useSite({ environment: { RATE_LIMIT_SCALE: '1000' } });
  let context: BrowserContext;
  /** Response to alert requests; by default, the three alerts of a bad day. */
  let answer: Result;

  test.afterEach(async () => {
    await context?.close();
  });

  /** Opens the home page with a stopped clock. */
  async function open(first: Result = {}): Promise<Page> {
    answer = first;
    context = await site.browser.newContext({ viewport: desktop });
    const page = await context.newPage();
    // The product starts serving before its first poll of the weather service.
    const recorded = await until('the recorded alerts', async () => {
      const respondedAt = (await (await fetch(`${site.product.url}/main/weather/alerts`)).json()) as {
        data?: Alerts;
      };
      return respondedAt.data?.ok && respondedAt.data.alerts.length > 0 ? { data: respondedAt.data } : undefined;
    });
    const tornado = states.tornado.change['/main/weather/alerts'](recorded.data);
    // All of them are active and outlast the test, at any time of day.
    const alerts = tornado.alerts.map((alert) => ({
      ...alert,
      onset: new Date(Date.now() - 600_000).toISOString(),
      ends: new Date(Date.now() + 4 * 3_600_000).toISOString(),
    }));
    await page.route('**/main/weather/alerts', (route) => {
      if (answer === 'no answer') return route.abort('connectionreset');
      const now = new Date().toISOString();
      const data = { ...recorded.data, ok: true, updatedAt: now, sourceTime: now, serverTime: now, alerts, ...answer };
      return route.fulfill({ json: { status: true, action: 'Alerts', data } });
    });
    // Otherwise the page would first show what the document embeds.
    const embedded = /<script[^>]* id="(alerts-data|outlook-data|\/main\/weather\/outlook)">[^<]*<\/script>/g;
    for (const path of ['/', '/county/pulaski'])
      await page.route(site.product.url + path, async (route) => {
        const response = await route.fetch();
        return route.fulfill({ response, body: withoutMarkup(await response.text()).replace(embedded, '') });
      });
    await page.clock.install();
    await page.clock.pauseAt(new Date(Date.now() + 60_000));
    await page.goto(site.product.url);
    return page;
  }

  const banner = (page: Page) => page.getByRole('region', { name: 'Weather alerts' });
  const position = (page: Page) => banner(page).getByText(/^Alert \d of \d$/);
  const isFading = async (page: Page) => (await banner(page).locator('[data-fading]').count()) > 0;

  /** Advances the clock until something is visible, at most one step late. */
  const letGoOn = (page: Page, what: string, isSeen: () => Promise<boolean>, step = stepMs) =>
    until(
      what,
      async () => {
        await page.clock.runFor(step);
        return isSeen();
      },
      30_000,
    );
  const seesText = (page: Page, text: string) => () => banner(page).getByText(text, { exact: true }).isVisible();

  test('shows the most severe alert first, turns after five seconds with a fade of 300 ms, and begins again', async () => {
    const page = await open();
    await letGoOn(page, 'the first alert', seesText(page, 'Alert 1 of 3'));
    expect(await banner(page).getByText('Tornado Warning', { exact: true }).isVisible()).toBe(true);
    for (const next of ['Alert 2 of 3', 'Alert 3 of 3', 'Alert 1 of 3']) {
      const before = await position(page).textContent();
      await page.clock.runFor(next === 'Alert 2 of 3' ? 5_000 - stepMs - 1 : 4_600);
      expect([await isFading(page), await position(page).textContent()]).toEqual([false, before]);
      await letGoOn(page, `the fade before ${next}`, () => isFading(page));
      await page.clock.runFor(300 - stepMs - 1);
      expect([await isFading(page), await position(page).textContent()]).toEqual([true, before]);
      await letGoOn(page, next, seesText(page, next));
      expect(await isFading(page)).toBe(false);
    }
  });

  test('stands still while it is paused, hovered or focused, and is stepped through by its arrows', async () => {
    const page = await open();
    await letGoOn(page, 'the first alert', seesText(page, 'Alert 1 of 3'));
    const elsewhere = () => page.mouse.move(5, desktop.height - 5);
    const leaveFocus = () => page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());

    await banner(page).hover();
    await page.clock.runFor(20_000);
    expect(await position(page).textContent()).toBe('Alert 1 of 3');
    await elsewhere();
    await banner(page).getByRole('button', { name: 'View Full Alert' }).focus();
    await page.clock.runFor(20_000);
    expect(await position(page).textContent()).toBe('Alert 1 of 3');

    await banner(page).getByRole('button', { name: 'Pause rotation' }).click();
    await elsewhere();
    await leaveFocus();
    await page.clock.runFor(20_000);
    expect(await position(page).textContent()).toBe('Alert 1 of 3');
    await banner(page).getByRole('button', { name: 'Previous alert' }).click();
    expect(await position(page).textContent()).toBe('Alert 3 of 3');
    await banner(page).getByRole('button', { name: 'Next alert' }).click();
    expect(await position(page).textContent()).toBe('Alert 1 of 3');

    await banner(page).getByRole('button', { name: 'Resume rotation' }).click();
    await elsewhere();
    await leaveFocus();
    await letGoOn(page, 'the rotation to go on', seesText(page, 'Alert 2 of 3'));
  });

  test('shows the whole alert over the page, and turns no further while it is read', async () => {
    const page = await open();
    await letGoOn(page, 'the first alert', seesText(page, 'Alert 1 of 3'));
    await banner(page).getByRole('button', { name: 'View Full Alert' }).click();
    const dialog = page.getByRole('dialog', { name: 'Tornado Warning' });
    await letGoOn(page, 'the whole alert', () => dialog.isVisible());
    await page.clock.runFor(20_000);
    for (const text of ['What to do', 'Pulaski, AR; Faulkner, AR', 'NWS Little Rock AR', 'Extreme severity'])
      expect(await dialog.getByText(text).first().isVisible()).toBe(true);
    // The full text, not only the banner's three lines.
    expect(
      await dialog
        .getByText(/deadly to those caught without shelter/)
        .last()
        .isVisible(),
    ).toBe(true);
    await page.keyboard.press('Escape');
    await letGoOn(page, 'the banner again', async () => !(await dialog.isVisible()));
    expect(await position(page).textContent()).toBe('Alert 1 of 3');
  });

  test('says "none" after a successful answer, and no longer once the answers have failed', async () => {
    const page = await open({ alerts: [] });
    await letGoOn(page, 'the good news', seesText(page, 'No Active Weather Alerts'));
    const more = banner(page).getByRole('link', { name: 'Learn more' });
    expect(await more.getAttribute('href')).toBe('/alert');
    answer = 'no answer';
    // Without severe alerts, the page polls every minute.
    await letGoOn(page, 'the honest words', seesText(page, 'Alert status unavailable'), 1_000);
    expect(await page.getByText('No Active Weather Alerts').count()).toBe(0);
    const official = banner(page).getByRole('link', { name: /weather\.gov/ });
    expect(await official.getAttribute('href')).toBe('https://www.weather.gov/lzk/');
  });

  for (const [label, provided] of [
    ['there is no answer', 'no answer'],
    ['the server does not know', { ok: false, alerts: [] }],
    ['the answer is ten minutes old', { alerts: [], updatedAt: new Date(Date.now() - 600_000).toISOString() }],
  ] satisfies [string, Result][])
    test(`never says "none" when ${label}`, async () => {
      const page = await open(provided);
      await letGoOn(page, 'the honest words', seesText(page, 'Alert status unavailable'));
      expect(await page.getByText('No Active Weather Alerts').count()).toBe(0);
    });

  test('is unaffected by a malformed storm outlook, which fails alone', async () => {
    const page = await open();
    await page.route('**/main/weather/outlook', (route) =>
      route.fulfill({ json: { status: true, action: 'Storm outlook', data: { days: [{ day: 1, ok: true }] } } }),
    );
    const failed = page.getByText('We can’t show the storm outlook right now.').first();
    await page.reload();
    await letGoOn(page, 'the first alert', seesText(page, 'Alert 1 of 3'));
    expect(await page.getByText('Alert status unavailable').count()).toBe(0);
    await page.goto(`${site.product.url}/county/pulaski`);
    await letGoOn(page, 'the failed section', () => failed.isVisible());
    expect(await page.getByText('Alert status unavailable').count()).toBe(0);
    expect(await page.getByText("This section didn't load").count()).toBe(0);
  });

  test('does not turn into "none" when the last alert that it knew ends while nothing answers', async () => {
    const page = await open();
    await letGoOn(page, 'the first alert', seesText(page, 'Alert 1 of 3'));
    answer = 'no answer';
    await letGoOn(page, 'the doubt', () =>
      banner(page)
        .getByText(/this list may be out of date/)
        .isVisible(),
    );
    await page.clock.fastForward('04:30:00');
    await letGoOn(page, 'the honest words', seesText(page, 'Alert status unavailable'));
    expect(await page.getByText('No Active Weather Alerts').count()).toBe(0);
  });
});
