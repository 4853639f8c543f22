import { metrics } from '@site/platform/base/metrics';
import { until } from '@site/platform/testing/until';
import { radarScale } from '@site/domain/weather/radar-scale';
import sharp from 'sharp';
import { TestClock } from '../testing/weather.js';
import { mediaKey, minuteMs, RadarBench, timesOf } from './testing/radar-bench.js';

let bench: RadarBench;
beforeAll(async () => {
  bench = await RadarBench.open();
});
afterEach(() => bench.reset());
afterAll(() => bench.close());

describe('the newest frame', () => {
  it('is NOAA’s, in our colors, as one picture of the state', async () => {
    const found = await bench.first(await bench.start());

    const [frame] = found.frames;
    expect(found).toMatchObject({ reason: '', stale: false, hasEchoes: true });
    expect(frame).toMatchObject({ source: 'mrms', scale: 'site', width: 1280, height: 1152 });
    expect(frame?.key).toMatch(mediaKey);
    const bytes = await bench.stored(frame?.key ?? '');
    expect(bytes.length).toBe(frame?.sizeBytes);
    expect(bytes.length).toBeLessThan(85_000);
    const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
    expect(info).toMatchObject({ width: 1280, height: 1152, channels: 4 });
    const rendered = new Set<string>();
    for (let at = 0; at < data.length; at += 4)
      if (data[at + 3]) rendered.add(`#${data.subarray(at, at + 3).toString('hex')}`);
    expect(radarScale.map(({ color }) => color)).toEqual(expect.arrayContaining([...rendered]));
    expect(rendered.size).toBeGreaterThan(4);
  });

  it('is requested precisely, with a user agent that names a contact', async () => {
    const { box } = await bench.first(
      await bench.start({ NWS_USER_AGENT: 'ArkansasWeather/1.0 (weather@example.org)' }),
    );

    const [{ query, headers } = { query: new URLSearchParams(), headers: {} }] = bench.calls('mrms');
    expect(headers['user-agent']).toBe('ArkansasWeather/1.0 (weather@example.org)');
    expect(Object.fromEntries(query)).toMatchObject({
      service: 'WMS',
      layers: 'conus_bref_qcd',
      srs: 'EPSG:3857',
      width: '1280',
      height: '1152',
      format: 'image/png',
      transparent: 'true',
    });
    const [west = 0, south = 0, east = 0, north = 0] = (query.get('bbox') ?? '').split(',').map(Number);
    expect((east - west) / 1280).toBeCloseTo((north - south) / 1152, 3);
    expect(box?.west).toBeCloseTo((west / 20_037_508.342789) * 180, 5);
    // A margin of 100 km around the state.
    expect([-94.62 - (box?.west ?? 0), (box?.east ?? 0) + 89.64].every((degrees) => degrees > 1.09)).toBe(true);
    expect([33 - (box?.south ?? 0), (box?.north ?? 0) - 36.5].every((degrees) => degrees > 0.89)).toBe(true);
  });

  it('has a static picture of at most 12 kB with the state in it', async () => {
    const { still, frames } = await bench.response(await bench.start(), 'the small picture', (found) => found.still);

    expect(still?.time).toBe(frames[0]?.time);
    expect(still?.key).toMatch(mediaKey);
    const bytes = await bench.stored(still?.key ?? '');
    expect(bytes.length).toBe(still?.sizeBytes);
    expect(bytes.length).toBeLessThanOrEqual(12_000);
    const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
    expect(info).toMatchObject({ width: still?.width, height: still?.height, channels: 3 });
    // The state border.
    const dark = Array.from({ length: info.width * info.height }, (_unused, pixel) => (data[pixel * 3] ?? 255) < 90);
    expect(dark.filter(Boolean).length).toBeGreaterThan(500);
  });

  it('is at least as old as reported, by the latest of the clocks', async () => {
    const clock = new TestClock(-30 * minuteMs);
    const weather = await bench.start({}, clock);
    const { frames, newestAgeSeconds } = await bench.first(weather);

    expect(newestAgeSeconds).toBeGreaterThanOrEqual(
      Math.floor((Date.now() - Date.parse(frames[0]?.time ?? '')) / 1_000) - 1,
    );
    clock.advance(10 * minuteMs);
    expect((await bench.list(weather)).newestAgeSeconds).toBeGreaterThanOrEqual((newestAgeSeconds ?? 0) + 600);
  });

  it('is empty without echoes', async () => {
    bench.simulator.setMode('nws', { mode: 'calm' });
    expect(await bench.first(await bench.start())).toMatchObject({ ok: true, stale: false, hasEchoes: false });
  });

  it('keeps the source’s colors when they are unknown, and says so', async () => {
    bench.simulator.setMode('mrms', { mode: 'renamed' });
    const { frames, hasEchoes } = await bench.first(await bench.start());

    expect(frames[0]).toMatchObject({ source: 'mrms', scale: 'source', width: 1280 });
    expect(hasEchoes).toBe(true);
  });
});

