/** Reduces a national storm outlook to the state: areas to draw, and each county's risk. */
import type { CountyRisk, OutlookArea, UnknownArea } from '@site/proto/gen/nest/weather/v1/outlook';
import { riskLabels, type RiskLabel } from '@site/proto/weather/v1/outlook.responses';
import { stateBoxes } from '@site/regions/bounding-boxes';
import type { Geometry } from '../nws/schemas.js';
import { countyShapes } from '../places/county.js';
import { touches } from '../places/geometry.js';
import type { Polygon, SourceArea, UnknownSourceArea } from './outlook.schema.js';

/** The center's, for responses without them. */
const defaultStyles: Record<RiskLabel, { text: string; fill: string; stroke: string }> = {
  TSTM: { text: 'General Thunderstorms Risk', fill: '#c1e9c1', stroke: '#55bb55' },
  MRGL: { text: 'Marginal Risk', fill: '#66a366', stroke: '#005500' },
  SLGT: { text: 'Slight Risk', fill: '#ffe066', stroke: '#ddaa00' },
  ENH: { text: 'Enhanced Risk', fill: '#ffa366', stroke: '#ff6600' },
  MDT: { text: 'Moderate Risk', fill: '#e06666', stroke: '#cc0000' },
  HIGH: { text: 'High Risk', fill: '#ee99ee', stroke: '#cc00cc' },
};

const { west, south, east, north } = stateBoxes.tiles;
const surroundings: Geometry = {
  type: 'Polygon',
  coordinates: [
    [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
      [west, south],
    ],
  ],
};

const maxUnknownAreas = 10;

const geometryOf = (polygons: Polygon[]): Geometry => ({ type: 'MultiPolygon', coordinates: polygons });
const isAround = (polygon: Polygon) => touches(geometryOf([polygon]), surroundings);

/** Rounds to some 100 m; undefined for a ring that collapses. */
function rounded(ring: Polygon[number]): Polygon[number] | undefined {
  const positions = ring
    .map(([lon, lat]): [number, number] => [Number(lon.toFixed(3)), Number(lat.toFixed(3))])
    .filter((position, index, all) => index === 0 || String(position) !== String(all[index - 1]));
  return positions.length >= 4 ? positions : undefined;
}

function simplifyPolygon(polygon: Polygon): Polygon | undefined {
  const [outer, ...holes] = polygon.map(rounded);
  return outer && [outer, ...holes.filter((hole) => hole !== undefined)];
}

/** One area per category, lowest first. */
export function areasAround(areas: readonly SourceArea[]): OutlookArea[] {
  return riskLabels.flatMap((label, level) => {
    const same = areas.filter((area) => area.label === label);
    const polygons = same
      .flatMap((area) => area.polygons.filter(isAround).map(simplifyPolygon))
      .filter((polygon) => polygon !== undefined);
    const [first] = same;
    const [only] = polygons;
    if (!first || !only) return [];
    const geometry = polygons.length === 1 ? { type: 'Polygon', coordinates: only } : geometryOf(polygons);
    const { text, fill, stroke } = defaultStyles[label];
    return {
      label,
      text: first.longLabel || text,
      level,
      fill: (first.fill ?? fill).toLowerCase(),
      stroke: (first.stroke ?? stroke).toLowerCase(),
      geometry: JSON.stringify(geometry),
    };
  });
}

/** Each county's highest risk, by FIPS code. */
export function countyRisks(areas: readonly SourceArea[]): CountyRisk[] {
  const around = riskLabels.map((label) =>
    geometryOf(areas.filter((area) => area.label === label).flatMap(({ polygons }) => polygons.filter(isAround))),
  );
  return countyShapes
    .flatMap(([county, shape]) => {
      const level = around.findLastIndex((area) => touches(area, shape));
      const label = riskLabels[level];
      return label ? { county, label, level } : [];
    })
    .sort((left, right) => left.county.localeCompare(right.county));
}

/** The areas of unknown meaning that touch the state, with their counties; every county if the shape can't be read. */
export function unknownAreas(areas: readonly UnknownSourceArea[]): UnknownArea[] {
  const countiesOf = new Map<string, Set<string>>();
  for (const { name, polygons } of areas) {
    const around = polygons && geometryOf(polygons.filter(isAround));
    const counties = countyShapes.filter(([, shape]) => !around || touches(around, shape)).map(([county]) => county);
    if (counties.length > 0) countiesOf.set(name, new Set([...(countiesOf.get(name) ?? []), ...counties]));
  }
  return [...countiesOf]
    .slice(0, maxUnknownAreas)
    .map(([name, counties]) => ({ name, counties: [...counties].sort() }));
}
