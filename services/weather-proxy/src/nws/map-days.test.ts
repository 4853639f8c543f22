import { hourMs } from '../readings/local-time.js';
import { gridOf, half, hourly, layer, local, map, now, percent, period, point } from '../testing/nws-parts.js';
import type { Period } from './schemas.js';

const daysOf = (periods: Period[], hours = hourly()) => map({ halfDays: { periods }, hourly: { periods: hours } }).days;
const dayOf = (date: string, periods: Period[], hours = hourly()) =>
  daysOf(periods, hours).find((day) => day.date === date)?.day;

const today = [
  half('2026-11-20T06:00', '2026-11-20T18:00', {
    temperature: 68,
    probabilityOfPrecipitation: percent(20),
    windSpeed: '5 to 10 mph',
  }),
  half('2026-11-20T18:00', '2026-11-21T06:00', {
    temperature: 47,
    isDaytime: false,
    probabilityOfPrecipitation: percent(60),
    windSpeed: '15 mph',
    shortForecast: 'Rain',
  }),
];

/** One hour per temperature in °F. */
const hoursFrom = (start: string, temperatures: number[], changes: Partial<Period> = {}) =>
  temperatures.map((temperature, index) =>
    period({ ...changes, startTime: local(start) + index * hourMs, temperature }),
  );
/** Today from 2 PM at 60 °F, then tomorrow with a low of 44 °F at 5 AM. */
const tomorrowCold = hoursFrom('2026-11-20T14:00', [
  ...Array.from({ length: 10 }, () => 60),
  ...Array.from({ length: 24 }, (_unused, hour) => (hour === 5 ? 44 : 55)),
]);

describe('a day', () => {
  it('has the words, wind and chance of its day and the following night', () => {
    expect(dayOf('2026-11-20', today)).toMatchObject({
      maxtempF: 68,
      maxtempC: 20,
      dailyChanceOfRain: 60,
      maxwindMph: 15,
      condition: { text: 'Partly Cloudy' },
    });
  });

  it('has no high when only the night is left', () => {
    const day = dayOf('2026-11-20', today.slice(1));
    expect(day?.maxtempF).toBeUndefined();
    expect(day).toMatchObject({ condition: { text: 'Rain' } });
  });

  it('takes the high of a day that is over from the grid', () => {
    const grid = gridOf({ maxTemperature: layer('degC', ['2026-11-20T13:00:00+00:00/PT13H', 21]) });
    const [day] = map({ halfDays: { periods: today.slice(1) }, grid }).days;
    expect(day?.day.maxtempC).toBe(21);
  });

  it('doesn’t read "not stated" as no rain', () => {
    const silent = today.map((entry) => ({ ...entry, probabilityOfPrecipitation: percent(null) }));
    expect(
      dayOf('2026-11-20', silent, hourly({ probabilityOfPrecipitation: percent(null) }))?.dailyChanceOfRain,
    ).toBeUndefined();
  });

  it('takes the chance of rain from its hours when the halves state none', () => {
    const silent = today.map((entry) => ({ ...entry, probabilityOfPrecipitation: percent(null) }));
    expect(dayOf('2026-11-20', silent, hourly({ probabilityOfPrecipitation: percent(15) }))?.dailyChanceOfRain).toBe(
      15,
    );
  });

  it('has no mean over a few hours', () => {
    const { days } = map({ halfDays: { periods: today } });
    expect(days[0]).toMatchObject({ date: '2026-11-20' });
    expect(days[0]?.day.avghumidity).toBeUndefined();
    expect(days[1]?.day).toMatchObject({ avghumidity: 66, avgtempF: 68 });
  });

  it('has the provider’s sun times for its own day and computed ones for the others', () => {
    const own = point({
      astronomicalData: { sunrise: local('2026-11-20T06:49'), sunset: local('2026-11-20T17:03') },
    });
    const { days } = map({ point: own });
    expect(days[0]?.astro).toEqual({ sunrise: '06:49 AM', sunset: '05:03 PM' });
    // November 21: 6:50 AM and 5:02 PM (US Naval Observatory).
    expect(days[1]?.astro.sunrise).toMatch(/^06:(4[89]|5[0-2]) AM$/);
    expect(days[1]?.astro.sunset).toMatch(/^05:0[0-5] PM$/);
  });
});

