import { unavailable } from '@site/proto/grpc';
import request from 'supertest';
import { until } from '../../../../services/platform/testing/until.js';
import { aReport, minutesAgo, reportsPath, someReports } from '../../testing/fake-storm-context.js';
import { setupGateway } from '../../testing/given-gateway.js';

const provided = setupGateway({ RATE_LIMIT_SCALE: '100' });
const get = () => request(provided.gateway.url).get('/main/weather/reports');
const sourceTimeMs = (fetchedAt: string) =>
  until('the reports of then', async () => {
    const { data } = (await get()).body;
    return data.fetched_at === fetchedAt ? data : undefined;
  });
const saying = async (changes: object, fetchedAt = minutesAgo(Math.random() * 5)) => {
  provided.services.weather.handlers[reportsPath] = () => someReports({ fetchedAt, ...changes });
  provided.services.weather.announce('reports');
  return sourceTimeMs(fetchedAt);
};

it('has the reports and their source', async () => {
  const { status, body, headers } = await get();
  expect([status, body.action]).toEqual([200, 'Storm reports']);
  expect(body.data).toMatchObject({ ok: true, reason: '', stale: false, source: 'iem', abridged: false });
  expect(body.data.reports).toEqual([
    expect.objectContaining({ kind: 'wind', magnitude: '63 mph', place: '2 NE Conway', county: '05045' }),
  ]);
  expect(headers['cache-control']).toContain('s-maxage=15');
});

it('says that there were none only while that is certain', async () => {
  expect(await saying({ reports: [] })).toMatchObject({ ok: true, reports: [] });
  const old = await saying({ reports: [] }, minutesAgo(31));
  expect(old).toMatchObject({ ok: false, reason: 'failed', stale: true, reports: [] });
  expect(await saying({ ok: false, reason: 'failed', reports: [] })).toMatchObject({ ok: false, reason: 'failed' });
});

it('says so if it never received any', async () => {
  provided.services.weather.handlers[reportsPath] = () =>
    someReports({ ok: false, reason: 'failed', source: '', fetchedAt: undefined, reports: [] });
  provided.services.weather.announce('reports');
  const data = await until('nothing', async () => {
    const response = await get();
    return response.body.data.fetched_at === null ? response.body.data : undefined;
  });
  expect(data).toMatchObject({ ok: false, source: '', reports: [] });
});

it('omits reports older than a day, and says if it omits unreadable ones', async () => {
  const old = aReport({ id: 'old', time: minutesAgo(24 * 60 + 1) });
  expect(await saying({ reports: [aReport(), old] })).toMatchObject({ abridged: false, reports: [{ id: 'r-1' }] });
  const odd = [
    aReport({ kind: 'meteor' }),
    aReport({ time: 'yesterday' }),
    aReport({ lat: NaN }),
    aReport({ id: 'r-9' }),
  ];
  expect(await saying({ reports: odd })).toMatchObject({ abridged: true, reports: [{ id: 'r-9' }] });
});

it('has at most 500, however long their texts', async () => {
  const remark = 'x'.repeat(2_000);
  const reports = Array.from({ length: 520 }, (_unused, index) => aReport({ id: `r-${index}`, remark }));
  const data = await saying({ reports });
  expect([data.reports.length, data.abridged]).toEqual([500, true]);
});

it('stops claiming that there were none while the weather proxy is down', async () => {
  // Expires in four seconds.
  const fetchedAt = minutesAgo(30 - 4 / 60);
  expect(await saying({ reports: [] }, fetchedAt)).toMatchObject({ ok: true });
  provided.services.weather.handlers[reportsPath] = () => {
    throw unavailable('No.');
  };
  provided.services.weather.announce('reports');
  await until('it to be forgotten', async () => {
    const { data } = (await get()).body;
    return !data.ok && data.stale;
  });
});
