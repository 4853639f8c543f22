import { counties } from '@site/regions/counties';
import request from 'supertest';
import { until } from '../../../../services/platform/testing/until.js';
import { anOutlook, aRadar, outlookPath, radarPath } from '../../testing/fake-storm-context.js';
import { setupGateway } from '../../testing/given-gateway.js';
import {
  conditions,
  inMinutes,
  buildNowAlerts,
  options,
  outlookDay,
  page,
  pulaski,
  warning,
  extractText,
} from '../../testing/now-builders.js';
import type { NowOutlook, NowStorm } from './now-data.js';
import { maxPageBytes } from './now-frame.js';
import { spanish } from './language.js';
import { countyPage, listPage } from './now-html.js';

const area = (label: NowOutlook['areas'][number]['label'], level: number, text: string) => ({
  label,
  level,
  text,
  fill: '#f6f67f',
  stroke: '#ddaa00',
  geometry: null,
});
const riskOf = (label: NowOutlook['areas'][number]['label'], level: number, ...fips: string[]) =>
  fips.map((county) => ({ county, label, level }));
const slight = outlookDay({ areas: [area('SLGT', 2, 'Slight Risk')], counties: riskOf('SLGT', 2, '05119') });
const still = (minutes: number, bytes = 11_600) => ({
  ok: true,
  still: { time: inMinutes(-minutes), url: '/media/radar/x.webp', width: 480, height: 420, size_bytes: bytes },
});
const county = (storm: NowStorm) => page(buildNowAlerts(), conditions(), storm);
const list = (storm: NowStorm) => listPage(buildNowAlerts(), storm, options);

/** Of a frame four minutes ago. */
const rain = (...intensities: ('none' | 'light' | 'heavy')[]): NowStorm => ({
  nextHour: {
    ok: true,
    frame_time: inMinutes(-4),
    steps: intensities.map((intensity, index) => {
      return { time: inMinutes(index * 5 - 4), minutes: index * 5, intensity, confidence: 0.7 };
    }),
  },
});

describe('rain in the next hour', () => {
  it('is a sentence with its source and the share of right starts, after the alerts', () => {
    const text = extractText(county(rain('none', 'none', 'none', 'none', 'light', 'light', 'heavy', 'heavy')));
    expect(text).toMatch(/Light rain from about \d{1,2}:\d\d [AP]M, heavy around \d{1,2}:\d\d [AP]M\./);
    expect(text).toMatch(/Our estimate from NOAA radar, .*\. In tests, 6 of 10 starts were right within 10 minutes\./);
    expect(text.indexOf('Light rain')).toBeGreaterThan(text.indexOf('Alerts'));
  });

  it('is in Spanish on Spanish pages', () => {
    const spanishCounty = countyPage(
      pulaski,
      { alerts: buildNowAlerts(), conditions: conditions(), storm: rain('light', 'light', 'heavy', 'heavy') },
      { ...options, language: spanish },
    );
    expect(extractText(spanishCounty)).toMatch(
      /Lluvia ligera ahora, fuerte hacia las \d{1,2}:\d\d [AP]M, al menos hasta/,
    );
  });

  it.each([
    ['no rain is near', rain('none', 'none', 'none')],
    ['nothing is known', { nextHour: { ok: false, frame_time: null, steps: [] } }],
    ['there is no response', {}],
  ])('is absent when %s', (_what, storm: NowStorm) => {
    expect(extractText(county(storm))).not.toMatch(/rain|Our estimate from NOAA radar/);
  });
});

describe("on a county's page", () => {
  it("is the risk in the Storm Prediction Center's words, with its validity and issue time", () => {
    const text = extractText(county({ outlook: slight }));
    expect(text).toContain('Storm outlook: Slight Risk , until Saturday 6 AM .');
    expect(text).toContain('Storm Prediction Center, issued 1:30 PM CST .');
    expect(text).not.toMatch(/No severe storms|not available/);
    const ahead = extractText(county({ outlook: { ...slight, valid_from: '2026-11-21T01:00:00Z' } }));
    expect(ahead).toContain('Slight Risk , from 7 PM until Saturday 6 AM .');
  });

  it('says that no severe storms are expected only if that is known', () => {
    const elsewhere = outlookDay({ counties: riskOf('ENH', 3, '05143') });
    for (const outlook of [outlookDay(), elsewhere])
      expect(extractText(county({ outlook }))).toContain(
        'Storm outlook: No severe storms are expected until Saturday 6 AM .',
      );
    for (const outlook of [undefined, outlookDay({ ok: false }), { ...slight, ok: false }]) {
      const text = extractText(county({ outlook }));
      expect(text).toContain('Storm outlook: not available right now.');
      expect(text).not.toMatch(/No severe storms|Slight Risk/);
    }
  });

  it('distinguishes thunder without severe storms', () => {
    const thunder = outlookDay({ counties: riskOf('TSTM', 0, '05119') });
    expect(extractText(county({ outlook: thunder }))).toContain('Storm outlook: General Thunderstorms Risk ,');
  });

  it('shows when it was last checked if that is long ago', () => {
    const old = { ...slight, stale: true, fetched_at: inMinutes(-180) };
    expect(extractText(county({ outlook: old }))).toContain('Last checked 3 hours ago.');
    expect(extractText(county({ outlook: slight }))).not.toContain('hours ago');
  });

  it("links the radar picture with its size and time, and its age if it's old", () => {
    const young = county({ radar: still(15) });
    expect(young).toContain('<a href="/media/radar/x.webp">Radar picture, 12 kB, <time');
    expect(extractText(young)).toContain('Radar picture, 12 kB, 2:45 PM CST');
    expect(extractText(young)).not.toContain('minutes old');
    // Both are rounded up.
    expect(extractText(county({ radar: still(24.1, 12_289) }))).toContain(
      'Radar picture, 13 kB, 2:35 PM CST , 25 minutes old',
    );
    for (const radar of [undefined, { ok: false, still: still(1).still }, { ok: true, still: null }])
      expect(extractText(county({ radar }))).not.toContain('Radar picture');
  });

  it("links the county's full page", () => {
    expect(county({})).toContain('<a href="/county/pulaski">');
  });

  it('accepts no markup from a provider', () => {
    const hostile = '"><script>alert(1)</script><img src=x>';
    const html = county({
      outlook: { ...slight, areas: [area('SLGT', 2, hostile)] },
      radar: { ok: true, still: { ...still(1).still, url: `/media/${hostile}` } },
    });
    expect(html).not.toMatch(/<script|<img/);
  });
});

