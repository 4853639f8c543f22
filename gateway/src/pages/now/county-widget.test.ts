import { createHash } from 'node:crypto';
import { unavailable } from '@site/proto/grpc';
import request from 'supertest';
import { until } from '../../../../services/platform/testing/until.js';
import { setupGateway } from '../../testing/given-gateway.js';
import {
  conditions,
  inMinutes,
  buildNowAlerts,
  options,
  pulaski,
  warning,
  extractText,
} from '../../testing/now-builders.js';
import { countyWidget, maxWidgetBytes } from './county-widget-html.js';
import type { NowAlerts, NowConditions } from './now-data.js';

const widget = (alerts: NowAlerts, weather: NowConditions | undefined = conditions()) =>
  countyWidget(pulaski, { alerts, conditions: weather }, options);

describe("a county's widget", () => {
  it('shows warnings, the current weather, its place, its time and its age', () => {
    const text = extractText(widget(buildNowAlerts({ alerts: [warning()] })));
    expect(text).toMatch(/Pulaski County weather Alerts TAKE COVER NOW!.* Tornado Warning/);
    expect(text).toContain('In effect now, until 3:30 PM');
    expect(text).toContain('65 °F (18 °C)');
    expect(text).toContain('Wind: S 8 mph (13 km/h)');
    expect(text).toContain('Today’s high: 68 °F (20 °C)');
    expect(text).toContain('Chance of precipitation: 40%');
    expect(text).toContain('Near Little Rock. Measured at 2:53 PM CST , 7 minutes ago.');
    expect(text).toContain('Alerts checked at 2:59 PM CST , less than a minute ago.');
    expect(text).toContain('Updated 3:00 PM CST');
    expect(text).not.toContain('No Active Weather Alerts');
  });

  it('says that there are no alerts only right after a successful check', () => {
    expect(extractText(widget(buildNowAlerts()))).toContain('No Active Weather Alerts');
    for (const alerts of [buildNowAlerts({ ok: false }), buildNowAlerts({ ok: false, updatedAt: null })]) {
      const unknown = extractText(widget(alerts));
      expect(unknown).not.toContain('No Active Weather Alerts');
      expect(unknown).toContain('Alert status unavailable');
    }
  });

  it('says "clear" during a warning only as the last measurement', () => {
    const clear = { ...conditions(), current: { condition: { text: 'Clear', icon: 'clear-night' } } };
    const earlier = 'Clear when last measured, 2:53 PM';
    expect(extractText(widget(buildNowAlerts({ alerts: [warning()] }), clear))).toContain(earlier);
    expect(extractText(widget(buildNowAlerts(), clear))).not.toContain('when last measured');
  });

  it('shows old and missing readings as such', () => {
    const old = conditions({ stale: true, fetchedAt: inMinutes(-130), observedAt: inMinutes(-135) });
    expect(extractText(widget(buildNowAlerts(), old))).toContain('Updated 2 hours ago – data delayed.');
    const none = extractText(countyWidget(pulaski, { alerts: buildNowAlerts(), conditions: undefined }, options));
    expect(none).toContain('Failed to fetch weather data');
    expect(none).toContain('No Active Weather Alerts');
  });

  it('escapes texts of others', () => {
    const script = '<script>alert(1)</script>';
    const alert = warning({ event: script, instruction: script, headline: script });
    const banner = { text: script, link_url: null, link_label: '' };
    const weather = { ...conditions(), location: { name: script }, current: { condition: { text: script } } };
    const html = countyWidget(
      pulaski,
      { alerts: buildNowAlerts({ alerts: [alert] }), conditions: weather },
      { ...options, banner: banner as never },
    );
    expect(html).not.toMatch(/<script/);
    expect(html.split('&lt;script&gt;').length).toBeGreaterThan(4);
  });

  it('stays below 10 kB in an outbreak, and shows the most dangerous warning first', () => {
    const long = 'Move to an interior room on the lowest floor. '.repeat(100);
    const others = Array.from({ length: 40 }, (_unused, index) =>
      warning({ id: `urn:oid:${index}`, event: `Warning ${index} `.repeat(20), instruction: long, desc: long }),
    );
    const topAlert = warning({ id: 'urn:oid:worst', tornado_damage_threat: 'CATASTROPHIC', instruction: long });
    const html = widget(buildNowAlerts({ alerts: [...others, topAlert], unlisted: [...others] }));
    expect(Buffer.byteLength(html)).toBeLessThanOrEqual(maxWidgetBytes);
    expect(extractText(html)).toMatch(/Move to an interior room.* Tornado emergency Tornado Warning.*Also Warning/);
    expect(extractText(html)).toContain('65 °F (18 °C)');
  });
});

