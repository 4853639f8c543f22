import { toForecastResponse } from '../forecasts/forecast-response.js';
import { buildResponse, conway, day, hour, map, now } from '../testing/weatherapi-parts.js';
import { conditionOfCode } from './conditions.js';
import { coversNow } from './map-forecast.js';
import { forecastSchema } from './schemas.js';

describe('a WeatherAPI response', () => {
  it.each([
    ['an impossible temperature', { current: { temp_c: 1_000 } }],
    ['text instead of numbers', { current: { temp_c: 'about 18' } }],
    ['an infinite number', { current: { humidity: Infinity } }],
    ['an unknown time zone', { location: { tz_id: 'Arkansas' } }],
    ['no days', { forecastday: [] }],
    ['a day without hours', { forecastday: [{ date: '2026-11-20', day: {} }] }],
  ])('with %s is rejected', (_what, changes) => {
    expect(forecastSchema.safeParse(buildResponse(changes)).success).toBe(false);
  });

  it.each([
    ['older than a day', { current: { last_updated_epoch: now / 1_000 - 25 * 3_600 } }],
    ['for other hours', { forecastday: [day('2026-11-23', [hour('2026-11-23T12:00:00Z')])] }],
  ])('that is %s doesn’t cover the present', (_what, changes) => {
    expect(coversNow(forecastSchema.parse(buildResponse(changes)), now)).toBe(false);
    expect(coversNow(forecastSchema.parse(buildResponse()), now)).toBe(true);
  });
});

describe('WeatherAPI’s place', () => {
  it('gets its county from the map, since the provider has none', () => {
    expect(map().place).toMatchObject({ name: 'Conway', tzId: 'America/Chicago', county: '05045', zones: [] });
  });

  it('has none outside Arkansas', () => {
    expect(map({}, { lat: 35.15, lon: -90.05 }).place.county).toBeUndefined();
  });
});

describe('WeatherAPI’s hours', () => {
  it('take their local time from the timestamp', () => {
    expect(map().hours.map(({ time, tempC, chanceOfRain }) => [time, tempC, chanceOfRain])).toEqual([
      ['2026-11-20 00:00', 9.1, 0],
      ['2026-11-20 15:00', 9.1, 0],
    ]);
  });

  it('are in the right place when clocks go forward', () => {
    const time = Date.parse('2027-03-14T15:00:00Z');
    // 24 entries: the provider repeats the previous timestamp for the skipped hour.
    const moments = Array.from({ length: 24 }, (_unused, index) =>
      new Date(Date.parse('2027-03-14T06:00:00Z') + (index > 2 ? index - 1 : index) * 3_600_000).toISOString(),
    );
    const forecast = map(
      {
        current: { last_updated_epoch: time / 1_000 },
        forecastday: [
          day(
            '2027-03-14',
            moments.map((moment, index) => hour(moment, { temp_c: index })),
          ),
        ],
      },
      conway,
      time,
    );
    expect(forecast.hours).toHaveLength(23);
    const visible = toForecastResponse(forecast, {
      now: time,
      days: 1,
      stale: false,
      alerts: { ok: true, alerts: [] },
    });
    const hours = visible.forecast?.forecastday[0]?.hour ?? [];
    expect(hours).toHaveLength(24);
    expect(hours[1]).toMatchObject({ time: '2027-03-14 01:00', tempC: 1 });
    expect(hours[2]).not.toHaveProperty('tempC');
    expect(hours[3]).toMatchObject({ time: '2027-03-14 03:00', tempC: 3 });
    expect(hours[23]).toMatchObject({ time: '2027-03-14 23:00', tempC: 23 });
  });
});

