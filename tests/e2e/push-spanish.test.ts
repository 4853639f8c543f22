import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '@site/platform/testing/until';
import { expect, test, type BrowserContext, type Page } from '@playwright/test';
import { makeAuthority, makeLeaf } from '../../services/platform/local/certificates.mjs';
import { capAlert } from '../../simulator/cap.js';
import { startPushService, type PushService } from '../../simulator/push-service/push-service.js';
import { phone } from '../support/browser.js';
import { takeTime } from '../support/form-delay.js';
import { deliverPush, visibleNotifications, tapNotification } from '../support/pushes.js';
import { useSite } from '../support/site.js';

/** A subscription in Spanish, from the browser's language to the page of a warning, with a simulated push service. */

test.describe('a subscription in Spanish', () => {
  let service: PushService;
  let context: BrowserContext;
  let page: Page;
  const site = useSite(async ({ defer }) => {
    const folder = mkdtempSync(join(tmpdir(), 'push-spanish-'));
    const authority = await makeAuthority();
    const authorityFile = join(folder, 'authority.pem');
    writeFileSync(authorityFile, authority.certificate);
    const { certificate, key } = await makeLeaf(authority, { peer: 'push', names: ['127.0.0.1'] });
    service = await startPushService({ tls: { certificate, key }, openInterval: 1 });
    defer(async () => {
      await service.close();
      rmSync(folder, { recursive: true });
    });
    const environment = { PUSH_HOSTS: new URL(service.url).host, NODE_EXTRA_CA_CERTS: authorityFile };
    return { environment: { ...environment, ALERTS_POLL_SECONDS: '1' } };
  });

  const browser = 1;
  const minutes = (count: number) => new Date(Date.now() + count * 60_000);
  const sent = new Date();
  const warning = (revision: number, action: string, changes: Partial<Parameters<typeof capAlert>[0]> = {}) =>
    capAlert({
      id: `urn:oid:spanish.${revision}`,
      event: 'Tornado Warning',
      severity: 'Extreme',
      counties: ['05119'],
      sent: new Date(sent.getTime() + revision * 1_000),
      onset: sent,
      ends: minutes(30),
      vtec: `O.${action}.KLZK.TO.W.0042`,
      references: Array.from({ length: revision - 1 }, (_unused, index) => `urn:oid:spanish.${index + 1}`),
      parameters: { tornadoDetection: ['RADAR INDICATED'] },
      ...changes,
    });
  const issue = (...features: object[]) =>
    fetch(`${site.product.simulatorUrl}/__sim/nws/alerts`, { method: 'POST', body: JSON.stringify({ features }) });

  /** Waits for the nth push and delivers it to the browser. */
  async function deliver(nth: number): Promise<{ title: string; lang: string; navigate: string }> {
    const text = await until(`push ${nth}`, () => service.pushes(browser)[nth - 1]?.text, 60_000);
    await deliverPush(page, site.product.url, text);
    return (JSON.parse(text) as { notification: { title: string; lang: string; navigate: string } }).notification;
  }

  const untilVisible = (title: string) =>
    until(title, async () => (await visibleNotifications(page)).find((visible) => visible.title === title), 30_000);

  async function openDialog() {
    await page.goto(`${site.product.url}/alert`);
    await page.getByRole('button', { name: 'Get Alerts' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Get Alerts' });
    await dialog.waitFor();
    return dialog;
  }

  test.beforeAll(async () => {
    await issue();
    context = await site.browser.newContext({ viewport: phone, locale: 'es-MX', serviceWorkers: 'allow' });
    await context.grantPermissions(['notifications'], { origin: site.product.url });
    // Chromium subscribes only at its vendor's service.
    await context.addInitScript((subscription) => {
      const fake = { ...subscription, options: { applicationServerKey: null }, toJSON: () => subscription };
      Object.assign(PushManager.prototype, {
        subscribe: () => Promise.resolve(fake),
        getSubscription: () => Promise.resolve(null),
      });
    }, service.subscription(browser));
    page = await context.newPage();
  });
  test.afterAll(() => context?.close());

  test('gets its confirmation, a warning, its changes and its end in Spanish, until it chooses English', async () => {
    const dialog = await openDialog();
    await dialog.getByRole('combobox', { name: 'Add a county' }).selectOption({ label: 'Pulaski County' });
    await dialog.getByText('More choices').click();
    expect(await dialog.getByRole('radio', { name: 'Español' }).isChecked()).toBe(true);
    await takeTime(page);
    await dialog.getByRole('button', { name: 'Notify me' }).click();
    expect(await deliver(1)).toMatchObject({ title: 'Falta un paso', lang: 'es-US' });
    await untilVisible('Todo listo.');
    await dialog.getByText('This device gets notifications for Pulaski County.').waitFor();

    await issue(warning(1, 'NEW'));
    const title = 'Aviso de tornado: condado de Pulaski';
    const { navigate } = await deliver(2);
    await untilVisible(title);
    await until('the county to be kept for offline use', () =>
      page.evaluate(async () => (await caches.match('/es/now/pulaski', { ignoreVary: true })) !== undefined),
    );
    expect(new URL(navigate).pathname).toMatch(/^\/es\/now\/alert\/KLZK\.TO\.W\.0042\.\d{4}$/);
    await page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      for (const visible of await registration.getNotifications({ tag: 'subscription' })) visible.close();
    });
    expect(await tapNotification(context)).toBe(navigate);
    const tapped = await context.newPage();
    await tapped.goto(navigate);
    expect(await tapped.locator('html').getAttribute('lang')).toBe('es');
    expect(await tapped.locator('main').innerText()).toContain('Aviso de tornado');
    await tapped.close();

    await issue(warning(2, 'CON', { parameters: { tornadoDetection: ['OBSERVED'] } }));
    expect((await deliver(3)).title).toBe('Mayor peligro: Tornado en tierra, condado de Pulaski');
    await issue(warning(3, 'CAN', { messageType: 'Cancel' }));
    expect((await deliver(4)).title).toBe('Cancelación: Aviso de tornado, condado de Pulaski');

    const result = await openDialog();
    await result.getByRole('radio', { name: 'English' }).click();
    await page.getByText('Your next alert will be in English.').waitFor();
    await issue(warning(4, 'NEW', { vtec: 'O.NEW.KLZK.TO.W.0043', references: [] }));
    expect(await deliver(5)).toMatchObject({ title: 'Tornado Warning: Pulaski County', lang: 'en-US' });
  });

  test('is shown and changed on its page in Spanish', async () => {
    const result = await openDialog();
    const english = String(await result.getByRole('link', { name: 'Change' }).getAttribute('href'));
    await page.goto(site.product.url + english);
    await page.getByRole('link', { name: 'Español' }).click();
    expect(new URL(page.url()).pathname).toBe('/es/subscription');
    await page.getByRole('radio', { name: 'Español' }).check();
    await page.getByRole('button', { name: 'Guardar' }).first().click();
    await page.getByText('Guardado. Sus alertas ahora siguen estas elecciones.').waitFor();
    expect(await page.getByRole('radio', { name: 'Español' }).isChecked()).toBe(true);
    await page.getByRole('link', { name: 'English' }).click();
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Your alerts');
  });
});
