import { testTlsVariables } from '@site/platform/testing/identities';
import { configFrom, socialSettings } from './config.js';

const required = {
  ...testTlsVariables('weather-proxy'),
  GRPC_LISTEN: '127.0.0.1:50054',
  DATABASE_URL: 'postgres://weather@localhost/site',
};

describe('the configuration', () => {
  it('needs only the addresses of the service and its database', () => {
    expect(configFrom(required)).toMatchObject({ NWS_BASE_URL: 'https://api.weather.gov', SAMPLE_WEATHER: true });
  });

  it('identifies us to the weather service by the public address', () => {
    expect(configFrom({ ...required, PUBLIC_URL: 'https://weather.example' }).NWS_USER_AGENT).toBe(
      'ArkansasWeather/1.0 (https://weather.example)',
    );
  });

  it('enables the sample in development only', () => {
    expect(configFrom({ ...required, NODE_ENV: 'production' }).SAMPLE_WEATHER).toBe(false);
    expect(configFrom({ ...required, NODE_ENV: 'test' }).SAMPLE_WEATHER).toBe(false);
    expect(configFrom({ ...required, NODE_ENV: 'development', SAMPLE_WEATHER: 'false' }).SAMPLE_WEATHER).toBe(false);
  });

  it.each(['SAMPLE_WEATHER', 'SIMULATED_WEATHER'])('rejects %s in production', (name) => {
    expect(() => configFrom({ ...required, NODE_ENV: 'production', [name]: 'true' })).toThrow(new RegExp(name));
  });

  it('prefetches county forecasts in production only by default, and not too fast there', () => {
    const production = { ...required, NODE_ENV: 'production' };
    expect(configFrom(production)).toMatchObject({ COUNTIES_AHEAD: true, COUNTIES_AHEAD_SECONDS: 2 });
    expect(configFrom({ ...production, COUNTIES_AHEAD: 'false' }).COUNTIES_AHEAD).toBe(false);
    expect(configFrom({ ...required, NODE_ENV: 'development' }).COUNTIES_AHEAD).toBe(false);
    expect(() => configFrom({ ...production, COUNTIES_AHEAD_SECONDS: '0.5' })).toThrow(/COUNTIES_AHEAD_SECONDS/);
  });

  it('rejects a user agent that would break the header', () => {
    expect(() => configFrom({ ...required, NWS_USER_AGENT: 'us\r\nX-Other: 1' })).toThrow(/NWS_USER_AGENT/);
  });

  it('requires the object store for social posts only', () => {
    const page = { ...required, FACEBOOK_PAGE_ID: 'arkansas.weather', FACEBOOK_PAGE_ACCESS_TOKEN: 'EAAB' };
    expect(() => configFrom(page)).toThrow(/S3_ENDPOINT/);
    expect(() => configFrom({ ...page, S3_ENDPOINT: 'http://127.0.0.1:9000' })).toThrow(/S3_ACCESS_KEY.*S3_SECRET_KEY/);
    expect(socialSettings(configFrom(required))).toBeUndefined();
    expect(socialSettings(configFrom({ ...required, FACEBOOK_PAGE_ID: 'arkansas.weather' }))).toBeUndefined();
    const store = { S3_ENDPOINT: 'http://127.0.0.1:9000', S3_ACCESS_KEY: 'key', S3_SECRET_KEY: 'a long secret' };
    expect(socialSettings(configFrom({ ...page, ...store }))).toMatchObject({ pageId: 'arkansas.weather' });
  });

  it.each([
    { FACEBOOK_PAGE_ID: '../me' },
    { FACEBOOK_PAGE_ACCESS_TOKEN: 'two words' },
    { MAPBOX_TOKEN: 'pk.x\r\nX-Other: 1' },
    { FACEBOOK_BASE_URL: 'file:///etc/passwd' },
    { FACEBOOK_GRAPH_VERSION: '../v23.0' },
    { FACEBOOK_GRAPH_VERSION: '23' },
  ])('rejects %j', (variables) => {
    expect(() => configFrom({ ...required, ...variables })).toThrow(Object.keys(variables)[0]);
  });

  it('reports every invalid variable together', () => {
    expect(() => configFrom({ GRPC_LISTEN: 'nowhere', DATABASE_URL: 'mysql://x', NWS_BASE_URL: 'ftp://x' })).toThrow(
      /GRPC_LISTEN.*DATABASE_URL.*NWS_BASE_URL/,
    );
  });
});
