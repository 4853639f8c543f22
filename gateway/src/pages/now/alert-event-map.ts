/** A warning's map on a lightweight page: inline SVG of at most 6 kB, with the storm's track. */
import { polygonsIn, type LonLat, type PolygonRings } from '@site/domain/weather/polygons';
import { hasUnreadableMotion, trackWarning, type Town, type TrackedStorm } from '@site/domain/weather/storm-track';
import { readStateData } from '@site/regions/data';
import { escapeHtml } from '../html.js';
import type { Language, Reader } from './language.js';
import type { NowAlert } from './now-data.js';
import { timeElement } from './now-frame.js';
import { shortClock } from './now-labels.js';

export const maxMapBytes = 6 * 1024;
const pageSize: Size = { width: 400, maxHeight: 400 };
/** In degrees of latitude. */
const margin = 0.12;
const maxTowns = 8;

const countyShapes = new Map(
  Object.entries(readStateData('county-shapes.json') as Record<string, unknown>).map(([fips, shape]) => [
    fips,
    polygonsIn(shape),
  ]),
);
/** Largest first. */
const towns: readonly Town[] = (readStateData('map.json') as { towns: [string, number, number, number][] }).towns.map(
  ([name, lon, lat]) => ({ name, position: [lon, lat] }),
);

interface Size {
  width: number;
  maxHeight: number;
}

interface View {
  width: number;
  /** In the drawing's units. */
  height: number;
  at: (point: LonLat) => [x: number, y: number];
  shows: (point: LonLat) => boolean;
}

/** Fits points with a flat projection, accurate enough for a few counties. */
function viewOf(points: readonly LonLat[], { width, maxHeight }: Size): View {
  const lons = points.map(([lon]) => lon);
  const lats = points.map(([, lat]) => lat);
  const west = Math.min(...lons) - margin;
  const east = Math.max(...lons) + margin;
  const south = Math.min(...lats) - margin;
  const north = Math.max(...lats) + margin;
  const squeeze = Math.cos((((south + north) / 2) * Math.PI) / 180);
  const unit = Math.min(width / ((east - west) * squeeze), maxHeight / (north - south));
  const left = (width - (east - west) * squeeze * unit) / 2;
  const at = ([lon, lat]: LonLat): [number, number] => [
    Math.round(left + (lon - west) * squeeze * unit),
    Math.round((north - lat) * unit),
  ];
  const height = Math.round((north - south) * unit);
  const shows = (point: LonLat) => {
    const [x, y] = at(point);
    return x >= 0 && x <= width && y >= 0 && y <= height;
  };
  return { width, height, at, shows };
}

/** Rounds, and removes repeated points. */
function ringPath(ring: readonly LonLat[], { at }: View): string {
  const points = ring.map(at).map(([x, y]) => `${x} ${y}`);
  const distinctPoints = points.filter((point, index) => point !== points[index - 1]);
  return distinctPoints.length > 2 ? `M${distinctPoints.join('L')}Z` : '';
}

const pathOf = (polygons: readonly PolygonRings[], view: View) =>
  polygons
    .flat()
    .map((ring) => ringPath(ring, view))
    .join('');

/** Returns where the warned storm is heading, with towns and arrival times; undefined without a storm motion. */
export const trackOf = (alerts: readonly NowAlert[], now: number) => trackWarning(alerts, { towns, now });

/** Says when the storm reaches towns, or that its motion is unreadable; empty without motion data. */
export function arrivalsHtml(alerts: readonly NowAlert[], track: TrackedStorm | undefined, reader: Reader): string {
  const { messages } = reader.language;
  if (!track && hasUnreadableMotion(alerts)) return `<p class="o">${messages.unreadableMotion}</p>`;
  if (!track || track.arrivals.length === 0) return '';
  const items = track.arrivals.map(
    ({ town, at }) => `<li>${messages.arrival(escapeHtml(town), timeElement(at, shortClock(at, reader)))}</li>`,
  );
  return `<h2>${messages.heading}</h2><ul>${items.join('')}</ul><p class="o">${messages.estimate}</p>`;
}

/**
 * Draws the warned area with its counties, towns and track. Empty if the area is unknown or the whole state.
 * @param track from `trackOf`
 */
