import { until } from '@site/platform/testing/until';
import { counties } from '@site/regions/counties';
import { expect, test, type Page } from '@playwright/test';
import { capAlert } from '../../simulator/cap.js';
import { outbreakAt } from '../../simulator/outbreak.js';
import { providersBelow } from '../../simulator/addresses.mjs';
import { startSimulator, type Simulator } from '../../simulator/simulator.js';
import { phone } from '../support/browser.js';
import { useSite } from '../support/site.js';

const minuteMs = 60_000;
const none = 'No Active Weather Alerts';

interface AlertsResponse {
  data: { ok: boolean; pollSeconds: number; alerts: { id: string; event_key: string; badge: string; event: string }[] };
}

test.describe('an outbreak', () => {
  let provider: Simulator;
  // Twelve minutes ago, so that everything is in effect during the tests.
  const start = new Date(Date.now() - 12 * minuteMs);
  const year = start.getUTCFullYear();
  const tornado = `KLZK.TO.W.0042.${year}`;
  const site = useSite(async ({ defer }) => {
    provider = await startSimulator();
    defer(() => provider.close());
    provider.setAlerts(outbreakAt(start, 0));
    return {
      simulated: false,
      environment: { ...providersBelow(provider.url), RATE_LIMIT_SCALE: '1000', ALERTS_POLL_SECONDS: '1' },
    };
  });

  const alerts = async () =>
    ((await (await fetch(`${site.product.url}/main/weather/alerts`)).json()) as AlertsResponse).data;
  const text = async (path: string) => {
    const html = await (await fetch(site.product.url + path)).text();
    return html
      .replace(/<(style|head)[^>]*>.*?<\/\1>/gs, ' ')
      .replace(/<[^>]+>/g, ' ')
      .replace(/\s+/g, ' ');
  };
  /** Waits until the product shows this minute of the timeline. */
  const play = async (minutes: number, hasReadings: (list: Awaited<ReturnType<typeof alerts>>) => boolean) => {
    provider.setAlerts(outbreakAt(start, minutes));
    await until(`minute ${minutes} to be told`, async () => hasReadings(await alerts()));
  };
  const badgeOf = (list: Awaited<ReturnType<typeof alerts>>, key: string) =>
    list.alerts.find(({ event_key: own }) => own === key)?.badge;

  async function open(path: string): Promise<Page> {
    const page = await site.browser.newPage({ viewport: phone });
    await page.goto(site.product.url + path);
    return page;
  }

  test('never shows a test, whatever it calls itself', async () => {
    await until('the list', async () => (await alerts()).ok);
    const list = await alerts();
    expect(list.alerts.map(({ event }) => event)).not.toContain('Required Weekly Test');
    expect(list.alerts.map(({ event_key: key }) => key)).not.toContain(`KLZK.TO.W.0099.${year}`);
    expect(list.pollSeconds).toBe(10);
    expect(await text('/now/boone')).not.toContain('Tornado Warning');
  });

  test('is one warning for Pulaski County, at one address, while its messages come and go', async () => {
    const [first] = (await alerts()).alerts.filter(({ event_key: key }) => key === tornado);
    expect(first?.badge).toBe('');
    const page = await open(`/alert/${encodeURIComponent(first?.id ?? '')}`);
    await page.waitForURL(`**/warning/${tornado}`);
    await page.getByRole('heading', { level: 1, name: 'Tornado Warning' }).waitFor();

    await play(5, (list) => badgeOf(list, tornado) === 'Tornado on the ground');
    await play(12, (list) => badgeOf(list, tornado) === 'Tornado emergency');
    // The open page updates by itself.
    await page.getByText('Tornado emergency').first().waitFor({ timeout: 45_000 });
    await page.getByText('Now more dangerous: tornado emergency').first().waitFor();
    await page.close();

    const shared = await fetch(`${site.product.url}/alert/${encodeURIComponent(first?.id ?? '')}`, {
      redirect: 'manual',
    });
    expect([shared.status, shared.headers.get('location')]).toEqual([302, `/warning/${tornado}`]);
    const county = await text('/now/pulaski');
    expect(county.indexOf('Tornado emergency')).toBeGreaterThan(0);
    expect(county).toContain('TORNADO EMERGENCY FOR LITTLE ROCK');
    expect(county).toContain('Deadly tornado');
    expect(county).toContain('TAKE COVER NOW!');
    expect(county).toMatch(/In effect now, until (\w+ )?\d{1,2}(:\d\d)? [AP]M/);
    expect(await text(`/now/alert/${tornado}`)).toContain('Weather spotters confirmed tornado');
  });

  test('is the first thing on any page for a place in its area, with what to do', async () => {
    const place = 'lat=34.7470&lon=-92.2809&name=72201';
    for (const path of [
      `/weather?${place}`,
      `/hourly?${place}`,
      `/forecast?${place}`,
      '/county/pulaski',
      `/about?${place}`,
    ]) {
      const page = await open(path);
      const strip = page.getByRole('complementary', { name: 'Weather warning' });
      await strip
        .getByText(/EMERGENCY/)
        .first()
        .waitFor();
      await strip.getByText('TAKE COVER NOW!').first().waitFor();
      // Below the navigation, within a phone's first screen.
      const box = await strip.boundingBox();
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(phone.height);
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
      await page.close();
    }
    const elsewhere = await open('/no-such-page');
    await elsewhere
      .getByRole('complementary', { name: 'Weather warning' })
      .getByText(/Pulaski County/)
      .first()
      .waitFor();
    await elsewhere.close();
  });

  test('puts a flash flood emergency above eight rivers in Benton County, which fill one line', async () => {
    const county = await text('/now/benton');
    const emergency = county.indexOf('Flash flood emergency');
    const rivers = county.indexOf('Flood Warning: 8');
    expect(emergency).toBeGreaterThan(0);
    expect(rivers).toBeGreaterThan(emergency);
    expect(county).toContain('until further notice');
    const bytes = (await (await fetch(`${site.product.url}/now/benton`)).arrayBuffer()).byteLength;
    expect(bytes).toBeLessThanOrEqual(15 * 1024);
  });

  test('reaches every county with what is for the whole state: none of them reads "none"', async () => {
    for (const county of ['union', 'chicot', 'sevier', 'marion']) {
      const result = await text(`/now/${county}`);
      expect(result).toContain('Civil Emergency Message');
      expect(result).not.toContain(none);
    }
  });

  test('tells Boone County what begins tomorrow, by forecast zones alone, and what the watch became', async () => {
    const county = await text('/now/boone');
    expect(county).toContain('Winter Storm Warning');
    expect(county).toMatch(/Begins (\w+ )?\d{1,2}(:\d\d)? [AP]M ?, until/);
    expect(county.indexOf('Winter Storm Warning')).toBeGreaterThan(county.indexOf('Tornado Watch'));
    const page = await open(`/warning/KLZK.WS.A.0003.${year}`);
    const instead = page.getByRole('link', { name: 'See current warnings' });
    expect(await instead.getAttribute('href')).toBe(`/warning/KLZK.WS.W.0002.${year}`);
    await page.close();
  });

  test('is fed to readers as one entry per event, the most dangerous first', async () => {
    const feed = await (await fetch(`${site.product.url}/now/benton/alerts.atom`)).text();
    const titles = [...feed.matchAll(/<entry>.*?<title>(.*?)<\/title>/gs)].map(([, title]) => title);
    expect(titles[0]).toContain('Flash flood emergency');
    expect(titles.filter((title) => title?.startsWith('Flood Warning'))).toHaveLength(8);
  });

  for (const count of [30, 300] as const)
    test(`says what to do on a county’s page without scripts, among ${count} warnings`, async () => {
      const now = new Date();
      const others = counties.filter(({ fips }) => fips !== '05119');
      const crowd = Array.from({ length: count }, (_unused, index) =>
        capAlert({
          id: `urn:oid:crowd.${count}.${index}`,
          event: 'Severe Thunderstorm Warning',
          sent: now,
          ends: new Date(now.getTime() + 40 * minuteMs),
          vtec: `O.NEW.KLZK.SV.W.${String(1_000 + count + index)}`,
          counties: [index < 4 ? '05119' : others[index % others.length]!.fips],
          description: 'A severe thunderstorm is near. '.repeat(60),
          instruction: index < 4 ? `Go inside now, part ${index}.` : 'Stay away from windows.',
        }),
      );
      provider.setAlerts([...outbreakAt(start, 12), ...crowd]);
      await until('the crowd', async () => (await alerts()).alerts.length > count);
      const visible = await until('the document', async () => {
        const html = await text('/county/pulaski');
        return html.includes('part 3') ? html : undefined;
      });
      expect(visible).toContain('TORNADO EMERGENCY FOR LITTLE ROCK');
      expect(visible).toContain('TAKE COVER NOW!');
      for (const part of [0, 1, 2, 3]) expect(visible).toContain(`Go inside now, part ${part}.`);
      expect(visible).not.toContain('Alert status unavailable');
      const blocks = /<script type="application\/json".*<\/script>/s;
      const document = await (await fetch(`${site.product.url}/county/pulaski`)).text();
      expect(Buffer.byteLength(blocks.exec(document)?.[0] ?? '')).toBeLessThanOrEqual(60_000);
    });

  test('ends where it is cancelled, and the address says so', async () => {
    const now = new Date();
    provider.setAlerts([
      ...outbreakAt(start, 12).filter((feature) => !JSON.stringify(feature).includes('.TO.W.0042.')),
      capAlert({
        id: 'urn:oid:cancelled',
        event: 'Tornado Warning',
        messageType: 'Cancel',
        sent: now,
        ends: new Date(now.getTime() + 10 * minuteMs),
        vtec: 'O.CAN.KLZK.TO.W.0042',
        counties: ['05119'],
      }),
    ]);
    await until('the end', async () => badgeOf(await alerts(), tornado) === undefined);
    const page = await open(`/warning/${tornado}`);
    await page
      .getByText(/^Canceled/)
      .first()
      .waitFor();
    await page.close();
    const county = await text('/now/pulaski');
    expect(county).not.toContain('Tornado Warning');
    // The statewide alert is still in effect.
    expect(county).not.toContain(none);
  });
});
