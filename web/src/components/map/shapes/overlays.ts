/** Overlays on either base map, bottom to top: borders, alerts, names, the place. */
import type { LayerSpecification } from 'maplibre-gl';
import { alertTones, type AlertTone } from '@/components/alerts/alert-variant.js';
import type { NamedPlace } from '@/components/places/place-in-url.js';
import { mapSettings } from '../map-settings.js';
import { areaMarks, createHatchImage } from './hatching.js';
import type { MapTheme } from './map-styles.js';

export type MapPlace = NamedPlace;

export interface MapFonts {
  regular: string[];
  bold: string[];
}

/** Returns hatchings by danger, for light and dark backgrounds. */
export function createHatchImages(pixelRatio: number) {
  return Object.entries(areaMarks).flatMap(([tone, { color, onDark, hatch }]) => [
    { name: `onLight-${tone}`, image: createHatchImage(color, hatch, pixelRatio) },
    { name: `onDark-${tone}`, image: createHatchImage(onDark, hatch, pixelRatio) },
  ]);
}

const byTone = <Value>(pick: (tone: AlertTone) => Value) =>
  ['match', ['get', 'tone'], ...alertTones.flatMap((tone) => [tone, pick(tone)]), pick('severe')] as never;
const alertColor = byTone((tone) => areaMarks[tone].color);
const alertWidth = byTone((tone) => areaMarks[tone].outlineWidth);

/** Below the weather. Satellite images have their own background. */
export function groundLayers({ ground, lake }: MapTheme): LayerSpecification[] {
  if (!ground) return [];
  return [
    { id: 'ground', type: 'background', paint: { 'background-color': ground.outside } },
    { id: 'state', type: 'fill', source: 'counties', paint: { 'fill-color': ground.inside, 'fill-antialias': false } },
    { id: 'lakes', type: 'fill', source: 'lakes', paint: { 'fill-color': lake } },
  ];
}

const round = { 'line-join': 'round', 'line-cap': 'round' } as const;
type LineLayer = Extract<LayerSpecification, { type: 'line' }>;
type LinePaint = NonNullable<LineLayer['paint']>;
const line = (
  id: string,
  source: string,
  color: LinePaint['line-color'],
  width: LinePaint['line-width'],
  more: Partial<LineLayer> = {},
): LayerSpecification => ({ id, type: 'line', source, ...more, paint: { 'line-color': color, 'line-width': width } });
const byZoom = (...stops: readonly unknown[]) => ['interpolate', ['linear'], ['zoom'], ...stops] as never;

const byRank = (first: number, second: number, third: number) =>
  ['match', ['get', 'rank'], 1, first, 2, second, third] as never;
const riversFrom = ['<=', ['get', 'rank'], ['step', ['zoom'], 1, 6, 2, 7.5, 3]] as never;

/** Above the weather; none on satellite images, which show the water itself. */
const waterLayers = ({ ground, river }: MapTheme): LayerSpecification[] =>
  ground
    ? [
        line('lake-shores', 'lakes', river, byZoom(6, 0.4, 10, 1.2)),
        line('rivers', 'rivers', river, byZoom(5, byRank(1.2, 0.6, 0.4), 9, byRank(3, 2, 1.2), 13, byRank(6, 4, 2.5)), {
          filter: riversFrom,
          layout: round,
        }),
      ]
    : [];

export const alertFillNames = ['alert-fill', 'alert-hatch'] as const;

/** Above the weather and below all names. */
export function areaLayers(theme: MapTheme): LayerSpecification[] {
  return [
    // Hidden above radar, outlook and weather layers (map-view.ts), whose colors they would change.
    { id: 'alert-fill', type: 'fill', source: 'alerts', paint: { 'fill-color': alertColor, 'fill-opacity': 0.22 } },
    {
      id: 'alert-hatch',
      type: 'fill',
      source: 'alerts',
      paint: {
        'fill-pattern': ['concat', `${theme.hatching}-`, ['get', 'tone']],
        // Close up, the visitor is inside the area and the hatching can fade; from afar it must be visible.
        'fill-opacity': byZoom(9, 0.65, 12, 0.25),
      },
    },
    ...waterLayers(theme),
    line('other-counties', 'other-counties', theme.otherBorder, 0.75, { minzoom: 6 }),
    line('other-states', 'other-states', theme.countyBorder, 1.25),
    line('county-borders', 'county-borders', theme.countyBorder, byZoom(5, 0.6, 9, 1.5, 13, 3), { layout: round }),
    line('state-border', 'state-border', theme.stateBorder, byZoom(5, 1.5, 12, 3.5), { layout: round }),
    line('alert-casing', 'alert-outlines', theme.alertCasing, ['+', alertWidth, 2.5], { layout: round }),
    line('alert-outline', 'alert-outlines', alertColor, alertWidth, { layout: round }),
    {
      id: 'selection',
      type: 'line',
      source: 'selection',
      paint: { 'line-color': theme.selection, 'line-width': 3, 'line-dasharray': [1.5, 1.5] },
    },
  ];
}

