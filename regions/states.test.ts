import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { currentState, stateCodes, stateFolder } from './choice.mjs';
import {
  countiesSchema,
  factsSchema,
  gazetteerSchema,
  mapSchema,
  shapesSchema,
  waterSchema,
  postalTownsSchema,
  zipCodesSchema,
  type Box,
  type Shape,
} from './testing/schema.js';

/** For every state: checks that its folder is complete and its tables are consistent. */

const bytesOf = (code: string, name: string) => readFileSync(join(stateFolder(code), name));
const jsonOf = (code: string, name: string): unknown => JSON.parse(bytesOf(code, name).toString('utf8'));
const modules = await Promise.all(
  stateCodes.map(async (code) => {
    const folder = `./${code.toLowerCase()}`;
    const [facts, details] = (await Promise.all([import(`${folder}/facts.js`), import(`${folder}/details.js`)])) as [
      object,
      object,
    ];
    const { counties } = (await import(`${folder}/counties.js`)) as { counties: unknown };
    return [code, { ...facts, ...details }, counties] as const;
  }),
);

interface Point {
  lat: number;
  lon: number;
}
const isIn = ({ lat, lon }: Point, { south, north, west, east }: Box) =>
  lat >= south && lat <= north && lon >= west && lon <= east;
const contains = (outer: Box, { south, north, west, east }: Box) =>
  isIn({ lat: south, lon: west }, outer) && isIn({ lat: north, lon: east }, outer);
const polygonsOf = (shape: Shape) => (shape.type === 'Polygon' ? [shape.coordinates] : shape.coordinates);

function covers(shape: Shape, { lat, lon }: Point): boolean {
  let inside = false;
  for (const ring of polygonsOf(shape).flat()) {
    for (const [index, [x2, y2]] of ring.entries()) {
      const [x1, y1] = ring.at(index - 1)!;
      if (y1 > lat !== y2 > lat && lon < ((x2 - x1) * (lat - y1)) / (y2 - y1) + x1) inside = !inside;
    }
  }
  return inside;
}

const isUnique = (values: readonly unknown[]) => new Set(values).size === values.length;

