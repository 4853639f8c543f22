import { feelsLike, percent, reading, wind } from './readings.js';

describe('readings', () => {
  it.each([undefined, null, Number.NaN])('shows dashes for %s', (value) => {
    expect(reading(value, ' °F')).toBe('--');
    expect(percent(value)).toBe('--');
    expect(wind(value, 'S')).toBe('--');
  });

  it('rounds, and knows no minus zero', () => {
    expect(reading(64.9, ' °F')).toBe('65 °F');
    expect(reading(-0.4, '°')).toBe('0°');
    expect(reading(0, '%')).toBe('0%');
  });

  it('writes the felt temperature in °C first, in °F in brackets', () => {
    expect(feelsLike(31.2, 88.2)).toBe('31 °C (88 °F)');
    expect(feelsLike(31.2, undefined)).toBe('31 °C');
    expect(feelsLike(undefined, undefined)).toBe('--');
  });

  it('writes the wind with its direction, and no direction when there is none', () => {
    expect(wind(13, 'SSW')).toBe('13 km/h SSW');
    expect(wind(13, '')).toBe('13 km/h');
    expect(wind(0.2, 'N')).toBe('Calm');
  });
});
