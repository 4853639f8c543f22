import { expect, test, type Page } from '@playwright/test';
import { until } from '@site/platform/testing/until';
import { providersBelow } from '../../simulator/addresses.mjs';
import { capAlert } from '../../simulator/cap.js';
import { startSimulator, type Simulator } from '../../simulator/simulator.js';
import { eventually } from '../support/eventually.js';
import { desktop } from '../support/browser.js';
import { useSite } from '../support/site.js';

/** Chrome's translator replaces the text nodes of an open page, then the warnings change. */

type Way = 'moves texts' | 'replaces texts';

/** Runs in the page: wraps every text, as Google Translate does. */
function translate(way: Way) {
  const root = document.getElementById('root') ?? document.body;
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const content: Text[] = [];
  while (walker.nextNode()) content.push(walker.currentNode as Text);
  for (const text of content) {
    const parent = text.parentElement;
    if (text.data.trim() === '' || !parent || parent.closest('font, script, style, noscript, svg')) continue;
    const outer = document.createElement('font');
    const inner = outer.appendChild(document.createElement('font'));
    if (way === 'moves texts') {
      parent.insertBefore(outer, text);
      inner.appendChild(text);
    } else {
      inner.textContent = text.data;
      parent.replaceChild(outer, text);
    }
  }
}

const paths = ['/', '/alert', '/county/pulaski', '/map', '/hourly', '/weather', '/forecast', '/about'];
/** Not the question that quotes it. */
const unavailable = /(?<!“)Alert status unavailable/;

test.describe('a page translated by the browser', () => {
  let provider: Simulator;
  let number = 0;
  const site = useSite(async ({ defer }) => {
    provider = await startSimulator();
    defer(() => provider.close());
    provider.setAlerts([]);
    return {
      simulated: false,
      environment: { ...providersBelow(provider.url), RATE_LIMIT_SCALE: '1000', ALERTS_POLL_SECONDS: '1' },
    };
  });

  /** A warning for Pulaski County with a headline of its own, and the message that cancels it. */
  function aWarning(event: 'Tornado Warning' | 'Flood Warning') {
    number += 1;
    const sent = new Date();
    const code = event === 'Tornado Warning' ? 'TO' : 'FL';
    const own = String(number).padStart(4, '0');
    const vtec = (action: string) => `O.${action}.KLZK.${code}.W.${own}`;
    const id = `urn:oid:2.49.0.1.840.0.translated.${number}`;
    const headline = `${event} number ${number}`;
    const message = {
      event,
      sent,
      headline,
      counties: ['05119'],
      areaDesc: 'Pulaski, AR',
      ends: new Date(sent.getTime() + 3_600_000),
      instruction: event === 'Tornado Warning' ? 'TAKE COVER NOW! Move to a basement.' : 'Stay off flooded roads.',
    };
    return {
      id,
      headline,
      issued: capAlert({ ...message, id, vtec: vtec('NEW') }),
      // Without it, the warning may still be in effect, so that pages go on showing it.
      cancel: () => capAlert({ ...message, id: `${id}.2`, sent: new Date(), messageType: 'Cancel', vtec: vtec('CAN') }),
    };
  }

  /** Plays messages and waits until the site lists just these alerts. */
  async function play(messages: unknown[], listed: string[]): Promise<void> {
    provider.setAlerts(messages);
    await until('the list', async () => {
      const response = await fetch(`${site.product.url}/main/weather/alerts`);
      const { data } = (await response.json()) as {
        data: { ok: boolean; alerts: { id: string }[]; unlisted: unknown[] };
      };
      const ids = data.alerts.map(({ id }) => id).toSorted();
      return data.ok && data.unlisted.length === 0 && ids.join() === listed.toSorted().join();
    });
  }

  async function open(path: string): Promise<{ page: Page; errors: string[] }> {
    const page = await site.browser.newPage({ viewport: desktop });
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(error.message));
    await page.goto(site.product.url + path);
    await page.waitForLoadState('networkidle').catch(() => undefined);
    return { page, errors };
  }

  const words = (page: Page) => page.evaluate(() => document.body.innerText.replace(/\s+/g, ' '));

  for (const way of ['moves texts', 'replaces texts'] satisfies Way[])
    test(`shows a new warning on every page, and nothing of the old ones (${way})`, async () => {
      const flood = aWarning('Flood Warning');
      const tornado = aWarning('Tornado Warning');
      await play([flood.issued], [flood.id]);
      const opened = await Promise.all(paths.map(open));
      for (const { page } of opened) await page.evaluate(translate, way);
      const steps = [
        { messages: () => [flood.issued, tornado.issued], listed: [flood.id, tornado.id], first: tornado },
        { messages: () => [flood.issued, tornado.cancel()], listed: [flood.id], first: flood },
      ];
      for (const { messages, listed, first } of steps) {
        await play(messages(), listed);
        for (const { page, errors } of opened) {
          const path = new URL(page.url()).pathname;
          const isVisible = async () => (first === tornado) === (await words(page)).includes('Tornado Warning');
          // A page without its stream polls once a minute.
          await until(`the warnings on ${path}`, isVisible, 75_000).catch(async (error: unknown) => {
            throw new Error(`${path} says: ${await words(page)}`, { cause: error });
          });
          expect([path, unavailable.test(await words(page)), errors]).toEqual([path, false, []]);
          // The translator goes on with what is new.
          await page.evaluate(translate, way);
        }
        const banner = opened[0]!.page.getByRole('region', { name: 'Weather alerts' });
        await eventually(() => banner.getByRole('heading', { level: 2 }).innerText(), first.headline);
      }
      await Promise.all(opened.map(({ page }) => page.close()));
      await play([flood.cancel(), tornado.cancel()], []);
    });

  test('is taken over when the translator is faster than the scripts', async () => {
    for (const path of ['/', '/alert', '/county/pulaski']) {
      const page = await site.browser.newPage({ viewport: desktop });
      const errors: string[] = [];
      page.on('pageerror', (error) => errors.push(error.message));
      await page.addInitScript(`
        const translate = ${String(translate)};
        document.addEventListener('readystatechange', () => {
          if (document.readyState === 'interactive') translate('replaces texts');
        });
      `);
      await page.goto(site.product.url + path);
      await page.waitForLoadState('networkidle').catch(() => undefined);
      const tornado = aWarning('Tornado Warning');
      await play([tornado.issued], [tornado.id]);
      const strip = page.getByRole('complementary', { name: 'Weather warning' });
      await strip
        .getByText(/take cover now/i)
        .first()
        .waitFor({ timeout: 30_000 });
      expect([path, unavailable.test(await words(page)), errors]).toEqual([path, false, []]);
      await page.close();
      await play([tornado.cancel()], []);
    }
  });
});
