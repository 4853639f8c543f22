import { mapOfArkansas } from '@/testing/state-map.js';
import { boxOfPlace } from './place-box.js';

const { counties } = mapOfArkansas;

describe('the box shown for a place on our own map', () => {
  it('is its whole county', () => {
    const { west, south, east, north } = boxOfPlace({ lat: 34.7257, lon: -92.3578 }, counties);
    // Pulaski County.
    expect([west, south, east, north].map((each) => Math.round(each * 10) / 10)).toEqual([-92.8, 34.5, -92, 35]);
  });

  it('is its surroundings outside Arkansas', () => {
    const { west, east, south, north } = boxOfPlace({ lat: 35.1495, lon: -90.049 }, counties);
    expect((west + east) / 2).toBeCloseTo(-90.049);
    expect(north - south).toBeGreaterThan(1);
  });
});
