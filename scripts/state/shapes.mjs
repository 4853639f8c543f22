/** Counties and borders from the Census's cartographic boundary files, as packaged in us-atlas. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { root } from '../lib/checkout.mjs';

/** @typedef {import('geojson').Polygon | import('geojson').MultiPolygon} Shape */
/** @typedef {import('geojson').Feature<Shape, { name: string }>} CountyFeature */
/** @typedef {[lon: number, lat: number]} Position */
/** @typedef {import('topojson-specification').Topology<{ counties: GeometryCollection, states: GeometryCollection }>} Atlas */
/** @typedef {import('topojson-specification').GeometryCollection<{ name: string }>} GeometryCollection */
/** @typedef {import('./read-tables.mjs').Point} Point */
/** @typedef {{ id: string, name: string, shape: Shape }} County */
/** @typedef {Pick<import('../../regions/types.js').State, 'fips'>} StateCode */

/** About ten meters; the shapes are accurate to about three hundred. */
const decimals = 4;

const require = createRequire(join(root, 'web/package.json'));
const { feature, mesh } = require('topojson-client');
/** @type {Atlas} */
const atlas = JSON.parse(readFileSync(require.resolve('us-atlas/counties-10m.json'), 'utf8'));
const { counties, states } = atlas.objects;

/** @template T @param {T} coordinates numbers, or lists of them at any depth @returns {T} */
const rounded = (coordinates) => {
  const round = (/** @type {unknown} */ value) =>
    Array.isArray(value) ? value.map(rounded) : typeof value === 'number' ? Number(value.toFixed(decimals)) : value;
  return /** @type {T} */ (round(coordinates));
};

/** Returns counties by code: id, name and shape as GeoJSON. @param {StateCode} state @returns {County[]} */
export const countiesOf = ({ fips }) =>
  counties.geometries
    .filter(({ id }) => String(id).startsWith(fips))
    .map((geometry) => {
      const { properties, geometry: shape } = /** @type {CountyFeature} */ (feature(atlas, geometry));
      const coordinates = rounded(shape.coordinates);
      return {
        id: String(geometry.id),
        name: properties.name,
        shape: /** @type {Shape} */ ({ ...shape, coordinates }),
      };
    })
    .sort((left, right) => left.id.localeCompare(right.id));

/**
 * Keeps the first point outside, so that no line ends early.
 * @param {import('geojson').MultiLineString} lines
 * @param {import('../../regions/types.js').DegreeBox} box
 */
function clipped({ coordinates }, { west, south, east, north }) {
  /** @param {Position} point */
  const isInside = ([lon, lat]) => lon >= west && lon <= east && lat >= south && lat <= north;
  return /** @type {Position[][]} */ (coordinates).flatMap((line) => {
    const parts = [];
    /** @type {Position[]} */
    const part = [];
    for (const [index, point] of line.entries()) {
      const near = [line[index - 1], point, line[index + 1]].some((each) => each && isInside(each));
      if (near) part.push(point);
      else if (part.length > 0) parts.push(part.splice(0));
    }
    return [...parts, part].filter((each) => each.length > 1);
  });
}

/**
 * Returns lines: between our counties, around the state, between other counties, between other states.
 * @param {StateCode} state
 * @param {import('../../regions/types.js').DegreeBox} surroundings
 */
export function bordersOf({ fips }, surroundings) {
  const stateOf = (/** @type {{ id?: string | number }} */ { id }) => String(id).slice(0, 2);
  const isInState = (/** @type {{ id?: string | number }} */ { id }) => String(id).startsWith(fips);
  const stateGeometries = counties.geometries.filter(isInState);
  /** @param {{ id?: string | number }} a @param {{ id?: string | number }} b */
  const isBetweenOthers = (a, b) => a !== b && !isInState(a) && !isInState(b);
  return {
    counties: rounded(
      mesh(atlas, { type: 'GeometryCollection', geometries: stateGeometries }, (a, b) => a !== b).coordinates,
    ),
    state: rounded(mesh(atlas, states, (a, b) => a !== b && (isInState(a) || isInState(b))).coordinates),
    otherCounties: rounded(
      clipped(
        mesh(atlas, counties, (a, b) => isBetweenOthers(a, b) && stateOf(a) === stateOf(b)),
        surroundings,
      ),
    ),
    otherStates: rounded(clipped(mesh(atlas, states, isBetweenOthers), surroundings)),
  };
}

/** @param {Shape} shape */
const polygonsOf = ({ type, coordinates }) =>
  /** @type {Position[][][]} */ (type === 'Polygon' ? [coordinates] : coordinates);
const sidesOf = (/** @type {Position[]} */ ring) =>
  ring.slice(1).map((point, index) => /** @type {[Position, Position]} */ ([ring[index], point]));

/** Applies the even-odd rule over all rings. @param {Shape} shape @param {Point} point */
export const covers = (shape, { lat, lon }) =>
  polygonsOf(shape).some(
    (rings) =>
      rings
        .flatMap(sidesOf)
        .filter(([[x1, y1], [x2, y2]]) => y1 > lat !== y2 > lat && lon < ((x2 - x1) * (lat - y1)) / (y2 - y1) + x1)
        .length %
        2 ===
      1,
  );

const steps = 60;

/**
 * Returns the point of a shape furthest from its edge, to a sixtieth of its size, for its label and forecast.
 * @param {Shape} shape
 * @returns {Point}
 */
export function insidePoint(shape) {
  const sides = polygonsOf(shape).flat().flatMap(sidesOf);
  const lons = sides.map(([[lon]]) => lon);
  const lats = sides.map(([[, lat]]) => lat);
  const west = Math.min(...lons);
  const east = Math.max(...lons);
  const south = Math.min(...lats);
  const north = Math.max(...lats);
  const narrow = Math.cos((((south + north) / 2) * Math.PI) / 180);
  /** @param {Point} point */
  const toEdge = ({ lat, lon }) =>
    Math.min(
      ...sides.map(([[x1, y1], [x2, y2]]) => {
        const ax = (x1 - lon) * narrow;
        const ay = y1 - lat;
        const dx = (x2 - x1) * narrow;
        const dy = y2 - y1;
        const along = Math.min(1, Math.max(0, -(ax * dx + ay * dy) / (dx * dx + dy * dy || 1)));
        return Math.hypot(ax + along * dx, ay + along * dy);
      }),
    );
  let best;
  for (let row = 1; row < steps; row += 1) {
    for (let column = 1; column < steps; column += 1) {
      const point = { lat: south + ((north - south) * row) / steps, lon: west + ((east - west) * column) / steps };
      if (!covers(shape, point)) continue;
      const distance = toEdge(point);
      if (!best || distance > best.distance) best = { point, distance };
    }
  }
  if (!best) throw new Error('a shape without an inside');
  return { lat: Number(best.point.lat.toFixed(decimals)), lon: Number(best.point.lon.toFixed(decimals)) };
}
