/** Hatching patterns, which tell alert areas apart without color. */
import type { AlertTone } from '@/components/alerts/alert-variant.js';

export type Hatch = 'squared' | 'crossed' | 'rising' | 'falling' | 'dotted' | 'lined';

export interface AreaMark {
  /** The alert's color (styles.css) in a form that maps and canvases accept. */
  color: string;
  /** For hatching on dark backgrounds, where the alert's own would be too dark. */
  onDark: string;
  hatch: Hatch;
  outlineWidth: number;
}

export const areaMarks: Readonly<Record<AlertTone, AreaMark>> = {
  emergency: { color: '#7d0058', onDark: '#ff7ad1', hatch: 'squared', outlineWidth: 4.5 },
  extreme: { color: '#97000f', onDark: '#ff8a8f', hatch: 'crossed', outlineWidth: 3.5 },
  severe: { color: '#bd2900', onDark: '#ff9a6b', hatch: 'rising', outlineWidth: 3 },
  watch: { color: '#d98400', onDark: '#ffcb70', hatch: 'falling', outlineWidth: 2.5 },
  advisory: { color: '#2c86b3', onDark: '#86cdf2', hatch: 'dotted', outlineWidth: 2 },
  statement: { color: '#66788a', onDark: '#c3ced9', hatch: 'lined', outlineWidth: 1.5 },
};

/** Side of the repeated tile, in CSS pixels. */
export const hatchSide = 12;
const lineWidth = 2;
const dotRadius = 1.6;

/** Returns how far a point is inside the lines or dots, in CSS pixels; negative outside. The tile's edges match. */
function depthIn(hatch: Hatch, x: number, y: number): number {
  const fromDiagonal = (along: number) => {
    const off = ((along % hatchSide) + hatchSide) % hatchSide;
    return Math.min(off, hatchSide - off) * Math.SQRT1_2;
  };
  /** Returns the distance to the nearest line along an edge of the tile, through its middle. */
  const fromMiddle = (across: number) => Math.abs(across - hatchSide / 2);
  switch (hatch) {
    case 'squared':
      return lineWidth / 2 - Math.min(fromMiddle(x), fromMiddle(y));
    case 'lined':
      return lineWidth / 2 - fromMiddle(y);
    case 'rising':
      return lineWidth / 2 - fromDiagonal(x + y);
    case 'falling':
      return lineWidth / 2 - fromDiagonal(x - y);
    case 'crossed':
      return lineWidth / 2 - Math.min(fromDiagonal(x + y), fromDiagonal(x - y));
    case 'dotted':
      return dotRadius - Math.hypot(x - hatchSide / 2, y - hatchSide / 2);
  }
}

/** Returns a seamless RGBA tile. */
export function createHatchImage(color: string, hatch: Hatch, pixelRatio: number) {
  const side = hatchSide * pixelRatio;
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  const data = new Uint8ClampedArray(side * side * 4);
  for (let row = 0; row < side; row += 1)
    for (let column = 0; column < side; column += 1) {
      const depth = depthIn(hatch, (column + 0.5) / pixelRatio, (row + 0.5) / pixelRatio);
      // Anti-aliases edge pixels; the array clamps values to 0–255.
      data.set([red, green, blue, 255 * (depth * pixelRatio + 0.5)], (row * side + column) * 4);
    }
  return { width: side, height: side, data };
}

/** Returns the same pattern as the path of an SVG tile of `hatchSide`. */
export function hatchPath(hatch: Hatch): string {
  const side = hatchSide;
  const half = side / 2;
  const rising = `M0 ${side}L${side} 0M${-half} ${half}L${half} ${-half}M${half} ${side + half}L${side + half} ${half}`;
  const falling = `M0 0L${side} ${side}M${-half} ${half}L${half} ${side + half}M${half} ${-half}L${side + half} ${half}`;
  // A zero-length line with round caps is a dot.
  const dotted = `M${half} ${half}h0`;
  const lined = `M0 ${half}H${side}`;
  const squared = `${lined}M${half} 0V${side}`;
  return { rising, falling, crossed: rising + falling, dotted, lined, squared }[hatch];
}

/** Returns the width of a hatching's strokes in CSS pixels. */
export const hatchStroke = (hatch: Hatch): number => (hatch === 'dotted' ? dotRadius * 2 : lineWidth);
