import { invalid, notFound, unavailable } from '@site/proto/grpc';
import request from 'supertest';
import { setupGateway } from '../../testing/given-gateway.js';

const getTile = 'weather.v1.TilesService/GetTile';
const listLayers = 'weather.v1.TilesService/ListLayers';
const png = Buffer.from('not looked at here');

describe('GET /main/weather/tiles', () => {
  const provided = setupGateway({ RATE_LIMIT_SCALE: '0.1' });
  const fetch = (path: string) => request(provided.gateway.url).get(`/main/weather/tiles/${path}`);
  let target: unknown[];
  beforeEach(() => {
    target = [];
    provided.services.weather.handlers[getTile] = (message) => {
      target.push(message);
      return { png, fetchedAt: '2026-11-20T12:00:00.000Z', freshSeconds: 600 };
    };
  });

  it('returns a picture that browsers cache for ten minutes and shared caches for seconds', async () => {
    const { status, headers, body } = await fetch('temperature/8/62/101.png');

    expect([status, headers['content-type'], body]).toEqual([200, 'image/png', png]);
    expect(headers['cache-control']).toBe('public, max-age=600, s-maxage=10');
    expect(headers['cross-origin-resource-policy']).toBe('same-origin');
    expect(target).toEqual([{ layer: 'temperature', z: 8, x: 62, y: 101 }]);
  });

  it("lets browsers cache an older picture only until it's ten minutes old", async () => {
    provided.services.weather.handlers[getTile] = () => ({ png, fetchedAt: '', freshSeconds: 40 });
    expect((await fetch('wind/8/62/101.png')).headers['cache-control']).toBe('public, max-age=40, s-maxage=10');
    // When the daily budget runs low the weather proxy refreshes less often; the browser's cache time stays the same.
    provided.services.weather.handlers[getTile] = () => ({ png, fetchedAt: '', freshSeconds: 2_000 });
    expect((await fetch('wind/8/62/101.png')).headers['cache-control']).toContain('max-age=600,');
  });

  it.each([
    ['radar/8/62/101.png', 'layer'],
    ['wind/2/1/1.png', 'z'],
    ['wind/99/1/1.png', 'z'],
    ['wind/8/-1/101.png', 'x'],
    ['wind/8/256/101.png', 'x'],
    ['wind/8/062/101.png', 'x'],
    ['wind/8/62/1e1.png', 'y'],
    ['wind/8/62/101%00.png', 'y'],
  ])('refuses %s without calling a service', async (path, field) => {
    const { status, body } = await fetch(path);

    expect([status, body.status, body.errors[0].field]).toEqual([400, false, field]);
    expect(target).toEqual([]);
  });

  it('accepts only the canonical spelling of an address', async () => {
    expect((await fetch('..%2Fadmin/8/62/101.png')).status).toBe(404);
    expect(target).toEqual([]);
  });

  it('ignores a query, which would be a second address for the same picture', async () => {
    expect((await fetch('wind/8/62/101.png?appid=theirs')).status).toBe(200);
    expect(target).toEqual([{ layer: 'wind', z: 8, x: 62, y: 101 }]);
  });

  it.each(['cross-site', 'same-site', 'none'])('refuses a request that a browser marks as %s', async (site) => {
    const { status, body } = await fetch('wind/8/62/101.png').set('Sec-Fetch-Site', site);

    expect([status, body.message]).toEqual([403, 'Only this site’s pages can use these map tiles.']);
    expect(target).toEqual([]);
    expect((await fetch('wind/8/62/101.png').set('Sec-Fetch-Site', 'same-origin')).status).toBe(200);
  });

  it('returns 404 outside the map, and 503 with the reason without a tile', async () => {
    provided.services.weather.handlers[getTile] = () => {
      throw notFound('The weather map covers only Arkansas and its surroundings.');
    };
    const outside = await fetch('wind/8/1/1.png');
    expect([outside.status, outside.body.message]).toEqual([
      404,
      'The weather map covers only Arkansas and its surroundings.',
    ]);

    provided.services.weather.handlers[getTile] = () => {
      throw unavailable('Weather map layers aren’t set up on this site.', 3_600);
    };
    const { status, body, headers } = await fetch('wind/8/62/101.png');
    expect([status, body.message]).toEqual([503, 'Weather map layers aren’t set up on this site.']);
    expect([headers['retry-after'], headers['cache-control']]).toEqual(['3600', 'no-store']);

    provided.services.weather.handlers[getTile] = () => {
      throw invalid('This isn’t a map tile address.');
    };
    expect((await fetch('wind/8/62/101.png')).status).toBe(400);
  });

  it('limits a client that requests more than a person can view', async () => {
    // A tenth of 600 a minute, minus those of the tests above.
    const publicResponses = await Promise.all(Array.from({ length: 61 }, () => fetch('wind/8/62/101.png')));

    const rejected = publicResponses.filter(({ status }) => status === 429);
    expect(rejected.length).toBeGreaterThan(0);
    expect(rejected[0]?.headers['retry-after']).toMatch(/^\d+$/);
  });
});

describe('GET /main/weather/layers', () => {
  const provided = setupGateway();
  const fetch = () => request(provided.gateway.url).get('/main/weather/layers');

  it('lists available layers, reasons for the others, and their age', async () => {
    provided.services.weather.handlers[listLayers] = () => ({
      layers: [
        { layer: 'wind', available: false, reason: 'not answering' },
        { layer: 'temperature', available: true, newestAt: '2026-11-20T12:05:00Z', oldestAt: '2026-11-20T12:00:00Z' },
      ],
    });

    const { status, body, headers } = await fetch();

    expect(status).toBe(200);
    expect(headers['cache-control']).toContain('s-maxage=5');
    expect(body.data).toEqual([
      { layer: 'wind', available: false, reason: 'not answering', newest_at: null, oldest_at: null },
      {
        layer: 'temperature',
        available: true,
        reason: '',
        newest_at: '2026-11-20T12:05:00Z',
        oldest_at: '2026-11-20T12:00:00Z',
      },
    ]);
  });

  it('returns 503 while the weather proxy is down', async () => {
    provided.services.weather.handlers[listLayers] = () => {
      throw unavailable('Away.');
    };
    expect((await fetch()).status).toBe(503);
  });
});
