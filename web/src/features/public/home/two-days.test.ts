import { buildForecast, buildHour } from '@/testing/weather-builders.js';
import { twoDays, type DayInBrief } from './two-days.js';

const localNow = '2026-11-20 15:07';
const highAndLow = (day: DayInBrief | undefined) => day?.temperatures.map(({ fahrenheit }) => fahrenheit) ?? [];
const hours = (count: number) => Array.from({ length: count }, (_, index) => buildHour(index));

describe('today and tomorrow in brief', () => {
  it('takes both days from their hours', () => {
    const forecast = buildForecast().forecast;
    const wet = buildHour(24 + 20, { chance_of_rain: 80 });
    const noon = buildHour(24 + 13, { condition: { text: 'Windy', icon: 'wind', code: 0 } });
    const hour = hours(48).map((each) => [wet, noon].find(({ time }) => time === each.time) ?? each);
    const [today, tomorrow] = twoDays({ ...forecast, hour }, localNow);
    expect(today).toEqual({
      title: 'Today',
      date: '2026-11-20',
      condition: { text: 'Sunny', icon: '', code: 1000 },
      temperatures: [
        { label: 'High', fahrenheit: 23 },
        { label: 'Tonight', fahrenheit: 18 },
      ],
      rainChance: 40,
      falling: [forecast?.forecastday?.[0]?.day],
    });
    expect(tomorrow).toMatchObject({ title: 'Tomorrow', date: '2026-11-21', rainChance: 80 });
    expect(highAndLow(tomorrow)).toEqual([47, 24]);
    expect(tomorrow?.condition?.text).toBe('Windy');
  });

  it("uses the week's low and high for tomorrow, not those of its hours", () => {
    const condition = { text: 'Cloudy', icon: 'cloudy', code: 1009 };
    const tomorrow = { mintemp_f: 22, maxtemp_f: 49, daily_chance_of_rain: 30, only_rain: false, condition };
    const forecast = { ...buildForecast().forecast, tomorrow };
    expect(twoDays(forecast, localNow)[1]).toMatchObject({ rainChance: 30, condition });
    expect(highAndLow(twoDays(forecast, localNow)[1])).toEqual([49, 22]);
    // The response is from yesterday, so its tomorrow is today.
    const [today, tomorrowOfIt] = twoDays(forecast, '2026-11-21 00:10');
    expect([today?.date, highAndLow(today)]).toEqual(['2026-11-21', [47, 24]]);
    expect([tomorrowOfIt?.date, highAndLow(tomorrowOfIt)]).toEqual(['2026-11-22', [undefined, undefined]]);
  });

  it('has no high and low for a partly known day', () => {
    const [, tomorrow] = twoDays({ hour: hours(40) }, localNow);
    expect([highAndLow(tomorrow), tomorrow?.rainChance]).toEqual([[undefined, undefined], 10]);
  });

  it('knows the dates when nothing else is known', () => {
    expect(twoDays(undefined, '2026-12-31 23:30').map((day) => [day.date, highAndLow(day)[0]])).toEqual([
      ['2026-12-31', undefined],
      ['2027-01-01', undefined],
    ]);
  });
});
