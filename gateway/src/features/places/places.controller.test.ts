import { status } from '@grpc/grpc-js';
import { unavailable } from '@site/proto/grpc';
import request from 'supertest';
import { givenGateway } from '../../testing/given.js';

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
  const given = givenGateway({ RATE_LIMIT_SCALE: '0.5' });
  const ask = (query: string) => request(given.gateway.url).get(`/main/weather/search${query}`);
  let asked: unknown[];
  beforeEach(() => {
    asked = [];
    given.services.weather.handlers[search] = (message) => {
      asked.push(message);
      return { places: [conway], source: 'gazetteer' };
    };
  });

  it('returns places in the envelope, also for shared caches', async () => {
    const answer = await ask('?q=Conway%2C%20AR');

    expect([answer.status, answer.body]).toEqual([200, { status: true, action: 'Places', data: [conway] }]);
    expect(answer.headers['cache-control']).toContain('public');
    expect(asked).toEqual([{ query: 'Conway, AR' }]);
  });

  it('trims the query and ignores unknown parameters', async () => {
    expect((await ask('?q=%20%20conway%20&utm_source=x')).status).toBe(200);
    expect(asked).toEqual([{ query: 'conway' }]);
  });

  it('searches clipboard text like typed text', async () => {
    const pasted = [
      '\u202dLittle\u00a0Rock\u202c',
      'Little\u2028Rock\ufeff',
      'Lit\u00adtle  Rock\t',
      '\u2068Little Rock\u2069',
    ];
    for (const q of pasted) expect((await ask(`?${new URLSearchParams({ q })}`)).status).toBe(200);
    expect(asked).toEqual(pasted.map(() => ({ query: 'Little Rock' })));
  });

  it('returns an empty list without matches', async () => {
    given.services.weather.handlers[search] = () => ({ places: [], source: 'gazetteer' });
    expect((await ask('?q=zzyzx')).body).toMatchObject({ status: true, data: [] });
  });

  it.each([
    ['', 'q is required'],
    ['?q=', 'q is required'],
    ['?q=%20', 'q is required'],
    [`?q=${'x'.repeat(101)}`, 'q must be at most 100 characters'],
    ['?q=%00%e2%80%8b', 'q is required'],
    ['?q=a&q=b', 'q is required'],
  ])('refuses %s without calling a service', async (query, message) => {
    const answer = await ask(query);
    expect([answer.status, answer.body.errors]).toEqual([400, [{ field: 'q', message }]]);
    expect(asked).toEqual([]);
  });

  it('returns 503 while the weather proxy is down', async () => {
    given.services.weather.handlers[search] = () => {
      throw unavailable('No.');
    };
    const answer = await ask('?q=conway');
    expect([answer.status, answer.body.status, answer.headers['retry-after']]).toEqual([503, false, '5']);
  });

  it("doesn't reveal internal errors", async () => {
    given.services.weather.handlers[search] = () => {
      throw Object.assign(new Error('pk.CANARY at api.mapbox.com'), { code: status.INTERNAL });
    };
    const answer = await ask('?q=conway');
    expect(answer.status).toBe(500);
    expect(answer.text).not.toContain('CANARY');
  });

  it('is limited like other weather reads', async () => {
    const answers = await Promise.all(Array.from({ length: 40 }, () => ask('?q=conway')));
    const refused = answers.filter((answer) => answer.status === 429);
    expect(refused.length).toBeGreaterThan(0);
    expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0);
  });
});
