import { jest } from '@jest/globals';
import type { RadarOnMap } from './map-context.js';
import { radarOpacity } from './radar-opacity.js';
import { dissolved, RadarLayers } from './radar-layers.js';

/** Tests decide when a source has loaded. */
function fakeMap() {
  const sources = new Map<string, { url: string; coordinates: number[][] }>();
  const layers: string[] = [];
  const paint = new Map<string, unknown>();
  const loaded = new Set<string>();
  const listeners = new Map<string, Set<(event: object) => void>>();
  const map = {
    addSource: (id: string, source: never) => void sources.set(id, source),
    removeSource: (id: string) => void sources.delete(id),
    addLayer: ({ id, paint: own }: { id: string; paint: object }) => {
      layers.push(id);
      for (const [name, value] of Object.entries(own)) paint.set(`${id} ${name}`, value);
    },
    getLayer: (id: string) => (layers.includes(id) ? {} : undefined),
    removeLayer: (id: string) => void layers.splice(layers.indexOf(id), 1),
    moveLayer: (id: string) => void layers.push(...layers.splice(layers.indexOf(id), 1)),
    setPaintProperty: (id: string, name: string, value: unknown) => void paint.set(`${id} ${name}`, value),
    isSourceLoaded: (id: string) => loaded.has(id),
    on: (event: string, listener: (event: object) => void) =>
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener)),
    off: (event: string, listener: (event: object) => void) => listeners.get(event)?.delete(listener),
  };
  const fire = (event: string, detail: object = {}) => listeners.get(event)?.forEach((listener) => listener(detail));
  return {
    map: map as never,
    sources,
    layers,
    listening: () => [...listeners.values()].reduce((sum, set) => sum + set.size, 0),
    load: (...urls: string[]) => {
      for (const url of urls) loaded.add(`radar ${url}`);
      fire('sourcedata');
    },
    fail: (url: string) => fire('error', { sourceId: `radar ${url}` }),
    opacityOf: (url: string) => paint.get(`radar ${url} raster-opacity`),
    saturationOf: (url: string) => paint.get(`radar ${url} raster-saturation`),
  };
}

const box = { west: -95, south: 32, east: -88, north: 37 };
const radar = (shown: string | undefined, ready: string[], changes: Partial<RadarOnMap> = {}): RadarOnMap => ({
  box,
  ready,
  visibleUrl: shown,
  isOld: false,
  dissolveMs: 0,
  ...changes,
});

describe("the radar's pictures on the map", () => {
  const start = () => {
    const fake = fakeMap();
    const onRendered = jest.fn<(url: string | undefined) => void>();
    return { ...fake, onRendered, layersOfRadar: new RadarLayers(fake.map, 'alert-fill', onRendered) };
  };

  it('are drawn over their bounds, each from its own source', () => {
    const { layersOfRadar, sources } = start();
    layersOfRadar.show(radar('b', ['a', 'b']));
    expect([...sources.values()]).toEqual(
      ['a', 'b'].map((url) => ({
        type: 'image',
        url,
        coordinates: [
          [-95, 37],
          [-88, 37],
          [-88, 32],
          [-95, 32],
        ],
      })),
    );
  });

  it('are shown once loaded, and only then reported as visible', () => {
    const { layersOfRadar, opacityOf, load, onRendered } = start();
    layersOfRadar.show(radar('a', ['a', 'b']));
    expect([opacityOf('a'), onRendered.mock.calls]).toEqual([0, []]);
    load('a');
    expect([opacityOf('a'), onRendered.mock.calls]).toEqual([radarOpacity, [['a']]]);
    layersOfRadar.show(radar('b', ['a', 'b']));
    expect([opacityOf('a'), opacityOf('b')]).toEqual([radarOpacity, 0]);
    load('b');
    expect([opacityOf('a'), opacityOf('b')]).toEqual([0, radarOpacity]);
    expect(onRendered).toHaveBeenLastCalledWith('b');
  });

  it('are removed with the list; the visible one only when replaced', () => {
    const { layersOfRadar, sources, load } = start();
    layersOfRadar.show(radar('a', ['a', 'b']));
    load('a', 'b');
    layersOfRadar.show(radar('c', ['c']));
    expect([...sources.keys()]).toEqual(['radar a', 'radar c']);
    load('c');
    expect([...sources.keys()]).toEqual(['radar c']);
    layersOfRadar.show(undefined);
    expect([...sources.keys()]).toEqual([]);
  });

  it('are gray when old', () => {
    const { layersOfRadar, saturationOf } = start();
    layersOfRadar.show(radar('a', ['a'], { isOld: true }));
    expect(saturationOf('a')).toBe(-1);
    layersOfRadar.show(radar('a', ['a']));
    expect(saturationOf('a')).toBe(0);
  });

  it('are added again after failing to load', () => {
    const { layersOfRadar, sources, load, fail, onRendered } = start();
    layersOfRadar.show(radar('a', ['a']));
    fail('a');
    expect(sources.size).toBe(0);
    layersOfRadar.show(radar('a', ['a']));
    load('a');
    expect(onRendered.mock.calls).toEqual([['a']]);
  });

  it('cross-fade while the loop plays, the next one on top', () => {
    jest.useFakeTimers();
    try {
      const { layersOfRadar, layers, load, opacityOf } = start();
      layersOfRadar.show(radar('b', ['a', 'b']));
      load('a', 'b');
      layersOfRadar.show(radar('a', ['a', 'b'], { dissolveMs: 150 }));
      expect(layers.at(-1)).toBe('radar a');
      jest.advanceTimersByTime(80);
      expect(opacityOf('a')).toBeGreaterThan(0.2);
      expect(opacityOf('a')).toBeLessThan(0.8);
      jest.advanceTimersByTime(150);
      expect([opacityOf('a'), opacityOf('b')]).toEqual([radarOpacity, 0]);
    } finally {
      jest.useRealTimers();
    }
  });

  it('keep their strength during a cross-fade', () => {
    for (const share of [0, 0.25, 0.5, 0.75, 1]) {
      const { upper, lower } = dissolved(share);
      expect(1 - (1 - upper) * (1 - lower)).toBeCloseTo(radarOpacity);
    }
  });

  it('remove their listeners with the map', () => {
    const { layersOfRadar, listening } = start();
    expect(listening()).toBe(2);
    layersOfRadar.remove();
    expect(listening()).toBe(0);
  });
});
