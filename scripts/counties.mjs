import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { root } from './lib/checkout.mjs';
import { state } from './lib/state.mjs';

/**
 * Regenerates `web/src/domain/map/data/arkansas.json` (what is in it and where it is from: the README beside it) and
 * `services/weather-proxy/gazetteer/county-shapes.json`: node scripts/counties.mjs
 */

const target = join(root, 'web/src/domain/map/data/arkansas.json');
const shapesTarget = join(root, 'services/weather-proxy/gazetteer/county-shapes.json');
const gazetteer = join(root, 'services/weather-proxy/gazetteer/arkansas.json');
const arkansas = state.fips;
/** The area visible at the smallest zoom: west, south, east, north. */
const surroundings = [-97.2, 31, -87.2, 38.5];
/** About ten metres; the shapes themselves are accurate to about three hundred. */
const decimals = 4;

const require = createRequire(join(root, 'web/package.json'));
const { feature, mesh } = require('topojson-client');
const atlas = JSON.parse(readFileSync(require.resolve('us-atlas/counties-10m.json'), 'utf8'));
const known = JSON.parse(readFileSync(gazetteer, 'utf8'));

const rounded = (value) =>
  Array.isArray(value) ? value.map(rounded) : typeof value === 'number' ? Number(value.toFixed(decimals)) : value;
const isArkansan = ({ id }) => String(id).startsWith(arkansas);

/** The lines of a mesh, clipped to the surroundings. The first point outside is kept, so that no line ends early. */
function clipped({ coordinates }) {
  const [west, south, east, north] = surroundings;
  const isInside = ([lon, lat]) => lon >= west && lon <= east && lat >= south && lat <= north;
  return coordinates.flatMap((line) => {
    const parts = [];
    let part = [];
    for (const [index, point] of line.entries()) {
      const near = [line[index - 1], point, line[index + 1]].some((each) => each && isInside(each));
      if (near) part.push(point);
      else if (part.length > 0) parts.push(part.splice(0));
    }
    return [...parts, part].filter((each) => each.length > 1);
  });
}

const lines = (coordinates) => rounded(coordinates);
const { counties, states } = atlas.objects;
const own = counties.geometries.filter(isArkansan);
if (own.length !== 75) throw new Error(`Arkansas has 75 counties, not ${own.length}`);
const namePoints = new Map(known.counties.map(([geoid, , lat, lon]) => [geoid, [lon, lat]]));

const content = {
  /** Per county: its code, its name, the point for the name, and its shape as GeoJSON. */
  counties: own
    .map((geometry) => {
      const { properties, geometry: shape } = feature(atlas, geometry);
      const at = namePoints.get(geometry.id);
      if (!at) throw new Error(`no point for ${properties.name}`);
      return {
        id: geometry.id,
        name: properties.name,
        at,
        shape: { ...shape, coordinates: rounded(shape.coordinates) },
      };
    })
    .sort((left, right) => left.id.localeCompare(right.id)),
  /** Lines: between our counties, around the state, between other counties, between other states. */
  borders: {
    counties: lines(mesh(atlas, { type: 'GeometryCollection', geometries: own }, (a, b) => a !== b).coordinates),
    state: lines(mesh(atlas, states, (a, b) => a !== b && (isArkansan(a) || isArkansan(b))).coordinates),
    otherCounties: lines(
      clipped(
        mesh(
          atlas,
          counties,
          (a, b) => a !== b && !isArkansan(a) && !isArkansan(b) && a.id.slice(0, 2) === b.id.slice(0, 2),
        ),
      ),
    ),
    otherStates: lines(clipped(mesh(atlas, states, (a, b) => a !== b && !isArkansan(a) && !isArkansan(b)))),
  },
  /** The states around: name, longitude, latitude of where the name stands, close enough to be seen with Arkansas. */
  neighbours: [
    ['Missouri', -92.4, 36.95],
    ['Tennessee', -89.25, 35.75],
    ['Mississippi', -89.75, 34],
    ['Louisiana', -92.4, 32.55],
    ['Texas', -95.1, 32.9],
    ['Oklahoma', -95.5, 35.3],
  ],
  /** Towns, the largest first: name, longitude, latitude, inhabitants. */
  towns: known.places
    .filter(([, , , , population]) => population > 0)
    .map(([, name, , , population, lat, lon]) => [name, lon, lat, population])
    .sort((left, right) => right[3] - left[3] || left[0].localeCompare(right[0])),
};

writeFileSync(target, `${JSON.stringify(content)}\n`);

/** One county per line, so that a diff shows which one changed. */
const shapes = content.counties.map(({ id, shape }) => `  ${JSON.stringify(id)}: ${JSON.stringify(shape)}`);
writeFileSync(shapesTarget, `{\n${shapes.join(',\n')}\n}\n`);
