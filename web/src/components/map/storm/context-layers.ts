/** Radar, outlook, reports and gauges on the interactive map. */
import type { GeoJSONSource, LayerSpecification, Map as LibraryMap } from 'maplibre-gl';
import { collection, points, type FeatureCollection } from '../shapes/overlay-sources.js';
import type { MapFonts } from '../shapes/overlays.js';
import { readShape } from '../shapes/shapes.js';
import type { MapContext } from './map-context.js';
import {
  gaugeMarkName,
  gaugeMarks,
  createMarkImage,
  markSizes,
  rankOf,
  reportMarkName,
  reportMarks,
} from './markers.js';
import { RadarLayers } from './radar-layers.js';

const pixelRatio = 2;
const emptyCollection: FeatureCollection = { type: 'FeatureCollection', features: [] };

/** Layers to insert before: pictures and areas go below alerts and all names, marks above all but the place. */
const below = { areas: 'alert-fill', lines: 'alert-casing', marks: 'place-glow' } as const;

const outlookGeoJson = (areas: MapContext['outlook']) =>
  collection(
    areas.flatMap((area) => {
      const shape = readShape(area.geometry);
      return shape ? [{ ...area, shape }] : [];
    }),
    ({ shape, fill, stroke, text }) => ({ geometry: shape, properties: { fill, stroke, words: text } }),
  );
/** Sorts the oldest first, so that the newest are on top. */
const reportsGeoJson = (reports: MapContext['reports']) =>
  points(
    [...reports].reverse(),
    ({ lat, lon }) => [lon, lat],
    ({ kind }) => ({ mark: reportMarkName(kind) }),
  );
const gaugesGeoJson = (gauges: MapContext['gauges']) =>
  points(
    [...gauges].sort((one, other) => rankOf(one.observed_category) - rankOf(other.observed_category)),
    ({ lat, lon }) => [lon, lat],
    ({ observed_category: category }) => ({ mark: gaugeMarkName(category) }),
  );

function marksLayer(source: string): LayerSpecification {
  return {
    id: source,
    type: 'symbol',
    source,
    layout: {
      'icon-image': ['get', 'mark'],
      'icon-size': ['interpolate', ['linear'], ['zoom'], markSizes.fromZoom, markSizes.minScale, markSizes.toZoom, 1],
      'icon-allow-overlap': true,
      'icon-ignore-placement': true,
    },
  };
}

function outlookLayers(fonts: MapFonts): [LayerSpecification, string][] {
  const source = 'outlook';
  return [
    [
      {
        id: 'outlook-fill',
        type: 'fill',
        source,
        // Opaque: areas are nested, and blended colors wouldn't match the legend.
        paint: { 'fill-color': ['get', 'fill'], 'fill-antialias': false },
      },
      below.areas,
    ],
    [
      {
        id: 'outlook-line',
        type: 'line',
        source,
        layout: { 'line-join': 'round' },
        paint: { 'line-color': ['get', 'stroke'], 'line-width': 2.5 },
      },
      below.lines,
    ],
    [
      {
        id: 'outlook-words',
        type: 'symbol',
        source,
        layout: {
          'symbol-placement': 'line',
          'symbol-spacing': 280,
          'text-field': ['get', 'words'],
          'text-font': fonts.bold,
          'text-size': 12,
        },
        paint: { 'text-color': '#101c28', 'text-halo-color': '#ffffff', 'text-halo-width': 2 },
      },
      below.marks,
    ],
  ];
}

export class ContextLayers {
  private readonly radar: RadarLayers;

  /** The map's own layers must exist. */
  constructor(
    private readonly map: LibraryMap,
    fonts: MapFonts,
    onRadarRendered: (url: string | undefined) => void,
  ) {
    this.radar = new RadarLayers(map, below.areas, onRadarRendered);
    const marks = [
      ...Object.entries(reportMarks).map(([kind, mark]) => [reportMarkName(kind as never), mark] as const),
      ...Object.entries(gaugeMarks).map(([category, mark]) => [gaugeMarkName(category as never), mark] as const),
    ];
    for (const [name, mark] of marks) {
      const image = createMarkImage(mark, pixelRatio);
      if (image) map.addImage(name, image, { pixelRatio });
    }
    for (const source of ['outlook', 'gauges', 'reports'])
      map.addSource(source, { type: 'geojson', data: emptyCollection });
    for (const [layer, before] of outlookLayers(fonts)) map.addLayer(layer, before);
    for (const source of ['gauges', 'reports']) map.addLayer(marksLayer(source), below.marks);
  }

  show({ radar, outlook, reports, gauges }: MapContext): void {
    this.radar.show(radar);
    this.set('outlook', outlook, outlookGeoJson);
    this.set('reports', reports, reportsGeoJson);
    this.set('gauges', gauges, gaugesGeoJson);
  }

  remove(): void {
    this.radar.remove();
  }

  private readonly renderedData = new Map<string, unknown>();

  /** A loop changes pictures twice a second; skips sources that haven't changed. */
  private set<Item>(
    name: string,
    items: readonly Item[],
    toGeoJson: (items: readonly Item[]) => FeatureCollection,
  ): void {
    if (this.renderedData.get(name) === items) return;
    this.renderedData.set(name, items);
    void this.map.getSource<GeoJSONSource>(name)?.setData(toGeoJson(items));
  }
}
