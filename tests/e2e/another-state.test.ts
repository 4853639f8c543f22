import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { launch } from '../../scripts/lib/launch.mjs';
import { makeSecondCheckout } from '../support/second-checkout.mjs';
import { desktop } from '../support/browser.js';
import { useSite } from '../support/site.js';

/** In a separate checkout, because other tests use a build for Arkansas. */

interface Alerts {
  data: { ok: boolean };
}

test.describe('the site of another state', () => {
  let second: ReturnType<typeof makeSecondCheckout>;

  test.beforeAll(async () => {
    // Builds the product.
    test.setTimeout(600_000);
    second = makeSecondCheckout('ok');
    const words = [join(second.folder, 'scripts/build.mjs'), '--if-changed'];
    const build = spawn(process.execPath, words, { stdio: 'inherit', env: { ...process.env, STATE: 'OK' } });
    const [code] = (await once(build, 'exit')) as [number | null];
    expect(code).toBe(0);
  });

  const site = useSite(async () => ({ checkout: second.folder, environment: { STATE: 'OK' } }));

  test.afterAll(() => second.remove());

  /** Output of a start that fails. */
  async function message(environment: Record<string, string>): Promise<string> {
    const { child, output } = launch([], { PORT: '0', ...environment }, undefined, second.folder);
    await once(child, 'exit');
    return output().trim();
  }
  const get = (path: string) => fetch(site.product.url + path);
  const textOf = async (path: string) => (await get(path)).text();

  async function read(path: string, heading: string | RegExp): Promise<string> {
    const page = await open(path);
    await page.getByRole('heading', { name: heading }).first().waitFor();
    // The footer loads on scrolling.
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
    await page.getByText('GeoNames').waitFor();
    const text = await page.locator('body').innerText();
    await page.close();
    return text;
  }
  async function open(path: string): Promise<Page> {
    const page = await site.browser.newPage({ viewport: desktop });
    await page.goto(site.product.url + path);
    return page;
  }

  test('is Oklahoma’s on the pages that name the state', async () => {
    const home = await read('/', "Today's Hourly Weather Forecast");
    const counties = await read('/county', 'Counties of Oklahoma');
    const county = await read('/county/cleveland', /^Cleveland County/);
    expect(home).toContain('Get Updated About Oklahoma Weather');
    expect(counties).toContain('Roger Mills');
    expect(county).toContain('The weather service in Norman');
    for (const text of [home, counties, county]) expect(text).not.toMatch(/Arkansas|Little Rock/);
  });

  test('is Oklahoma’s in everything that is no page', async () => {
    const paths = ['/', '/now', '/now/cleveland', '/manifest.webmanifest', '/alerts.atom', '/feed.xml', '/robots.txt'];
    const content = await Promise.all([...paths, '/sitemap.xml', '/sw.js'].map(textOf));
    for (const text of content) expect(text).not.toMatch(/Arkansas|Little Rock|weather\.gov\/lzk/i);
    expect(JSON.parse(await textOf('/manifest.webmanifest'))).toMatchObject({
      name: 'Oklahoma Weather',
      short_name: 'OK Weather',
    });
    expect(await textOf('/alerts.atom')).toContain('<title>Weather alerts for Oklahoma</title>');
    expect(await textOf('/sitemap.xml')).toContain('/county/cleveland');
    expect((await get('/county/pulaski')).status).toBe(404);
  });

  test('finds its towns and ZIP codes, and nobody else’s', async () => {
    const found = async (query: string) => {
      const { data } = (await (await get(`/main/weather/search?q=${encodeURIComponent(query)}`)).json()) as {
        data: { place: string }[];
      };
      return data.map(({ place }) => place);
    };
    expect((await found('norm'))[0]).toBe('Norman, Cleveland County, Oklahoma');
    expect((await found('Tulsa, OK'))[0]).toBe('Tulsa, Tulsa County, Oklahoma');
    expect(await found('73069')).toEqual(['Norman (73069), Cleveland County, Oklahoma']);
    expect(await found('72201')).toEqual([]);
    const page = await open('/forecast');
    await page.getByRole('combobox', { name: 'Search for a place' }).fill('norman');
    await page
      .getByRole('option', { name: /Norman/ })
      .first()
      .waitFor();
    await page.close();
  });

  test('asks for the alerts and the weather of Oklahoma', async () => {
    const { data } = (await (await get('/main/weather/alerts')).json()) as Alerts;
    expect(data.ok).toBe(true);
    const log = await (await fetch(`${site.product.simulatorUrl}/__sim/log`)).text();
    expect(log).toContain('/alerts/active?area=OK');
    expect(log).toContain('/gridpoints/OUN/');
    expect(log).not.toMatch(/area=AR\b|gridpoints\/LZK/);
  });

  test('does not touch data that was made for another state', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'arkansas-weather-state-'));
    writeFileSync(join(dataDir, 'state'), 'AR\n');
    expect(await message({ STATE: 'OK', DATA_DIR: dataDir })).toBe(
      `${dataDir} has the data of STATE=AR, not of STATE=OK: set DATA_DIR to another folder.`,
    );
    expect(await message({ STATE: 'ZZ', DATA_DIR: dataDir })).toBe(
      'STATE=ZZ: unknown state. Available: AR, OK (regions/README.md).',
    );
    rmSync(dataDir, { recursive: true });
  });
});
