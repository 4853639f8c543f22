import { mapOfArkansas as data } from '@/testing/state-map.js';
import { getCountyTheme, satelliteTheme } from './map-styles.js';
import { overlaySources } from './overlay-sources.js';
import { areaLayers, groundLayers, nameLayers, placeLayers } from './overlays.js';

const fonts = { regular: ['a'], bold: ['b'] };
const layersOf = (theme: ReturnType<typeof getCountyTheme>) => [
  ...groundLayers(theme),
  ...areaLayers(theme),
  ...nameLayers(theme, fonts),
  ...placeLayers(theme, fonts),
];

describe("the map's overlays", () => {
  it('have a source for each layer, and each layer once', () => {
    const sources = Object.keys(overlaySources(data));
    const layers = layersOf(getCountyTheme(false));
    expect(layers.flatMap((layer) => ('source' in layer && !sources.includes(layer.source) ? [layer.id] : []))).toEqual(
      [],
    );
    expect(new Set(layers.map(({ id }) => id)).size).toBe(layers.length);
  });

  it('have water, its names and towns in both themes, in separate colors', () => {
    const light = layersOf(getCountyTheme(false));
    const dark = layersOf(getCountyTheme(true));
    const water = ['lakes', 'rivers', 'river-names', 'lake-names', 'town-names'];
    for (const layers of [light, dark]) expect(layers.map(({ id }) => id)).toEqual(expect.arrayContaining(water));
    const paints = (layers: typeof light) =>
      water.map((name) => JSON.stringify(layers.find(({ id }) => id === name)?.paint));
    for (const [index, paint] of paints(light).entries()) expect(paint).not.toBe(paints(dark)[index]);
  });

  it('leave the water of satellite images visible', () => {
    const names = layersOf(satelliteTheme).map(({ id }) => id);
    expect(names.filter((name) => /lake|river/.test(name))).toEqual([]);
  });

  it('name each lake once, at its position', () => {
    const { features } = overlaySources(data)['lake-names']!;
    expect(features.map(({ properties }) => properties['name'])).toEqual(data.water.lakes.map(({ name }) => name));
    const [lon, lat] = features.find(({ properties }) => properties['name'] === 'Lake Ouachita')!.geometry
      .coordinates as [number, number];
    expect([Math.round(lon * 10) / 10, Math.round(lat * 10) / 10]).toEqual([-93.4, 34.6]);
  });
});
