import { counties } from '@site/regions/counties';
import { countyAt } from './county.js';

describe('the county of a point', () => {
  it('is right for an interior point of all 75', () => {
    expect(counties).toHaveLength(75);
    for (const { fips, lat, lon } of counties) expect([fips, countyAt({ lat, lon })]).toEqual([fips, fips]);
  });

  it.each([
    ['Little Rock', 34.75, -92.28, '05119'],
    ['Texarkana, on the border with Texas', 33.44, -94.04, '05091'],
    ['Memphis, across the river', 35.15, -90.05, undefined],
    ['Poplar Bluff in Missouri', 36.76, -90.39, undefined],
  ])('%s', (_name, lat, lon, fips) => {
    expect(countyAt({ lat, lon })).toBe(fips);
  });
});
