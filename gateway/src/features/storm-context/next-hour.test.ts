import { deflateSync } from 'node:zlib';
import { nextHourCellOf, nextHourGrid, nextHourMinutes } from '@site/domain/weather/next-hour';
import request from 'supertest';
import { until } from '../../../../services/platform/testing/until.js';
import { minutesAgo, nextHourPath } from '../../testing/fake-storm-context.js';
import { setupGateway } from '../../testing/given-gateway.js';

const provided = setupGateway({ RATE_LIMIT_SCALE: '100' });
const littleRock = { lat: 34.76, lon: -92.28 };
const get = (place: object = littleRock) => request(provided.gateway.url).get('/main/weather/next-hour').query(place);

const cells = nextHourGrid.columns * nextHourGrid.rows;
/** Little Rock is dry for 20 minutes, then has light and, from 40 minutes on, heavy rain. */
function aForecast(changes: object = {}) {
  const grids = new Uint8Array(cells * nextHourMinutes.length);
  for (const [step, minutes] of nextHourMinutes.entries())
    grids[step * cells + (nextHourCellOf(littleRock) ?? 0)] = minutes < 20 ? 0 : minutes < 40 ? 1 : 3;
  return {
    ok: true,
    reason: '',
    frameTime: minutesAgo(4),
    source: 'mrms',
    frameAgeSeconds: 240,
    confidence: nextHourMinutes.map((minutes) => 0.9 - minutes / 100),
    intensities: deflateSync(grids),
    ...changes,
  };
}

async function waitFor(message: object, isSo: (data: { ok: boolean; reason: string }) => boolean, place?: object) {
  provided.services.weather.handlers[nextHourPath] = () => message;
  provided.services.weather.announce('next-hour');
  return until('the response', async () => {
    const { data } = (await get(place)).body;
    return isSo(data) ? data : undefined;
  });
}

it('has an intensity and a confidence every five minutes, for shared caches', async () => {
  const data = await waitFor(aForecast(), ({ ok }) => ok);
  expect(data).toMatchObject({ reason: '', source: 'mrms', method: 'Our estimate from NOAA radar' });
  expect(data.steps.map(({ intensity }: { intensity: string }) => intensity)).toEqual([
    ...Array<string>(4).fill('none'),
    ...Array<string>(4).fill('light'),
    ...Array<string>(5).fill('heavy'),
  ]);
  expect(Date.parse(data.steps[4].time) - Date.parse(data.frame_time)).toBe(20 * 60_000);
  expect(data.steps.at(-1)).toMatchObject({ minutes: 60, confidence: expect.closeTo(0.3, 5) });
  expect(data.frame_age_seconds).toBeGreaterThanOrEqual(240);
  expect((await get()).headers['cache-control']).toBe('public, max-age=0, s-maxage=15, stale-while-revalidate=15');
});

it('says that nothing is known outside the radar’s area', async () => {
  const data = await waitFor(aForecast(), ({ reason }) => reason === 'outside coverage', { lat: 40, lon: -80 });
  expect(data).toMatchObject({ ok: false, steps: [] });
});

it.each([
  ['old frame', { ok: false, reason: 'old frame', intensities: Buffer.alloc(0), confidence: [] }],
  // The service's age is too low.
  ['old frame', { frameTime: minutesAgo(16), frameAgeSeconds: 60 }],
  ['no motion', { ok: false, reason: 'no motion', intensities: Buffer.alloc(0) }],
  ['not configured', { ok: false, reason: 'not configured', frameTime: '', source: '', confidence: [] }],
])('says that nothing is known, and why: %s', async (reason, changes) => {
  await waitFor(aForecast(), ({ ok }) => ok);
  expect(await waitFor(aForecast(changes), ({ ok }) => !ok)).toMatchObject({ reason, steps: [] });
});

it.each([{ lat: 'north', lon: -92 }, { lat: 34 }, { lat: 91, lon: -92 }])('refuses %j', async (place) => {
  const { status, body } = await get(place);
  expect([status, body.status]).toEqual([400, false]);
});
