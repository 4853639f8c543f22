import { status } from '@grpc/grpc-js';
import { metrics } from '@site/platform/base/metrics';
import { until } from '@site/platform/testing/until';
import pino from 'pino';
import { WeatherBench } from '../testing/weather.js';
import type { MapboxGeocoder } from './mapbox.js';
import { PlacesController } from './places.controller.js';

let bench: WeatherBench;
beforeAll(async () => {
  bench = await WeatherBench.open();
});
afterEach(() => bench.reset());
afterAll(() => bench.close());

const token = 'pk.CANARY_mapbox';
const withMapbox = () => bench.start({ MAPBOX_TOKEN: token, PUBLIC_URL: 'https://weather.example' });
/** Requests that timed out. */
async function permanentFailure(): Promise<number> {
  const metric = await metrics.getSingleMetric('weather_provider_calls_total')?.get();
  const timeouts = metric?.values.filter(({ labels }) => labels.provider === 'mapbox' && labels.outcome === 'timeout');
  return timeouts?.reduce((sum, { value }) => sum + value, 0) ?? 0;
}
const geocodings = () => bench.simulator.calls().filter(({ provider }) => provider === 'mapbox');

describe('place search without a Mapbox token', () => {
  it('uses the built-in places and makes no calls', async () => {
    const weather = await bench.start();

    const { places, source } = await weather.search('  Conway, AR ');

    expect(source).toBe('gazetteer');
    expect(places[0]).toMatchObject({ name: 'Conway', place: 'Conway, Faulkner County, Arkansas', type: 'place' });
    expect(geocodings()).toEqual([]);
  });

  it('finds ZIP codes, with and without the extra four digits', async () => {
    const weather = await bench.start();

    for (const query of ['72201', '72201-1234']) {
      const { places } = await weather.search(query);
      expect(places).toMatchObject([{ name: 'Little Rock (72201)', lat: 34.747, lon: -92.2809 }]);
    }
    expect(await weather.search('90210')).toEqual({ places: [], source: 'gazetteer' });
  });

  it('finds nothing where there is nothing', async () => {
    expect(await (await bench.start()).search('Zzyzx')).toEqual({ places: [], source: 'gazetteer' });
  });

  it.each(['', '   ', 'x'.repeat(101), '\u0000\u200b'])('rejects the query %j', async (query) => {
    await expect((await bench.start()).search(query)).rejects.toMatchObject({ code: status.INVALID_ARGUMENT });
  });
});

describe('a town that Mapbox confuses with others', () => {
  const mapboxPlace = (name: string, region = 'Arkansas') => ({
    id: `mapbox.${name}`,
    name,
    place: `${name}, ${region}, United States`,
    lat: 34.8,
    lon: -92.4,
    type: 'place',
  });
  const searchWith = (places: ReturnType<typeof mapboxPlace>[], query: string) =>
    new PlacesController(
      { search: async () => places } as unknown as MapboxGeocoder,
      pino({ enabled: false }),
    ).searchPlaces({
      query,
    });

  it.each([
    ['Mabelvale', [mapboxPlace('Maumelle'), mapboxPlace('Marvell')], 'Mabelvale, Pulaski County, Arkansas'],
    ['Jessieville AR', [mapboxPlace('Jacksonville')], 'Jessieville, Garland County, Arkansas'],
    ['Midway, Baxter County', [mapboxPlace('Midway')], 'Midway, Baxter County, Arkansas'],
  ])('comes from the built-in list: %s', async (query, places, place) => {
    const found = await searchWith(places, query);
    expect([found.source, found.places[0]?.place, found.places[0]?.similar]).toEqual(['gazetteer', place, undefined]);
  });

  it('is dropped beside the town itself', async () => {
    const found = await searchWith([mapboxPlace('Ferndale'), mapboxPlace('Fernwood')], 'Ferndale');
    expect(found.places).toEqual([mapboxPlace('Ferndale')]);
  });

  it.each(['Ferndale', 'Ferndale, Pulaski County', 'ferndale 72122'])('is similar at best: %s', async (query) => {
    const found = await searchWith([mapboxPlace('Fernwood'), mapboxPlace('Springdale')], query);
    expect(found.places.map(({ name, similar }) => [name, similar])).toEqual([
      ['Fernwood', true],
      ['Springdale', true],
    ]);
  });

  it('is similar even if the built-in list knows the spelling', async () => {
    const found = await searchWith([], 'Mabelvalle');
    expect(found.places.map(({ name, similar }) => [name, similar])).toEqual([['Mabelvale', true]]);
  });

  it('accepts a neighborhood with its town', async () => {
    const hillcrest = { ...mapboxPlace('Hillcrest'), place: 'Hillcrest, Little Rock, Arkansas, United States' };
    expect((await searchWith([hillcrest], 'Hillcrest, Little Rock')).places).toEqual([hillcrest]);
    expect((await searchWith([hillcrest], 'hillcrest little rock')).places).toEqual([hillcrest]);
  });
});

