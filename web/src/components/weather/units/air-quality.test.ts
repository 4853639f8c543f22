import { airQuality } from './readings.js';

describe('air quality', () => {
  it.each([
    [1, 'Good'],
    [3, 'Unhealthy for sensitive groups'],
    [6, 'Hazardous'],
  ])('index %i is "%s"', (us_epa_index, value) => {
    expect(airQuality({ us_epa_index, pm2_5: 8.4 })).toEqual({ value, note: 'PM2.5 8 µg/m³' });
  });

  it('is undefined when unknown', () => {
    for (const air of [undefined, null, {}, { us_epa_index: 0 }, { us_epa_index: 7 }, { pm2_5: 8 }])
      expect(airQuality(air)).toBeUndefined();
    expect(airQuality({ us_epa_index: 2 })).toEqual({ value: 'Moderate', note: undefined });
  });
});
