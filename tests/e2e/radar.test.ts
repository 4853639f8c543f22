import type { Radar } from '@site/proto/weather/v1/radar.responses';
import { until } from '@site/platform/testing/until';
import { expect, test, type Page } from '@playwright/test';
import { withoutMarkup } from '../screenshots/mock-responses.js';
import { providersBelow } from '../../simulator/addresses.mjs';
import { startSimulator, type Simulator } from '../../simulator/simulator.js';
import { violationsIn } from '../support/axe.js';
import { phone } from '../support/browser.js';
import { colorsOf, startBrowserWithoutWebGl, startDrawingBrowser } from '../support/drawing-browser.js';
import { eventually } from '../support/eventually.js';
import { useSite } from '../support/site.js';

test.describe('the radar', () => {
  let provider: Simulator;
  const site = useSite(async ({ defer }) => {
    provider = await startSimulator();
    defer(() => provider.close());
    // The first source is down when the product starts.
    provider.setMode('mrms', { mode: 'http' });
    return {
      simulated: false,
      environment: { ...providersBelow(provider.url), RATE_LIMIT_SCALE: '1000', RADAR_POLL_SECONDS: '2' },
    };
  }, startDrawingBrowser);

  const radar = async () =>
    ((await (await fetch(`${site.product.url}/main/weather/radar`)).json()) as { data: Radar }).data;

  interface Visit {
    reducedMotion?: 'reduce' | 'no-preference';
    /** Changes the radar response in transit. */
    change?: (radar: Radar) => Partial<Radar>;
    from?: typeof site.browser;
  }

  async function open({ reducedMotion = 'no-preference', change, from = site.browser }: Visit = {}) {
    await until('pictures of the radar', async () => (await radar()).frames.length > 2, 90_000);
    const page = await from.newPage({ viewport: phone, reducedMotion });
    const target: string[] = [];
    const faults: string[] = [];
    page.on('request', (request) => target.push(request.url()));
    page.on('pageerror', (error) => faults.push(error.message));
    page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
    if (change) {
      await page.route('**/main/weather/radar', async (route) => {
        const answer = await route.fetch();
        const body = (await answer.json()) as { data: Radar };
        await route.fulfill({ response: answer, json: { ...body, data: { ...body.data, ...change(body.data) } } });
      });
      // The document embeds the unchanged response.
      await page.route('**/map', async (route) => {
        const response = await route.fetch();
        const embedded = /<script[^>]* id="\/main\/weather\/radar">[^<]*<\/script>/;
        await route.fulfill({ response, body: withoutMarkup(await response.text()).replace(embedded, '') });
      });
    }
    await page.goto(`${site.product.url}/map`);
    await page.locator('label', { hasText: /^Radar$/ }).click();
    return { page, asked: target, faults };
  }

  const slider = (page: Page) => page.getByRole('slider', { name: 'Time of the radar picture' });
  const spoken = (page: Page) => slider(page).getAttribute('aria-valuetext');
  const picturesIn = (target: string[]) => new Set(target.filter((url) => /\/media\/radar\/.+\.webp$/.test(url)));

  test('comes from the second source when the first is dead, and says so', async () => {
    const { page } = await open();
    await page.getByText(/Radar: Iowa Environmental Mesonet/).waitFor();
    await page.getByText(/^Observed \d+:\d\d/).waitFor();
    await page.close();
    provider.setMode('mrms', { mode: 'ok' });
  });

  test('is drawn on the whole state, by us alone, one picture at first and the others when somebody plays it', async () => {
    const { page, asked, faults } = await open();
    await page.getByText(/^Observed \d+:\d\d [AP]M C[SD]T/).waitFor();
    await until('the map to be drawn', async () => (await colorsOf(page)) > 100);
    // The newest frame, and the small placeholder image.
    expect(picturesIn(asked).size).toBeLessThanOrEqual(2);
    await page.getByRole('button', { name: 'Play the radar' }).click();
    await until('the others', () => picturesIn(asked).size > 2);
    const before = await spoken(page);
    await until('the loop to move', async () => (await spoken(page)) !== before);
    await page.getByRole('button', { name: 'Pause the radar' }).click();
    await page.getByRole('button', { name: 'Play the radar' }).waitFor();
    const elsewhere = asked.filter((url) => !url.startsWith(site.product.url) && !/^(data|blob):/.test(url));
    expect([elsewhere, faults]).toEqual([[], []]);
    await page.close();
  });

  test('never plays by itself, and is told and moved by the keys', async () => {
    const { page } = await open();
    await slider(page).focus();
    const newest = await spoken(page);
    expect(newest).toMatch(/^\d+:\d\d [AP]M, (\d+ min ago|just now)/);
    await page.keyboard.press('ArrowLeft');
    await until('an earlier picture', async () => (await spoken(page)) !== newest);
    await page.keyboard.press('Home');
    await eventually(() => slider(page).inputValue(), '0');
    await page.keyboard.press('End');
    await eventually(async () => (await slider(page).inputValue()) === (await slider(page).getAttribute('max')), true);
    await page.getByRole('button', { name: 'Earlier picture' }).focus();
    await page.keyboard.press('Enter');
    await until('the picture that is seen to be told', async () => !(await spoken(page))?.includes('loading'));
    await page.close();
  });

  test('only steps where less motion is wished, and says why', async () => {
    const { page } = await open({ reducedMotion: 'reduce' });
    await page.getByText(/asks for less motion/).waitFor();
    expect(await page.getByRole('button', { name: 'Play the radar' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Earlier picture' }).click();
    await eventually(
      async () => Number(await slider(page).inputValue()) < Number(await slider(page).getAttribute('max')),
      true,
    );
    await page.close();
  });

  test('has nothing that axe objects to', async () => {
    const { page } = await open();
    await page.getByText(/^Observed/).waitFor();
    await page.getByRole('checkbox', { name: 'Storm reports' }).check();
    await page.getByRole('region', { name: 'Rivers at or near flood stage' }).scrollIntoViewIfNeeded();
    expect(await violationsIn(page)).toEqual([]);
    await page.close();
  });

  test('is grey and said to be old when the newest picture is', async () => {
    const { page } = await open({ change: () => ({ newest_age_seconds: 23 * 60 }) });
    await page.getByText(/The newest radar picture is from .*, 2[34] min ago\. It is gray/).waitFor();
    await page.getByText(/^2[34] min ago$/).waitFor();
    await page.close();
  });

  test('says of when it is that there is no rain', async () => {
    const { page } = await open({ change: () => ({ has_echoes: false }) });
    await page.getByText(/^No rain or snow on the radar at \d+:\d\d [AP]M C[SD]T\.$/).waitFor();
    await page.close();
  });

  test('is drawn where the browser has no WebGL', async () => {
    const plain = await startBrowserWithoutWebGl();
    try {
      const { page } = await open({ from: plain });
      await page.locator('svg image').waitFor({ state: 'attached' });
      await page.getByText(/^Observed \d+:\d\d/).waitFor();
      await page.getByRole('button', { name: 'Earlier picture' }).click();
      await until('the earlier picture', async () => !(await spoken(page))?.includes('loading'));
    } finally {
      await plain.close();
    }
  });

  test('stays, with its time, when both sources are dead', async () => {
    provider.setMode('mrms', { mode: 'http' });
    provider.setMode('nexrad', { mode: 'http' });
    const last = (await radar()).frames[0]?.time;
    const { page } = await open();
    await page.getByText(/^Observed \d+:\d\d/).waitFor();
    expect((await radar()).frames[0]?.time).toBe(last);
    await page.close();
  });
});
