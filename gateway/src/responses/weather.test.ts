import { invalid, unavailable } from '@site/proto/grpc';
import request from 'supertest';
import { until } from '../../../services/platform/testing/until.js';
import { aForecast, anAlert, someAlerts } from '../testing/fake-messages.js';
import { setupGateway } from '../testing/given-gateway.js';

describe('GET /main/weather/forecast', () => {
  const provided = setupGateway({ RATE_LIMIT_SCALE: '100' });
  const fetch = (query: string) => request(provided.gateway.url).get(`/main/weather/forecast?${query}`);

  it("has WeatherAPI's field names, its source and its age", async () => {
    const { body } = await fetch('lat=34.5&lon=-92.5&days=7');
    expect(body.data.location).toMatchObject({ name: 'Clarksville', tz_id: 'America/Chicago' });
    expect(body.data.current).toMatchObject({ temp_f: 64.9, feelslike_c: 18.3, wind_kph: 13, is_day: true });
    expect(body.data.current).not.toHaveProperty('uv');
    expect(body.data.forecast.hour[0]).toMatchObject({ time_epoch: 1795154400, chance_of_rain: 40, vis_km: 10 });
    expect(body.data.alerts.alert[0]).toMatchObject({ event: 'Tornado Warning', geometry: { type: 'Point' } });
    expect(Object.keys(body.data.meta)).toEqual([
      'source',
      'fetchedAt',
      'observedAt',
      'stale',
      'ageSeconds',
      'alertsOk',
      'alertsFetchedAt',
      'sample',
      'forecastIssuedAt',
      'forecastDelayed',
      'currentFrom',
      'stationId',
      'stationName',
      'pollSeconds',
    ]);
  });

  it('makes one call for all visitors of a cell', async () => {
    const places: unknown[] = [];
    provided.services.weather.handlers['weather.v1.ForecastsService/GetForecast'] = ({ lat }) => {
      places.push(lat);
      return aForecast();
    };
    const now = Date.now;
    try {
      // On a busy machine, the last requests might find an expired entry.
      Date.now = () => 1_795_154_400_000;
      const publicResponses = await Promise.all(
        Array.from({ length: 50 }, (_none, n) => fetch(`lat=34.${n % 2 ? '092' : '108'}&lon=-92.2&days=1&utm=${n}`)),
      );
      expect(new Set(publicResponses.map(({ status }) => status))).toEqual(new Set([200]));
    } finally {
      Date.now = now;
      provided.services.weather.handlers['weather.v1.ForecastsService/GetForecast'] = () => aForecast();
    }
    // The default place keeps refreshing in the background.
    expect(places.filter((lat) => lat === 34.1)).toHaveLength(1);
  });

  it.each([
    ['lat=34', 'lon', 'lon must be a number'],
    ['lat=x&lon=-92', 'lat', 'lat must be a number'],
    ['lat=60&lon=-92', 'lat', 'lat must be at most 50'],
    ['lat=34&lon=-92&days=8', 'days', 'days must be at most 7'],
    ['lat=34&lon=-92&days=1.5', 'days', 'days must be a whole number'],
  ])('refuses %s', async (query, field, message) => {
    const { status, body } = await fetch(query);
    expect([status, body.errors]).toEqual([400, [{ field, message }]]);
  });

  it('refreshes sooner while a response is stale, so that a recovered provider shows soon', async () => {
    const target: unknown[] = [];
    provided.services.weather.handlers['weather.v1.ForecastsService/GetForecast'] = ({ lat }) => {
      target.push(lat);
      return aForecast({ meta: { ...aForecast().meta, stale: lat === 33.7 } });
    };
    const timesAsked = (lat: number) => target.filter((each) => each === lat).length;
    const now = Date.now;
    try {
      for (const lat of [33.7, 33.8]) await fetch(`lat=${lat}&lon=-91.5&days=1`);
      // A fresh entry lasts five seconds, a stale one lasts one.
      Date.now = () => now() + 2_000;
      for (const lat of [33.8, 33.7]) await fetch(`lat=${lat}&lon=-91.5&days=1`);
      await until('the stale one to be asked for again', () => timesAsked(33.7) === 2);
      expect(timesAsked(33.8)).toBe(1);
    } finally {
      Date.now = now;
      provided.services.weather.handlers['weather.v1.ForecastsService/GetForecast'] = () => aForecast();
    }
  });

  it.each([3, 200])('refreshes on time even if the clock was set back by %i hours', async (hours) => {
    const lat = 33 + hours / 1_000;
    const target: unknown[] = [];
    provided.services.weather.handlers['weather.v1.ForecastsService/GetForecast'] = (request) => {
      target.push(request['lat']);
      return aForecast();
    };
    const timesAsked = () => target.filter((each) => each !== 35.2).length;
    const wall = Date.now;
    const steady = performance.now.bind(performance);
    try {
      await fetch(`lat=${lat}&lon=-91.3&days=1`);
      expect(timesAsked()).toBe(1);
      Date.now = () => wall() - hours * 3_600_000;
      performance.now = () => steady() + 6_000;
      await fetch(`lat=${lat}&lon=-91.3&days=1`);
      await until('a newer one to be asked for', () => timesAsked() === 2);
    } finally {
      Date.now = wall;
      performance.now = steady;
      provided.services.weather.handlers['weather.v1.ForecastsService/GetForecast'] = () => aForecast();
    }
  });

  it("doesn't wait for a hung weather proxy if an older response is available", async () => {
    const query = 'lat=33.4&lon=-91.2&days=1';
    const first = await fetch(query);
    const handlers = provided.services.weather.handlers;
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    handlers['weather.v1.ForecastsService/GetForecast'] = async () => {
      await held;
      return aForecast();
    };
    const now = Date.now;
    try {
      Date.now = () => now() + 60_000;
      const { status, body } = await fetch(query);
      expect([status, body.data.meta.stale, body.data.meta.fetchedAt]).toEqual([
        200,
        true,
        first.body.data.meta.fetchedAt,
      ]);
      release();
      await until('the new answer', async () => !(await fetch(query)).body.data.meta.stale);
    } finally {
      release();
      Date.now = now;
      handlers['weather.v1.ForecastsService/GetForecast'] = () => aForecast();
    }
  });

  it('falls back to the last good response, marked stale, and returns 503 without one', async () => {
    expect((await fetch('lat=33.5&lon=-91&days=1')).body.data.meta.stale).toBe(false);
    provided.services.weather.handlers['weather.v1.ForecastsService/GetForecast'] = () => {
      throw unavailable('No provider answered.');
    };
    await until(
      'the answer is stale',
      async () => (await fetch('lat=33.5&lon=-91&days=1')).body.data.meta.stale === true,
      15_000,
    );
    const cold = await fetch('lat=33.6&lon=-91&days=1');
    expect([cold.status, cold.body.status]).toEqual([503, false]);
  });

  it("passes on the weather proxy's validation errors", async () => {
    provided.services.weather.handlers['weather.v1.ForecastsService/GetForecast'] = () => {
      throw invalid('The place is outside the map.', [{ field: 'lat', message: 'outside' }]);
    };
    const { status, body } = await fetch('lat=25&lon=-100');
    expect([status, body.errors]).toEqual([400, [{ field: 'lat', message: 'outside' }]]);
  });
});

