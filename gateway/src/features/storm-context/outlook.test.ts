import { unavailable } from '@site/proto/grpc';
import request from 'supertest';
import { until } from '../../../../services/platform/testing/until.js';
import { aDay, anArea, anOutlook, aQuietDay, minutesAgo, outlookPath } from '../../testing/fake-storm-context.js';
import { setupGateway } from '../../testing/given-gateway.js';

const provided = setupGateway({ RATE_LIMIT_SCALE: '100' });
const get = () => request(provided.gateway.url).get('/main/weather/outlook');
const days = async () => (await get()).body.data.days as Record<string, unknown>[];

/** Publishes an outlook, waits until the gateway serves it, and returns its first day. */
let issued = 100;
async function firstDay(changes: object, more: object = {}) {
  issued += 1;
  const issuedAt = minutesAgo(issued);
  provided.services.weather.handlers[outlookPath] = () =>
    anOutlook({ days: [aDay(1, { issuedAt, ...changes }), aDay(2, { issuedAt }), aQuietDay(3)], ...more });
  provided.services.weather.announce('outlook');
  return until('the outlook that was issued then', async () => {
    const [first, second] = await days();
    return second?.['issued_at'] === issuedAt ? first! : undefined;
  });
}

it('has three days with areas as parsed geometry, and the risk of each county', async () => {
  const { status, body, headers } = await get();
  expect([status, body.action]).toEqual([200, 'Storm outlook']);
  const [first, second, third] = body.data.days;
  expect(first).toMatchObject({ day: 1, ok: true, reason: '', stale: false });
  expect(first.areas[0]).toEqual({
    label: 'SLGT',
    text: 'Slight Risk',
    level: 2,
    fill: '#F6F67F',
    stroke: '#DDAA00',
    geometry: { type: 'Polygon', coordinates: [expect.any(Array) as unknown] },
  });
  expect(first.counties).toEqual([
    { county: '05045', label: 'SLGT', level: 2 },
    { county: '05119', label: 'SLGT', level: 2 },
  ]);
  expect([second.day, second.ok, second.areas, third.day]).toEqual([2, true, [], 3]);
  expect(headers['cache-control']).toContain('s-maxage=15');
});

it.each([
  ['text that is no JSON', { geometry: '{"type":' }],
  ['no geometry', { geometry: '' }],
  ['null', { geometry: 'null' }],
  ['another shape', { geometry: '{"type":"Point","coordinates":[-92,35]}' }],
  ['a colour that is none', { fill: 'url(javascript:alert(1))' }],
  ['a risk that nobody knows', { label: 'EXTREME' }],
])('drops an area with %s and marks the day unknown', async (_what, changes) => {
  const day = await firstDay({ areas: [anArea(changes), anArea({ label: 'ENH', text: 'Enhanced Risk', level: 3 })] });
  expect([day['ok'], day['reason']]).toEqual([false, 'failed']);
  expect(day['areas']).toEqual([expect.objectContaining({ label: 'ENH' })]);
});

it('marks a day with an unreadable county risk unknown', async () => {
  const day = await firstDay({ counties: [{ county: '05119', label: '', level: 2 }] });
  expect([day['ok'], day['counties']]).toEqual([false, []]);
});

it('marks a day as over, and claims nothing about it', async () => {
  const day = await firstDay({ validUntil: minutesAgo(1) });
  expect(day).toMatchObject({ ok: false, reason: 'expired', areas: [], counties: [], valid_until: null });
});

it('marks a day unknown that has no end, failed, or is missing', async () => {
  expect(await firstDay({ validUntil: undefined })).toMatchObject({ ok: false, reason: 'failed' });
  expect(await firstDay({ ok: false, reason: 'failed' })).toMatchObject({ ok: false, reason: 'failed', areas: [] });
  const issuedAt = minutesAgo(7);
  provided.services.weather.handlers[outlookPath] = () => anOutlook({ days: [aDay(2, { issuedAt })] });
  provided.services.weather.announce('outlook');
  const [first, , third] = await until('one day alone', async () => {
    const timing = await days();
    return timing[0]?.['ok'] === false && timing[1]?.['issued_at'] === issuedAt ? timing : undefined;
  });
  expect([first, third]).toEqual([
    expect.objectContaining({ day: 1, ok: false, reason: 'failed', fetched_at: null }),
    expect.objectContaining({ day: 3, ok: false, reason: 'failed', fetched_at: null }),
  ]);
});

it('ends a day on time while the weather proxy is down, and marks the others stale', async () => {
  await firstDay({ validUntil: new Date(Date.now() + 4_000).toISOString() });
  provided.services.weather.handlers[outlookPath] = () => {
    throw unavailable('No.');
  };
  provided.services.weather.announce('outlook');
  const [first, second] = await until('the end of the day', async () => {
    const timing = await days();
    return timing[0]?.['reason'] === 'expired' && timing[1]?.['stale'] ? timing : undefined;
  });
  expect([first?.['ok'], first?.['counties'], second?.['ok']]).toEqual([false, [], true]);
});