export function eventMap(alerts: readonly NowAlert[], track: TrackedStorm | undefined, { messages }: Language): string {
  const area = areaOf(alerts);
  if (area.length === 0) return '';
  const view = viewOf(area.flat(2), pageSize);
  for (let townCount = maxTowns; townCount >= 0; townCount -= 4) {
    const svg = draw(area, track, view, { townCount, label: messages.mapOfArea });
    if (Buffer.byteLength(svg) <= maxMapBytes) return svg;
  }
  return '';
}

/** Returns path data; undefined when `eventMap` is empty. */
export function areaPaths(
  alerts: readonly NowAlert[],
  size: Size,
): { area: string; counties: string; height: number } | undefined {
  const area = areaOf(alerts);
  if (area.length === 0) return undefined;
  const view = viewOf(area.flat(2), size);
  return { area: pathOf(area, view), counties: pathOf(countiesIn(view), view), height: view.height };
}

const countiesIn = (view: View) =>
  [...countyShapes.values()].filter((polygons) => polygons.flat(2).some(view.shows)).flat();

/** Returns polygons or named counties; empty if it's statewide or unknown. */
function areaOf(alerts: readonly NowAlert[]): PolygonRings[] {
  if (alerts.some(({ statewide }) => statewide)) return [];
  const polygons = alerts.flatMap(({ geometry }) => polygonsIn(geometry));
  const warned = new Set(alerts.flatMap(({ counties }) => counties));
  const named = [...warned].flatMap((fips) => countyShapes.get(fips) ?? []);
  return polygons.length > 0 ? polygons : named;
}

function draw(
  area: readonly PolygonRings[],
  track: TrackedStorm | undefined,
  view: View,
  { townCount, label }: { townCount: number; label: string },
): string {
  const labels = placed(
    towns.filter(({ position }) => view.shows(position)),
    view,
  ).slice(0, townCount);
  const names = labels.map(({ name, x, y, isLeft }) => {
    const text = `<text x="${isLeft ? x - 5 : x + 5}" y="${y + 4}"${isLeft ? ' text-anchor="end"' : ''}>${escapeHtml(name)}</text>`;
    return `<circle cx="${x}" cy="${y}" r="2.5"/>${text}`;
  });
  return (
    `<svg class="m" viewBox="0 0 ${view.width} ${view.height}" role="img" aria-label="${label}">` +
    `<path class="k" d="${pathOf(countiesIn(view), view)}"/><path class="p" d="${pathOf(area, view)}"/>` +
    `${names.join('')}${track ? arrow(track, view) : ''}</svg>`
  );
}

const lineHeight = 15;

/** Skips towns whose names overlap those of larger ones. */
function placed(towns: readonly Town[], view: View) {
  const taken: { left: number; right: number; y: number }[] = [];
  return towns.flatMap(({ name, position }) => {
    const [x, y] = view.at(position);
    const length = name.length * 7 + 10;
    const isLeft = x + length > view.width;
    const [left, right] = isLeft ? [x - length, x] : [x, x + length];
    const isFree =
      left >= 0 &&
      y > lineHeight &&
      taken.every((other) => right < other.left || left > other.right || Math.abs(y - other.y) > lineHeight);
    if (!isFree) return [];
    taken.push({ left, right, y });
    return [{ name, x, y, isLeft }];
  });
}

function arrow({ from, to, towardsDegrees }: TrackedStorm, view: View): string {
  const starts = from.map(view.at);
  const [x, y] = [0, 1].map((axis) =>
    Math.round(starts.reduce((sum, start) => sum + start[axis as 0 | 1], 0) / starts.length),
  ) as [number, number];
  const [endX, endY] = view.at(to);
  const crosses = starts.map(([startX, startY]) => `M${startX - 5} ${startY - 5}l10 10m0-10l-10 10`).join('');
  return (
    `<path class="a" d="M${x} ${y}L${endX} ${endY}${crosses}"/>` +
    `<path d="M0-9L6 5L-6 5Z" transform="translate(${endX} ${endY}) rotate(${Math.round(towardsDegrees)})"/>`
  );
}
