import { status, type ServiceError } from '@grpc/grpc-js';
import type { GetTileResponse, ListLayersResponse, MapLayer } from '@site/proto/gen/nest/weather/v1/tiles';
import { metadataKeys } from '@site/proto/grpc';
import { tileBounds, tileAt } from '@site/domain/weather/tile-grid';
import sharp from 'sharp';
import type { Mode } from '../../../../simulator/provider-modes.js';
import { WeatherBench, type Weather } from '../testing/weather.js';
import { enlarged } from './enlarge.js';

const minuteMs = 60_000;
const key = 'a-secret-key';
/** A tile over Little Rock. */
const littleRock = { layer: 'temperature', z: 8, x: 62, y: 101 };

let bench: WeatherBench;
beforeAll(async () => {
  bench = await WeatherBench.open();
});
afterEach(async () => {
  await bench.reset();
  bench.simulator.setMode('openweather', { mode: 'ok' });
});
afterAll(() => bench.close());

const start = (environment: Record<string, string> = {}) =>
  bench.start({
    OPENWEATHER_KEY: key,
    OPENWEATHER_TILE_BASE_URL: `${bench.simulator.url}/openweather`,
    ...environment,
  });
const tile = ({ service }: Weather, address: object = littleRock) =>
  service.call<GetTileResponse>('weather.v1.TilesService', 'getTile', address);
const layers = async ({ service }: Weather) =>
  (await service.call<ListLayersResponse>('weather.v1.TilesService', 'listLayers', {})).layers;
const layer = async (weather: Weather, name: string): Promise<MapLayer | undefined> =>
  (await layers(weather)).find((each) => each.layer === name);
const upstreamCalls = () => bench.simulator.calls('/map/').map(({ path }) => path.split('?')[0]);
const failing = (mode: Mode, status?: number) =>
  bench.simulator.setMode('openweather', { mode, ...(status && { status }) });

