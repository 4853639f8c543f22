import { unavailable } from '@site/proto/grpc';
import request from 'supertest';
import { until } from '../../../../services/platform/testing/until.js';
import { aFrame, aRadar, minutesAgo, radarPath } from '../../testing/fake-storm-context.js';
import { setupGateway } from '../../testing/given-gateway.js';

const provided = setupGateway({ RATE_LIMIT_SCALE: '100' });
const get = () => request(provided.gateway.url).get('/main/weather/radar');
const radar = async () => (await get()).body.data;

async function saying(
  message: () => object,
  what: string,
  isSaid: (data: Awaited<ReturnType<typeof radar>>) => boolean,
) {
  provided.services.weather.handlers[radarPath] = message;
  provided.services.weather.announce('radar');
  return until(what, async () => {
    const data = await radar();
    return isSaid(data) ? data : undefined;
  });
}
/** A changed number of frames shows that the gateway received them. */
const framesOf = (minutes: readonly number[], changes: object = {}) =>
  aRadar({ frames: minutes.map((age) => aFrame(age)), newestAgeSeconds: (minutes[0] ?? 0) * 60, ...changes });

it('has the pictures of the last two hours below /media, newest first, for shared caches', async () => {
  const { status, body, headers } = await get();
  expect([status, body.status, body.action]).toEqual([200, true, 'Radar']);
  expect(body.data).toMatchObject({ ok: true, reason: '', stale: false, has_echoes: true });
  expect(body.data.frames).toHaveLength(6);
  expect(body.data.frames[0]).toMatchObject({ width: 1280, height: 1120, size_bytes: 41_234, source: 'mrms' });
  expect(body.data.frames[0].url).toMatch(/^\/media\/radar\/\d\d\/[0-9a-f-]+-1280\.webp$/);
  expect(body.data.still.url).toMatch(/^\/media\/radar\/\d\d\/[0-9a-f-]+-480\.webp$/);
  expect(Math.abs(Date.parse(body.data.server_time) - Date.now())).toBeLessThan(60_000);
  expect(headers['cache-control']).toBe('public, max-age=0, s-maxage=15, stale-while-revalidate=15');
});

it('never understates the age of the newest picture, whatever the service claims', async () => {
  // The service claims ten seconds for an eight-minute-old frame.
  const young = await saying(
    () => framesOf([8, 13], { newestAgeSeconds: 10 }),
    'two frames',
    ({ frames }) => frames.length === 2,
  );
  expect(young.newest_age_seconds).toBeGreaterThanOrEqual(480);
  expect(young.newest_age_seconds).toBeLessThan(540);
  const old = await saying(
    () => framesOf([8, 13, 18], { newestAgeSeconds: 900 }),
    'three frames',
    ({ frames }) => frames.length === 3,
  );
  expect(old.newest_age_seconds).toBeGreaterThanOrEqual(900);
});

it('omits pictures that are older than two hours or invalid, even if that is all of them', async () => {
  const odd = [aFrame(3, { source: 'satellite' }), aFrame(5), aFrame(6, { time: 'soon' }), aFrame(121)];
  const one = await saying(
    () => aRadar({ frames: odd, still: { ...aRadar().still, time: minutesAgo(121) }, box: undefined }),
    'one frame',
    ({ frames }) => frames.length === 1,
  );
  expect(one).toMatchObject({ ok: true, still: null, box: null });
  expect(one.newest_age_seconds).toBeGreaterThanOrEqual(300);
  const none = await saying(
    () => aRadar({ frames: [aFrame(121), aFrame(130)] }),
    'no frames',
    ({ ok }) => !ok,
  );
  expect(none).toMatchObject({ reason: 'failed', frames: [], newest_age_seconds: null, has_echoes: false });
});

it('passes on why there are none', async () => {
  const emptyText = { ok: false, frames: [], still: undefined, box: undefined, newestAgeSeconds: undefined };
  const data = await saying(
    () => aRadar({ ...emptyText, reason: 'not configured', hasEchoes: false }),
    'the reason',
    ({ reason }) => reason === 'not configured',
  );
  expect(data).toMatchObject({ ok: false, frames: [], box: null, still: null });
  expect((await get()).status).toBe(200);
});

it('keeps the last pictures while the weather proxy is down, marked stale, and lets them expire', async () => {
  // The last frame expires in three seconds.
  const minutes = [6, 11, 16, 120 - 3 / 60];
  const before = await saying(
    () => framesOf(minutes),
    'four frames',
    ({ frames }) => frames.length === 4,
  );
  provided.services.weather.handlers[radarPath] = () => {
    throw unavailable('No.');
  };
  provided.services.weather.announce('radar');
  const after = await until('one frame less, marked stale', async () => {
    const data = await radar();
    return data.stale && data.frames.length === 3 ? data : undefined;
  });
  expect(after.ok).toBe(true);
  expect(after.newest_age_seconds).toBeGreaterThan(before.newest_age_seconds);
  const ageByTime = (Date.parse(after.server_time) - Date.parse(after.frames[0].time)) / 1_000;
  expect(after.newest_age_seconds).toBeGreaterThanOrEqual(Math.floor(ageByTime));
});
