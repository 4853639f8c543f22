/** GeoJSON sources of the overlays (RFC 7946). */
import type { AlertArea } from './alert-areas.js';
import type { AlertOutline } from './alert-outlines.js';
import type { MapData } from './map-data.js';
import type { MapPlace } from './overlays.js';
import { middleOf, type Position, type Shape } from './shapes.js';

type Properties = Record<string, string | number>;
interface Feature {
  type: 'Feature';
  properties: Properties;
  geometry: { type: string; coordinates: unknown };
}
export interface FeatureCollection {
  type: 'FeatureCollection';
  features: Feature[];
}

/** Builds a FeatureCollection with one feature per item. */
export const collection = <Item>(
  items: Item[],
  toFeature: (item: Item) => Pick<Feature, 'geometry'> & Partial<Feature>,
): FeatureCollection => ({
  type: 'FeatureCollection',
  features: items.map((item) => ({ type: 'Feature', properties: {}, ...toFeature(item) })),
});
export const points = <Item>(items: Item[], at: (item: Item) => Position, properties: (item: Item) => Properties) =>
  collection(items, (item) => ({ geometry: { type: 'Point', coordinates: at(item) }, properties: properties(item) }));
const lines = (coordinates: Position[][]) =>
  collection([coordinates], () => ({ geometry: { type: 'MultiLineString', coordinates } }));

export const alertsGeoJson = (areas: AlertArea[]): FeatureCollection =>
  collection(areas, ({ shape, tone }) => ({ geometry: shape, properties: { tone } }));
export const outlinesGeoJson = (outlines: AlertOutline[]): FeatureCollection =>
  collection(outlines, ({ lines: coordinates, tone }) => ({
    geometry: { type: 'MultiLineString', coordinates },
    properties: { tone },
  }));
export const placeGeoJson = (place: MapPlace | undefined): FeatureCollection =>
  points(
    place ? [place] : [],
    ({ lon, lat }) => [lon, lat],
    ({ name }) => ({ name }),
  );
export const selectionGeoJson = (shape: Shape | undefined): FeatureCollection =>
  collection(shape ? [shape] : [], (geometry) => ({ geometry }));

export function overlaySources({
  counties,
  borders,
  neighbours,
  towns,
  water,
}: MapData): Record<string, FeatureCollection> {
  return {
    counties: collection(counties, ({ shape }) => ({ geometry: shape })),
    'county-borders': lines(borders.counties),
    'state-border': lines(borders.state),
    'other-counties': lines(borders.otherCounties),
    'other-states': lines(borders.otherStates),
    rivers: collection(water.rivers, ({ name, rank, course }) => ({
      geometry: { type: 'LineString', coordinates: course },
      properties: { name, rank },
    })),
    lakes: collection(water.lakes, ({ name, shape }) => ({ geometry: shape, properties: { name } })),
    'lake-names': points(
      water.lakes,
      ({ shape }) => middleOf(shape),
      ({ name }) => ({ name }),
    ),
    'county-names': points(
      counties,
      ({ at }) => at,
      ({ name }) => ({ name, full: `${name} County` }),
    ),
    towns: points(
      towns,
      ([, lon, lat]) => [lon, lat],
      ([name, , , inhabitants]) => ({ name, inhabitants }),
    ),
    neighbours: points(
      neighbours,
      ([, lon, lat]) => [lon, lat],
      ([name]) => ({ name }),
    ),
    alerts: alertsGeoJson([]),
    'alert-outlines': outlinesGeoJson([]),
    selection: selectionGeoJson(undefined),
    place: { type: 'FeatureCollection', features: [] },
  };
}
