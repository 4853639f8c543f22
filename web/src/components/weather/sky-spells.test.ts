import type { Hour } from '@site/proto/weather/v1/forecasts.responses';
import { buildHour } from '@/testing/weather-builders.js';
import { spellsOf } from './sky-spells.js';

const sky = (icon: string, changes: Partial<Hour> = {}) => {
  const hour = buildHour(0, { condition: { text: '', icon, code: 0 }, ...changes });
  return { time: hour.time, hour };
};
const visible = (...hours: Parameters<typeof spellsOf>[0]) =>
  spellsOf(hours).map(({ name, variant, hours: count }) => [name, variant, count]);

describe('spells of the same sky', () => {
  it('merge consecutive hours', () => {
    expect(visible(sky('clear-day'), sky('clear-day'), sky('cloudy'), sky('clear-day'))).toEqual([
      ['Sunny', 'sun', 2],
      ['Cloudy', 'overcast', 1],
      ['Sunny', 'sun', 1],
    ]);
  });

  it('change with sunset under a clear sky, not under clouds', () => {
    const night = { is_day: false };
    expect(visible(sky('clear-day'), sky('clear-night', night))).toEqual([
      ['Sunny', 'sun', 1],
      ['Clear', 'clear night', 1],
    ]);
    expect(visible(sky('cloudy'), sky('cloudy', night))).toEqual([['Cloudy', 'overcast', 2]]);
  });

  it.each([
    [54, 'Chance of rain', 'chance'],
    [55, 'Rain', 'rain'],
    [undefined, 'Rain', 'rain'],
  ])('with %s% say "%s"', (chance_of_rain, name, variant) => {
    expect(visible(sky('rain', { chance_of_rain }))).toEqual([[name, variant, 1]]);
  });

  it('name snow and thunderstorms', () => {
    expect(visible(sky('snow', { chance_of_rain: 90 }), sky('thunderstorm', { chance_of_rain: 20 }))).toEqual([
      ['Snow', 'frozen', 1],
      ['Chance of thunderstorms', 'chance', 1],
    ]);
  });

  it('have no name without a forecast', () => {
    const { time } = sky('rain');
    expect(visible({ time, hour: undefined }, sky('rain', { condition: undefined }))).toEqual([['', 'unknown', 2]]);
    expect(visible()).toEqual([]);
  });
});
