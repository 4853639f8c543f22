import { configFrom } from './config.js';

const required = { GRPC_LISTEN: '127.0.0.1:50054', DATABASE_URL: 'postgres://weather@localhost/site' };

describe('the configuration', () => {
  it('works with nothing but the addresses of the service and of its database', () => {
    expect(configFrom(required)).toMatchObject({ NWS_BASE_URL: 'https://api.weather.gov', SAMPLE_WEATHER: true });
  });

  it('names us to the weather service by the public address', () => {
    expect(configFrom({ ...required, PUBLIC_URL: 'https://weather.example' }).NWS_USER_AGENT).toBe(
      'ArkansasWeather/1.0 (https://weather.example)',
    );
  });

  it('shows the sample in development only', () => {
    expect(configFrom({ ...required, NODE_ENV: 'production' }).SAMPLE_WEATHER).toBe(false);
    expect(configFrom({ ...required, NODE_ENV: 'test' }).SAMPLE_WEATHER).toBe(false);
    expect(configFrom({ ...required, NODE_ENV: 'development', SAMPLE_WEATHER: 'false' }).SAMPLE_WEATHER).toBe(false);
  });

  it('refuses the sample in production', () => {
    expect(() => configFrom({ ...required, NODE_ENV: 'production', SAMPLE_WEATHER: 'true' })).toThrow(/SAMPLE_WEATHER/);
  });

  it('refuses a name that would break the header', () => {
    expect(() => configFrom({ ...required, NWS_USER_AGENT: 'us\r\nX-Other: 1' })).toThrow(/NWS_USER_AGENT/);
  });

  it('names every bad variable at once', () => {
    expect(() => configFrom({ GRPC_LISTEN: 'nowhere', DATABASE_URL: 'mysql://x', NWS_BASE_URL: 'ftp://x' })).toThrow(
      /GRPC_LISTEN.*DATABASE_URL.*NWS_BASE_URL/,
    );
  });
});
