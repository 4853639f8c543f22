/**
 * Coordinates and views of the drawn map. In Web Mercator, like the interactive map and the radar pictures. In the
 * middle of the state, a unit is a hundredth of a degree of latitude; x grows eastward, y southward.
 */
import { stateBox, mapSettings } from './map-settings.js';
import type { Box, Position } from './shapes/shapes.js';

export interface DrawingView {
  x: number;
  y: number;
  /** Units along the frame's shorter side. */
  side: number;
}

export interface Frame {
  width: number;
  height: number;
}

const unitsPerDegree = 100;
/** Degrees of longitude are shorter here than degrees of latitude. */
const squeeze = Math.cos((((stateBox.south + stateBox.north) / 2) * Math.PI) / 180);

const unitsEast = squeeze * unitsPerDegree;
const degree = Math.PI / 180;
/** Converts latitude to projected degrees, on the scale of degrees of longitude, and back. */
const northing = (lat: number) => Math.asinh(Math.tan(lat * degree)) / degree;
const latitude = (north: number) => Math.atan(Math.sinh(north * degree)) / degree;
const top = northing(stateBox.north);

/** Converts longitude and latitude to the drawing's units. */
export const project = ([lon, lat]: Position): Position => [
  (lon - stateBox.west) * unitsEast,
  (top - northing(lat)) * unitsEast,
];
/** Converts the drawing's units to longitude and latitude: the inverse of `project`. */
export const positionAt = (x: number, y: number): Position => [
  stateBox.west + x / unitsEast,
  latitude(top - y / unitsEast),
];

const [stateWidth, stateHeight] = project([stateBox.east, stateBox.south]);
/**
 * From about fifteen kilometers, below which the simplified shapes show no more detail, to somewhat more than the
 * state.
 */
const sides = { min: 14, max: 1.5 * Math.max(stateWidth, stateHeight) };
/** Margin factor around a fitted area. */
const fitMargin = 1.15;

const within = (value: number, min: number, max: number) => Math.min(max, Math.max(min, value));

/** Keeps the view's center within the state. */
const clampView = ({ x, y, side }: DrawingView): DrawingView => ({
  x: within(x, 0, stateWidth),
  y: within(y, 0, stateHeight),
  side: within(side, sides.min, sides.max),
});

/** Returns the view that shows a box with some room around it, kept within the state's surroundings. */
export function viewOf({ west, south, east, north }: Box, { width, height }: Frame): DrawingView {
  const [left, upper] = project([west, north]);
  const [right, lower] = project([east, south]);
  const shorter = Math.min(width, height);
  const side = fitMargin * Math.max(((right - left) * shorter) / width, ((lower - upper) * shorter) / height);
  return clampView({ x: (left + right) / 2, y: (upper + lower) / 2, side });
}

/** Returns an SVG view box that shows the same as `viewOf` in a frame of any size, for markup made on the server. */
export function viewBoxOf({ west, south, east, north }: Box): string {
  const [left, upper] = project([west, north]);
  const [right, lower] = project([east, south]);
  const [width, height] = [right - left, lower - upper].map((length) =>
    Math.max(fitMargin * length, sides.min),
  ) as Position;
  return `${(left + right - width) / 2} ${(upper + lower - height) / 2} ${width} ${height}`;
}

/** Returns what a frame shows, in degrees. */
export function boxOfView({ x, y, side }: DrawingView, { width, height }: Frame): Box {
  const halfUnitsPerPixel = side / Math.min(width, height) / 2;
  const [west, north] = positionAt(x - width * halfUnitsPerPixel, y - height * halfUnitsPerPixel);
  const [east, south] = positionAt(x + width * halfUnitsPerPixel, y + height * halfUnitsPerPixel);
  return { west, south, east, north };
}

/** Returns the drawing's units per CSS pixel. */
export const unitsPerPixel = ({ side }: DrawingView, { width, height }: Frame): number =>
  side / Math.min(width, height);

/** Returns the tap tolerance in degrees of latitude. */
export const reachOf = (view: DrawingView, frame: Frame): number =>
  (mapSettings.reachPx * unitsPerPixel(view, frame)) / unitsPerDegree;

/** Shifts a view by CSS pixels, kept within the state's surroundings. */
export function moved(view: DrawingView, frame: Frame, right: number, down: number): DrawingView {
  const units = unitsPerPixel(view, frame);
  return clampView({ ...view, x: view.x + right * units, y: view.y + down * units });
}

/**
 * Zooms in by steps, each of which doubles the scale.
 * @param at the fixed point, in pixels from the frame's center
 */
export function zoomed(view: DrawingView, frame: Frame, steps: number, at = { x: 0, y: 0 }): DrawingView {
  const side = within(view.side / 2 ** steps, sides.min, sides.max);
  const units = unitsPerPixel(view, frame) - side / Math.min(frame.width, frame.height);
  return clampView({ x: view.x + at.x * units, y: view.y + at.y * units, side });
}

/** Returns the interactive map's zoom, whose world is 512 pixels wide at 0. */
export const zoomOf = (view: DrawingView, frame: Frame): number =>
  Math.log2((360 * unitsEast) / (512 * unitsPerPixel(view, frame)));
