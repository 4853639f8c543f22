import { percent, reading } from './readings.js';

describe('readings', () => {
  it.each([undefined, null, Number.NaN])('shows dashes for %s', (value) => {
    expect(reading(value, ' °F')).toBe('--');
    expect(percent(value)).toBe('--');
  });

  it('rounds, without minus zero', () => {
    expect(reading(64.9, ' °F')).toBe('65 °F');
    expect(reading(-0.4, '°')).toBe('0°');
    expect(reading(0, '%')).toBe('0%');
  });
});
