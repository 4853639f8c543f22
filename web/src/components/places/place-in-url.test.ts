import { addressOf, placeOf } from './place-in-url.js';

const read = (query: string) => placeOf(new URLSearchParams(query));

describe('the place in a URL', () => {
  it('survives a round trip', () => {
    const place = { lat: 36.0716, lon: -94.1663, name: 'Fayetteville & Søn' };
    expect(read(addressOf('', place).slice(1))).toEqual(place);
    expect(addressOf('/forecast', undefined)).toBe('/forecast');
  });

  it.each(['', 'lat=36', 'lat=x&lon=y', 'lat=52.5&lon=13.4&name=Berlin', 'lat=NaN&lon=-92', 'lat=Infinity&lon=-92'])(
    'is ignored when it can\'t have a forecast: "%s"',
    (query) => {
      expect(read(query)).toBeUndefined();
    },
  );

  it('may have no name, but not an overlong one', () => {
    expect(read('lat=36&lon=-94')).toEqual({ lat: 36, lon: -94, name: '' });
    expect(read(`lat=36&lon=-94&name=${'x'.repeat(500)}`)?.name).toHaveLength(100);
  });
});