describe('the low of a day', () => {
  it('is the morning’s: the low of tonight belongs to tomorrow', () => {
    const periods = [today[0], { ...today[1], temperature: 43 }] as Period[];
    const [first, second] = daysOf(periods, tomorrowCold);
    expect(first?.day.mintempF).toBeUndefined();
    expect(second?.day).toMatchObject({ mintempF: 43, maxtempF: 55 });
  });

  it('is its hours’ when the night was coldest before midnight', () => {
    const front = hoursFrom('2026-11-20T14:00', [
      ...Array.from({ length: 10 }, () => 47),
      ...Array.from({ length: 24 }, (_unused, hour) => 50 + hour / 2),
    ]);
    expect(dayOf('2026-11-21', today, front)?.mintempF).toBe(50);
  });

  it('is the night’s that ended this morning, as long as the provider has it', () => {
    const overnight = half('2026-11-20T01:00', '2026-11-20T06:00', { isDaytime: false, temperature: 39 });
    expect(dayOf('2026-11-20', [overnight, ...today])?.mintempF).toBe(39);
    const grid = gridOf({ minTemperature: layer('degC', ['2026-11-20T01:00:00+00:00/PT14H', 5]) });
    expect(map({ halfDays: { periods: today }, grid }).days[0]?.day.mintempC).toBe(5);
  });

  it('is never above an hour of the day, nor the high below', () => {
    const periods = [today[0], { ...today[1], temperature: 48 }] as Period[];
    expect(dayOf('2026-11-21', periods, tomorrowCold)?.mintempF).toBe(44);
    const warm = hoursFrom(
      '2026-11-20T14:00',
      Array.from({ length: 10 }, () => 71),
    );
    expect(dayOf('2026-11-20', today, warm)?.maxtempF).toBe(71);
  });

  it('and the high enclose the mean', () => {
    for (const { day } of daysOf(today, tomorrowCold)) {
      if (day.avgtempF === undefined) continue;
      expect(day.avgtempF).toBeGreaterThanOrEqual(day.mintempF ?? Number.NaN);
      expect(day.avgtempF).toBeLessThanOrEqual(day.maxtempF ?? Number.NaN);
    }
  });
});

describe('gusts, snow and ice', () => {
  const run = '2026-11-21T06:00:00+00:00/PT24H';
  const winter = gridOf({
    windGust: layer('km_h-1', [run, 64.4]),
    snowfallAmount: layer('mm', [run, 120]),
    iceAccumulation: layer('mm', [run, 6]),
  });

  it('come from the grid, by hour and by day', () => {
    const { hours, days } = map({ grid: winter });
    expect(hours.find(({ time }) => time === '2026-11-21 09:00')).toMatchObject({
      gustKph: 64.4,
      gustMph: 40,
      snowCm: 0.5,
      iceMm: 0.25,
      onlyRain: false,
    });
    expect(days.find(({ date }) => date === '2026-11-21')?.day).toMatchObject({
      maxgustMph: 40,
      totalsnowCm: 12,
      totaliceMm: 6,
      onlyRain: false,
    });
  });

  it('don’t come from a grid older than twelve hours beside a newer forecast', () => {
    const created = { updateTime: now - hourMs, periods: hourly() };
    const old = { ...winter, updateTime: now - 13 * hourMs };
    expect(map({ grid: old, hourly: created }).days[1]?.day.totalsnowCm).toBeUndefined();
    expect(map({ grid: { ...winter, updateTime: now - 11 * hourMs }, hourly: created }).days[1]?.day.totalsnowCm).toBe(
      12,
    );
  });
});

describe('precipitation', () => {
  const at = (temperature: number, shortForecast: string) => {
    const existing = hoursFrom(
      '2026-11-20T14:00',
      Array.from({ length: 34 }, () => temperature),
      { shortForecast },
    );
    return dayOf('2026-11-21', [], existing);
  };

  it.each([
    [40, 'Rain Likely', true],
    [39, 'Rain Likely', false],
    [45, 'Chance Rain And Snow', false],
    [45, 'Slight Chance Freezing Rain', false],
  ])('at %d °F with "%s", precipitation can only be rain: %s', (temperature, words, expected) => {
    expect(at(temperature, words)?.onlyRain).toBe(expected);
  });

  it('isn’t known to be rain without a temperature', () => {
    const unknown = hourly({ temperature: null });
    expect(map({ hourly: { periods: unknown } }).days[1]?.day.onlyRain).toBe(false);
  });
});

it('drops a physically impossible temperature', () => {
  expect(map({ hourly: { periods: hourly({ temperature: 999 }) } }).hours[0]?.tempF).toBeUndefined();
});