describe('on the list of counties', () => {
  it('is one line, highest risk first, with its counties by name', () => {
    const counted = [
      ...riskOf('MRGL', 1, '05143', '05007'),
      ...riskOf('ENH', 3, '05119'),
      ...riskOf('TSTM', 0, '05001'),
    ];
    const text = extractText(list({ outlook: outlookDay({ counties: counted }) }));
    expect(text).toContain(
      'Storm outlook, until Saturday 6 AM : Enhanced Risk in 1 county (Pulaski), Marginal Risk in 2 counties.',
    );
    expect(text).toContain('Storm Prediction Center');
  });

  it("is empty without a risk, or if it's unknown", () => {
    for (const outlook of [undefined, outlookDay(), { ...slight, ok: false }])
      expect(extractText(list({ outlook }))).not.toMatch(/Storm|storm/);
    expect(extractText(list({ radar: still(3) }))).toContain('Radar picture, 12 kB, 2:57 PM CST');
  });
});

it('keeps pages below 15 kB on the worst of days', () => {
  const long = '"&'.repeat(3_000);
  const all = (['HIGH', 'MDT', 'ENH', 'SLGT', 'MRGL', 'TSTM'] as const).map((label, index) =>
    area(label, 5 - index, long),
  );
  const everywhere = counties.flatMap(({ fips }, index) => {
    const { label, level } = all[index % all.length]!;
    return riskOf(label, level, fips);
  });
  const outlook = outlookDay({ areas: all, counties: everywhere, stale: true });
  const storm = { outlook, radar: still(100) };
  const alerts = Array.from({ length: 300 }, (_unused, index) =>
    warning({
      id: `urn:${index}`,
      event_key: long.slice(0, 300),
      event: long,
      headline: long,
      nws_headline: long,
      desc: long,
      instruction: long,
      areas: long,
      badge: long,
      level: 'emergency',
      danger: 1 + (index % 7),
    }),
  );
  const inAll = alerts.map((alert) => ({ ...alert, counties: counties.map(({ fips }) => fips) }));
  const forAll = alerts.map((alert) => ({ ...alert, statewide: true }));
  const pages = [alerts, inAll, forAll].flatMap((each) => [
    page(buildNowAlerts({ alerts: each }), conditions(), storm),
    listPage(buildNowAlerts({ alerts: each }), storm, options),
  ]);
  for (const html of pages) expect(Buffer.byteLength(html)).toBeLessThanOrEqual(maxPageBytes);
  expect(pages.every((html) => extractText(html).includes('Storm outlook'))).toBe(true);
});

describe('GET /now/{county}', () => {
  const provided = setupGateway({ RATE_LIMIT_SCALE: '100' });
  const text = async (path: string) => extractText((await request(provided.gateway.url).get(path).buffer(true)).text);

  it("shows the weather proxy's outlook and radar, and drops what it retracts", async () => {
    await until('the outlook', async () => (await text('/now/pulaski')).includes('Storm outlook: Slight Risk'));
    expect(await text('/now/pulaski')).toMatch(/Radar picture, 12 kB, \d/);
    expect(await text('/now')).toContain('Slight Risk in 2 counties (Faulkner, Pulaski)');
    expect(await text('/now/yell')).toContain('No severe storms are expected');

    provided.services.weather.handlers[outlookPath] = () => anOutlook({ days: [] });
    provided.services.weather.handlers[radarPath] = () =>
      aRadar({ ok: false, reason: 'failed', frames: [], still: undefined });
    provided.services.weather.announce('outlook');
    provided.services.weather.announce('radar');
    const after = await until(
      'it to be forgotten',
      async () => {
        const message = await text('/now/yell');
        return message.includes('not available right now') && !message.includes('Radar picture') ? message : undefined;
      },
      20_000,
    );
    expect(after).not.toContain('No severe storms');
  });
});
