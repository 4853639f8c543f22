import { buildAlert } from '@/testing/weather-builders.js';
import { signsOf, stormMotion } from './alert-signs.js';

const desc = `* Tornado Warning for...
Central Pulaski County...

HAZARD...Damaging tornado and quarter size hail.

SOURCE...Weather spotters confirmed tornado.

IMPACT...Flying debris will be deadly.`;

describe("a warning's threats", () => {
  it('come from its labeled lines and tags', () => {
    const alert = buildAlert(1, {
      desc,
      tornado_detection: 'OBSERVED',
      tornado_damage_threat: 'CONSIDERABLE',
      max_hail_size: '1.75',
      max_wind_gust: '70 MPH',
      event_motion_description: '2026-11-21T20:00:00-00:00...storm...230DEG...35KT...34.89,-92.44',
    });
    expect(Object.fromEntries(signsOf(alert).map(({ term, value }) => [term, value]))).toEqual({
      Hazard: 'Damaging tornado and quarter size hail.',
      Source: 'Weather spotters confirmed tornado.',
      Impact: 'Flying debris will be deadly.',
      Tornado: 'Observed',
      'Tornado damage threat': 'Considerable',
      Hail: 'Up to 1.75 in',
      Wind: 'Up to 70 mph',
      Moving: 'Northeast at 40 mph',
    });
  });

  it('are empty where the alert has none: no hail isn\'t "up to 0 in"', () => {
    expect(signsOf(buildAlert(1, { max_hail_size: '0.00', max_wind_gust: '' }))).toEqual([]);
    expect(signsOf(buildAlert(1, { max_hail_size: 'Up to .75' }))).toEqual([{ term: 'Hail', value: 'Up to 0.75 in' }]);
  });

  it.each([
    ['…storm...270DEG...20KT...34,-92', 'East at 23 mph'],
    ['…storm...355DEG...10KT...34,-92', 'South at 12 mph'],
    ['…storm...230DEG...0KT...34,-92', 'Nearly stationary'],
    ['somewhere', ''],
    ['…storm...999DEG...10KT', ''],
  ])('derive from "%s" the storm\'s direction: "%s"', (description, text) => {
    expect(stormMotion(description)).toBe(text);
  });
});
