import { createHash } from 'node:crypto';
import { unavailable } from '@site/proto/grpc';
import { counties } from '@site/proto/weather/v1/counties';
import request from 'supertest';
import { until } from '../../../services/platform/testing/until.js';
import { anAlert } from '../testing/fake-house.js';
import { givenGateway } from '../testing/given.js';
import type { NowAlerts, NowConditions } from './now-data.js';
import { countyPage, listPage, longestPageBytes } from './now-html.js';

const given = givenGateway({ RATE_LIMIT_SCALE: '100' });
const get = (path: string) => request(given.gateway.url).get(path).buffer(true);

const now = Date.parse('2026-11-20T21:00:00Z');
const inMinutes = (minutes: number) => new Date(now + minutes * 60_000).toISOString();
const pulaski = counties.find(({ slug }) => slug === 'pulaski')!;

const warning = (changes: object = {}) => ({
  ...anAlert({ effective: inMinutes(-5), expires: inMinutes(30), ...changes }),
});
const known = (changes: Partial<NowAlerts> = {}): NowAlerts => ({
  ok: true,
  updatedAt: inMinutes(-0.5),
  alerts: [],
  ...changes,
});
const conditions = (changes: object = {}): NowConditions => ({
  location: { name: 'Little Rock' },
  current: {
    temp_f: 64.9,
    temp_c: 18.3,
    feelslike_f: 64,
    feelslike_c: 17.8,
    wind_mph: 8.1,
    wind_kph: 13,
    wind_dir: 'S',
    humidity: 58,
    vis_miles: 10,
    condition: { text: 'Partly cloudy' },
  },
  forecast: { forecastday: [{ day: { maxtemp_f: 68.2, mintemp_f: 47.1, daily_chance_of_rain: 40 } }] },
  meta: { fetchedAt: inMinutes(-1), observedAt: inMinutes(-7), stale: false, sample: false, ...changes },
});
const options = { publicUrl: 'https://weather.example', now, refreshes: true };
const page = (alerts: NowAlerts, weather: NowConditions | undefined = conditions()) =>
  countyPage(pulaski, { alerts, conditions: weather }, options);

/** What a person reads. */
const words = (html: string) =>
  html
    .replace(/<(style|title|head)[^>]*>.*?<\/\1>/gs, ' ')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ');

describe('the page of a county', () => {
  it('says what is warned, until when, what to do, and what it is like now', () => {
    const text = words(page(known({ alerts: [warning()] })));
    expect(text).toContain('Pulaski County now');
    expect(text).toContain('Tornado Warning');
    expect(text).toContain('Until 3:30 PM CST');
    expect(text).toContain('What to do: TAKE COVER NOW!');
    expect(text).toContain('65 °F (18 °C)');
    expect(text).toContain('Wind: S 8 mph (13 km/h)');
    expect(text).toContain('Measured at 2:53 PM CST , 7 minutes ago.');
    expect(text).toContain('Alerts checked at 2:59 PM CST , less than a minute ago.');
    expect(text).not.toContain('No Active Weather Alerts');
  });

  it('says that there are no alerts only right after a successful check', () => {
    expect(words(page(known()))).toContain('No Active Weather Alerts');
    const unknown = words(page(known({ ok: false, updatedAt: inMinutes(-12) })));
    expect(unknown).not.toContain('No Active Weather Alerts');
    expect(unknown).toContain('Alert status unavailable');
    expect(unknown).toContain('weather.gov/lzk');
    expect(unknown).toContain('12 minutes ago. This is old');
    expect(words(page(known({ ok: false, updatedAt: null })))).toContain('The alerts could not be checked.');
  });

  it('keeps showing what is known when the check fails, and that there may be more', () => {
    const text = words(page(known({ ok: false, alerts: [warning()] })));
    expect(text).toContain('Tornado Warning');
    expect(text).toContain('There may be others.');
    expect(text).toContain('Alert status unavailable');
  });

  it('shows alerts of this county alone', () => {
    const text = words(page(known({ alerts: [warning({ counties: ['05143'], event: 'Flood Warning' })] })));
    expect(text).not.toContain('Flood Warning');
    expect(text).toContain('No Active Weather Alerts');
  });

  it('says when an alert begins later, or has no end', () => {
    const later = warning({ effective: inMinutes(60), expires: inMinutes(24 * 60) });
    expect(words(page(known({ alerts: [later] })))).toContain(
      'From 4:00 PM CST , until Saturday, November 21, 3:00 PM CST',
    );
    expect(words(page(known({ alerts: [warning({ expires: null })] })))).toContain('Until further notice');
  });

  it('says how old the weather is, that it is only a sample, and what nobody knows', () => {
    const old = words(
      page(known(), conditions({ stale: true, fetchedAt: inMinutes(-130), observedAt: inMinutes(-135) })),
    );
    expect(old).toContain('Updated 2 hours ago – data delayed.');
    expect(words(page(known(), conditions({ sample: true })))).toContain('Sample data');
    expect(words(countyPage(pulaski, { alerts: known(), conditions: undefined }, options))).toContain(
      'Failed to fetch weather data',
    );
    const nothing = { ...conditions(), current: {}, forecast: { forecastday: [] } };
    expect(words(page(known(), nothing))).toContain('--');
    expect(words(page(known(), nothing))).not.toMatch(/NaN|undefined|null/);
  });

  it('takes no markup from a provider', () => {
    const html = page(
      known({ alerts: [warning({ event: '<script>alert(1)</script>', instruction: '"><img src=x>' })] }),
    );
    expect(html).not.toMatch(/<script|<img/);
  });

  it('stays below 15 kB on the worst of days', () => {
    const alerts = Array.from({ length: 60 }, (_unused, index) =>
      warning({
        id: `urn:oid:${index}`,
        instruction: 'Go inside & stay there. '.repeat(200),
        event: 'Tornado Warning',
      }),
    );
    const html = page(known({ alerts }));
    expect(Buffer.byteLength(html)).toBeLessThanOrEqual(longestPageBytes);
    expect(words(html)).toMatch(/And \d+ more/);
    const everywhere = alerts.map((alert) => ({ ...alert, counties: counties.map(({ fips }) => fips) }));
    expect(Buffer.byteLength(listPage(known({ alerts: everywhere }), options))).toBeLessThanOrEqual(longestPageBytes);
  });
});

