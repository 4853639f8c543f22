import { expect, test } from '@playwright/test';
import { until } from '@site/platform/testing/until';
import { providersBelow } from '../../simulator/addresses.mjs';
import { capAlert } from '../../simulator/cap.js';
import { startSimulator, type Simulator } from '../../simulator/simulator.js';
import { violationsIn } from '../support/axe.js';
import { useSite } from '../support/site.js';

/** The text-only pages: no scripts, one request, readable. */

const narrow = { width: 320, height: 640 };

test.describe('the pages for a bad line', () => {
  let provider: Simulator;
  const site = useSite(async ({ defer }) => {
    provider = await startSimulator();
    defer(() => provider.close());
    provider.setMode('nws', { mode: 'tornado', expires_in_s: 3_600 });
    return {
      simulated: false,
      environment: { ...providersBelow(provider.url), RATE_LIMIT_SCALE: '1000', ALERTS_POLL_SECONDS: '1' },
    };
  });

  const paths = ['/now', '/now/pulaski', '/now/texas', '/now/alert/KLZK.TO.W.0042.1999'];

  const onlySpanish = [
    '/es',
    '/es/alert',
    '/es/county',
    '/es/county/pulaski',
    '/es/forecast?county=pulaski',
    '/es/hourly',
    '/es/search?q=Conway',
    '/es/nada',
  ];

  for (const path of [...paths, ...paths.map((path) => `/es${path}`), ...onlySpanish] as const)
    test(`${path} is one small document that axe finds nothing in, light and dark`, async () => {
      for (const colorScheme of ['light', 'dark'] as const) {
        const page = await site.browser.newPage({ viewport: narrow, colorScheme });
        const target: string[] = [];
        const complaints: string[] = [];
        page.on('request', (request) => target.push(request.url()));
        page.on('console', (message) => complaints.push(message.text()));
        const response = await page.goto(site.product.url + path);
        expect((await response?.body())?.length).toBeLessThanOrEqual(15 * 1024);
        expect(await violationsIn(page)).toEqual([]);
        const overflow = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        expect(overflow).toBeLessThanOrEqual(0);
        expect(target.filter((url) => !url.startsWith('data:'))).toEqual([site.product.url + path]);
        expect(complaints.filter((text) => /Content.Security.Policy/i.test(text))).toEqual([]);
        await page.close();
      }
    });

  test('tells without script what is warned, until when, what to do, and what it is like', async () => {
    const context = await site.browser.newContext({ javaScriptEnabled: false, viewport: narrow });
    const page = await context.newPage();
    await page.goto(`${site.product.url}/now`);
    await page.getByRole('link', { name: 'Pulaski', exact: true }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Pulaski County now' }).waitFor();
    await page.getByRole('heading', { level: 3, name: 'Tornado Warning' }).waitFor();
    const text = await page.locator('main').innerText();
    expect(text).toMatch(/In effect now, until (\w+ )?\d{1,2}(:\d{2})? [AP]M/);
    expect(text).toContain('TAKE COVER NOW!');
    expect(text).toMatch(/\d+ °F \(-?\d+ °C\)/);
    expect(text).toMatch(/Alerts checked at \d{1,2}:\d{2} [AP]M/);
    await page.getByRole('link', { name: 'stop reloading' }).click();
    await page.getByRole('link', { name: 'Reload automatically' }).waitFor();
    await context.close();
  });

  test('shows the same in Spanish, one link away, with the warning’s text in English', async () => {
    const page = await site.browser.newPage({ javaScriptEnabled: false, viewport: narrow, locale: 'es-MX' });
    await page.goto(`${site.product.url}/now/pulaski`);
    await page.getByRole('heading', { level: 1, name: 'Pulaski County now' }).waitFor();
    await page.getByRole('link', { name: 'Español' }).click();
    await page.getByRole('heading', { level: 1, name: 'Condado de Pulaski, ahora' }).waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe('es');
    const heading = page.getByRole('heading', { level: 3, name: /^Aviso de tornado/ });
    expect(await heading.locator('[lang=en]').innerText()).toBe('Tornado Warning');
    expect(await page.locator('main').innerText()).toMatch(/Vigente ahora, hasta .*\d{1,2}(:\d{2})? [AP]M/);
    expect(await page.locator('section [lang=en]', { hasText: 'TAKE COVER NOW!' }).count()).toBeGreaterThan(0);
    await page
      .getByRole('link', { name: /^Texto completo/ })
      .first()
      .click();
    await page.getByRole('heading', { level: 1, name: /^Aviso de tornado/ }).waitFor();
    await page.getByRole('link', { name: 'English' }).click();
    await page.getByRole('heading', { level: 1, name: 'Tornado Warning' }).waitFor();
    await page.close();
  });

  test('leads through the Spanish pages without scripts, and back to the same page in English', async () => {
    const page = await site.browser.newPage({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } });
    await page.goto(`${site.product.url}/forecast`);
    await page.getByRole('contentinfo').getByRole('link', { name: 'Español' }).click();
    await page.getByRole('heading', { level: 1, name: 'Pronóstico de 7 días' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/es/forecast');
    await page.getByLabel('Condado').selectOption({ label: 'Pulaski' });
    await page.getByRole('button', { name: 'Ver' }).click();
    await page.getByRole('heading', { level: 1, name: 'Pronóstico de 7 días: Condado de Pulaski' }).waitFor();
    expect(await page.getByRole('heading', { level: 2 }).count()).toBe(7);
    expect(await page.locator('main').innerText()).toMatch(/Condado de Pulaski: \d+ alertas? vigentes?/);
    await page.getByRole('navigation').getByRole('link', { name: 'Inicio' }).click();
    await page.getByRole('heading', { level: 3, name: /^Aviso de tornado/ }).waitFor();
    await page.getByLabel('Ciudad, condado o código postal').fill('Conway');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Conway, Condado de Faulkner' }).click();
    await page.getByRole('heading', { level: 1, name: 'Condado de Faulkner: alertas y pronóstico' }).waitFor();
    const week = page.getByRole('region', { name: 'Próximos 7 días' });
    expect(await week.getByRole('rowheader').first().innerText()).toBe('Hoy');
    await page.getByRole('link', { name: 'Próximas 48 horas' }).click();
    await page.getByRole('table').first().waitFor();
    expect(await page.getByRole('rowheader').count()).toBeGreaterThan(40);
    await page.keyboard.press('Tab');
    expect(await page.locator(':focus').innerText()).toBe('Ir al contenido');
    await page.getByRole('link', { name: 'English' }).click();
    expect(new URL(page.url()).pathname).toBe('/hourly');
    await page.close();
  });

  test('suggests Spanish to a browser that prefers it, on the page of the same county, and to no other', async () => {
    const suggestion = 'Alertas y tiempo en español';
    const page = await site.browser.newPage({ viewport: narrow, locale: 'es-MX' });
    await page.goto(`${site.product.url}/county/pulaski`);
    await page.getByRole('link', { name: suggestion }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/county/pulaski');
    expect(await violationsIn(page)).toEqual([]);
    await page.getByRole('link', { name: suggestion }).click();
    await page.getByRole('heading', { level: 1, name: 'Condado de Pulaski: alertas y pronóstico' }).waitFor();
    await page.close();
    const other = await site.browser.newPage({ viewport: narrow, locale: 'en-US' });
    await other.goto(`${site.product.url}/county/pulaski`);
    await other.getByRole('heading', { level: 1 }).waitFor();
    await other.waitForFunction(() => document.querySelector('footer') !== null);
    expect(await other.getByRole('link', { name: suggestion }).count()).toBe(0);
    await other.close();
  });

  test('shows what to do in the weather service’s Spanish, also beside a statewide alert', async () => {
    const sent = new Date();
    const ends = new Date(Date.now() + 3_600_000);
    const statewide = { same: ['005000'], zones: ['ARC000'], areaDesc: 'Arkansas' };
    provider.setAlerts([
      capAlert({ id: 'urn:oid:statewide', event: 'Civil Emergency Message', sent, ends, ...statewide }),
    ]);
    const page = await site.browser.newPage({ viewport: narrow });
    const textOf = async (path: string) => {
      await page.goto(site.product.url + path);
      return page.locator('main').innerText();
    };
    await until('the statewide alert', async () => (await textOf('/es/now')).includes('Mensaje de emergencia civil'));
    for (const path of ['/now', '/es/now']) {
      await page.goto(site.product.url + path);
      expect(await violationsIn(page)).toEqual([]);
    }
    await until('the Spanish text', async () => (await textOf('/es/now/pulaski')).includes('SNM: AVISO DE TORNADO'));
    expect(await page.locator('main').innerText()).toMatch(
      /ALERTA: busque refugio ahora\s+Aviso de tornado[^]*\s+SNM: AVISO DE TORNADO[^]*\s+Servicio Nacional de Meteorología[^]*TAKE COVER NOW!/i,
    );
    expect(await violationsIn(page)).toEqual([]);
    await page.close();
  });
});
