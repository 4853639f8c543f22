/**
 * Echo strength by place and time, a pure function: scattered storms on a usual day, a squall line with storms ahead of
 * it in the outbreak, none when calm.
 */
import { broadAt, fineAt, hash } from './radar-noise.js';
import type { Sky } from '../simulated-source.js';

export interface Storms {
  kind: Sky['kind'];
  /** At the time of the picture. */
  outbreakMinutes: number;
  /** Since 1970, for the usual day. */
  clockMinutes: number;
}

/** In rows from the northwest, in kilometers east and north of the center of the state. */
export interface Points {
  left: number;
  top: number;
  stepX: number;
  stepY: number;
  columns: number;
  rows: number;
}

interface Cell {
  x: number;
  y: number;
  radiusKm: number;
  peakDbz: number;
}

const noEchoDbz = -99;
/** East and north, in km per minute: some 35 mph to the east-northeast. */
const wind = { x: 0.85, y: 0.4 } as const;
const lifetimeMinutes = 140;
const normalCellCount = 34;
/** Distortion of edges. */
const warpKm = 6;
/** Distortion of the interior. */
const textureDbz = 9;

/** On a usual day, each with time to grow, move and decay. */
function cellsAt(clockMinutes: number): Cell[] {
  return Array.from({ length: normalCellCount }, (_unused, index) => {
    const born = clockMinutes + index * 61;
    const age = born % lifetimeMinutes;
    const generation = Math.floor(born / lifetimeMinutes) % 9_973;
    const random = (which: number) => hash(index, generation, which);
    const strength = Math.sin((Math.PI * age) / lifetimeMinutes) ** 0.5;
    return {
      x: -420 + 760 * random(1) + wind.x * age,
      y: -330 + 620 * random(2) + wind.y * age,
      radiusKm: (8 + 20 * random(3) ** 2) * (0.4 + 0.6 * strength),
      peakDbz: 20 + (16 + 26 * random(4)) * strength,
    };
  }).filter(({ peakDbz }) => peakDbz > 24);
}

/** Ahead of the line, at the outbreak's warnings: Pulaski, Faulkner and Boone County. */
const loneStorms: readonly Cell[] = [
  { x: 3, y: -27, radiusKm: 16, peakDbz: 65 },
  { x: -6, y: 13, radiusKm: 13, peakDbz: 61 },
  { x: -60, y: 125, radiusKm: 15, peakDbz: 56 },
  { x: 55, y: -95, radiusKm: 11, peakDbz: 57 },
  { x: 68, y: -70, radiusKm: 8, peakDbz: 47 },
];

const moved = (cell: Cell, minutes: number): Cell => ({
  ...cell,
  x: cell.x + wind.x * minutes,
  y: cell.y + wind.y * minutes,
});

/** Strongest in the core, with a tail to the northeast, where the wind carries the rain. */
function cellAt({ x, y, radiusKm, peakDbz }: Cell, atX: number, atY: number): number {
  const dx = atX - x;
  const dy = atY - y;
  const along = dx * 0.9 + dy * 0.43;
  const across = dy * 0.9 - dx * 0.43;
  const awaySquared = ((along > 0 ? along * 0.62 : along) ** 2 + across ** 2) / radiusKm ** 2;
  return peakDbz - 13 * awaySquared;
}

/** A bow that leans to the northeast: sharp in front, then a lull, then thinning rain. */
function lineAt(front: number, x: number, y: number): number {
  const bow = front + 0.22 * y - 0.0007 * y * y;
  const behind = bow - x;
  if (behind < -14 || behind > 210) return noEchoDbz;
  const ends = Math.max(0, Math.abs(y) - 190) * 0.35;
  const core = 55 + 7 * broadAt(y * 2.5, front) - 0.22 * (behind - 8) ** 2;
  const lull = behind < 32 ? 12 : 0;
  const rain = behind < 6 ? noEchoDbz : 38 - 0.17 * Math.max(0, behind - 60) - lull + 6 * broadAt(x - front, y);
  return Math.max(core, rain) - ends;
}

const { min } = Math;
/** Squared for speed: this runs for every point. */
const fromRadarSquared = (x: number, y: number): number =>
  min(
    (x - 10) ** 2 + (y + 15) ** 2,
    (x + 180) ** 2 + (y - 45) ** 2,
    (x + 125) ** 2 + (y + 275) ** 2,
    (x - 225) ** 2 + (y - 40) ** 2,
  );
const clearAirKm = 80;

/** Birds and insects around the radars, which sources may remove. */
function clearAirAt(x: number, y: number): number {
  const squared = fromRadarSquared(x, y);
  return squared > clearAirKm ** 2 ? noEchoDbz : 9 - Math.sqrt(squared) / 6 + 9 * fineAt(x * 2, y * 2);
}

/** In dBZ, row by row. */
export function reflectivityOf(storms: Storms, points: Points, showsClearAir: boolean): Float32Array {
  const { left, top, stepX, stepY, columns, rows } = points;
  const dbz = new Float32Array(columns * rows).fill(noEchoDbz);
  const { kind, outbreakMinutes } = storms;
  // Small, to preserve precision.
  const minutes = kind === 'outbreak' ? outbreakMinutes : storms.clockMinutes % 100_000;
  const driftX = wind.x * minutes;
  const driftY = wind.y * minutes;
  const bent = (x: number, y: number) => x + warpKm * fineAt(x - driftX + 211, y - driftY + minutes * 0.2);
  const raise = (at: number, value: number) => {
    if (value > (dbz[at] ?? 0)) dbz[at] = value;
  };
  const raiseAll = (valueAt: (x: number, y: number) => number) => {
    for (let row = 0, at = 0; row < rows; row += 1) {
      const y = top - row * stepY;
      for (let column = 0; column < columns; column += 1, at += 1) raise(at, valueAt(left + column * stepX, y));
    }
  };
  const raiseCell = (cell: Cell) => {
    const reach = cell.radiusKm * 2.6 + warpKm;
    const firstRow = Math.max(0, Math.floor((top - cell.y - reach) / stepY));
    const firstColumn = Math.max(0, Math.floor((cell.x - reach - left) / stepX));
    for (let row = firstRow; row < Math.min(rows, (top - cell.y + reach) / stepY); row += 1) {
      const y = top - row * stepY;
      for (let column = firstColumn; column < Math.min(columns, (cell.x + reach - left) / stepX); column += 1) {
        const x = left + column * stepX;
        raise(row * columns + column, cellAt(cell, bent(x, y), bent(y + 97, x) - 97));
      }
    }
  };
  if (kind === 'outbreak') {
    raiseAll((x, y) => lineAt(-62 + outbreakMinutes, bent(x, y), y));
    for (const storm of loneStorms) raiseCell(moved(storm, outbreakMinutes));
  }
  if (kind === 'usual') {
    raiseAll((x, y) => 56 * broadAt(x - driftX, y - driftY) - 2);
    cellsAt(storms.clockMinutes).forEach(raiseCell);
  }
  for (let row = 0, at = 0; row < rows; row += 1) {
    const y = top - row * stepY;
    for (let column = 0; column < columns; column += 1, at += 1) {
      const x = left + column * stepX;
      const strength = dbz[at] ?? noEchoDbz;
      if (strength > -2) dbz[at] = strength + textureDbz * fineAt(x - driftX, y - driftY + minutes * 0.06);
      if (showsClearAir) raise(at, clearAirAt(x, y));
    }
  }
  return dbz;
}
