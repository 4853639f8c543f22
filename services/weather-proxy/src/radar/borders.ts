/** County and state borders as masks, for the still radar image. */
import { radarPixelOf } from '@site/domain/weather/radar-grid';
import { readStateData } from '@site/regions/data';
import type { Geometry } from '../nws/schemas.js';

/**
 * Coverage masks (0 to 255 per pixel) of borders. The image library only draws SVG, which is disabled where untrusted
 * pictures are read.
 */
export interface Borders {
  land: Uint8Array;
  countyLines: Uint8Array;
  stateLine: Uint8Array;
}

interface Size {
  width: number;
  height: number;
}
type Point = readonly [x: number, y: number];
type Ring = readonly Point[];

const countyLineWidth = 0.9;
const stateLineWidth = 2;

/** Takes some 50 ms. */
export function bordersFor(size: Size): Borders {
  const rings = countyRings(size.width);
  const land = new Uint8Array(size.width * size.height);
  for (const ring of rings) fill(land, ring, size);
  const countyLines = lines(rings, countyLineWidth, size);
  // County lines, masked by the land, leave the state border.
  const stateLine = lines(rings, stateLineWidth * 2, size).map((cover, pixel) => (land[pixel] ? 0 : cover));
  return { land, countyLines, stateLine };
}

function countyRings(width: number): Ring[] {
  const shapes = readStateData('county-shapes.json') as Record<string, Geometry>;
  return Object.values(shapes)
    .flatMap((shape) => (shape.type === 'Polygon' ? [shape.coordinates] : shape.coordinates))
    .flatMap((rings) =>
      rings.map((ring) =>
        ring.map(([lon = 0, lat = 0]) => {
          const { x, y } = radarPixelOf(lon, lat, width);
          return [x, y] as const;
        }),
      ),
    );
}

function* sidesOf(ring: Ring): Generator<[from: Point, to: Point]> {
  for (const [index, from] of ring.entries()) yield [from, ring[(index + 1) % ring.length] ?? from];
}

/** By the even-odd rule, sampled at pixel centers. */
function fill(land: Uint8Array, ring: Ring, { width, height }: Size): void {
  for (let row = 0; row < height; row += 1) {
    const y = row + 0.5;
    const crossings: number[] = [];
    for (const [[x1, y1], [x2, y2]] of sidesOf(ring)) {
      if (y1 > y !== y2 > y) crossings.push(x1 + ((y - y1) / (y2 - y1)) * (x2 - x1));
    }
    crossings.sort((left, right) => left - right);
    for (let pair = 0; pair + 1 < crossings.length; pair += 2) {
      land.fill(
        255,
        row * width + Math.round(crossings[pair] ?? 0),
        row * width + Math.round(crossings[pair + 1] ?? 0),
      );
    }
  }
}

/** Antialiased. */
function lines(rings: readonly Ring[], lineWidth: number, { width, height }: Size): Uint8Array {
  const cover = new Uint8Array(width * height);
  const reach = lineWidth / 2 + 1;
  for (const ring of rings) {
    for (const [from, to] of sidesOf(ring)) {
      const left = Math.min(from[0], to[0]) - reach;
      const right = Math.max(from[0], to[0]) + reach;
      const top = Math.min(from[1], to[1]) - reach;
      const bottom = Math.max(from[1], to[1]) + reach;
      for (let y = Math.max(0, Math.floor(top)); y < Math.min(height, bottom); y += 1) {
        for (let x = Math.max(0, Math.floor(left)); x < Math.min(width, right); x += 1) {
          const away = distance([x + 0.5, y + 0.5], from, to);
          const share = Math.min(1, Math.max(0, lineWidth / 2 + 0.5 - away));
          const pixel = y * width + x;
          cover[pixel] = Math.max(cover[pixel] ?? 0, Math.round(Math.min(share, lineWidth) * 255));
        }
      }
    }
  }
  return cover;
}

/** From a point to a segment. */
function distance([x, y]: Point, [ax, ay]: Point, [bx, by]: Point): number {
  const dx = bx - ax;
  const dy = by - ay;
  const square = dx * dx + dy * dy;
  const along = square === 0 ? 0 : Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / square));
  return Math.hypot(x - ax - along * dx, y - ay - along * dy);
}
