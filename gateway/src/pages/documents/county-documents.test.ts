import { brotliCompressSync } from 'node:zlib';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { counties } from '@site/regions/counties';
import { offices } from '@site/regions/offices';
import request from 'supertest';
import { until } from '../../../../services/platform/testing/until.js';
import { startFakeServices, type FakeServices } from '../../testing/fake-services.js';
import { aForecast, anAlert, someAlerts } from '../../testing/fake-messages.js';
import { aDay, anOutlook, aQuietDay, outlookPath } from '../../testing/fake-storm-context.js';
import { aWebRoot, startTestGateway, type TestGateway } from '../../testing/test-gateway.js';

/** Documents of the map, the hours, the counties and the offices, and their embedded data. */

const maxCountyBytes = 60_000;

let services: FakeServices;
let gateway: TestGateway;
beforeAll(async () => {
  services = await startFakeServices();
  const folder = aWebRoot();
  const files = { '/county/:county': ['/assets/county-1.js'], '/discussion/:office': ['/assets/discussion-1.js'] };
  writeFileSync(join(folder, 'page-files.json'), JSON.stringify({ ...files, '/map': ['/assets/map-1.js'] }));
  gateway = await startTestGateway(services, { WEB_ROOT: folder, RATE_LIMIT_SCALE: '100' });
});
afterAll(async () => {
  await gateway.close();
  services.kill();
});

const get = (path: string) => request(gateway.url).get(path).buffer(true);
const titleOf = (html: string) => /<title>(.*)<\/title>/.exec(html)?.[1];
const canonicalOf = (html: string) => /<link rel="canonical" href="https:\/\/weather\.example([^"]*)">/.exec(html)?.[1];
const scriptsIn = (html: string) =>
  Array.from(html.matchAll(/<link rel="modulepreload" href="([^"]*)">/g), ([, address]) => address);
const blockIn = (html: string, id: string) =>
  new RegExp(`<script type="application/json" id="${id}">(.*?)</script>`).exec(html)?.[1];
const dataIn = (html: string, id: string) =>
  (JSON.parse(blockIn(html, id) ?? '{}') as { data?: Record<string, unknown> }).data;

async function withAlerts(alerts: object[], isHeard: (html: string) => boolean) {
  services.weather.handlers['weather.v1.AlertsService/ListAlerts'] = () => someAlerts({ alerts });
  services.weather.announce('alerts');
  await until('the alerts', async () => (await get('/main/weather/alerts')).body.data.alerts.length === alerts.length);
  return until('a document with them', async () => {
    const { text } = await get('/county/pulaski');
    return isHeard(text) ? text : undefined;
  });
}

it.each([
  ['/map', 'Weather map and radar', '/map', ['/assets/map-1.js']],
  ['/hourly', '48 hours, hour by hour', '/hourly', []],
  ['/county', 'Counties of Arkansas', '/county', []],
  ['/county/pulaski', 'Pulaski County weather', '/county/pulaski', ['/assets/county-1.js']],
  ['/county/Hot-Spring', 'Hot Spring County weather', '/county/hot-spring', ['/assets/county-1.js']],
  ['/discussion/LZK', 'Forecast discussion, Little Rock', '/discussion/LZK', ['/assets/discussion-1.js']],
  ['/discussion/jan', 'Forecast discussion, Jackson', '/discussion/JAN', ['/assets/discussion-1.js']],
])('%s is "%s", with the search engine title %s', async (path, title, canonical, scripts) => {
  const { status, text } = await get(path);
  expect([status, titleOf(text), canonicalOf(text)]).toEqual([200, `${title} · Arkansas Weather`, canonical]);
  expect(scriptsIn(text)).toEqual(scripts);
  expect(dataIn(text, 'home-data')).toBeDefined();
  expect(dataIn(text, 'alerts-data')).toMatchObject({ ok: true });
});

