import { mapLayers } from '@site/domain/weather/tile-grid';
import type { LayerSpecification } from 'maplibre-gl';
import { buildAlert } from '@/testing/weather-builders.js';
import { mapOfArkansas as data } from '@/testing/state-map.js';
import { MapView } from './map-view.js';
import { alertAreas } from './shapes/alert-areas.js';
import { getCountyTheme } from './shapes/map-styles.js';

function fakeMap() {
  const layers = new Map<string, LayerSpecification>();
  const hidden = new Set<string>();
  const sources = new Map<string, { features: number }>();
  const map = {
    addImage: () => undefined,
    addSource: (id: string) => void sources.set(id, { features: 0 }),
    getSource: (id: string) =>
      sources.has(id) && {
        setData: ({ features }: { features: unknown[] }) => void sources.set(id, { features: features.length }),
      },
    removeSource: (id: string) => void sources.delete(id),
    addLayer: (layer: LayerSpecification) => void layers.set(layer.id, layer),
    getLayer: (id: string) => layers.get(id),
    removeLayer: (id: string) => void layers.delete(id),
    setLayoutProperty: (id: string, _name: 'visibility', value: string) =>
      void (value === 'none' ? hidden.add(id) : hidden.delete(id)),
    getStyle: () => ({ layers: [] }),
    getCanvas: () => document.createElement('canvas'),
    on: () => undefined,
  };
  const rendered = (prefix: string) =>
    [...layers.values()].flatMap((layer) =>
      'source' in layer &&
      layer.source.startsWith(prefix) &&
      !hidden.has(layer.id) &&
      sources.get(layer.source)?.features
        ? [layer.type]
        : [],
    );
  return { map: map as never, rendered };
}

describe('a statewide alert', () => {
  const areas = alertAreas([buildAlert(1, { counties: [], statewide: true })], data.counties);

  it('is an outline on every weather layer, and filled without one', () => {
    const { map, rendered } = fakeMap();
    const events = { onPick: () => undefined, onLayerState: () => undefined };
    const view = new MapView(
      { map, fonts: { regular: [], bold: [] }, theme: getCountyTheme(false) },
      data,
      events,
      true,
    );
    view.setAlerts(areas);
    for (const layer of mapLayers) {
      view.showLayer(layer);
      expect([layer, ...new Set(rendered('alert'))]).toEqual([layer, 'line']);
    }
    view.showLayer(undefined);
    expect(new Set(rendered('alert'))).toEqual(new Set(['fill', 'line']));
  });
});