describe('WeatherAPI’s days', () => {
  it('are the provider’s', () => {
    expect(map().days[0]).toEqual({
      date: '2026-11-20',
      day: {
        maxtempC: 20.1,
        maxtempF: 68.2,
        mintempC: 8.4,
        mintempF: 47.1,
        avgtempC: 14,
        avgtempF: 57.2,
        maxwindMph: 12.6,
        maxwindKph: 20.2,
        maxgustMph: 6,
        maxgustKph: 9.7,
        totalprecipMm: 12.4,
        totalprecipIn: 0.49,
        avgvisKm: 9.5,
        avgvisMiles: 5.9,
        avghumidity: 66,
        dailyChanceOfRain: 40,
        onlyRain: true,
        uv: 4,
        condition: { text: 'Patchy rain nearby', icon: 'showers-day', code: 1063 },
      },
      astro: { sunrise: '06:49 AM', sunset: '05:03 PM' },
    });
  });

  it.each([
    ['40', 40],
    [0, 0],
    ['0', 0],
    [null, undefined],
  ])('map a chance of rain of %j to %j', (provided, expected) => {
    const { days } = map({
      forecastday: [day('2026-11-20', [hour('2026-11-20T21:00:00Z')], { daily_chance_of_rain: provided })],
    });
    expect(days[0]?.day.dailyChanceOfRain).toBe(expected);
  });

  it('show snow, and no "chance of rain" if it may be snow', () => {
    const hours = [hour('2026-11-20T21:00:00Z', { snow_cm: 2.5, temp_c: -1, chance_of_snow: 80 })];
    const { days, hours: mapped } = map({
      forecastday: [day('2026-11-20', hours, { totalsnow_cm: 6.5, daily_chance_of_snow: 80 })],
    });
    expect(days[0]?.day).toMatchObject({ totalsnowCm: 6.5, dailyChanceOfSnow: 80, onlyRain: false });
    expect(mapped[0]).toMatchObject({ snowCm: 2.5, onlyRain: false });
  });

  it('leave out a mean outside high and low, and both if the low is above the high', () => {
    const existing = (changes: object) =>
      map({ forecastday: [day('2026-11-20', [hour('2026-11-20T21:00:00Z')], changes)] }).days[0]?.day;
    expect(existing({ avgtemp_c: 25, avgtemp_f: 77 })).toMatchObject({ maxtempC: 20.1, avgtempC: undefined });
    expect(existing({ mintemp_c: 25, mintemp_f: 77 })).toMatchObject({ maxtempC: undefined, mintempC: undefined });
  });

  it('have computed sun times when the provider’s are invalid', () => {
    const odd = day('2026-11-20', [hour('2026-11-20T21:00:00Z')]);
    const { days } = map({ forecastday: [{ ...odd, astro: { sunrise: 'No sunrise', sunset: null } }] });
    expect(days[0]?.astro.sunrise).toMatch(/^06:\d\d AM$/);
    expect(days[0]?.astro.sunset).toMatch(/^0[45]:\d\d PM$/);
  });
});

describe('a WeatherAPI condition', () => {
  it.each([
    [{ text: 'Sunny', code: 1000 }, true, 'clear-day'],
    [{ text: 'Clear', code: 1000 }, false, 'clear-night'],
    [{ text: 'Moderate or heavy rain with thunder', code: '1276' }, true, 'thunderstorm'],
    [{ text: 'Smoke', code: 1432 }, true, 'smoke'],
    [{ text: 'Dust storm', code: 1431 }, false, 'dust'],
    [{ text: 'Frogs', code: 9999 }, true, 'cloudy'],
  ])('%j has a local icon', (provided, isDay, icon) => {
    const code = Number(provided.code);
    expect(conditionOfCode({ ...provided, code }, isDay)).toEqual({ text: provided.text, code, icon });
  });

  it('is empty when the provider has none', () => {
    expect(conditionOfCode(null, true)).toBeUndefined();
    expect(conditionOfCode({ text: '', code: null }, true)).toBeUndefined();
  });
});

describe('WeatherAPI’s alerts', () => {
  const provided = {
    headline: 'Tornado Warning issued November 20 at 2:51PM CST',
    msgtype: 'Alert',
    severity: 'Extreme',
    urgency: 'Immediate',
    areas: 'Faulkner; Pulaski',
    certainty: 'Observed',
    event: 'Tornado Warning',
    effective: '2026-11-20T14:51:00-06:00',
    expires: '2026-11-20T15:30:00-06:00',
    desc: 'A tornado.',
    instruction: 'TAKE COVER NOW!',
  };
  const alertsOf = (...alert: unknown[]) => map({ alerts: { alert } }).providerAlerts ?? [];

  it('have the contract’s words and our counties', () => {
    expect(alertsOf(provided)[0]).toMatchObject({
      event: 'Tornado Warning',
      severity: 'Extreme',
      counties: ['05045', '05119'],
      expires: '2026-11-20T21:30:00.000Z',
      sender: 'WeatherAPI.com',
    });
  });

  it('keep their identity from one response to the next', () => {
    expect(alertsOf(provided)[0]?.id).toBe(alertsOf(provided)[0]?.id);
    expect(alertsOf(provided)[0]?.id).not.toBe(alertsOf({ ...provided, areas: 'Saline' })[0]?.id);
  });

  it('are left out when canceled or unreadable, and have only expected words', () => {
    expect(alertsOf({ ...provided, msgtype: 'Cancel' }, 'broken', { ...provided, event: '' })).toEqual([]);
    expect(alertsOf({ ...provided, severity: 'Purple', urgency: null })[0]).toMatchObject({
      severity: 'Unknown',
      urgency: 'Unknown',
    });
  });
});
