import { until } from '@site/platform/testing/until';
import { watchChanges } from '@site/platform/testing/watch-changes';
import type { GetOutlookResponse, OutlookDay } from '@site/proto/gen/nest/weather/v1/outlook';
import type { LastGood } from '../cache/last-good.js';
import { WeatherBench, type Weather } from '../testing/weather.js';

let bench: WeatherBench;
beforeAll(async () => {
  bench = await WeatherBench.open();
});
afterEach(() => bench.reset());
afterAll(() => bench.close());

const start = (seconds = '1') => bench.start({ OUTLOOK_POLL_SECONDS: seconds });
const outlook = async ({ service }: Weather) =>
  (await service.call<GetOutlookResponse>('weather.v1.OutlookService', 'getOutlook', {})).days;
const day = async (weather: Weather, number: number) => {
  const found = (await outlook(weather))[number - 1];
  if (!found) throw new Error(`day ${number} is missing`);
  return found;
};
const existing = (weather: Weather) =>
  until('all three days', async () => {
    const days = await outlook(weather);
    return days.every(({ ok, stale }) => ok && !stale) ? days : undefined;
  });
const until1 = (weather: Weather, what: string, condition: (first: OutlookDay) => boolean) =>
  until(what, async () => {
    const first = await day(weather, 1);
    return condition(first) ? first : undefined;
  });
const riskIn = ({ counties }: OutlookDay, fips: string) => counties.find(({ county }) => county === fips)?.label;
const calls = (part = '') => bench.simulator.calls(part).filter(({ provider }) => provider === 'spc');
const keptDay1 = async () =>
  (await bench.database.dataSource.query<LastGood[]>(`SELECT * FROM last_good WHERE key = 'outlook/2/day1'`))[0];