describe('a tile', () => {
  it.each([
    ['clouds', 'clouds_new'],
    ['precipitation', 'precipitation_new'],
    ['pressure', 'pressure_new'],
    ['wind', 'wind_new'],
    ['temperature', 'temp_new'],
  ])('of %s is the provider’s %s, requested with our key', async (name, provided) => {
    const weather = await start();

    const { png, freshSeconds } = await tile(weather, { ...littleRock, layer: name });

    expect(await sharp(png).metadata()).toMatchObject({ format: 'png', width: 256, height: 256 });
    expect(freshSeconds).toBe(600);
    expect(bench.simulator.calls('/map/').map(({ path }) => path)).toEqual([
      `/map/${provided}/8/62/101.png?appid=${key}`,
    ]);
  });

  it('is fetched once within ten minutes for all visitors', async () => {
    const weather = await start();

    await Promise.all(Array.from({ length: 30 }, () => tile(weather)));
    weather.clock.advance(9 * minuteMs);
    const later = await tile(weather);
    expect(upstreamCalls()).toHaveLength(1);
    expect(later.freshSeconds).toBeLessThanOrEqual(60);

    weather.clock.advance(minuteMs);
    await tile(weather);
    expect(upstreamCalls()).toHaveLength(2);
  });

  it.each([
    ['an unknown layer', { ...littleRock, layer: '../admin' }, 'layer'],
    ['a zoom below the map', { ...littleRock, z: 2, x: 1, y: 1 }, 'z'],
    ['a zoom beyond the map', { ...littleRock, z: 13 }, 'z'],
    ['a negative column', { ...littleRock, x: -1 }, 'x'],
    ['a row outside the grid', { ...littleRock, y: 256 }, 'y'],
  ])('is rejected for %s, without a call', async (_what, address, field) => {
    const weather = await start();

    const error = (await tile(weather, address).catch((reason: unknown) => reason)) as ServiceError;

    expect(error.code).toBe(status.INVALID_ARGUMENT);
    const [faults] = error.metadata.get(metadataKeys.fieldErrors);
    expect(JSON.parse(String(faults))).toEqual([expect.objectContaining({ field })]);
    expect(upstreamCalls()).toEqual([]);
  });

  it('exists only around Arkansas, at every zoom', async () => {
    const weather = await start();

    for (let z = 3; z <= 12; z += 1) {
      const corner = tileAt(tileBounds.west, tileBounds.north, z);
      await expect(tile(weather, { layer: 'wind', ...corner })).resolves.toHaveProperty('png');
      await expect(tile(weather, { layer: 'wind', ...corner, x: corner.x - 1 })).rejects.toMatchObject({
        code: status.NOT_FOUND,
      });
    }
    // The four closest tiles come from one of zoom 8.
    expect(upstreamCalls()).toHaveLength(6);
  });

  it('of a high zoom is part of the zoom 8 tile, which needs no further call', async () => {
    const weather = await start();
    const quarters = await Promise.all(
      ['#ff0000', '#00ff00', '#0000ff', '#ffff00'].map((background) =>
        sharp({ create: { width: 128, height: 128, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    );
    const rendered = await sharp({ create: { width: 256, height: 256, channels: 3, background: '#000' } })
      .composite(quarters.map((input, index) => ({ input, left: (index % 2) * 128, top: index < 2 ? 0 : 128 })))
      .png()
      .toBuffer();
    const getColor = async (png: Buffer) => [...(await sharp(png).removeAlpha().resize(1, 1).raw().toBuffer())];

    expect(await getColor(await enlarged(rendered, { layer: 'wind', z: 9, x: 125, y: 202 }))).toEqual([0, 255, 0]);
    expect(
      await getColor(await enlarged(rendered, { layer: 'wind', z: 12, x: 62 * 16 + 3, y: 101 * 16 + 12 })),
    ).toEqual([0, 0, 255]);

    const parent = await tile(weather);
    const child = await tile(weather, { ...littleRock, z: 10, x: 249, y: 405 });
    expect(await sharp(child.png).metadata()).toMatchObject({ format: 'png', width: 256, height: 256 });
    expect(child.fetchedAt).toBe(parent.fetchedAt);
    expect(upstreamCalls()).toEqual(['/map/temp_new/8/62/101.png']);
  });

  it.each<{ mode: Mode; code: number | '' }>([
    { mode: 'http', code: 401 },
    { mode: 'http', code: 403 },
    { mode: 'http', code: 429 },
    { mode: 'http', code: 500 },
    { mode: 'html', code: '' },
    { mode: 'malformed', code: '' },
    { mode: 'empty', code: '' },
    { mode: 'null', code: '' },
    { mode: 'huge', code: '' },
    { mode: 'redirect', code: '' },
    { mode: 'reset', code: '' },
  ])('that is no picture ($mode $code) is never served: the last good one is, or none', async ({ mode, code }) => {
    const weather = await start();
    const { png, fetchedAt } = await tile(weather);
    weather.clock.advance(11 * minuteMs);
    failing(mode, code || undefined);

    const stale = await tile(weather);
    expect(stale).toMatchObject({ png, fetchedAt, freshSeconds: 60 });
    await expect(tile(weather, { ...littleRock, layer: 'wind' })).rejects.toMatchObject({ code: status.UNAVAILABLE });
    expect(bench.simulator.calls('/trap')).toEqual([]);
  });

  it('is no longer served after three hours without the provider', async () => {
    const weather = await start();
    await tile(weather);
    failing('http', 500);

    weather.clock.advance(179 * minuteMs);
    await expect(tile(weather)).resolves.toHaveProperty('png');
    weather.clock.advance(2 * minuteMs);
    await expect(tile(weather)).rejects.toMatchObject({ code: status.UNAVAILABLE });
  });

  it('is requested from a failing provider at most once every ten seconds', async () => {
    const weather = await start();
    failing('http', 500);

    for (let second = 0; second < 60; second += 1) {
      await tile(weather).catch(() => undefined);
      weather.clock.advance(1_000);
    }

    // Five failures open the breaker; then one probe per ten seconds.
    expect(upstreamCalls().length).toBeLessThanOrEqual(5 + 6);
  });

  it('doesn’t reveal the key, the provider or its address in errors', async () => {
    const weather = await start();
    failing('http', 500);

    const error = (await tile(weather).catch((reason: unknown) => reason)) as ServiceError;

    expect(JSON.stringify([error.details, error.metadata.getMap()])).not.toMatch(
      /a-secret-key|openweather|127\.0\.0\.1/i,
    );
  });
});

describe('the daily budget', () => {
  const nextTo = (count: number) => ({ ...littleRock, x: 60 + count });
  /** The test must not run into the next day's budget. */
  const startDay = async (budget: number) => {
    const weather = await start({ OPENWEATHER_DAILY_BUDGET: String(budget) });
    const dayMs = 24 * 60 * minuteMs;
    weather.clock.advance(dayMs - (weather.clock.now() % dayMs));
    return weather;
  };

  it('makes a tile last four times as long when four fifths are used', async () => {
    const weather = await startDay(5);
    for (let count = 0; count < 4; count += 1) await tile(weather, nextTo(count));

    weather.clock.advance(39 * minuteMs);
    await tile(weather, nextTo(0));
    expect(upstreamCalls()).toHaveLength(4);

    weather.clock.advance(2 * minuteMs);
    await tile(weather, nextTo(0));
    expect(upstreamCalls()).toHaveLength(5);
  });

  it('is never exceeded: cached tiles are served, and the layers say why', async () => {
    const weather = await startDay(2);
    await tile(weather, nextTo(0));
    await tile(weather, nextTo(1));

    await expect(tile(weather, nextTo(2))).rejects.toMatchObject({ code: status.UNAVAILABLE });
    weather.clock.advance(60 * minuteMs);
    await expect(tile(weather, nextTo(0))).resolves.toHaveProperty('png');
    expect(upstreamCalls()).toHaveLength(2);
    expect(await layer(weather, 'temperature')).toMatchObject({ available: true, reason: 'budget used' });
    expect(await layer(weather, 'wind')).toMatchObject({ available: false, reason: 'budget used' });
  });

  it('resets each day', async () => {
    const weather = await startDay(1);
    await tile(weather, nextTo(0));
    await expect(tile(weather, nextTo(1))).rejects.toMatchObject({ code: status.UNAVAILABLE });

    weather.clock.advance(24 * 60 * minuteMs);
    await expect(tile(weather, nextTo(1))).resolves.toHaveProperty('png');
  });
});

describe('the layers', () => {
  it('are five, all available, with the times of the served tiles', async () => {
    const weather = await start();
    const first = await tile(weather);
    weather.clock.advance(5 * minuteMs);
    const second = await tile(weather, { ...littleRock, x: 63 });

    expect((await layers(weather)).map(({ layer: name, available }) => [name, available])).toEqual([
      ['clouds', true],
      ['precipitation', true],
      ['pressure', true],
      ['wind', true],
      ['temperature', true],
    ]);
    expect(await layer(weather, 'temperature')).toMatchObject({
      oldestAt: first.fetchedAt,
      newestAt: second.fetchedAt,
      reason: '',
    });
    expect(await layer(weather, 'wind')).not.toHaveProperty('newestAt');
  });

  it('report an unresponsive provider until it recovers', async () => {
    const weather = await start();
    failing('http', 500);
    await tile(weather).catch(() => undefined);
    expect(await layer(weather, 'temperature')).toMatchObject({ available: false, reason: 'not answering' });

    failing('ok');
    await tile(weather);
    expect(await layer(weather, 'temperature')).toMatchObject({ available: true, reason: '' });
  });

  it('are not configured without a key, and there are no tiles', async () => {
    const weather = await bench.start({ OPENWEATHER_TILE_BASE_URL: `${bench.simulator.url}/openweather` });

    const respondedAt = await layers(weather);
    expect(respondedAt).toHaveLength(5);
    for (const each of respondedAt) expect(each).toMatchObject({ available: false, reason: 'not configured' });
    await expect(tile(weather)).rejects.toMatchObject({
      code: status.UNAVAILABLE,
      details: 'Weather map layers aren’t set up on this site.',
    });
    expect(upstreamCalls()).toEqual([]);
  });
});