it.each([
  '/county/texas',
  '/county/05119',
  '/county/pulaski/x',
  '/discussion/ORD',
  '/discussion',
  '/county/constructor',
])('there is no page at %s', async (path) => {
  const { status, text } = await get(path);
  expect([status, text.includes('noindex')]).toEqual([404, true]);
});

it('lists every county and office for search engines, each with its own description', async () => {
  const { text } = await get('/sitemap.xml');
  const listed = ['/map', '/hourly', '/county', ...offices.map(({ id }) => `/discussion/${id}`)];
  for (const path of listed) expect(text).toContain(`<loc>https://weather.example${path}</loc>`);
  for (const { slug } of counties) expect(text).toContain(`<loc>https://weather.example/county/${slug}</loc>`);
  const described = /<meta name="description" content="([^"]*)">/;
  const descriptions = await Promise.all(
    counties.map(async ({ slug }) => described.exec((await get(`/county/${slug}`)).text)?.[1]),
  );
  expect(new Set(descriptions).size).toBe(75);
});

it.each(['/', '/county/pulaski'])(
  '%s embeds the small radar picture, and of the frames only the newest',
  async (path) => {
    const html = await until('the radar', async () => {
      const { text } = await get(path);
      return text.includes('radar-data') ? text : undefined;
    });
    const radar = dataIn(html, 'radar-data');
    expect(radar).toMatchObject({ ok: true, still: { width: 480 } });
    expect(radar?.['frames']).toHaveLength(1);
    expect(Buffer.byteLength(blockIn(html, 'radar-data') ?? '')).toBeLessThanOrEqual(1_024);
  },
);

describe('a county’s document', () => {
  it('fetches its forecast and embeds it under its own name', async () => {
    await until('the forecast in the document', async () => {
      const { text } = await get('/county/izard');
      return dataIn(text, 'county-weather-data')?.['location'] && !blockIn(text, 'weather-data');
    });
  });

  it('embeds full alerts if there is room, shorter ones otherwise, and as many as fit', async () => {
    const alerts = (count: number, desc: string) =>
      Array.from({ length: count }, (_unused, index) => anAlert({ id: `urn:${index}`, desc }));
    const whole = await withAlerts(alerts(8, 'Rain. '.repeat(500)), (html) => html.includes('urn:7'));
    expect(dataIn(whole, 'alerts-data')).not.toHaveProperty('abridged');
    const shorter = await withAlerts(alerts(20, 'x'.repeat(6_000)), (html) => html.includes('urn:19'));
    expect(dataIn(shorter, 'alerts-data')).toMatchObject({ abridged: true });
    const some = await withAlerts(alerts(300, 'x'.repeat(6_000)), (html) => html.includes('"completeFor":null'));
    expect(dataIn(some, 'home-data')).toBeDefined();
    for (const html of [whole, shorter, some]) expect(Buffer.byteLength(html)).toBeLessThanOrEqual(maxCountyBytes);
  });

  it.each([30, 300])('says what to do in an outbreak of %i warnings', async (count) => {
    const others = counties.filter(({ slug }) => slug !== 'pulaski');
    const alerts = Array.from({ length: count }, (_unused, index) =>
      anAlert({
        id: `urn:${count}:${index}`,
        eventKey: `KLZK.TO.W.${index}.${count}`,
        // Ten for Pulaski County, the least dangerous of all.
        ...(index < 10
          ? { counties: ['05119'], danger: 33, event: 'Flood Warning', instruction: `Stay off flooded roads ${index}.` }
          : { counties: [others[index % others.length]!.fips], instruction: `TAKE COVER NOW ${index}!` }),
        ...(index === 20 && { danger: 0, level: 'emergency', badge: 'Tornado emergency' }),
        desc: 'é'.repeat(2_000),
      }),
    );
    const html = await withAlerts(alerts, (text) => text.includes(`urn:${count}:9"`));
    expect(Buffer.byteLength(html)).toBeLessThanOrEqual(maxCountyBytes);
    const data = dataIn(html, 'alerts-data');
    const visible = data?.['alerts'] as { id: string; instruction: string; danger: number }[];
    const own = visible.filter(({ danger }) => danger === 33);
    expect(own.map(({ instruction }) => instruction)).toEqual(
      Array.from({ length: 10 }, (_unused, index) => `Stay off flooded roads ${index}.`),
    );
    expect(visible[0]).toMatchObject({ danger: 0, instruction: 'TAKE COVER NOW 20!' });
    expect(visible.slice(0, 3).every(({ instruction }) => instruction.startsWith('TAKE COVER NOW'))).toBe(true);
    expect(data).toMatchObject(count === 30 ? { abridged: true } : { abridged: true, completeFor: '05119' });
    expect(dataIn(html, 'home-data')).toBeDefined();
  });

  it('stays small on the worst of days, in each of the 75 counties', async () => {
    // Each block alone would nearly fill the document.
    const hour = Array.from({ length: 48 }, (_unused, index) => ({
      time: '2026-11-20 00:00',
      timeEpoch: 1_795_154_400 + index * 3_600,
      chanceOfRain: 40,
      visKm: 10,
      condition: { text: 'x'.repeat(900), icon: 'rain', code: 1_000 },
    }));
    services.weather.handlers['weather.v1.ForecastsService/GetForecast'] = () =>
      aForecast({ forecast: { forecastday: [], hour } });
    const alerts = Array.from({ length: 12 }, (_unused, index) =>
      anAlert({ id: `urn:${index}`, desc: 'é'.repeat(1_900) }),
    );
    await withAlerts(alerts, (html) => html.includes('urn:11'));
    for (const { slug, lat, lon } of counties) {
      await get(`/main/weather/forecast?lat=${lat}&lon=${lon}&days=7`);
      const { text } = await get(`/county/${slug}`);
      expect([slug, Buffer.byteLength(text) <= maxCountyBytes, text.includes('alerts-data')]).toEqual([
        slug,
        true,
        true,
      ]);
    }
    services.weather.handlers['weather.v1.ForecastsService/GetForecast'] = () => aForecast();
  });
});

