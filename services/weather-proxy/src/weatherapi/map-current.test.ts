import { day, hour, now, weather } from '../testing/weatherapi-parts.js';

describe('WeatherAPI’s current conditions', () => {
  it('have our units and names', () => {
    expect(weather().current).toEqual({
      tempC: 18.3,
      tempF: 64.9,
      feelslikeC: 17.9,
      feelslikeF: 64.2,
      windMph: 8.1,
      windKph: 13,
      windDegree: 190,
      windDir: 'S',
      gustMph: 12,
      gustKph: 19.3,
      pressureMb: 1014,
      dewpointF: undefined,
      humidity: 58,
      visKm: 16,
      visMiles: 9.9,
      uv: 3,
      isDay: true,
      condition: { text: 'Partly cloudy', icon: 'partly-cloudy-day', code: 1003 },
      airQuality: { co: 240.3 },
      notMeasured: [],
    });
    expect(weather()).toMatchObject({
      from: 'observation',
      observedAt: '2026-11-20T20:45:00.000Z',
      stationId: '',
      stationName: '',
    });
  });

  it('are parsed when numbers come as text', () => {
    const { current } = weather({ current: { temp_c: '18.3', humidity: '58', uv: '0' } });
    expect(current).toMatchObject({ tempC: 18.3, humidity: 58, uv: 0 });
  });

  it('leave out missing values and keep a 0', () => {
    const { current } = weather({ current: { wind_kph: 0, gust_kph: null, vis_km: undefined, uv: undefined } });
    expect(current).toMatchObject({ windKph: 0, windMph: 0 });
    expect(current.gustKph).toBeUndefined();
    expect(current.visKm).toBeUndefined();
    expect(current.uv).toBeUndefined();
  });

  it('compute one unit from the other', () => {
    expect(weather({ current: { temp_c: null, temp_f: 50 } }).current).toMatchObject({ tempC: 10, tempF: 50 });
    expect(weather({ current: { temp_c: 10, temp_f: null } }).current).toMatchObject({ tempC: 10, tempF: 50 });
  });

  it('use the apparent temperature of the formulas, not the provider’s, where they apply', () => {
    const cold = { temp_c: -1.1, temp_f: 30, feelslike_c: -1.1, feelslike_f: 30, wind_kph: 24.1 };
    expect(weather({ current: cold }).current.feelslikeF).toBeCloseTo(19, 0);
  });

  it('are never sunny at night, whatever the provider’s flag says', () => {
    const midnight = Date.parse('2026-11-21T06:00:00Z');
    const { current } = weather(
      {
        current: {
          last_updated_epoch: midnight / 1_000,
          is_day: 1,
          condition: { text: 'Sunny', code: 1000 },
        },
        forecastday: [day('2026-11-21', [hour('2026-11-21T06:00:00Z')])],
      },
      midnight,
    );
    expect(current).toMatchObject({ isDay: false, condition: { text: 'Clear', icon: 'clear-night', code: 1000 } });
  });

  it.each([
    ['old', -3 * 3_600],
    ['in the future', 1_200],
  ])('are the forecast for this hour when the observation is %s', (_what, seconds) => {
    const { current, observedAt, from } = weather({ current: { last_updated_epoch: now / 1_000 + seconds } });
    expect(current).toMatchObject({ tempC: 9.1, isDay: true, notMeasured: ['pressure_mb'] });
    expect(current).not.toHaveProperty('time');
    expect(current.airQuality).toBeUndefined();
    expect(from).toBe('forecast');
    expect(observedAt).toBeUndefined();
  });
});

describe('air quality', () => {
  const provided = { co: 240.3, no2: 9.1, o3: 41, so2: 1.2, pm2_5: 8.4, pm10: 12.6, 'us-epa-index': 1 };
  const quality = (changes: object) => weather({ current: { air_quality: changes } }).current.airQuality;

  it('has the provider’s numbers', () => {
    expect(quality(provided)).toEqual({ co: 240.3, no2: 9.1, o3: 41, so2: 1.2, pm2_5: 8.4, pm10: 12.6, usEpaIndex: 1 });
  });

  it('that is malformed is dropped on its own', () => {
    expect(quality({ ...provided, pm10: -9_999, 'us-epa-index': 40 })).toMatchObject({ pm2_5: 8.4 });
    expect(quality({ ...provided, pm10: -9_999 })?.pm10).toBeUndefined();
    expect(weather({ current: { air_quality: 'none' } }).current).toMatchObject({ tempC: 18.3, airQuality: undefined });
    expect(quality({})).toBeUndefined();
  });
});
