import { metrics } from '@site/platform/base/metrics';
import { until } from '@site/platform/testing/until';
import { minuteMs, RadarBench, timesOf } from './testing/radar-bench.js';

let bench: RadarBench;
beforeAll(async () => {
  bench = await RadarBench.open();
});
afterEach(() => bench.reset());
afterAll(() => bench.close());

const blanks = async () => Number(/^weather_radar_blank_total (\S+)$/m.exec(await metrics.metrics())?.[1] ?? 0);
const sourcesOf = ({ frames }: { frames: { source: string }[] }) => new Set(frames.map(({ source }) => source));

describe('the second source', () => {
  it.each([
    { mode: 'http', status: 500 },
    { mode: 'http', status: 403 },
    { mode: 'html' },
    { mode: 'malformed' },
    { mode: 'empty' },
    { mode: 'redirect' },
    { mode: 'gzip_bomb', path: 'GetCapabilities' },
    { mode: 'html', path: 'GetMap' },
    { mode: 'malformed', path: 'GetMap' },
    { mode: 'wrong_type', path: 'GetMap' },
    { mode: 'huge', path: 'GetMap' },
    { mode: 'stale' },
    { mode: 'future' },
  ] as const)('provides the frames when the first is unusable: %j', async (behavior) => {
    bench.simulator.setMode('mrms', behavior);
    const found = await bench.first(await bench.start());

    expect(sourcesOf(found)).toEqual(new Set(['nexrad']));
    expect(found).toMatchObject({ stale: false, hasEchoes: true });
    for (const time of timesOf(found)) expect([time % (5 * minuteMs), time < Date.now()]).toEqual([0, true]);
    expect(found.frames.every(({ scale }) => scale === 'site')).toBe(true);
    expect(bench.simulator.calls().some(({ provider }) => provider === 'trap')).toBe(false);
  });

  it('is called once per frame, and the first again until it responds', async () => {
    bench.simulator.setMode('mrms', { mode: 'http', status: 500, times: 3 });
    const weather = await bench.start();
    await bench.response(weather, 'frames of the first', ({ frames }) => frames[0]?.source === 'mrms');

    const target = bench.calls('nexrad').map(({ query }) => query.get('time'));
    expect(target.length).toBeGreaterThan(0);
    expect(new Set(target).size).toBe(target.length);
  });

  it('is trusted when it has echoes where the first is empty', async () => {
    const before = await blanks();
    bench.simulator.setMode('mrms', { mode: 'nulls' });
    const found = await bench.response(await bench.start(), 'the echoes', ({ hasEchoes }) => hasEchoes);

    expect(sourcesOf(found)).toEqual(new Set(['nexrad']));
    expect(await blanks()).toBe(before + 1);
  });

  it('is checked only once per frame for an empty first source', async () => {
    bench.simulator.setMode('nws', { mode: 'calm' });
    const weather = await bench.start();
    const found = await bench.response(weather, 'the loop', ({ frames }) => frames.length >= 6);

    expect(sourcesOf(found)).toEqual(new Set(['mrms']));
    expect(found).toMatchObject({ ok: true, hasEchoes: false, stale: false });
    const target = bench.calls('nexrad').map(({ query }) => query.get('time'));
    expect(target.length).toBeGreaterThan(0);
    expect(new Set(target).size).toBe(target.length);
  });

  it('is not trusted when its picture is empty, as for a missing time', async () => {
    bench.simulator.setMode('mrms', { mode: 'http', status: 500 });
    bench.simulator.setMode('nexrad', { mode: 'nulls' });
    const weather = await bench.start();
    await until('several attempts', () => bench.calls('mrms', 'GetCapabilities').length > 2, 60_000);

    expect(await bench.list(weather)).toMatchObject({ ok: false, reason: 'failed', frames: [] });
    const target = bench.calls('nexrad').map(({ query }) => query.get('time'));
    expect(new Set(target).size).toBe(target.length);
  });
});

describe('when both sources fail', () => {
  it('the frames stay with their age, are stale after 15 minutes, and are gone after two hours', async () => {
    const weather = await bench.start();
    const existing = await bench.response(weather, 'some frames', ({ frames }) => frames.length >= 3);
    bench.setBoth('html');

    weather.clock.advance(16 * minuteMs);
    const old = await bench.list(weather);
    expect(old).toMatchObject({ ok: true, stale: true });
    expect(old.newestAgeSeconds).toBeGreaterThanOrEqual(16 * 60);
    expect(timesOf(existing)).toEqual(expect.arrayContaining(timesOf(old)));

    weather.clock.advance(105 * minuteMs);
    await bench.response(weather, 'nothing', ({ ok }) => !ok);
    expect(await bench.list(weather)).toMatchObject({ reason: 'failed', frames: [], hasEchoes: false });
    expect((await bench.list(weather)).newestAgeSeconds ?? null).toBeNull();
  });

  it('returns nothing when there never was a frame', async () => {
    bench.setBoth('reset');
    const weather = await bench.start();
    await until('an attempt', () => bench.calls('nexrad').length > 0, 60_000);

    expect(await bench.list(weather)).toMatchObject({ ok: false, reason: 'failed', stale: false, frames: [] });
  });

  it('the frames survive a restart', async () => {
    const before = await bench.start();
    await bench.response(before, 'some frames', ({ frames }) => frames.length >= 3);
    await bench.weather.stop(before);
    bench.setBoth('html');

    const found = await bench.list(await bench.start());
    expect(found.ok).toBe(true);
    expect(found.frames.length).toBeGreaterThanOrEqual(3);
    expect(found.still).toBeTruthy();
  });
});

describe('the object store', () => {
  it('is refilled after it was emptied, and until then missing frames aren’t listed', async () => {
    const before = await bench.start();
    await bench.response(before, 'some frames', ({ frames }) => frames.length >= 3);
    await bench.weather.stop(before);
    await bench.emptyStore();
    bench.setBoth('html');

    const weather = await bench.start();
    expect(await bench.list(weather)).toMatchObject({ ok: false, frames: [] });
    bench.setBoth('ok');
    const found = await bench.response(weather, 'some frames', ({ frames, still }) => frames.length >= 3 && still);
    for (const { key } of [...found.frames, ...(found.still ? [found.still] : [])])
      expect((await bench.stored(key)).length).toBeGreaterThan(0);
  });

  it('causes no calls to the sources while it is down', async () => {
    const weather = await bench.start({ S3_ENDPOINT: 'http://127.0.0.1:9' });
    await until('several rounds', async () => (await bench.list(weather)).reason === 'failed');

    expect(bench.calls('mrms', '')).toEqual([]);
    expect(bench.calls('nexrad', '')).toEqual([]);
  });

  it('loses unlisted frames older than three hours', async () => {
    const unused = 'public/radar/ab/00000000-0000-7000-8000-0000000000ab-1280.webp';
    await bench.bucket.store.put(unused, Buffer.from('old'), 'image/webp');
    const weather = await bench.start();
    await bench.first(weather);
    expect(await bench.bucket.store.stat(unused)).toBeDefined();

    weather.clock.advance(4 * 60 * minuteMs);

    await until('the sweep', async () => !(await bench.bucket.store.stat(unused)), 60_000);
  });
});