describe('GET /now', () => {
  it('lists all 75 counties and marks those with alerts', async () => {
    const { status, text } = await get('/now');
    expect(status).toBe(200);
    for (const { slug } of counties) expect(text).toContain(`href="/now/${slug}"`);
    expect(new Set(counties.map(({ slug }) => slug)).size).toBe(75);
    expect(words(text)).toContain('2 of 75 counties have alerts.');
    expect(words(text)).toContain('Pulaski : Tornado Warning');
  });

  it.each(counties.map(({ slug, name }) => [slug, name]))('has a page for %s', async (slug, name) => {
    const { status, text } = await get(`/now/${slug}`);
    expect(status).toBe(200);
    expect(text).toContain(`<h1>${name} now</h1>`);
  });

  it('needs one request, no script and nothing that its policy does not allow', async () => {
    const { text, headers } = await get('/now/hot-spring');
    const style = /<style>(.*?)<\/style>/s.exec(text)?.[1] ?? '';
    const hash = createHash('sha256').update(style).digest('base64');
    expect(headers['content-security-policy']).toContain(`default-src 'none'; style-src 'sha256-${hash}'`);
    expect(headers['content-security-policy']).not.toContain('unsafe');
    expect(text).not.toMatch(/<(script|img|iframe|object)|\sstyle=|\son\w+=|url\(|@import/);
    expect([...text.matchAll(/<link [^>]*href="([^"]+)"/g)].map(([, href]) => href)).toEqual([
      'https://weather.example/now/hot-spring',
      'data:,',
    ]);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(longestPageBytes);
  });

  it('loads itself again every minute, unless it is asked not to', async () => {
    const page = await get('/now/saline');
    expect(page.headers['refresh']).toBe('60');
    expect(page.text).toContain('href="/now/saline/still"');
    const still = await get('/now/saline/still');
    expect(still.status).toBe(200);
    expect(still.headers['refresh']).toBeUndefined();
    expect(still.text).toContain('name="robots" content="noindex"');
  });

  it('may be kept for seconds, and for less than five minutes while we are away', async () => {
    const { headers } = await get('/now/saline');
    expect(headers['cache-control']).toBe(
      'public, max-age=0, s-maxage=5, stale-while-revalidate=5, stale-if-error=285',
    );
  });

  it.each(['/now/texas', '/now/..%2fadmin', '/now/%E0%A4%A', `/now/${'x'.repeat(500)}`])(
    'says that there is no county at %s',
    async (path) => {
      const { status } = await get(path);
      expect([400, 404]).toContain(status);
    },
  );

  it('answers HEAD and takes no POST', async () => {
    expect((await request(given.gateway.url).head('/now/pulaski')).status).toBe(200);
    expect((await request(given.gateway.url).post('/now/pulaski')).status).toBe(405);
  });

  it('is in the sitemap', async () => {
    const { text } = await get('/sitemap.xml');
    expect(text).toContain('<loc>https://weather.example/now</loc>');
    expect(text).toContain('<loc>https://weather.example/now/st-francis</loc>');
    expect(text).not.toContain('/still');
  });
});

describe('GET /now, when the weather proxy has nothing', () => {
  const dead = givenGateway({ RATE_LIMIT_SCALE: '100' });

  it('is still a page, and says so', async () => {
    dead.house.weather.handlers['weather.v1.ForecastsService/GetForecast'] = () => {
      throw unavailable('No provider answered.');
    };
    dead.house.weather.handlers['weather.v1.AlertsService/ListAlerts'] = () => ({ ok: false, source: '', alerts: [] });
    // The list is renewed every five seconds, and the page made of it is kept for as long.
    const text = await until(
      'the page without anything known',
      async () => {
        const answer = await request(dead.gateway.url).get('/now/izard/still').buffer(true);
        expect(answer.status).toBe(200);
        return answer.text.includes('Alert status unavailable') ? words(answer.text) : undefined;
      },
      25_000,
    );
    expect(text).toContain('Failed to fetch weather data');
    expect(text).not.toContain('No Active Weather Alerts');
  }, 40_000);
});
