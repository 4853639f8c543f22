import { until } from '@site/platform/testing/until';
import type { ListProvidersResponse, Provider } from '@site/proto/gen/nest/weather/v1/providers';
import { providers as simulated } from '../../../../simulator/simulator.js';
import { WeatherBench, type Weather } from '../testing/weather.js';

let bench: WeatherBench;
beforeAll(async () => {
  bench = await WeatherBench.open();
});
afterEach(() => bench.reset());
afterAll(() => bench.close());

const admin = { id: 'a-1', name: 'Ada Admin', role: 'admin', clientAddress: '192.0.2.1' } as const;

const list = async ({ service }: Weather): Promise<Record<string, Provider>> => {
  const { providers } = await service.call<ListProvidersResponse>(
    'weather.v1.ProvidersService',
    'listProviders',
    {},
    admin,
  );
  return Object.fromEntries(providers.map((provider) => [provider.name, provider]));
};

describe('the providers on the dashboard', () => {
  it('show which are configured', async () => {
    const weather = await bench.start();
    const providers = await list(weather);
    expect(Object.keys(providers).slice(0, 2)).toEqual(['weatherapi', 'nws']);
    expect(Object.keys(providers).sort()).toEqual([...simulated].sort());
    expect(providers['weatherapi']).toEqual({
      name: 'weatherapi',
      state: 'off',
      detail: 'Not configured. An operator can turn it on.',
    });
    expect(providers['nws']).toMatchObject({ state: 'ok' });
    expect(providers['mrms']?.detail).toBe('Not configured. An operator can turn it on.');
  });

  it('show the last success, or that there were no calls yet', async () => {
    const weather = await bench.start({ MAPBOX_TOKEN: 'pk.secret-canary' });
    await weather.forecast();
    const providers = await list(weather);
    expect(providers['nws']?.detail).toBe('Forecasts, observations and alerts.');
    expect(Math.abs(Date.parse(providers['nws']?.lastSuccessAt ?? '') - weather.clock.now())).toBeLessThan(60_000);
    expect(providers['mapbox']).toEqual({ name: 'mapbox', state: 'ok', detail: 'Place search. Not used yet.' });
  });

  it.each([
    [{ mode: 'http', status: 401 }, 'the key was rejected'],
    [{ mode: 'http', status: 500 }, 'status 500'],
    [{ mode: 'http', status: 429 }, 'is limiting our requests'],
    [{ mode: 'html' }, 'data we can’t use'],
    [{ mode: 'reset' }, 'can’t be reached'],
  ] as const)('show failures without keys and addresses: %j', async (behavior, text) => {
    bench.simulator.setMode('weatherapi', behavior);
    const weather = await bench.start({ WEATHERAPI_KEY: 'secret-canary' });
    await weather.forecast();
    const providers = await list(weather);
    expect(providers['weatherapi']).toMatchObject({ state: 'failing' });
    expect(providers['weatherapi']?.detail).toContain(text);
    expect(providers['nws']).toMatchObject({ state: 'ok' });
    expect(JSON.stringify(providers)).not.toMatch(/secret-canary|127\.0\.0\.1|forecast\.json/);
  });

  it('show that alerts fail although forecasts work, and that all is well again', async () => {
    bench.simulator.setMode('nws', { mode: 'http', status: 503, path: '/alerts' });
    const weather = await bench.start();
    await weather.forecast();
    const failing = await until('the failure of the alerts', async () => {
      const { nws } = await list(weather);
      return nws?.state === 'failing' ? nws : undefined;
    });
    expect(failing.detail).toBe('Alerts: returns an error (status 503).');

    bench.simulator.setMode('nws', { mode: 'ok' });
    weather.clock.advance(60_000);
    await until('the alerts', async () => (await list(weather))['nws']?.state === 'ok');
  });

  it('show that today’s budget is used up', async () => {
    const weather = await bench.start({ WEATHERAPI_KEY: 'any', WEATHERAPI_DAILY_BUDGET: '1' });
    await weather.forecast();
    const { weatherapi } = await list(weather);
    expect(weatherapi).toMatchObject({ state: 'failing', detail: expect.stringContaining('used up') });
  });
});