describe('GET /embed/county/…', () => {
  const provided = setupGateway({ RATE_LIMIT_SCALE: '100' });
  const get = (path: string) => request(provided.gateway.url).get(path).buffer(true);

  it('may be framed by any site, and runs and loads nothing', async () => {
    const { status, text, headers } = await get('/embed/county/hot-spring');
    expect(status).toBe(200);
    const style = /<style>(.*?)<\/style>/s.exec(text)?.[1] ?? '';
    const hash = createHash('sha256').update(style).digest('base64');
    expect(headers['content-security-policy']).toContain(`default-src 'none'; style-src 'sha256-${hash}'`);
    expect(headers['content-security-policy']).toContain('frame-ancestors *');
    expect(headers['content-security-policy']).not.toMatch(/unsafe|script-src/);
    expect(headers['x-frame-options']).toBeUndefined();
    expect(headers['cross-origin-resource-policy']).toBe('cross-origin');
    expect(text).not.toMatch(/<(script|img|iframe|object)|\sstyle=|\son\w+=|url\(|@import/);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(maxWidgetBytes);
  });

  it('follows the theme of the device', async () => {
    const { text } = await get('/embed/county/pulaski');
    expect(text).toContain('color-scheme:light dark');
    expect(text).toContain('@media(prefers-color-scheme:dark)');
  });

  it("opens links in a new tab, and isn't a page for search engines", async () => {
    const { text } = await get('/embed/county/pulaski');
    expect(text).toContain('<base target="_blank">');
    expect(text).toContain('href="/county/pulaski"');
    expect(text).toContain('name="robots" content="noindex"');
    expect((await get('/sitemap.xml')).text).not.toContain('/embed/');
  });

  it('reloads every minute, and may be cached for seconds', async () => {
    const { headers } = await get('/embed/county/pulaski');
    expect(headers['refresh']).toBe('60');
    expect(headers['cache-control']).toBe(
      'public, max-age=0, s-maxage=5, stale-while-revalidate=5, stale-if-error=285',
    );
  });

  it('returns a 404 that is readable in a frame for an unknown county', async () => {
    const { status, text, headers } = await get('/embed/county/texas');
    expect(status).toBe(404);
    expect(extractText(text)).toContain('No such county');
    expect(headers['x-frame-options']).toBeUndefined();
    expect(headers['content-security-policy']).toContain('frame-ancestors *');
  });

  it.each(['/', '/county/pulaski', '/now/pulaski', '/main/home', '/embed', '/embed/county', '/embed/county/a/b'])(
    'lets no other site frame %s',
    async (path) => {
      const { headers } = await get(path);
      expect(headers['x-frame-options']).toBe('DENY');
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    },
  );

  it('says what is unknown without data from the weather proxy', async () => {
    provided.services.weather.handlers['weather.v1.ForecastsService/GetForecast'] = () => {
      throw unavailable('No provider answered.');
    };
    provided.services.weather.handlers['weather.v1.AlertsService/ListAlerts'] = () => ({
      ok: false,
      source: '',
      alerts: [],
      sourceTime: new Date().toISOString(),
      version: 2,
      updatedAt: new Date().toISOString(),
    });
    provided.services.weather.announce('alerts');
    const text = await until(
      'the widget without anything known',
      async () => {
        const found = extractText((await get('/embed/county/izard')).text);
        return found.includes('Alert status unavailable') ? found : undefined;
      },
      25_000,
    );
    expect(text).toContain('Failed to fetch weather data');
    expect(text).not.toContain('No Active Weather Alerts');
  }, 40_000);
});