describe.each(modules)('folder of %s', (code, rawFacts, rawCounties) => {
  const facts = factsSchema.parse(rawFacts);
  const counties = countiesSchema.parse(rawCounties);
  const shapes = shapesSchema.parse(jsonOf(code, 'county-shapes.json'));
  const gazetteer = gazetteerSchema.parse(jsonOf(code, 'gazetteer.json'));
  const zipCodes = zipCodesSchema.parse(jsonOf(code, 'zip-codes.json'));
  const postalTowns = postalTownsSchema.parse(jsonOf(code, 'postal-towns.json'));
  const map = mapSchema.parse(jsonOf(code, 'map.json'));
  const water = waterSchema.parse(jsonOf(code, 'water.json'));
  const { state, doorstep, stateBoxes, officeAreas, mapFrame } = facts;
  const codes = counties.map(({ fips }) => fips);

  it('is named after the postal code', () => {
    expect(state.postalCode).toBe(code);
    expect(state.name).toBe(facts.stateName);
  });

  it('has nested boxes that contain the state', () => {
    const { itself, search, tiles } = stateBoxes;
    expect([contains(doorstep, itself), contains(search, doorstep), contains(tiles, search)]).toEqual([
      true,
      true,
      true,
    ]);
    const corners = Object.values(shapes).flatMap((shape) => polygonsOf(shape).flat(2));
    const lons = corners.map(([lon]) => lon);
    const lats = corners.map(([, lat]) => lat);
    expect(itself.west).toBeCloseTo(Math.min(...lons), 1);
    expect(itself.east).toBeCloseTo(Math.max(...lons), 1);
    expect(itself.south).toBeCloseTo(Math.min(...lats), 1);
    expect(itself.north).toBeCloseTo(Math.max(...lats), 1);
    expect(contains(mapFrame.surroundings, tiles)).toBe(true);
  });

  it('has a radar picture that extends beyond the search area', () => {
    const { west, south, east, width, height } = facts.radarImage;
    const northing = (lat: number) => Math.asinh(Math.tan((lat * Math.PI) / 180));
    const north = northing(south) + (height / width) * (((east - west) * Math.PI) / 180);
    const { search } = stateBoxes;
    expect([west <= search.west, south <= search.south, east >= search.east, north >= northing(search.north)]).toEqual([
      true,
      true,
      true,
      true,
    ]);
  });

  it('lists each county once, sorted, with a point inside its shape', () => {
    expect(counties.map(({ name }) => name)).toEqual(
      counties.map(({ name }) => name).toSorted((a, b) => a.localeCompare(b)),
    );
    for (const field of ['fips', 'slug', 'name'] as const)
      expect(isUnique(counties.map((each) => each[field]))).toBe(true);
    expect(codes.filter((fips) => !fips.startsWith(state.fips))).toEqual([]);
    const astray = counties.filter((county) => !shapes[county.fips] || !covers(shapes[county.fips]!, county));
    expect(astray).toEqual([]);
    expect(Object.keys(shapes).sort()).toEqual(codes.toSorted());
  });

  it('assigns one office to each county, and the forecast office to the middle of the state', () => {
    const named = officeAreas.flatMap(({ counties: list }) => (list === 'rest' ? [] : list));
    expect(isUnique(named)).toBe(true);
    expect(named.filter((each) => !codes.includes(`${state.fips}${each}`))).toEqual([]);
    expect(officeAreas.filter(({ counties: list }) => list === 'rest')).toHaveLength(
      named.length === codes.length ? 0 : 1,
    );
    expect(officeAreas.find(({ id }) => id === state.forecastOffice)?.town).toBe(facts.officeTown);
    const page = `weather.gov/${state.forecastOffice.toLowerCase()}`;
    expect([facts.officialName, facts.officialPage]).toEqual([page, `https://www.${page}/`]);
  });

  it('has a forecast zone for each county', () => {
    const names = counties.map(({ name }) => name.replace(/ County$/, ''));
    expect(facts.forecastZones.counties.toSorted()).toEqual(names.toSorted());
  });

  it('has default places within the state', () => {
    const inState = (point: Point) => Object.values(shapes).some((shape) => covers(shape, point));
    const { home, forecast } = facts.defaultPlaces;
    expect([state.middle, home, forecast].map(inState)).toEqual([true, true, true]);
    expect(forecast.name).toContain(state.name);
  });

  it('has consistent places and ZIP codes within its area', () => {
    const { places } = gazetteer;
    expect(gazetteer.counties.map(([id]) => id).toSorted()).toEqual(codes.toSorted());
    expect(isUnique(places.map(([id]) => id))).toBe(true);
    expect(places.filter(([, , , county]) => !codes.includes(county))).toEqual([]);
    expect(places.filter(([, , , , , lat, lon]) => !isIn({ lat, lon }, doorstep))).toEqual([]);
    const ids = new Set(places.map(([id]) => id));
    expect(zipCodes.map(([zip]) => zip)).toEqual([...new Set(zipCodes.map(([zip]) => zip))].toSorted());
    expect(zipCodes.filter(([, , lat, lon]) => !isIn({ lat, lon }, stateBoxes.search))).toEqual([]);
    expect(zipCodes.filter(([, id]) => id !== '' && !ids.has(id))).toEqual([]);
    const { first, last } = facts.zipCodes;
    expect(zipCodes.filter(([zip]) => zip.slice(0, 3) < first || zip.slice(0, 3) > last)).toEqual([]);
  });

  it('has postal towns that its places lack, each in its county', () => {
    const { places } = gazetteer;
    expect(isUnique(postalTowns.map(([zip]) => zip))).toBe(true);
    expect(isUnique(postalTowns.map(([, name, county]) => `${name} ${county}`))).toBe(true);
    expect(postalTowns.filter(([, name]) => places.some(([, existing]) => existing === name))).toEqual([]);
    expect(postalTowns.filter(([, , county, lat, lon]) => !covers(shapes[county]!, { lat, lon }))).toEqual([]);
    const { first, last } = facts.zipCodes;
    expect(postalTowns.filter(([zip]) => zip.slice(0, 3) < first || zip.slice(0, 3) > last)).toEqual([]);
  });

  it('credits GeoNames if data comes from there', () => {
    const isGeonames = ({ name }: { name: string }) => name === 'GeoNames';
    expect(facts.dataCredits.some(isGeonames)).toBe(gazetteer.source === 'geonames');
    expect(facts.searchCredits.some(isGeonames)).toBe(postalTowns.length > 0);
  });

  it('has a county map of at most 60 kB', () => {
    expect(map.counties.map(({ id }) => id)).toEqual(codes.toSorted());
    expect(map.neighbours).toEqual(mapFrame.neighbours);
    expect(map.neighbours.filter(([, lon, lat]) => !isIn({ lat, lon }, mapFrame.surroundings))).toEqual([]);
    const courses = water.rivers.filter(
      ({ course }) => !course.some(([lon, lat]) => isIn({ lat, lon }, stateBoxes.itself)),
    );
    expect(courses).toEqual([]);
    expect(brotliCompressSync(bytesOf(code, 'map.json')).length).toBeLessThan(60_000);
    expect(brotliCompressSync(bytesOf(code, 'water.json')).length).toBeLessThan(10_000);
  });

  it('includes only recordings of its own office', () => {
    if (!existsSync(join(stateFolder(code), 'recorded'))) return;
    expect(jsonOf(code, 'recorded/index.json')).toMatchObject({ postalCode: code, office: state.forecastOffice });
  });
});

describe('currentState', () => {
  it('returns Arkansas unless STATE is set', () => {
    expect([currentState({}), currentState({ STATE: '' }), currentState({ STATE: 'ok' })]).toEqual(['AR', 'AR', 'OK']);
  });

  it('rejects an unknown state in one line that lists the available ones', () => {
    expect(() => currentState({ STATE: 'ZZ' })).toThrow(
      /^STATE=ZZ: unknown state\. Available: AR, OK \(regions\/README\.md\)\.$/,
    );
  });
});