describe('the home page', () => {
  const saying = async (days: object[], isHeard: (html: string) => boolean) => {
    services.weather.handlers[outlookPath] = () => anOutlook({ days });
    services.weather.announce('outlook');
    return until('the outlook', async () => {
      const { text } = await get('/');
      return isHeard(text) ? text : undefined;
    });
  };
  const everywhere = counties.map(({ fips }) => ({ county: fips, label: 'ENH', level: 3 }));

  it("embeds today's outlook without map areas, in few bytes", async () => {
    const quiet = await saying([aQuietDay(1)], (html) => !html.includes('outlook-data'));
    const html = await saying([aDay(1, { counties: everywhere }), aDay(2)], (text) => text.includes('outlook-data'));
    const [day, ...others] = dataIn(html, 'outlook-data')?.['days'] as Record<string, unknown>[];
    expect(others).toEqual([]);
    expect(day).toMatchObject({ day: 1, ok: true, areas: [] });
    expect(day?.['counties']).toHaveLength(75);
    expect(html).not.toContain('"coordinates":[[[');
    const sizeOf = (text: string) => brotliCompressSync(text).length;
    expect(sizeOf(html) - sizeOf(quiet)).toBeLessThanOrEqual(2_048);
    expect(Buffer.byteLength(blockIn(html, 'outlook-data') ?? '')).toBeLessThanOrEqual(4_096);
    // Not embedded in other pages.
    expect((await get('/about')).text).not.toContain('outlook-data');
  });

  it("embeds no outlook if it's unknown or only thunder is expected", async () => {
    await saying([aDay(1)], (html) => html.includes('outlook-data'));
    await saying([aDay(1, { ok: false, reason: 'failed' })], (html) => !html.includes('outlook-data'));
    await saying([aDay(1)], (html) => html.includes('outlook-data'));
    const thunder = everywhere.map(({ county }) => ({ county, label: 'TSTM', level: 0 }));
    await saying([aDay(1, { counties: thunder })], (html) => !html.includes('outlook-data'));
  });
});