describe('the loop', () => {
  it('fills behind the newest frame: two hours in steps of five to ten minutes', async () => {
    const found = await bench.response(await bench.start(), 'the loop', ({ frames }) => frames.length >= 9);
    const times = timesOf(found);

    expect(times).toEqual([...times].sort((left, right) => right - left));
    expect((times[0] ?? 0) - (times.at(-1) ?? 0)).toBeLessThanOrEqual(120 * minuteMs);
    const steps = times.slice(1).map((time, index) => ((times[index] ?? 0) - time) / minuteMs);
    expect(Math.max(...steps.slice(1))).toBeLessThanOrEqual(10.5);
    expect(Math.min(...steps.slice(1))).toBeGreaterThanOrEqual(4.5);
    expect(found.frames.slice(0, 12).reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)).toBeLessThan(1_000_000);
  });

  it('costs one call per frame, and one per round for the list of times', async () => {
    const weather = await bench.start();
    await bench.response(weather, 'the loop', ({ frames }) => frames.length >= 9);
    const rounds = bench.calls('mrms', 'GetCapabilities').length;
    await until('more rounds', () => bench.calls('mrms', 'GetCapabilities').length > rounds + 1, 60_000);

    const target = bench.calls('mrms').map(({ query }) => query.get('time'));
    expect(new Set(target).size).toBe(target.length);
    expect(bench.calls('nexrad')).toEqual([]);
  });

  it('is made once for all replicas', async () => {
    const one = await bench.start({ RADAR_POLL_SECONDS: '600' });
    const created = await bench.first(one);
    const other = await bench.start({ RADAR_POLL_SECONDS: '600' });

    expect((await bench.first(other)).frames).toEqual(created.frames);
    const target = bench.calls('mrms').map(({ query }) => query.get('time'));
    expect(target).toHaveLength(1);
    expect(bench.calls('mrms', 'GetCapabilities')).toHaveLength(1);
  });

  it('has no duplicate pictures: a repeated one is as old as its first time', async () => {
    bench.simulator.setMode('mrms', { mode: 'strings' });
    bench.simulator.setMode('nexrad', { mode: 'http', status: 500 });
    const weather = await bench.start();
    const { frames, stale } = await bench.response(weather, 'the first of them', (found) => found.stale);

    expect(stale).toBe(true);
    expect(frames).toHaveLength(1);
    await until('more pictures', () => bench.calls('mrms').length >= 9, 60_000);
    const target = bench.calls('mrms').map(({ query }) => query.get('time'));
    expect(new Set(target).size).toBe(target.length);
  });
});

it('reports a missing object store, and calls no source', async () => {
  const weather = await bench.weather.start();

  expect(await bench.list(weather)).toMatchObject({ ok: false, reason: 'not configured', frames: [] });
  expect(bench.calls('mrms', '')).toEqual([]);
});

it('exports the age of the newest frame as a metric', async () => {
  const weather = await bench.start();
  const { newestAgeSeconds = 0 } = await bench.first(weather);

  const age = Number(/^weather_radar_frame_age_seconds (\S+)$/m.exec(await metrics.metrics())?.[1]);
  expect(age).toBeGreaterThan(newestAgeSeconds - 5);
  expect(age).toBeLessThan(newestAgeSeconds + 60);
});
