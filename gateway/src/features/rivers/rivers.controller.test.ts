import { unavailable } from '@site/proto/grpc';
import request from 'supertest';
import { until } from '../../../../services/platform/testing/until.js';
import {
  aGauge,
  aGaugeCourse,
  gaugePath,
  minutesAgo,
  riversPath,
  someRivers,
} from '../../testing/fake-storm-context.js';
import { setupGateway } from '../../testing/given-gateway.js';

const provided = setupGateway({ RATE_LIMIT_SCALE: '100' });
const get = (path: string) => request(provided.gateway.url).get(path);

describe('GET /main/weather/rivers', () => {
  const saying = async (changes: object, fetchedAt = minutesAgo(Math.random() * 5)) => {
    provided.services.weather.handlers[riversPath] = () => someRivers({ fetchedAt, ...changes });
    provided.services.weather.announce('rivers');
    return until('the rivers of then', async () => {
      const { data } = (await get('/main/weather/rivers')).body;
      return data.fetched_at === fetchedAt ? data : undefined;
    });
  };

  it('has gauges with reading, trend and crest', async () => {
    const { status, body, headers } = await get('/main/weather/rivers');
    expect([status, body.action]).toEqual([200, 'Rivers']);
    expect(body.data).toMatchObject({ ok: true, reason: '', stale: false });
    expect(body.data.gauges[0]).toMatchObject({
      id: 'LRKA4',
      county: '05119',
      observed: { feet: 12.4 },
      observed_category: 'no_flooding',
      trend: 'rising',
      crest: { feet: 23.6 },
      crest_category: 'minor',
    });
    expect(headers['cache-control']).toContain('s-maxage=15');
  });

  it('drops readings older than a day, and values derived from them', async () => {
    const { gauges } = await saying({ gauges: [aGauge({ observed: { at: minutesAgo(24 * 60 + 1), feet: 30 } })] });
    expect(gauges[0]).toMatchObject({ observed: null, observed_category: '', trend: '', crest: { feet: 23.6 } });
  });

  it('has no invalid numbers or unknown categories', async () => {
    const bare = aGauge({ observed: { at: minutesAgo(5), feet: NaN }, crest: undefined, crestCategory: 'huge' });
    const { gauges } = await saying({ gauges: [bare, aGauge({ id: 'CNWA4', observedCategory: 'huge', trend: 'up' })] });
    expect(gauges[0]).toMatchObject({ observed: null, crest: null, crest_category: '' });
    expect(gauges[1]).toMatchObject({ observed: { feet: 12.4 }, observed_category: '', trend: '' });
  });

  it("isn't ok if the list is six hours old or unreadable", async () => {
    expect(await saying({}, minutesAgo(6 * 60 + 1))).toMatchObject({ ok: false, reason: 'failed', stale: true });
    expect(await saying({ gauges: [aGauge({ lat: NaN })] })).toMatchObject({ ok: false, gauges: [] });
    expect(await saying({ gauges: [] })).toMatchObject({ ok: true, gauges: [] });
  });
});

describe('GET /main/weather/rivers/{id}', () => {
  it("has a gauge's course; undefined values are null", async () => {
    const { status, body, headers } = await get('/main/weather/rivers/LRKA4');
    expect([status, body.action]).toEqual([200, 'River gauge']);
    expect(body.data.gauge.name).toBe('Arkansas River at Little Rock');
    expect([body.data.observed.length, body.data.forecast.length]).toEqual([3, 2]);
    expect(body.data.thresholds).toEqual({
      action_feet: 20,
      minor_feet: 23,
      moderate_feet: null,
      major_feet: null,
    });
    expect(headers['cache-control']).toContain('s-maxage=15');
  });

  it.each(['lrka4', 'LRKA', 'LRKA44', 'LRKA%20', 'LRK%D0%904'])('refuses %s without calling a service', async (id) => {
    const before = provided.services.weather.callsOf(gaugePath);
    const { status, body } = await get(`/main/weather/rivers/${id}`);
    const message = 'id must be five capital letters and digits, like LRKA4';
    expect([status, body.errors]).toEqual([400, [{ field: 'id', message }]]);
    expect(provided.services.weather.callsOf(gaugePath)).toBe(before);
  });

  it("returns 404 for a gauge that isn't in the list", async () => {
    const { status, body } = await get('/main/weather/rivers/ZZZZ9');
    expect([status, body.status, body.errors]).toEqual([404, false, [{ message: 'There is no such gauge.' }]]);
  });

  it('makes one call for any number of visitors', async () => {
    provided.services.weather.handlers[gaugePath] = ({ id }) => aGaugeCourse({ gauge: aGauge({ id }) });
    const before = provided.services.weather.callsOf(gaugePath);
    const publicResponses = await Promise.all(Array.from({ length: 30 }, () => get('/main/weather/rivers/CNWA4')));
    expect(new Set(publicResponses.map(({ status }) => status))).toEqual(new Set([200]));
    expect(publicResponses[0]?.body.data.gauge.id).toBe('CNWA4');
    // Two if the first response expires meanwhile on a busy machine.
    expect(provided.services.weather.callsOf(gaugePath) - before).toBeLessThanOrEqual(2);
  });

  it('falls back to the last course, marked stale, and returns 503 without one', async () => {
    provided.services.weather.handlers[gaugePath] = ({ id }) => aGaugeCourse({ gauge: aGauge({ id }) });
    const { fetched_at: fetchedAt } = (await get('/main/weather/rivers/BATA4')).body.data;
    provided.services.weather.handlers[gaugePath] = () => {
      throw unavailable('No.');
    };
    const data = await until(
      'the stale course',
      async () => {
        const answer = await get('/main/weather/rivers/BATA4');
        return answer.body.data.stale ? answer.body.data : undefined;
      },
      20_000,
    );
    expect(data.fetched_at).toBe(fetchedAt);
    const cold = await get('/main/weather/rivers/NEVR1');
    expect([cold.status, cold.body.status, cold.headers['retry-after']]).toEqual([503, false, '5']);
  });

  it('returns 503 for an incomplete response', async () => {
    provided.services.weather.handlers[gaugePath] = () => aGaugeCourse({ gauge: undefined });
    expect((await get('/main/weather/rivers/HALF1')).status).toBe(503);
    provided.services.weather.handlers[gaugePath] = () =>
      aGaugeCourse({ thresholds: undefined, forecastIssuedAt: undefined });
    const { body } = await get('/main/weather/rivers/HALF2');
    expect([body.data.thresholds.minor_feet, body.data.forecast_issued_at]).toEqual([null, null]);
  });
});
