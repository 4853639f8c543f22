import { readFileSync } from 'node:fs';
import { countyAt } from './county.js';
import { placeOfZipCode } from './zip-codes.js';

describe('the built-in ZIP codes', () => {
  const rows = JSON.parse(readFileSync(new URL('../../../../regions/ar/zip-codes.json', import.meta.url), 'utf8')) as [
    string,
    string,
    number,
    number,
  ][];

  it('are those of Arkansas, each once, in order', () => {
    const codes = rows.map(([zip]) => zip);
    expect(codes).toEqual([...new Set(codes)].sort());
    expect(codes.length).toBeGreaterThan(600);
    for (const zip of codes) expect(zip).toMatch(/^7(1[6-9]|2)\d/);
  });

  it('are in a county of Arkansas', () => {
    expect(rows.filter(([, , lat, lon]) => !countyAt({ lat, lon }))).toEqual([]);
  });

  it('are all named after a town or a county', () => {
    for (const [zip] of rows) expect(placeOfZipCode(zip)?.place).toMatch(/^\D+ \(\d{5}\), .*Arkansas$/);
  });
});

describe('a ZIP code', () => {
  it.each(['72201', ' 72201 ', '72201-1234', '72201 1234', 'AR 72201', 'Arkansas, 72201'])(
    'is found as "%s"',
    (query) => {
      expect(placeOfZipCode(query)).toEqual({
        id: 'census.zcta.72201',
        name: 'Little Rock (72201)',
        place: 'Little Rock (72201), Pulaski County, Arkansas',
        lat: 34.747,
        lon: -92.2809,
        type: 'place',
      });
    },
  );

  it.each([
    ['72103', 'Mabelvale (72103)', 'Pulaski County'],
    ['71949', 'Jessieville (71949)', 'Garland County'],
    // Only post office boxes.
    ['72105', 'Jones Mill (72105)', 'Hot Spring County'],
    ['71901', 'Hot Springs (71901)', 'Garland County'],
  ])('%s is named after its postal town', (zip, name, county) => {
    expect(placeOfZipCode(zip)).toMatchObject({ name, place: `${name}, ${county}, Arkansas`, type: 'place' });
  });

  it('is named after its county without a town nearby', () => {
    expect(placeOfZipCode('72119')).toMatchObject({
      name: 'Pulaski County (72119)',
      place: 'Pulaski County (72119), Arkansas',
      type: 'locality',
    });
  });

  it.each(['90210', '7220', '722011', '72201-12', 'Conway 72032', '', '00000'])('is not "%s"', (query) => {
    expect(placeOfZipCode(query)).toBeUndefined();
  });
});
