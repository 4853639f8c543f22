import { buildForecast } from '../../../testing/builders.js';
import { nextHours } from './next-hours.js';

const localNow = '2026-11-21 15:20';

/** Builds hours after `localNow` with these chances of rain. */
function forecastWith(chances: (number | undefined)[], onlyRain = true) {
  const [model] = buildForecast().forecast?.forecastday?.[0]?.hour ?? [];
  if (!model) throw new Error('the built forecast has no hours');
  const hour = chances.map((chance, index) => {
    const local = new Date(Date.UTC(2026, 10, 21, 16 + index));
    return {
      ...model,
      time: local.toISOString().slice(0, 16).replace('T', ' '),
      temp_f: 50 + index,
      chance_of_rain: chance,
      only_rain: onlyRain,
    };
  });
  return { hour, forecastday: [] } as unknown as Parameters<typeof nextHours>[0];
}
const dry = Array.from({ length: 12 }, () => 5);
const withChance = (index: number, percent: number) => dry.map((each, at) => (at === index ? percent : each));

describe('the next hours', () => {
  it('are the six after this one', () => {
    const { hours } = nextHours(forecastWith(dry), localNow);
    expect(hours.map(({ time }) => time.slice(11))).toEqual(['16:00', '17:00', '18:00', '19:00', '20:00', '21:00']);
  });

  it.each([
    [withChance(1, 60), 'Rain likely from 5 PM (60%)'],
    [withChance(3, 40), 'A chance of rain from 7 PM (40%)'],
    [withChance(9, 20), 'A slight chance of rain from 1 AM (20%)'],
    [dry, 'Rain is unlikely in the next 12 hours'],
    [dry.map(() => 0), 'No rain expected in the next 12 hours'],
  ])('say in one sentence whether it will rain', (chances, sentence) => {
    expect(nextHours(forecastWith(chances), localNow).outlook).toBe(sentence);
  });

  it('say precipitation where snow is possible', () => {
    expect(nextHours(forecastWith(withChance(0, 80), false), localNow).outlook).toBe(
      'Precipitation likely from 4 PM (80%)',
    );
  });

  it('say nothing about rain when an hour is unknown', () => {
    expect(nextHours(forecastWith(dry.slice(0, 11)), localNow).outlook).toBeUndefined();
    expect(nextHours(forecastWith([...dry.slice(0, 11), undefined]), localNow).outlook).toBeUndefined();
  });

  it('end at the first gap', () => {
    expect(nextHours(forecastWith(dry.slice(0, 2)), localNow).hours).toHaveLength(2);
    expect(nextHours(undefined, localNow)).toEqual({ hours: [], outlook: undefined });
  });
});