/** The closer the zoom, the smaller the towns that get names. */
const [[townsAtZoom, minInhabitants], ...smallerTowns] = mapSettings.townsFrom;
const townsFrom = ['>=', ['get', 'inhabitants'], ['step', ['zoom'], minInhabitants, ...smallerTowns.flat()]] as never;

/** None on satellite images, whose base map names towns. */
export const townLayerNames = ['town-dots', 'town-names'] as const;

/** "Conway, Arkansas" hides Conway. */
export const townsWithout = (name: string) =>
  ['all', townsFrom, ['!=', ['get', 'name'], name.split(',')[0] ?? '']] as never;

export function nameLayers(theme: MapTheme, fonts: MapFonts): LayerSpecification[] {
  const halo = { 'text-halo-color': theme.halo, 'text-halo-width': 1.6 } as const;
  const counties: LayerSpecification = {
    id: 'county-names',
    type: 'symbol',
    source: 'county-names',
    minzoom: 6,
    layout: {
      'text-field': ['step', ['zoom'], ['get', 'name'], 9, ['get', 'full']],
      'text-font': fonts.regular,
      'text-size': byZoom(6, 11, 9, 14, 12, 17),
      'text-letter-spacing': 0.04,
      'text-max-width': 8,
    },
    paint: { ...halo, 'text-color': theme.countyName },
  };
  if (!theme.ground) return [counties];
  const towns = { source: 'towns', minzoom: townsAtZoom, filter: townsFrom };
  return [
    {
      id: 'neighbours',
      type: 'symbol',
      source: 'neighbours',
      maxzoom: 8,
      layout: {
        'text-field': ['upcase', ['get', 'name']],
        'text-font': fonts.regular,
        'text-size': 12,
        'text-letter-spacing': 0.2,
      },
      paint: { ...halo, 'text-color': theme.stateName },
    },
    {
      id: townLayerNames[0],
      type: 'circle',
      ...towns,
      paint: {
        'circle-radius': 3,
        'circle-color': theme.townDot,
        'circle-stroke-width': 1,
        'circle-stroke-color': theme.halo,
      },
    },
    counties,
    {
      id: 'river-names',
      type: 'symbol',
      source: 'rivers',
      minzoom: 8,
      filter: riversFrom,
      layout: {
        'symbol-placement': 'line',
        'text-field': ['get', 'name'],
        'text-font': fonts.regular,
        'text-size': 12,
        'text-letter-spacing': 0.06,
        'text-max-angle': 60,
      },
      paint: { ...halo, 'text-color': theme.waterName },
    },
    {
      id: 'lake-names',
      type: 'symbol',
      source: 'lake-names',
      minzoom: 9,
      layout: { 'text-field': ['get', 'name'], 'text-font': fonts.regular, 'text-size': 12, 'text-max-width': 6 },
      paint: { ...halo, 'text-color': theme.waterName },
    },
    {
      id: townLayerNames[1],
      type: 'symbol',
      ...towns,
      layout: {
        'text-field': ['get', 'name'],
        'text-font': fonts.bold,
        'text-size': byZoom(townsAtZoom, 12, 12, 15),
        'text-variable-anchor': ['top', 'bottom', 'left', 'right'],
        'text-radial-offset': 0.6,
        'symbol-sort-key': ['-', 0, ['get', 'inhabitants']],
      },
      paint: { ...halo, 'text-color': theme.townName },
    },
  ];
}

export function placeLayers(theme: MapTheme, fonts: MapFonts): LayerSpecification[] {
  return [
    {
      id: 'place-glow',
      type: 'circle',
      source: 'place',
      minzoom: 9,
      paint: { 'circle-radius': 16, 'circle-color': theme.place, 'circle-opacity': 0.22 },
    },
    {
      id: 'place-dot',
      type: 'circle',
      source: 'place',
      paint: {
        // Small at low zoom, so that it doesn't hide a warning around it.
        'circle-radius': byZoom(6, 3.5, 10, 7),
        'circle-color': theme.place,
        'circle-stroke-width': byZoom(6, 1.5, 10, 3),
        'circle-stroke-color': theme.placeRing,
      },
    },
    {
      id: 'place-name',
      type: 'symbol',
      source: 'place',
      layout: {
        'text-field': ['get', 'name'],
        'text-font': fonts.bold,
        'text-size': byZoom(6, 12, 10, 16),
        'text-anchor': 'bottom',
        'text-offset': [0, -0.9],
        'text-allow-overlap': true,
      },
      paint: { 'text-color': theme.townName, 'text-halo-color': theme.halo, 'text-halo-width': 2 },
    },
  ];
}
