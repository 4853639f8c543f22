import { status } from '@grpc/grpc-js';
import { unavailable } from '@site/proto/grpc';
import request from 'supertest';
import { setupGateway } from '../../testing/given-gateway.js';

const search = 'weather.v1.PlacesService/SearchPlaces';
const conway = {
  id: 'census.0515190',
  name: 'Conway',
  place: 'Conway, Faulkner County, Arkansas',
  lat: 35.0752,
  lon: -92.469,
  type: 'place',
};

describe('GET /main/weather/search', () => {
  const provided = setupGateway({ RATE_LIMIT_SCALE: '0.5' });
  const fetch = (query: string) => request(provided.gateway.url).get(`/main/weather/search${query}`);
  let target: unknown[];
  beforeEach(() => {
    target = [];
    provided.services.weather.handlers[search] = (message) => {
      target.push(message);
      return { places: [conway], source: 'gazetteer' };
    };
  });

  it('returns places in the envelope, also for shared caches', async () => {
    const response = await fetch('?q=Conway%2C%20AR');

    expect([response.status, response.body]).toEqual([200, { status: true, action: 'Places', data: [conway] }]);
    expect(response.headers['cache-control']).toContain('public');
    expect(target).toEqual([{ query: 'Conway, AR' }]);
  });

  it('trims the query and ignores unknown parameters', async () => {
    expect((await fetch('?q=%20%20conway%20&utm_source=x')).status).toBe(200);
    expect(target).toEqual([{ query: 'conway' }]);
  });

  it('searches clipboard text like typed text', async () => {
    const pasted = [
      '\u202dLittle\u00a0Rock\u202c',
      'Little\u2028Rock\ufeff',
      'Lit\u00adtle  Rock\t',
      '\u2068Little Rock\u2069',
    ];
    for (const q of pasted) expect((await fetch(`?${new URLSearchParams({ q })}`)).status).toBe(200);
    expect(target).toEqual(pasted.map(() => ({ query: 'Little Rock' })));
  });

  it('returns an empty list without matches', async () => {
    provided.services.weather.handlers[search] = () => ({ places: [], source: 'gazetteer' });
    expect((await fetch('?q=zzyzx')).body).toMatchObject({ status: true, data: [] });
  });

  it.each([
    ['', 'q is required'],
    ['?q=', 'q is required'],
    ['?q=%20', 'q is required'],
    [`?q=${'x'.repeat(101)}`, 'q must be at most 100 characters'],
    ['?q=%00%e2%80%8b', 'q is required'],
    ['?q=a&q=b', 'q is required'],
  ])('refuses %s without calling a service', async (query, message) => {
    const response = await fetch(query);
    expect([response.status, response.body.errors]).toEqual([400, [{ field: 'q', message }]]);
    expect(target).toEqual([]);
  });

  it('returns 503 while the weather proxy is down', async () => {
    provided.services.weather.handlers[search] = () => {
      throw unavailable('No.');
    };
    const response = await fetch('?q=conway');
    expect([response.status, response.body.status, response.headers['retry-after']]).toEqual([503, false, '5']);
  });

  it("doesn't reveal internal errors", async () => {
    provided.services.weather.handlers[search] = () => {
      throw Object.assign(new Error('pk.CANARY at api.mapbox.com'), { code: status.INTERNAL });
    };
    const response = await fetch('?q=conway');
    expect(response.status).toBe(500);
    expect(response.text).not.toContain('CANARY');
  });

  it('is limited like other weather reads', async () => {
    const publicResponses = await Promise.all(Array.from({ length: 40 }, () => fetch('?q=conway')));
    const rejected = publicResponses.filter((response) => response.status === 429);
    expect(rejected.length).toBeGreaterThan(0);
    expect(Number(rejected[0]?.headers['retry-after'])).toBeGreaterThan(0);
  });
});
