import { createHash } from 'node:crypto';
import { unavailable } from '@site/proto/grpc';
import { counties } from '@site/regions/counties';
import request from 'supertest';
import { until } from '../../../../services/platform/testing/until.js';
import { aForecast } from '../../testing/fake-messages.js';
import { setupGateway } from '../../testing/given-gateway.js';
import {
  conditions,
  inMinutes,
  buildNowAlerts,
  options,
  page,
  pulaski,
  warning,
  extractText,
} from '../../testing/now-builders.js';
import { maxPageBytes } from './now-frame.js';
import { countyPage, listPage } from './now-html.js';

const provided = setupGateway({ RATE_LIMIT_SCALE: '100' });
const get = (path: string) => request(provided.gateway.url).get(path).buffer(true);

describe("a county's page", () => {
  it('shows warnings, how long they last, what to do, and the current weather', () => {
    const text = extractText(page(buildNowAlerts({ alerts: [warning()] })));
    expect(text).toContain('Pulaski County now');
    expect(text).toContain('Tornado Warning');
    expect(text).toContain('In effect now, until 3:30 PM');
    expect(text).toMatch(/Alerts TAKE COVER NOW!.* Tornado Warning/);
    expect(text).toContain('65 °F (18 °C)');
    expect(text).toContain('Wind: S 8 mph (13 km/h)');
    expect(text).toContain('Visibility: 10 mi (16 km)');
    expect(text).toContain('Today’s high: 68 °F (20 °C)');
    expect(text).toContain('Tonight’s low: 41 °F (5 °C)');
    expect(text).toContain('Measured at 2:53 PM CST , 7 minutes ago.');
    expect(text).toContain('Alerts checked at 2:59 PM CST , less than a minute ago.');
    expect(text).not.toContain('No Active Weather Alerts');
  });

  it('says that there are no alerts only right after a successful check', () => {
    expect(extractText(page(buildNowAlerts()))).toContain('No Active Weather Alerts');
    const unknown = extractText(page(buildNowAlerts({ ok: false, updatedAt: inMinutes(-12) })));
    expect(unknown).not.toContain('No Active Weather Alerts');
    expect(unknown).toContain('Alert status unavailable');
    expect(unknown).toContain('weather.gov/lzk');
    expect(unknown).toContain('12 minutes ago. This is old');
    expect(extractText(page(buildNowAlerts({ ok: false, updatedAt: null })))).toContain(
      'We couldn’t check the alerts.',
    );
  });

  it('keeps showing known alerts when the check fails, and that there may be more', () => {
    const text = extractText(page(buildNowAlerts({ ok: false, alerts: [warning()] })));
    expect(text).toContain('Tornado Warning');
    expect(text).toContain('There may be others.');
    expect(text).toContain('Alert status unavailable');
  });

  it('begins each card with the instructions', () => {
    const emergency = warning({ tornado_damage_threat: 'CATASTROPHIC', instruction: 'GO TO A BASEMENT.' });
    const flood = {
      event: 'Flood Warning',
      severity: 'Severe',
      ends: null,
      instruction: 'Turn around.\n\nDon’t drown.',
    };
    const alerts = [
      emergency,
      warning({ id: 'urn:oid:2', event: 'Severe Thunderstorm Warning', instruction: ' Stay <inside>. ' }),
      ...[3, 4].map((number) =>
        warning({ ...flood, id: `urn:oid:${number}`, event_key: `KLZK.FL.W.000${number}.2026` }),
      ),
      warning({ id: 'urn:oid:5', event: 'Wind Advisory', instruction: '' }),
    ];
    const cards = page(buildNowAlerts({ alerts })).match(/<section.*?<\/section>/gs) ?? [];
    const instruction = /^<section class="[a-z ]+"><p class="w"><strong>([^<]+)<\/strong><\/p>/;
    expect(cards.map((html) => instruction.exec(html)?.[1])).toEqual([
      'GO TO A BASEMENT.',
      'Stay &lt;inside&gt;.',
      'Turn around.\n\nDon’t drown.',
      undefined,
    ]);
    const everywhere = buildNowAlerts({ alerts: [{ ...emergency, statewide: true }] });
    const [statewide = ''] = listPage(everywhere, {}, options).match(/<section.*?<\/section>/gs) ?? [];
    expect(instruction.exec(statewide)?.[1]).toBe('GO TO A BASEMENT.');
  });

  it('never cuts instructions, and cuts other texts to stay below 15 kB', () => {
    const long = (length: number) =>
      'Move to an interior room on the lowest floor. '.repeat(300).slice(0, length - 4) + 'END.';
    const parts = ['HAZARD', 'SOURCE', 'IMPACT'].map((part) => `${part}...${'Much is said here. '.repeat(40)}`);
    const others = Array.from({ length: 20 }, (_unused, index) =>
      warning({
        id: `urn:oid:${index}`,
        event: 'Severe Thunderstorm Warning',
        instruction: long(1_000),
        desc: parts.join('\n\n'),
        nws_headline: 'A HEADLINE '.repeat(30),
        areas: 'Pulaski; '.repeat(60),
      }),
    );
    const pageWith = (instruction: string) => {
      const topAlert = warning({ id: 'urn:oid:worst', instruction, desc: parts.join('\n\n') });
      const html = page(buildNowAlerts({ alerts: [topAlert, ...others] }));
      expect(html).toContain(`<strong>${instruction}</strong>`);
      expect(Buffer.byteLength(html)).toBeLessThanOrEqual(maxPageBytes);
      expect(extractText(html)).toContain('65 °F (18 °C)');
      return html;
    };
    for (const length of [900, 3_000, 4_000]) {
      const html = pageWith(long(length));
      // Cards show the full instruction; the rest is named in a line or counted.
      const cards = html.match(/<section/g)?.length ?? 0;
      expect(html.split(`<strong>${long(1_000)}</strong>`)).toHaveLength(cards);
      expect(extractText(html)).toMatch(/Also Severe Thunderstorm Warning/);
    }
    // No other text of the alert fits beside this one.
    expect(extractText(pageWith(long(9_600)))).not.toMatch(/Hazard|Where|…/);
  });

  it('says that an alert is no longer listed, not that there is none', () => {
    const left = warning({ unlisted_since: inMinutes(-10), ends: inMinutes(25) });
    const elsewhere = warning({ event: 'Flood Warning', counties: ['05143'], unlisted_since: inMinutes(-10) });
    const alerts = buildNowAlerts({ unlisted: [left, elsewhere] });
    const sentence =
      'Removed from the official list at 2:50 PM , before its planned end ( 3:25 PM ). Check weather.gov/lzk .';
    const county = extractText(page(alerts));
    expect(county).toContain(`Tornado Warning : Faulkner; Pulaski. ${sentence}`);
    expect(county).not.toMatch(/No Active Weather Alerts|In effect now|Flood Warning/);
    expect(county).toContain('No alerts on the official list');
    const list = extractText(listPage(alerts, {}, options));
    expect(list).toMatch(
      /No alerts on the official list .*2 warnings were removed from the official list early\. Check weather\.gov\/lzk \. Counties/,
    );
    expect(list).not.toMatch(/No Active Weather Alerts|Tornado Warning|Flood Warning/);
    const statement = warning({ event: 'Special Weather Statement', level: 'statement' });
    expect(extractText(listPage(buildNowAlerts({ unlisted: [statement] }), {}, options))).toContain(
      '1 alert was removed from the official list early.',
    );
    const many = { alerts: [warning({ event: 'Flood Watch' })], unlisted: Array<typeof left>(300).fill(left) };
    expect(extractText(page(buildNowAlerts({ ...many, ok: false })))).toMatch(
      /Flood Watch.*Removed from the official list.*Alert status unavailable/,
    );
    for (const html of [page(buildNowAlerts(many)), listPage(buildNowAlerts(many), {}, options)])
      expect(Buffer.byteLength(html)).toBeLessThanOrEqual(maxPageBytes);
  });

  it("shows only this county's alerts", () => {
    const text = extractText(
      page(buildNowAlerts({ alerts: [warning({ counties: ['05143'], event: 'Flood Warning' })] })),
    );
    expect(text).not.toContain('Flood Warning');
    expect(text).toContain('No Active Weather Alerts');
  });

  it('says if an alert begins later or has no end', () => {
    const later = warning({ onset: '2026-11-22T12:00:00Z', ends: '2026-11-23T00:30:00Z' });
    expect(extractText(page(buildNowAlerts({ alerts: [later] })))).toContain(
      'Begins Sunday 6 AM , until Sunday 6:30 PM',
    );
    const open = { ends: null, until_further_notice: true };
    const far = warning({ onset: '2026-11-29T12:00:00Z', ...open });
    expect(extractText(page(buildNowAlerts({ alerts: [far] })))).toContain(
      'Begins Sun, Nov 29, 6 AM , until further notice',
    );
    expect(extractText(page(buildNowAlerts({ alerts: [warning(open)] })))).toContain(
      'In effect now, until further notice',
    );
    expect(extractText(page(buildNowAlerts({ alerts: [warning({ ends: null })] })))).toContain(
      'In effect now, no end given',
    );
  });

  it("shows the office's headline, hazard, source, place and tags", () => {
    const desc =
      'The National Weather Service has issued a\n\n* Tornado Warning for...\nPulaski County.\n\nHAZARD...Damaging tornado and\nquarter size hail.\n\nSOURCE...Radar confirmed tornado.\n\nIMPACT...Mobile homes will be damaged.';
    const result = warning({ desc, nws_headline: 'TORNADO NEAR MAYFLOWER', tornado_detection: 'OBSERVED' });
    const text = extractText(page(buildNowAlerts({ alerts: [result] })));
    expect(text).toContain('Tornado on the ground Tornado Warning');
    expect(text).toContain('TORNADO NEAR MAYFLOWER');
    expect(text).toContain('Hazard: Damaging tornado and quarter size hail.');
    expect(text).toContain('Source: Radar confirmed tornado.');
    expect(text).toContain('Impact: Mobile homes will be damaged.');
    expect(text).toContain('Threat: tornado observed, hail 1.00 in');
    expect(text).toContain('Where: Faulkner; Pulaski');
  });

  it('shows statewide alerts, and claims nothing else while there is one', () => {
    const message = warning({ event: 'Civil Emergency Message', counties: [], statewide: true });
    const text = extractText(page(buildNowAlerts({ alerts: [message] })));
    expect(text).toContain('Civil Emergency Message');
    expect(text).not.toContain('No Active Weather Alerts');
    const list = extractText(listPage(buildNowAlerts({ alerts: [message] }), {}, options));
    expect(list).toContain('For the whole state. In effect now');
    expect(list).not.toContain('No Active Weather Alerts');
    const emergency = warning({ tornado_damage_threat: 'CATASTROPHIC' });
    expect(extractText(listPage(buildNowAlerts({ alerts: [message, emergency] }), {}, options))).toMatch(
      /Pulaski : Tornado emergency \(Tornado Warning\).*For the whole state/,
    );
  });

  it('marks an emergency in words and puts it first, before earlier alerts', () => {
    const ordinary = warning({ id: 'urn:oid:1', event: 'Severe Thunderstorm Warning' });
    const emergency = warning({ id: 'urn:oid:2', tornado_damage_threat: 'CATASTROPHIC' });
    const html = page(buildNowAlerts({ alerts: [ordinary, emergency] }));
    expect(extractText(html)).toMatch(/Tornado emergency Tornado Warning.*Severe Thunderstorm Warning/);
    expect(html).toContain('class="c e"');
  });

  it('groups eight river flood warnings, below the flash flood warning', () => {
    const rivers = Array.from({ length: 8 }, (_unused, index) =>
      warning({
        id: `urn:oid:${index}`,
        event_key: `KLZK.FL.W.00${index}.2026`,
        event: 'Flood Warning',
        severity: 'Severe',
        desc: `* WHAT...Minor flooding.\n\n* WHERE...River ${index} near Town ${index}.`,
        ends: null,
      }),
    );
    const flash = warning({ id: 'urn:oid:9', event: 'Flash Flood Warning' });
    const text = extractText(page(buildNowAlerts({ alerts: [...rivers, flash] })));
    expect(text).toMatch(/Flash Flood Warning.*Flood Warning: 8 in this county/);
    for (const index of rivers.keys()) expect(text).toContain(`River ${index} near Town ${index} : In effect now`);
  });

  it('shows each temperature with its metric value, even if a source gives only one', () => {
    const weather = { ...conditions(), current: { temp_f: 31.8, feelslike_c: -6 }, forecast: { forecastday: [] } };
    const text = extractText(page(buildNowAlerts(), weather));
    expect(text).toContain('32 °F (0 °C)');
    expect(text).toContain('Feels like: 21 °F (-6 °C)');
  });

  it('names other days as local readers do', () => {
    const yesterday = conditions({ observedAt: inMinutes(-24 * 60), fetchedAt: inMinutes(-24 * 60) });
    expect(extractText(page(buildNowAlerts(), yesterday))).toContain('Measured at Thu, Nov 19, 3:00 PM CST');
  });

  it("shows the age of the weather, that it's a sample, and what is unknown", () => {
    const old = extractText(
      page(buildNowAlerts(), conditions({ stale: true, fetchedAt: inMinutes(-130), observedAt: inMinutes(-135) })),
    );
    expect(old).toContain('Updated 2 hours ago – data delayed.');
    expect(extractText(page(buildNowAlerts(), conditions({ sample: true })))).toContain('Sample data');
    expect(
      extractText(countyPage(pulaski, { alerts: buildNowAlerts(), conditions: undefined, storm: {} }, options)),
    ).toContain('Failed to fetch weather data');
    const emptyText = { ...conditions(), current: {}, forecast: { forecastday: [] } };
    expect(extractText(page(buildNowAlerts(), emptyText))).toContain('--');
    expect(extractText(page(buildNowAlerts(), emptyText))).not.toMatch(/NaN|undefined|null/);
  });

  it.each([
    [{}, 'Clear when last measured, 2:53 PM Feels'],
    [{ observedAt: null, currentFrom: 'observation' }, 'Clear when last measured Feels'],
    [{ observedAt: null, currentFrom: 'forecast' }, 'Clear in this hour’s forecast Feels'],
  ])('says during a warning where a clear sky of %j comes from', (meta, sky) => {
    const current = { ...conditions().current, condition: { text: 'Clear', icon: 'clear-night' } };
    const clear = { ...conditions(meta), current };
    const elsewhere = warning({ counties: ['05007'] });
    expect(extractText(page(buildNowAlerts({ alerts: [warning()] }), clear))).toContain(sky);
    expect(extractText(page(buildNowAlerts({ alerts: [elsewhere] }), clear))).toContain('Clear Feels');
  });

  it("shows the reading's source and when the forecast was made", () => {
    const measured = conditions({ stationName: 'Little Rock, Adams Field Airport', currentFrom: 'observation' });
    expect(extractText(page(buildNowAlerts(), measured))).toContain(
      'Measured at Little Rock, Adams Field Airport, 2:53 PM CST',
    );
    const simulated = conditions({ currentFrom: 'sample' });
    expect(extractText(page(buildNowAlerts(), simulated))).toContain('Sample readings, nothing measured.');
    const forecast = conditions({ observedAt: null, currentFrom: 'forecast' });
    expect(extractText(page(buildNowAlerts(), forecast))).toContain('From the forecast for this hour.');
    expect(extractText(page(buildNowAlerts(), forecast))).not.toContain('Measured');
    const delayed = conditions({ forecastIssuedAt: inMinutes(-14 * 60), forecastDelayed: true });
    expect(extractText(page(buildNowAlerts(), delayed))).toContain(
      'Forecast made at 1:00 AM CST , 14 hours ago. The forecast is delayed.',
    );
  });

  it('mentions gusts, fog and snow if they matter', () => {
    const weather = (current: object, day: object = {}) => ({
      ...conditions(),
      current: { ...conditions().current, ...current },
      forecast: { forecastday: [{ day }] },
    });
    const text = (current: object, day?: object) => extractText(page(buildNowAlerts(), weather(current, day)));
    expect(text({ wind_mph: 8, gust_mph: 12 })).not.toContain('gusts');
    expect(text({ wind_mph: 8, gust_mph: 31.3 })).toContain('Wind: S 8 mph (13 km/h), gusts to 31 mph (50 km/h)');
    expect(text({ vis_miles: 0.2498 })).toContain('Visibility: ¼ mi (0.4 km)');
    expect(text({ vis_miles: 1.49 })).toContain('Visibility: 1½ mi (2.4 km)');
    expect(text({ vis_miles: 1.3 })).toContain('Visibility: 1.3 mi (2.1 km)');
    expect(text({ vis_miles: 9.94 })).toContain('Visibility: 10 mi (16 km)');
    expect(text({ vis_miles: 0.02 })).toContain('Visibility: less than 0.1 mi (less than 0.1 km)');
    expect(text({}, { daily_chance_of_rain: 10, daily_chance_of_snow: 80, totalsnow_cm: 5.1 })).toMatch(
      /Chance of precipitation: 80% .*Snow today: 2\.0 in \(5\.1 cm\)/,
    );
    expect(text({}, { totalice_mm: 1.3 })).toContain('Ice today: 0.05 in (1.3 mm)');
    expect(text({}, { totalsnow_cm: 0.1, totalice_mm: 0.1 })).not.toMatch(/Snow|Ice/);
    expect(text({}, { daily_chance_of_rain: 40, only_rain: true })).toContain('Chance of rain: 40%');
  });

  it("shows today's temperatures that are ahead, like the full pages", () => {
    const at = (localTime: string) =>
      extractText(
        countyPage(
          pulaski,
          { alerts: buildNowAlerts(), conditions: conditions(), storm: {} },
          { ...options, now: Date.parse(`2026-11-20T${localTime}:00-06:00`) },
        ),
      );
    expect(at('07:30')).toMatch(/Today’s high: 68 .*Today’s low: 47 /);
    expect(at('13:00')).toMatch(/Today’s high: 68 .*Tonight’s low: 41 /);
    expect(at('22:00')).toContain('Tonight’s low: 41 ');
    expect(at('22:00')).not.toContain('Today’s high');
  });

  it('shows snow and ice expected on the coming days', () => {
    const forecastday = [
      { date: '2026-11-20', day: { totalsnow_cm: 0 } },
      { date: '2026-11-21', day: { totalsnow_cm: 5.1, totalice_mm: 0.1 } },
      { date: '2026-11-22', day: { totalsnow_cm: 2.54, totalice_mm: 6.4 } },
      { date: '2026-11-23', day: { totalsnow_cm: 0.1 } },
    ];
    const text = extractText(page(buildNowAlerts(), { ...conditions(), forecast: { forecastday } }));
    expect(text).toMatch(
      /Snow Saturday: 2\.0 in \(5\.1 cm\) Snow Sunday: 1\.0 in \(2\.5 cm\) Ice Sunday: 0\.25 in \(6\.4 mm\)/,
    );
    expect(text).not.toMatch(/Ice Saturday|Monday|today:.* cm/);
  });

  it('accepts no markup from a provider', () => {
    const html = page(
      buildNowAlerts({ alerts: [warning({ event: '<script>alert(1)</script>', instruction: '"><img src=x>' })] }),
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
    const html = page(buildNowAlerts({ alerts }));
    expect(Buffer.byteLength(html)).toBeLessThanOrEqual(maxPageBytes);
    expect(extractText(html)).toMatch(/And \d+ more/);
    const everywhere = alerts.map((alert) => ({ ...alert, counties: counties.map(({ fips }) => fips) }));
    expect(Buffer.byteLength(listPage(buildNowAlerts({ alerts: everywhere }), {}, options))).toBeLessThanOrEqual(
      maxPageBytes,
    );
    const forAll = alerts.map((alert) => ({ ...alert, statewide: true }));
    expect(Buffer.byteLength(listPage(buildNowAlerts({ alerts: forAll }), {}, options))).toBeLessThanOrEqual(
      maxPageBytes,
    );
  });

  it('stays below 15 kB with texts of special characters without spaces, most dangerous first', () => {
    const long = '"&'.repeat(3_000);
    const alerts = Array.from({ length: 300 }, (_unused, index) =>
      warning({
        id: `urn:oid:${index}`,
        event_key: long.slice(0, 300),
        event: long,
        headline: long,
        nws_headline: long,
        desc: `HAZARD...${long}\n\nSOURCE...${long}\n\nIMPACT...${long}`,
        instruction: long,
        areas: long,
        tornado_detection: long,
        max_hail_size: long,
        badge: long,
        level: 'emergency',
        danger: 1 + (index % 7),
      }),
    );
    const topAlert = warning({ nws_headline: 'TORNADO EMERGENCY FOR LITTLE ROCK' });
    const html = page(buildNowAlerts({ alerts: [...alerts, topAlert] }));
    expect(Buffer.byteLength(html)).toBeLessThanOrEqual(maxPageBytes);
    expect(extractText(html)).toContain('Tornado emergency Tornado Warning');
  });
});

describe('GET /now', () => {
  it('lists all 75 counties and marks those with alerts', async () => {
    const { status, text } = await get('/now');
    expect(status).toBe(200);
    for (const { slug } of counties) expect(text).toContain(`href="/now/${slug}"`);
    expect(new Set(counties.map(({ slug }) => slug)).size).toBe(75);
    expect(extractText(text)).toContain('2 of 75 counties have alerts.');
    expect(extractText(text)).toContain('Pulaski : Tornado Warning');
  });

  it("shows the snow of the coming days on a county's page", async () => {
    provided.services.weather.handlers['weather.v1.ForecastsService/GetForecast'] = ({ days }) => {
      const forecastday = ['2026-11-20', '2026-11-21'].map((date) => ({ date, day: { totalsnowCm: 5.1 }, hour: [] }));
      return aForecast({ forecast: { forecastday: forecastday.slice(0, days as number), hour: [] } });
    };
    const snow = /Snow today: 2\.0 in .*Snow Saturday: 2\.0 in/;
    await until('the snow', async () => snow.test(extractText((await get('/now/newton/still')).text)));
  });

  it.each(counties.map(({ slug, name }) => [slug, name]))('has a page for %s', async (slug, name) => {
    const { status, text } = await get(`/now/${slug}`);
    expect(status).toBe(200);
    expect(text).toContain(`<h1>${name} now</h1>`);
  });

  it('needs one request, no script, and nothing that its policy forbids', async () => {
    const { text, headers } = await get('/now/hot-spring');
    const style = /<style>(.*?)<\/style>/s.exec(text)?.[1] ?? '';
    const hash = createHash('sha256').update(style).digest('base64');
    expect(headers['content-security-policy']).toContain(`default-src 'none'; style-src 'sha256-${hash}'`);
    expect(headers['content-security-policy']).not.toContain('unsafe');
    expect(text).not.toMatch(/<(script|img|iframe|object)|\sstyle=|\son\w+=|url\(|@import/);
    expect([...text.matchAll(/<link [^>]*href="([^"]+)"/g)].map(([, href]) => href)).toEqual([
      'https://weather.example/now/hot-spring',
      'https://weather.example/now/hot-spring',
      'https://weather.example/es/now/hot-spring',
      'https://weather.example/now/hot-spring',
      '/now/hot-spring/alerts.atom',
      'data:,',
    ]);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(maxPageBytes);
  });

  it('reloads often while an alert is severe, unless turned off', async () => {
    const page = await get('/now/saline');
    expect(page.headers['refresh']).toBe('10');
    expect(extractText(page.text)).toContain('It reloads every 10 seconds');
    expect(page.text).toContain('href="/now/saline/still"');
    for (const path of ['/now/saline/still', '/now/still']) {
      const still = await get(path);
      expect(still.status).toBe(200);
      expect(still.headers['refresh']).toBeUndefined();
      expect(still.text).toContain('name="robots" content="noindex"');
    }
    expect((await get('/now')).headers['refresh']).toBe('10');
  });

  it('may be cached for seconds, and for less than five minutes during an outage', async () => {
    const { headers } = await get('/now/saline');
    expect(headers['cache-control']).toBe(
      'public, max-age=0, s-maxage=5, stale-while-revalidate=5, stale-if-error=285',
    );
  });

  it.each(['/now/texas', '/now/..%2fadmin', '/now/%E0%A4%A', `/now/${'x'.repeat(500)}`])(
    'returns 404 for no county at %s',
    async (path) => {
      const { status } = await get(path);
      expect([400, 404]).toContain(status);
    },
  );

  it('responds to HEAD and refuses POST', async () => {
    expect((await request(provided.gateway.url).head('/now/pulaski')).status).toBe(200);
    expect((await request(provided.gateway.url).post('/now/pulaski')).status).toBe(405);
  });

  it('is in the sitemap', async () => {
    const { text } = await get('/sitemap.xml');
    expect(text).toContain('<loc>https://weather.example/now</loc>');
    expect(text).toContain('<loc>https://weather.example/now/st-francis</loc>');
    expect(text).not.toContain('/still');
  });
});

describe('GET /now without data from the weather proxy', () => {
  const dead = setupGateway({ RATE_LIMIT_SCALE: '100' });

  it('is still a page, and says so', async () => {
    dead.services.weather.handlers['weather.v1.ForecastsService/GetForecast'] = () => {
      throw unavailable('No provider answered.');
    };
    dead.services.weather.handlers['weather.v1.AlertsService/ListAlerts'] = () => ({
      ok: false,
      source: '',
      alerts: [],
      sourceTime: new Date().toISOString(),
      version: 2,
      updatedAt: new Date().toISOString(),
    });
    // The list is refreshed every five seconds, and the page is cached for as long.
    const text = await until(
      'the page without anything known',
      async () => {
        const response = await request(dead.gateway.url).get('/now/izard/still').buffer(true);
        expect(response.status).toBe(200);
        return response.text.includes('Alert status unavailable') ? extractText(response.text) : undefined;
      },
      25_000,
    );
    expect(text).toContain('Failed to fetch weather data');
    expect(text).not.toContain('No Active Weather Alerts');
  }, 40_000);
});
