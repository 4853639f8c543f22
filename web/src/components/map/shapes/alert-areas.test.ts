import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { buildAlert } from '@/testing/weather-builders.js';
import { alertAreas, boxOfAlert, isDrawable, whatIsAt, type MapAlert } from './alert-areas.js';
import type { MapData } from './map-data.js';
import { stateBox } from '../map-settings.js';
import { boxAround, covers, type Polygon, type Position } from './shapes.js';

const file = readFileSync(join(import.meta.dirname, '../../../../../regions/ar/map.json'));
const data = JSON.parse(file.toString('utf8')) as MapData;
const { counties } = data;
const countyOf = (name: string) => counties.find((county) => county.name === name)?.id ?? '';

const littleRock: Position = [-92.2896, 34.7465];
const conway: Position = [-92.4421, 35.0887];
/** Around Little Rock, within Pulaski County. */
const polygon: Polygon = {
  type: 'Polygon',
  coordinates: [
    [
      [-92.35, 34.7],
      [-92.2, 34.7],
      [-92.2, 34.8],
      [-92.35, 34.8],
      [-92.35, 34.7],
    ],
  ],
};

const tornado: MapAlert = { ...buildAlert(1), counties: ['05119'], geometry: polygon };
const wind: MapAlert = buildAlert(2, {
  event: 'Wind Advisory',
  level: 'advisory',
  severity: 'Moderate',
  counties: ['05119', '05045'],
});
const flood: MapAlert = buildAlert(3, { event: 'Flood Warning', severity: 'Severe', counties: ['05045'] });

describe('the shapes', () => {
  it("are the 75 counties, each around its name's position", () => {
    expect(new Set(counties.map(({ id }) => id)).size).toBe(75);
    expect(counties.filter(({ shape, at }) => !covers(shape, at)).map(({ name }) => name)).toEqual([]);
    expect([countyOf('Pulaski'), countyOf('Faulkner'), countyOf('St. Francis')]).toEqual(['05119', '05045', '05123']);
  });

  it('fill the box that "Show Arkansas" shows', () => {
    const box = boxAround(counties.map(({ shape }) => shape));
    for (const side of ['west', 'south', 'east', 'north'] as const) expect(box?.[side]).toBeCloseTo(stateBox[side], 1);
  });

  it('take at most 60 kB', () => {
    expect(brotliCompressSync(file).length).toBeLessThan(60_000);
  });
});

describe('alert areas', () => {
  it('use the polygon of a storm-based warning, not the counties it touches', () => {
    expect(alertAreas([tornado], counties)).toEqual([{ shape: polygon, tone: 'extreme' }]);
  });

  it('use whole counties without a valid polygon', () => {
    const unreadable = { ...wind, geometry: { type: 'Point', coordinates: littleRock } };
    for (const alert of [wind, { ...wind, geometry: null }, unreadable])
      expect(alertAreas([alert], counties)).toHaveLength(2);
  });

  it('show a county under several alerts as the most dangerous one, drawn on top', () => {
    const areas = alertAreas([tornado, flood, wind], counties);
    expect(areas.map(({ tone }) => tone)).toEqual(['advisory', 'severe', 'extreme']);
    const faulkner = counties.find(({ id }) => id === '05045')?.shape;
    expect(areas.find(({ shape }) => shape === faulkner)?.tone).toBe('severe');
  });

  it('cover the whole state for a statewide alert', () => {
    const civil = { ...wind, statewide: true, counties: [] };
    expect(alertAreas([civil], counties)).toHaveLength(75);
    expect(boxOfAlert(civil, counties)?.west).toBeCloseTo(stateBox.west, 1);
    expect(isDrawable(civil)).toBe(true);
    expect(whatIsAt(littleRock, [civil], counties).alerts).toHaveLength(1);
  });

  it('look like a warning when the level is unknown', () => {
    expect(alertAreas([{ ...wind, level: 'terrible' as 'watch' }], counties)[0]?.tone).toBe('severe');
  });

  it('have a bounding box', () => {
    expect(boxOfAlert(tornado, counties)).toEqual({ west: -92.35, south: 34.7, east: -92.2, north: 34.8 });
    expect(boxOfAlert(wind, counties)?.west).toBeLessThan(-92.6);
    expect(boxOfAlert({ ...wind, counties: ['47157'] }, counties)).toBeUndefined();
    expect(isDrawable({ ...wind, counties: [] })).toBe(false);
  });
});

describe('a point on the map', () => {
  it('has a county and the alerts that cover it', () => {
    const { county, alerts } = whatIsAt(littleRock, [tornado, wind, flood], counties);
    expect(county?.name).toBe('Pulaski');
    expect(alerts.map(({ alert }) => alert.event)).toEqual(['Tornado Warning', 'Wind Advisory']);
    expect(alerts.every(({ elsewhereInCounty }) => !elsewhereInCounty)).toBe(true);
  });

  it('also has the warnings for other parts of its county, marked as such', () => {
    const sherwood: Position = [-92.2, 34.87];
    const { alerts } = whatIsAt(sherwood, [tornado], counties);
    expect(alerts).toEqual([{ alert: tornado, elsewhereInCounty: true }]);
  });

  it('has no alerts of neighboring counties, and no county outside the state', () => {
    expect(whatIsAt(conway, [tornado], counties).alerts).toEqual([]);
    expect(whatIsAt([-90.05, 35.15], [wind], counties)).toEqual({ county: undefined, alerts: [] });
  });
});