describe('the convective outlook', () => {
  it('returns the highest risk of every county that an area touches', async () => {
    const [first, second, third] = await existing(await start());

    expect(riskIn(first!, '05119')).toBe('SLGT');
    expect(riskIn(first!, '05045')).toBe('SLGT');
    expect(riskIn(first!, '05033')).toBe('MRGL');
    expect(riskIn(first!, '05007')).toBe('TSTM');
    expect(first!.counties.find(({ county }) => county === '05119')).toEqual({
      county: '05119',
      label: 'SLGT',
      level: 2,
    });
    expect(new Set(first!.counties.map(({ county }) => county)).size).toBe(75);
    expect(riskIn(second!, '05139')).toBe('MRGL');
    expect(third!.counties).toEqual([]);
  });

  it('returns the surrounding areas, lowest first, in the center’s words and colors', async () => {
    const { areas } = (await existing(await start()))[0]!;

    expect(areas.map(({ label, text, level }) => [label, text, level])).toEqual([
      ['TSTM', 'General Thunderstorms Risk', 0],
      ['MRGL', 'Marginal Risk', 1],
      ['SLGT', 'Slight Risk', 2],
    ]);
    expect(areas[2]).toMatchObject({ fill: '#ffe066', stroke: '#ddaa00' });
    const geometry = JSON.parse(areas[0]!.geometry) as { type: string; coordinates: number[][][] };
    // The area over the Carolinas is left out.
    expect(geometry.type).toBe('Polygon');
    const [ring] = geometry.coordinates;
    expect(ring?.length).toBeGreaterThan(20);
    expect(ring?.at(-1)).toEqual(ring?.[0]);
    expect(ring?.every((position) => position.length === 2)).toBe(true);
    const numbers = geometry.coordinates.flat(2);
    expect(numbers.every((each) => each === Number(each.toFixed(3)))).toBe(true);
  });

  it('returns each day’s issue time and validity', async () => {
    const days = await existing(await start());

    for (const [index, each] of days.entries()) {
      const from = Date.parse(each.validFrom ?? '');
      const to = Date.parse(each.validUntil ?? '');
      expect(to - from).toBe(24 * 3_600_000);
      expect(new Date(from).getUTCHours()).toBe(12);
      expect(each).toMatchObject({ day: index + 1, reason: '', validFrom: expect.stringMatching(/Z$/) });
      expect(Date.parse(each.issuedAt ?? '')).toBeLessThanOrEqual(Date.now());
    }
  });

  it('reports no risk on a quiet day as known', async () => {
    bench.simulator.setMode('nws', { mode: 'calm' });

    for (const each of await existing(await start()))
      expect(each).toMatchObject({ ok: true, areas: [], counties: [], unknownAreas: [] });
  });

  it('reaches high risk in an outbreak', async () => {
    bench.simulator.setMode('nws', { mode: 'outbreak' });
    const first = (await existing(await start()))[0]!;

    expect(first.areas.map(({ label }) => label)).toEqual(['TSTM', 'MRGL', 'SLGT', 'ENH', 'MDT', 'HIGH']);
    expect(riskIn(first, '05063')).toBe('HIGH');
  });

  it('is announced to the gateways', async () => {
    const weather = await start();
    const changes = watchChanges('weather-proxy', weather.service.address);
    await until('the announcement', () => changes.notices.some(({ topic }) => topic === 'outlook'));
    changes.close();
  });

  it('is fetched once per round, with our user agent, by conditional request', async () => {
    const weather = await start();
    const before = (await existing(weather))[0]!;
    await until('three rounds', () => calls('day1').length > 2);

    const [first, second] = calls('day1');
    expect(first?.headers['if-none-match']).toBeUndefined();
    expect(second?.headers['if-none-match']).toMatch(/^"/);
    expect(first?.headers['user-agent']).toMatch(/^ArkansasWeather/);
    // A 304 is a successful poll.
    const later = await until1(
      weather,
      'a later time',
      ({ fetchedAt }) => (fetchedAt ?? '') > (before.fetchedAt ?? ''),
    );
    expect(later).toMatchObject({ ok: true, stale: false, areas: before.areas, counties: before.counties });
  });
});

describe('when the source fails', () => {
  it.each([
    { mode: 'http', status: 500 },
    { mode: 'html' },
    { mode: 'malformed' },
    { mode: 'nulls' },
    { mode: 'renamed' },
    { mode: 'strings' },
    { mode: 'infinite' },
    { mode: 'huge' },
    { mode: 'redirect' },
    { mode: 'reset' },
    { mode: 'future' },
  ] as const)('a day without data is not reported as quiet: %j', async (behavior) => {
    bench.simulator.setMode('spc', { ...behavior, path: 'day1' });
    const weather = await start();
    await until('the other days', async () => (await day(weather, 2)).ok && (await day(weather, 3)).ok);
    await until('a second call', () => calls('day1').length > 1);

    expect(await day(weather, 1)).toEqual({
      day: 1,
      ok: false,
      reason: 'failed',
      stale: false,
      areas: [],
      counties: [],
      unknownAreas: [],
    });
    expect(bench.simulator.calls().some(({ provider }) => provider === 'trap')).toBe(false);
  });

  it('the last outlook stays, marked stale, with its true age; other days are unaffected', async () => {
    const weather = await start();
    const before = (await existing(weather))[0]!;
    bench.simulator.setMode('spc', { mode: 'http', status: 500, path: 'day1' });
    const stale = await until1(weather, 'a failure', (first) => first.stale);

    expect(stale).toMatchObject({ ok: true, counties: before.counties });
    expect(await day(weather, 3)).toMatchObject({ ok: true, stale: false });
    weather.clock.advance(60_000);
    expect((await day(weather, 1)).fetchedAt).toBe(stale.fetchedAt);
    expect(Math.abs(Date.now() - Date.parse(stale.fetchedAt ?? ''))).toBeLessThan(60_000);
  });

  it('the last outlook survives a restart', async () => {
    const first = await start();
    const before = (await existing(first))[0]!;
    await until('the saved outlook', keptDay1);
    await bench.stop(first);
    bench.simulator.setMode('spc', { mode: 'hang' });

    expect(await day(await start('600'), 1)).toMatchObject({
      ok: true,
      counties: before.counties,
      areas: before.areas,
    });
  });

  it('it is fresh again afterwards', async () => {
    bench.simulator.setMode('spc', { mode: 'http', status: 500, times: 2 });

    expect(await existing(await start())).toHaveLength(3);
  });
});

describe('an old outlook', () => {
  it('is expired, not quiet', async () => {
    bench.simulator.setMode('spc', { mode: 'stale', path: 'day1' });

    expect(await until1(await start(), 'the verdict', ({ reason }) => reason === 'expired')).toEqual({
      day: 1,
      ok: false,
      reason: 'expired',
      stale: false,
      areas: [],
      counties: [],
      unknownAreas: [],
      fetchedAt: expect.any(String),
    });
  });

  it('expires while the source doesn’t respond', async () => {
    const weather = await start('600');
    const { validUntil } = (await existing(weather))[0]!;
    weather.clock.advance(Date.parse(validUntil ?? '') - Date.now() - 5_000);
    const before = await day(weather, 1);
    weather.clock.advance(6_000);

    expect([before.reason, (await day(weather, 1)).reason]).toEqual(
      // A day after its fetch it is too old.
      Date.parse(validUntil ?? '') - Date.parse(before.fetchedAt ?? '') < 24 * 3_600_000
        ? ['', 'expired']
        : ['failed', 'failed'],
    );
  });

  it('for day 2 is over when its day has begun', async () => {
    const weather = await start('600');
    const { validFrom } = (await existing(weather))[1]!;
    weather.clock.advance(Date.parse(validFrom ?? '') - Date.now() + 1_000);

    expect(await day(weather, 2)).toMatchObject({ ok: false, areas: [], counties: [], unknownAreas: [] });
  });
});
