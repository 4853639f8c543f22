import { expect, test, type Page } from '@playwright/test';
import { desktop } from '../support/browser.js';
import { useSite } from '../support/site.js';

/** Printed pages: one sheet, black on white, with age and source, without the site's navigation. */

test.describe('on paper', () => {
  const site = useSite();

  async function open(path: string, theme: 'light' | 'dark' = 'light'): Promise<Page> {
    const page = await site.browser.newPage({ viewport: desktop, reducedMotion: 'reduce', colorScheme: theme });
    await page.goto(`${site.product.url}${path}`);
    await page.waitForLoadState('networkidle');
    return page;
  }
  /** Chromium writes uncompressed PDF objects. */
  async function sheetsOf(page: Page): Promise<number> {
    const pdf = await page.pdf({ format: 'Letter', preferCSSPageSize: true, printBackground: true });
    return pdf.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0;
  }
  const luminance = (colour: string) => {
    const [red = 0, green = 0, blue = 0] = colour.match(/[\d.]+/g)?.map(Number) ?? [];
    return red + green + blue;
  };

  for (const [path] of [['/forecast'], ['/weather'], ['/alert'], ['/now'], ['/now/pulaski']] as const)
    test(`${path} takes one sheet`, async () => {
      const page = await open(path);
      expect([path, await sheetsOf(page)]).toEqual([path, 1]);
      await page.close();
    });

  test('a warning takes one sheet, and its actions are not on it', async () => {
    const page = await open('/alert');
    await page.locator('a[href^="/warning/"]').first().click();
    await page.waitForURL('**/warning/**');
    await page.getByRole('button', { name: 'Print', exact: true }).waitFor();
    await page.emulateMedia({ media: 'print' });
    expect(await page.getByRole('button', { name: 'Print', exact: true }).isVisible()).toBe(false);
    expect(await page.getByText(/^National Weather Service\. Printed /).isVisible()).toBe(true);
    expect(await sheetsOf(page)).toBe(1);
    await page.close();
  });

  test('shows the week alone, black on white even where the theme is dark', async () => {
    const page = await open('/forecast', 'dark');
    await page.getByRole('button', { name: 'Print the week' }).waitFor();
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    for (const role of ['banner', 'contentinfo'] as const)
      expect([role, await page.getByRole(role).isVisible()]).toEqual([role, false]);
    expect(await page.locator('#map').isVisible()).toBe(false);
    expect(await page.locator('article').count()).toBe(7);
    expect(await page.getByText(/^Printed .+ This is not an official warning service/).isVisible()).toBe(true);
    const heading = page.getByRole('heading', { level: 1 });
    // Computed styles may use any color space.
    const painted = (property: string) =>
      heading.evaluate((element, name) => {
        const context = document.createElement('canvas').getContext('2d')!;
        const ground = element.closest('html')!;
        context.fillStyle = getComputedStyle(name === 'color' ? element : ground).getPropertyValue(name);
        context.fillRect(0, 0, 1, 1);
        return [...context.getImageData(0, 0, 1, 1).data].slice(0, 3).join(' ');
      }, property);
    expect(luminance(await painted('color'))).toBeLessThan(100);
    expect(luminance(await painted('background-color'))).toBe(3 * 255);
    await page.close();
  });
});
