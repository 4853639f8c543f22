import { noteOn } from './layer-legend.js';
import { layerScales } from './layer-scales.js';
import type { MapLayer } from '@site/proto/weather/v1/tiles.responses';

const status = (changes: Partial<MapLayer>): MapLayer => ({
  layer: 'wind',
  available: true,
  reason: '',
  newest_at: '2026-11-20T20:14:00Z',
  oldest_at: '2026-11-20T20:06:00Z',
  ...changes,
});
const note = (changes: Partial<MapLayer> | undefined, more = {}) =>
  noteOn({ name: 'Wind', status: changes && status(changes), isUnknown: false, isFailing: false, ...more });

describe('the note below the legend', () => {
  it('gives the time range of the pictures', () => {
    expect(note({})?.text).toBe('Wind by OpenWeather, fetched 2:06 PM to 2:14 PM CST.');
    expect(note({ oldest_at: '2026-11-20T20:14:20Z' })?.text).toBe('Wind by OpenWeather, fetched 2:14 PM CST.');
  });

  it('gives no times before any picture has loaded', () => {
    expect(note({ newest_at: null, oldest_at: null })).toBeUndefined();
    expect(note(undefined)).toBeUndefined();
  });

  it.each([
    ['not configured', /aren't available.*no map layer service/],
    ['not answering', /isn't responding.*The map shows data from/],
    ['budget used', /limit for map images has been reached.*The map shows data from/],
  ] as const)('warns of layers that are %s, with the age of the data', (reason, words) => {
    expect(note({ reason })).toEqual({ text: expect.stringMatching(words), isWarning: true });
  });

  it('warns when pictures fail to load, and when the status is unknown', () => {
    expect(note({}, { isFailing: true })).toMatchObject({ isWarning: true });
    expect(note(undefined, { isUnknown: true })?.text).toContain("can't tell");
  });
});

describe('the scales', () => {
  const number = (label: string) => Number(label.replace('−', '-'));
  it.each([
    ['temperature', ([f, c]: number[]) => f! - (c! * 1.8 + 32), 0.5],
    ['wind', ([mph, kmh]: number[]) => mph! * 1.609344 - kmh!, 1],
    ['pressure', ([inches, hectopascals]: number[]) => inches! * 33.8639 - hectopascals!, 2],
    ['precipitation', ([inches, millimetres]: number[]) => (inches! * 25.4) / millimetres! - 1, 0.05],
  ] as const)('of %s match in both units', (layer, difference, tolerance) => {
    for (const { labels } of layerScales[layer].stops)
      expect(Math.abs(difference(labels.map(number)))).toBeLessThanOrEqual(tolerance);
  });
});