describe('GET /main/weather/alerts', () => {
  const provided = setupGateway();

  it('returns every active alert', async () => {
    const { status, body } = await request(provided.gateway.url).get('/main/weather/alerts');
    expect([status, Object.keys(body.data)]).toEqual([
      200,
      ['ok', 'updatedAt', 'source', 'pollSeconds', 'sourceTime', 'serverTime', 'alerts', 'unlisted', 'version'],
    ]);
    expect(Object.keys(body.data.alerts[0]).sort()).toEqual(
      [
        'id',
        'event',
        'severity',
        'urgency',
        'certainty',
        'headline',
        'desc',
        'instruction',
        'areas',
        'counties',
        'effective',
        'expires',
        'geometry',
        'sender',
        'event_key',
        'revision',
        'sent',
        'onset',
        'ends',
        'until_further_notice',
        'nws_headline',
        'tornado_detection',
        'tornado_damage_threat',
        'thunderstorm_damage_threat',
        'flash_flood_detection',
        'flash_flood_damage_threat',
        'max_hail_size',
        'max_wind_gust',
        'event_motion_description',
        'event_codes',
        'vtec',
        'zones',
        'statewide',
        'danger',
        'level',
        'badge',
        'unlisted_since',
        'from_nwws',
        'spanish_text',
      ].sort(),
    );
  });
});

describe('an alert that ends while the weather proxy is down', () => {
  const provided = setupGateway({ RATE_LIMIT_SCALE: '100' });
  const endsIn = (ms: number) => {
    const expires = new Date(Date.now() + ms).toISOString();
    return { ...anAlert({ expires }), expires };
  };
  const fail = () => {
    throw unavailable('The weather proxy is away.');
  };

  it('disappears from every response, and none claims "no alerts"', async () => {
    const { handlers } = provided.services.weather;
    const alert = endsIn(12_000);
    handlers['weather.v1.AlertsService/ListAlerts'] = () => someAlerts({ alerts: [alert] });
    handlers['weather.v1.ForecastsService/GetForecast'] = () => aForecast({ alerts: { alert: [alert] } });
    const list = async () => (await request(provided.gateway.url).get('/main/weather/alerts')).body.data;
    const forecast = async () =>
      (await request(provided.gateway.url).get('/main/weather/forecast?lat=36&lon=-92&days=1')).body.data;
    await until('the alert', async () => (await list()).alerts[0]?.expires === alert.expires);
    expect((await forecast()).alerts.alert).toHaveLength(1);

    handlers['weather.v1.AlertsService/ListAlerts'] = fail;
    handlers['weather.v1.ForecastsService/GetForecast'] = fail;
    await until('its end', () => Date.now() >= Date.parse(alert.expires), 20_000);
    await until('the list without it', async () => (await list()).alerts.length === 0);
    await until('the loss to be noticed', async () => !(await list()).ok);
    expect((await forecast()).alerts.alert).toEqual([]);
    const { meta } = await until('the loss to be noticed', async () => {
      const data = await forecast();
      return data.meta.stale ? data : undefined;
    });
    expect(meta.alertsOk).toBe(false);
  }, 60_000);
});
