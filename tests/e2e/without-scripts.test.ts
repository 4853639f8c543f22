import { expect, test, type Page } from '@playwright/test';
import { until } from '@site/platform/testing/until';
import { violationsIn } from '../support/axe.js';
import { phone } from '../support/browser.js';
import { phonePhoto } from '../support/photos.js';
import { addressOfRoute, visitedRoutes } from '../support/public-addresses.js';
import { useSite } from '../support/site.js';

/** Public pages with JavaScript off: readable, accessible, as wide as the window; forms arrive. */

test.describe('without scripts', () => {
  const site = useSite({ environment: { RATE_LIMIT_SCALE: '1000' } });

  const addresses = () => Promise.all(visitedRoutes.map((route) => addressOfRoute(site.product.url, route)));

  async function open(path: string, viewport: { width: number; height: number }): Promise<Page> {
    const page = await site.browser.newPage({ viewport, javaScriptEnabled: false, reducedMotion: 'reduce' });
    // The gateway sends pages without markup until it has rendered them.
    await until(`${path} with its content`, async () => {
      await page.goto(site.product.url + path);
      return (await page.locator('h1').count()) === 1;
    });
    return page;
  }

  test('every page has its heading, main content and footer, and is as wide as the window', async () => {
    const found: Record<string, unknown> = {};
    for (const path of await addresses()) {
      for (const width of [320, 1280]) {
        const page = await open(path, { width, height: 800 });
        const seen = await page.evaluate(() => ({
          overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth,
          hasContent: (document.querySelector('main')?.innerText.length ?? 0) > 50,
          hasFooter: (document.querySelector('footer')?.innerText.length ?? 0) > 50,
        }));
        if (seen.overflow > 0 || !seen.hasContent || !seen.hasFooter) found[`${path} at ${width}`] = seen;
        await page.close();
      }
    }
    expect(found).toEqual({});
  });

  /**
   * Opens a page as browsers without scripts show it, but with timers, which axe needs: the page's scripts are blocked,
   * and `noscript` and `(scripting: none)` apply.
   */
  async function openForAxe(path: string, colorScheme: 'light' | 'dark'): Promise<Page> {
    const page = await site.browser.newPage({ viewport: phone, reducedMotion: 'reduce', colorScheme });
    await page.route('**/*', async (route) => {
      const type = route.request().resourceType();
      if (type === 'script') return route.abort();
      if (type !== 'document' && type !== 'stylesheet') return route.continue();
      const response = await route.fetch();
      const text = await response.text();
      return route.fulfill({
        status: response.status(),
        // Without the policy, whose hash of the styles no longer matches.
        contentType: response.headers()['content-type'] ?? '',
        body: text.replaceAll(/<(\/?)noscript/g, '<$1no-script').replaceAll(/\(scripting: ?none\)/g, 'all'),
      });
    });
    await until(`${path} with its content`, async () => {
      await page.goto(site.product.url + path);
      return (await page.locator('h1').count()) === 1;
    });
    return page;
  }

  test('an unknown address leads to counties, warnings and the home page', async () => {
    const page = await open('/no-such-page', phone);
    const links = await page.getByRole('main').getByRole('link').all();
    const shown = await Promise.all(links.map((link) => link.getAttribute('href')));
    expect(shown).toEqual(['/now', '/alert', '/']);
    await page.close();
  });

  test('the logo has a light plate in the dark theme', async () => {
    const page = await site.browser.newPage({ viewport: phone, javaScriptEnabled: false, colorScheme: 'dark' });
    await page.goto(`${site.product.url}/about`);
    const logo = page.getByRole('banner').getByRole('img').first();
    expect(await logo.evaluate((image) => getComputedStyle(image).backgroundColor)).toMatch(/^lab\(9\d/);
    await page.close();
  });

  test('no page has axe findings, in both themes', async () => {
    const found: Record<string, string[]> = {};
    for (const path of await addresses()) {
      for (const theme of ['light', 'dark'] as const) {
        const page = await openForAxe(path, theme);
        const violations = await violationsIn(page);
        if (violations.length > 0) found[`${path}, ${theme}`] = violations;
        await page.close();
      }
    }
    expect(found).toEqual({});
  });

  test('the menu and the questions open, and no button does nothing', async () => {
    const page = await open('/alert', phone);
    const faq = page.locator('details[name=questions]').first();
    await faq.locator('summary').click();
    await until('the answer', () => faq.locator('div').isVisible());
    expect(await page.locator('button[type=button]:visible').count()).toBe(0);
    await page.getByText('Menu', { exact: true }).click();
    await page.getByRole('navigation', { name: 'All pages' }).getByRole('link', { name: 'Snapshots' }).click();
    await page.getByRole('heading', { level: 1, name: 'Arkansas Snapshots' }).waitFor();
    await page.close();
  });

  test('a photo arrives, and the response is a page', async () => {
    const page = await open('/snapshots', phone);
    const submit = page.getByRole('button', { name: 'Submit photo' });
    expect(await submit.isEnabled()).toBe(true);
    expect(await page.getByText('Still needed').isVisible()).toBe(false);
    await page.getByLabel('First name').fill('Ada');
    await page.getByLabel('Last name').fill('Plain');
    await page.locator('main').getByRole('textbox', { name: 'Email' }).fill('ada-plain@example.org');
    await page.getByRole('textbox', { name: 'Location' }).fill('Petit Jean');
    const photo = { name: 'storm.jpg', mimeType: 'image/jpeg', buffer: await phonePhoto() };
    await page.locator('input[type=file]').setInputFiles(photo);
    await page.getByRole('checkbox').check();
    await submit.click();
    await page.getByText('Snapshot Created Successfully').waitFor();
    expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
    await page.close();
  });

  test('a message arrives, and the response is a page', async () => {
    const page = await open('/contact', { width: 390, height: 844 });
    await page.getByLabel('Full Name').fill('Ada');
    await page.getByLabel('Phone Number').fill('5015550100');
    await page.getByRole('textbox', { name: 'Email Address', exact: true }).fill('ada-plain@example.org');
    await page.getByRole('textbox', { name: 'Feedback' }).fill('Sent without scripts.');
    await page.getByRole('button', { name: 'Submit Feedback' }).click();
    await page.getByText('Contact Request Send').waitFor();
    await page.getByRole('link').first().click();
    await page.getByRole('contentinfo').waitFor();
    await page.close();
  });

  test('a sign-up to the newsletter arrives, and the response is a page', async () => {
    const page = await open('/terms', { width: 390, height: 844 });
    const email = page.getByRole('textbox', { name: 'Your email address' });
    await email.fill('ada-plain@example.org');
    await page.locator('footer form button').click();
    await until('the response', () => page.url().endsWith('/main/news/letter/create'));
    expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
    await page.close();
  });
});