describe('place search with a Mapbox token', () => {
  it('queries Mapbox for settlements in and around Arkansas', async () => {
    const weather = await withMapbox();

    expect(await weather.search('Little Rock')).toEqual({
      source: 'mapbox',
      places: [
        {
          id: 'sim.place.0',
          name: 'Little Rock',
          place: 'Little Rock, Arkansas, United States',
          lat: 34.7465,
          lon: -92.2894,
          type: 'place',
        },
      ],
    });
    const [call] = geocodings();
    expect(Object.fromEntries(new URL(call?.path ?? '', 'http://x').searchParams)).toEqual({
      q: 'little rock',
      types: 'place,locality,neighborhood',
      limit: '5',
      country: 'us',
      language: 'en',
      proximity: '-92.37,34.97',
      bbox: '-95.2,32.5,-89.0,37.0',
      access_token: token,
    });
    // A token may be restricted to the site's address.
    expect(call?.headers['referer']).toBe('https://weather.example/');
  });

  it('doesn’t query it for a ZIP code of Arkansas', async () => {
    const { places, source } = await (await withMapbox()).search('72032');

    expect([source, places[0]?.place]).toEqual(['gazetteer', 'Conway (72032), Faulkner County, Arkansas']);
    expect(geocodings()).toEqual([]);
  });

  it('accepts v5-style responses too', async () => {
    bench.simulator.setMode('mapbox', { mode: 'v5' });
    const { places, source } = await (await withMapbox()).search('hillcrest');

    expect(source).toBe('mapbox');
    expect(places).toEqual([
      {
        id: 'neighborhood.1008',
        name: 'Hillcrest',
        place: 'Hillcrest, Little Rock, Arkansas, United States',
        lat: 34.7548,
        lon: -92.3071,
        type: 'neighborhood',
      },
    ]);
  });

  it('sends the same query once a minute, for any number of visitors', async () => {
    const weather = await withMapbox();

    await Promise.all(Array.from({ length: 20 }, () => weather.search('Conway')));
    await weather.search(' CONWAY ');
    expect(geocodings()).toHaveLength(1);

    weather.clock.advance(61_000);
    await weather.search('conway');
    expect(geocodings()).toHaveLength(2);
  });

  it('finds counties and small places, which Mapbox isn’t queried for or lacks, in the built-in list', async () => {
    const { places, source } = await (await withMapbox()).search('Pulaski County');

    expect([source, places[0]?.type]).toEqual(['gazetteer', 'county']);
  });

  it.each([
    { mode: 'http', status: 401 },
    { mode: 'http', status: 403 },
    { mode: 'http', status: 429 },
    { mode: 'http', status: 500 },
    { mode: 'html' },
    { mode: 'malformed' },
    { mode: 'empty' },
    { mode: 'null' },
    { mode: 'wrong_type' },
    { mode: 'huge' },
    { mode: 'gzip_bomb' },
    { mode: 'redirect' },
    { mode: 'reset' },
    { mode: 'hang' },
    { mode: 'drip' },
  ] as const)('falls back on the built-in places in time when Mapbox fails: %j', async (behavior) => {
    bench.simulator.setMode('mapbox', behavior);
    const weather = await withMapbox();
    const started = performance.now();

    const { places, source } = await weather.search('Conway');

    expect([source, places[0]?.name]).toEqual(['gazetteer', 'Conway']);
    expect(performance.now() - started).toBeLessThan(15_000);
    expect(bench.simulator.calls().some(({ provider }) => provider === 'trap')).toBe(false);
  });

  it('calls a failing Mapbox at most once every 10 s', async () => {
    bench.simulator.setMode('mapbox', { mode: 'http', status: 401 });
    const weather = await withMapbox();
    // Names without another result.
    for (const letter of 'abcdefghijkl') await weather.search(`zzyzx ${letter}`);
    const before = geocodings().length;
    expect(before).toBeLessThanOrEqual(6);

    for (let second = 0; second < 30; second += 1) {
      weather.clock.advance(1_000);
      await weather.search(`zzyzx ${second}`);
    }

    expect(geocodings().length - before).toBeLessThanOrEqual(3);
  });

  it('doesn’t wait for a hanging Mapbox when the built-in places have a result', async () => {
    const weather = await withMapbox();
    const before = await permanentFailure();
    bench.simulator.setMode('mapbox', { mode: 'hang' });
    await weather.search('Conway');

    const names = ['Benton', 'Hope', 'Little Rock', 'Rogers', 'Conway'];
    const sources = await Promise.all(names.map(async (name) => (await weather.search(name)).source));

    expect(new Set(sources)).toEqual(new Set(['gazetteer']));
    // Still in flight.
    expect(geocodings()).toHaveLength(1);
    expect(await permanentFailure()).toBe(before);
  });

  it('uses Mapbox again once it has recovered', async () => {
    const weather = await withMapbox();
    bench.simulator.setMode('mapbox', { mode: 'http', status: 500 });
    expect((await weather.search('Conway')).source).toBe('gazetteer');

    bench.simulator.setMode('mapbox', { mode: 'ok' });

    await until('a Mapbox result', async () => {
      weather.clock.advance(1_000);
      return (await weather.search('Little Rock')).source === 'mapbox';
    });
  });

  it('keeps the token out of the metrics', async () => {
    const weather = await withMapbox();
    await weather.search('Conway');

    expect(await metrics.metrics()).not.toContain('CANARY');
  });
});
