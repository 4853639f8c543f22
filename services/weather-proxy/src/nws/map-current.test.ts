import { weatherAt } from '../forecasts/current-weather.js';
import { hourMs } from '../readings/local-time.js';
import { celsius, hourly, map, measured, now, percent } from '../testing/nws-parts.js';
import type { Observation } from './schemas.js';

const minuteMs = 60_000;
const kph = (value: number, qualityControl = 'V') => ({ unitCode: 'wmoUnit:km_h-1', value, qualityControl });
const meters = (value: number) => ({ unitCode: 'wmoUnit:m', value, qualityControl: 'C' });
const weather = (changes: Partial<Observation> = {}, time = now) => weatherAt(map(measured(changes), time), time);
const current = (changes: Partial<Observation> = {}) => weather(changes).current;

describe('current conditions', () => {
  it('are what the station observed, in our units, with station and time', () => {
    expect(current()).toMatchObject({
      tempC: 18.3,
      tempF: 64.9,
      feelslikeC: 18.3,
      windKph: 13,
      windMph: 8.1,
      windDegree: 190,
      windDir: 'S',
      pressureMb: 1014,
      humidity: 58,
      visKm: 16.1,
      visMiles: 10,
      isDay: true,
      notMeasured: ['uv'],
    });
    expect(weather()).toMatchObject({
      from: 'observation',
      observedAt: '2026-11-20T20:53:00.000Z',
      stationId: 'KLIT',
      stationName: 'Little Rock, Adams Field',
    });
  });

  it('leave out what the station did not measure', () => {
    expect(current().gustKph).toBeUndefined();
    expect(current().dewpointF).toBeUndefined();
    expect(current().uv).toBeUndefined();
  });

  it('keep a measured 0', () => {
    expect(current({ windSpeed: kph(0) })).toMatchObject({ windKph: 0, windMph: 0 });
  });

  it('show a quarter mile of visibility in fog', () => {
    expect(current({ visibility: meters(402) })).toMatchObject({ visKm: 0.4, visMiles: 0.25 });
  });

  it('have gusts in both units, and none weaker than the wind', () => {
    expect(current({ windGust: kph(64.4) })).toMatchObject({ gustKph: 64.4, gustMph: 40 });
    expect(current({ windGust: kph(5) }).gustKph).toBeUndefined();
  });

  it('are rejected when the forecast is over', () => {
    expect(() => map({}, now + 200 * hourMs)).toThrow(/does not cover the current hour/);
  });
});

describe('a measured value', () => {
  it.each(['X', 'B', 'Q'])('with quality control flag %s is dropped', (flag) => {
    expect(current({ windSpeed: kph(140, flag) }).windMph).toBeUndefined();
    expect(current({ dewpoint: celsius(12, flag) }).dewpointF).toBeUndefined();
  });

  it.each(['V', 'C', 'S', 'G', 'Z'])('with quality control flag %s is kept', (flag) => {
    expect(current({ windSpeed: kph(40, flag) }).windKph).toBe(40);
  });

  it.each([
    ['wind', { windSpeed: kph(700) }, 'windKph'],
    ['a gust', { windGust: kph(-5) }, 'gustKph'],
    ['dew point', { dewpoint: celsius(99) }, 'dewpointF'],
    ['humidity', { relativeHumidity: percent(140) }, 'humidity'],
    [
      'pressure',
      { seaLevelPressure: { unitCode: 'wmoUnit:Pa', value: 12_000 }, barometricPressure: null },
      'pressureMb',
    ],
    ['visibility', { visibility: meters(-1) }, 'visKm'],
    ['a direction', { windDirection: { unitCode: 'wmoUnit:degree_(angle)', value: 900 } }, 'windDegree'],
  ] as const)('that is physically impossible is dropped: %s', (_what, changes, name) => {
    expect(current(changes)[name]).toBeUndefined();
  });

  it('of a humidity computed slightly above 100 is 100', () => {
    expect(current({ relativeHumidity: percent(100.00000000000001) }).humidity).toBe(100);
  });
});

describe('the current sky', () => {
  const forecast = { textDescription: 'Thunderstorm and Heavy Rain', icon: null };

  it('is what the station saw, never the forecast’s', () => {
    expect(current(forecast).condition).toEqual({
      text: 'Thunderstorm and Heavy Rain',
      icon: 'thunderstorm',
      code: 1276,
    });
    const icon = 'https://api.weather.gov/icons/land/day/fog?size=medium';
    expect(current({ textDescription: 'Fog/Mist', icon }).condition).toEqual({
      text: 'Fog/Mist',
      icon: 'fog',
      code: 1135,
    });
  });

  it.each([
    ['Funnel Cloud', 'tornado'],
    ['Light Ice Pellets', 'sleet'],
    ['Light Freezing Rain', 'freezing-rain'],
    ['A Few Clouds', 'mostly-clear-day'],
    ['Overcast', 'cloudy'],
  ])('has an icon when the station names none: %s', (textDescription, icon) => {
    expect(current({ textDescription, icon: null }).condition?.icon).toBe(icon);
  });

  it('is this hour’s forecast when the station doesn’t report it', () => {
    expect(current({ textDescription: ' ', icon: null }).condition?.text).toBe('Partly Cloudy');
  });

  it('is unknown when the station doesn’t report it and the forecast is late', () => {
    const timeout = map({ ...measured(), hourly: { updateTime: now - 13 * hourMs, periods: hourly() } });
    expect(weatherAt(timeout, now).current.condition).toBeUndefined();
  });

  it('has nighttime words and icons from sunset on', () => {
    const evening = Date.parse('2026-11-20T23:40:00Z');
    const sunny = { timestamp: evening - 50 * minuteMs, textDescription: 'Mostly Sunny', icon: null };
    expect(weather(sunny, evening).current).toMatchObject({
      isDay: false,
      condition: { text: 'Partly Cloudy', icon: 'partly-cloudy-night' },
    });
  });
});

describe('an observation older than two hours', () => {
  const held = map(measured({ textDescription: 'Clear' }));

  it('is replaced by this hour’s forecast', () => {
    const later = now + 2 * hourMs;
    const { current: respondedAt, ...rest } = weatherAt(held, later);
    expect(respondedAt).toMatchObject({ tempF: 68, condition: { text: 'Partly Cloudy' } });
    expect(respondedAt.pressureMb).toBeUndefined();
    expect(respondedAt.notMeasured).toEqual(['uv', 'pressure_mb']);
    expect(rest).toEqual({ from: 'forecast', stationId: '', stationName: '' });
  });

  it('is current until then', () => {
    expect(weatherAt(held, now + 110 * minuteMs).from).toBe('observation');
  });
});
