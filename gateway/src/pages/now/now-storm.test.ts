import { counties } from '@site/state/counties';
import request from 'supertest';
import { until } from '../../../../services/platform/testing/until.js';
import { anOutlook, aRadar, outlookPath, radarPath } from '../../testing/fake-storm-context.js';
import { givenGateway } from '../../testing/given.js';
import { conditions, inMinutes, known, options, outlookDay, page, warning, words } from '../../testing/now-builders.js';
import type { NowOutlook, NowStorm } from './now-data.js';
import { longestPageBytes } from './now-frame.js';
import { listPage } from './now-html.js';

const area = (label: NowOutlook['areas'][number]['label'], level: number, text: string) => ({
  label,
  level,
  words: text,
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
const county = (storm: NowStorm) => page(known(), conditions(), storm);
const list = (storm: NowStorm) => listPage(known(), storm, options);

describe("on a county's page", () => {
  it("is the risk in the Storm Prediction Center's words, with its validity and issue time", () => {
    const text = words(county({ outlook: slight }));
    expect(text).toContain('Storm outlook: Slight Risk , until Saturday 6 AM .');
    expect(text).toContain('Storm Prediction Center, issued 1:30 PM CST .');
    expect(text).not.toMatch(/No severe storms|not available/);
    const ahead = words(county({ outlook: { ...slight, valid_from: '2026-11-21T01:00:00Z' } }));
    expect(ahead).toContain('Slight Risk , from 7 PM until Saturday 6 AM .');
  });

  it('says that no severe storms are expected only if that is known', () => {
    const elsewhere = outlookDay({ counties: riskOf('ENH', 3, '05143') });
    for (const outlook of [outlookDay(), elsewhere])
      expect(words(county({ outlook }))).toContain(
        'Storm outlook: No severe storms are expected until Saturday 6 AM .',
      );
    for (const outlook of [undefined, outlookDay({ ok: false }), { ...slight, ok: false }]) {
      const text = words(county({ outlook }));
      expect(text).toContain('Storm outlook: not available right now.');
      expect(text).not.toMatch(/No severe storms|Slight Risk/);
    }
  });

  it('distinguishes thunder without severe storms', () => {
    const thunder = outlookDay({ counties: riskOf('TSTM', 0, '05119') });
    expect(words(county({ outlook: thunder }))).toContain('Storm outlook: General Thunderstorms Risk ,');
  });

  it('shows when it was last checked if that is long ago', () => {
    const old = { ...slight, stale: true, fetched_at: inMinutes(-180) };
    expect(words(county({ outlook: old }))).toContain('Last checked 3 hours ago.');
    expect(words(county({ outlook: slight }))).not.toContain('hours ago');
  });

  it("links the radar picture with its size and time, and its age if it's old", () => {
    const young = county({ radar: still(15) });
    expect(young).toContain('<a href="/media/radar/x.webp">Radar picture, 12 kB, <time');
    expect(words(young)).toContain('Radar picture, 12 kB, 2:45 PM CST');
    expect(words(young)).not.toContain('minutes old');
    // Both are rounded up.
    expect(words(county({ radar: still(24.1, 12_289) }))).toContain(
      'Radar picture, 13 kB, 2:35 PM CST , 25 minutes old',
    );
    for (const radar of [undefined, { ok: false, still: still(1).still }, { ok: true, still: null }])
      expect(words(county({ radar }))).not.toContain('Radar picture');
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
    const text = words(list({ outlook: outlookDay({ counties: counted }) }));
    expect(text).toContain(
      'Storm outlook, until Saturday 6 AM : Enhanced Risk in 1 county (Pulaski), Marginal Risk in 2 counties.',
    );
    expect(text).toContain('Storm Prediction Center');
  });

  it("is empty without a risk, or if it's unknown", () => {
    for (const outlook of [undefined, outlookDay(), { ...slight, ok: false }])
      expect(words(list({ outlook }))).not.toMatch(/Storm|storm/);
    expect(words(list({ radar: still(3) }))).toContain('Radar picture, 12 kB, 2:57 PM CST');
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
    page(known({ alerts: each }), conditions(), storm),
    listPage(known({ alerts: each }), storm, options),
  ]);
  for (const html of pages) expect(Buffer.byteLength(html)).toBeLessThanOrEqual(longestPageBytes);
  expect(pages.every((html) => words(html).includes('Storm outlook'))).toBe(true);
});

describe('GET /now/{county}', () => {
  const given = givenGateway({ RATE_LIMIT_SCALE: '100' });
  const text = async (path: string) => words((await request(given.gateway.url).get(path).buffer(true)).text);

  it("shows the weather proxy's outlook and radar, and drops what it retracts", async () => {
    await until('the outlook', async () => (await text('/now/pulaski')).includes('Storm outlook: Slight Risk'));
    expect(await text('/now/pulaski')).toMatch(/Radar picture, 12 kB, \d/);
    expect(await text('/now')).toContain('Slight Risk in 2 counties (Faulkner, Pulaski)');
    expect(await text('/now/yell')).toContain('No severe storms are expected');

    given.services.weather.handlers[outlookPath] = () => anOutlook({ days: [] });
    given.services.weather.handlers[radarPath] = () =>
      aRadar({ ok: false, reason: 'failed', frames: [], still: undefined });
    given.services.weather.announce('outlook');
    given.services.weather.announce('radar');
    const after = await until(
      'it to be forgotten',
      async () => {
        const said = await text('/now/yell');
        return said.includes('not available right now') && !said.includes('Radar picture') ? said : undefined;
      },
      20_000,
    );
    expect(after).not.toContain('No severe storms');
  });
});
