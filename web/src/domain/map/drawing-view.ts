import { stateBox, mapSettings } from './map-settings.js';
import type { Box, Position } from './shapes/shapes.js';

/**
 * Which part of the drawn map is seen: in Web Mercator, as on the interactive map and in the radar's pictures. In the middle of the
 * state a unit is a hundredth of a degree of latitude; x runs to the east, y to the south.
 */

export interface DrawingView {
  /** The middle. */
  x: number;
  y: number;
  /** How much is seen along the shorter side of the frame. */
  side: number;
}

/** The frame that the map is seen through, in CSS pixels. */
export interface Frame {
  width: number;
  height: number;
}

const unitsPerDegree = 100;
/** Degrees of longitude are shorter here than degrees of latitude. */
const squeeze = Math.cos((((stateBox.south + stateBox.north) / 2) * Math.PI) / 180);

/** Units of a degree of longitude. */
const unitsEast = squeeze * unitsPerDegree;
const degree = Math.PI / 180;
/** The projection's own measure of how far north it is, in degrees of longitude, and back. */
const northing = (lat: number) => Math.asinh(Math.tan(lat * degree)) / degree;
const latitude = (north: number) => Math.atan(Math.sinh(north * degree)) / degree;
const top = northing(stateBox.north);

export const project = ([lon, lat]: Position): Position => [
  (lon - stateBox.west) * unitsEast,
  (top - northing(lat)) * unitsEast,
];
export const positionAt = (x: number, y: number): Position => [
  stateBox.west + x / unitsEast,
  latitude(top - y / unitsEast),
];

const [stateWidth, stateHeight] = project([stateBox.east, stateBox.south]);
/** About fifteen kilometres, closer than which the simplified shapes say nothing more, and somewhat more than the state. */
const sides = { least: 14, most: 1.5 * Math.max(stateWidth, stateHeight) };
/** Left free around what is fitted in. */
const room = 1.15;

const within = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value));

/** The nearest view that still has some of the state in its middle. */
const kept = ({ x, y, side }: DrawingView): DrawingView => ({
  x: within(x, 0, stateWidth),
  y: within(y, 0, stateHeight),
  side: within(side, sides.least, sides.most),
});

/** The view of all of a rectangle. */
export function viewOf({ west, south, east, north }: Box, { width, height }: Frame): DrawingView {
  const [left, upper] = project([west, north]);
  const [right, lower] = project([east, south]);
  const shorter = Math.min(width, height);
  const side = room * Math.max(((right - left) * shorter) / width, ((lower - upper) * shorter) / height);
  return kept({ x: (left + right) / 2, y: (upper + lower) / 2, side });
}

/** Units in a CSS pixel. */
export const unitsPerPixel = ({ side }: DrawingView, { width, height }: Frame): number =>
  side / Math.min(width, height);

/** How far around a point a finger also means, in degrees of latitude. */
export const reachOf = (view: DrawingView, frame: Frame): number =>
  (mapSettings.reachPx * unitsPerPixel(view, frame)) / unitsPerDegree;

/** The view so many pixels to the right and below. */
export function moved(view: DrawingView, frame: Frame, right: number, down: number): DrawingView {
  const units = unitsPerPixel(view, frame);
  return kept({ ...view, x: view.x + right * units, y: view.y + down * units });
}

/**
 * Closer by so many steps, each of which doubles the scale.
 * @param at what stays where it is, in pixels from the middle of the frame
 */
export function zoomed(view: DrawingView, frame: Frame, steps: number, at = { x: 0, y: 0 }): DrawingView {
  const side = within(view.side / 2 ** steps, sides.least, sides.most);
  const units = unitsPerPixel(view, frame) - side / Math.min(frame.width, frame.height);
  return kept({ x: view.x + at.x * units, y: view.y + at.y * units, side });
}

/** The zoom at which the interactive map shows as much: its world is 512 pixels wide at 0. */
export const zoomOf = (view: DrawingView, frame: Frame): number =>
  Math.log2((360 * unitsEast) / (512 * unitsPerPixel(view, frame)));
