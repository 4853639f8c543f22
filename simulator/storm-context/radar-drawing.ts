/** Palette PNGs in the ramp of 8-bit reflectivity products. */
import { crc32, deflateSync } from 'node:zlib';

/** Reflectivity and color, interpolated linearly. */
const corners: readonly (readonly [dbz: number, red: number, green: number, blue: number])[] = [
  [-32, 133, 113, 143],
  [-10, 210, 212, 180],
  [9, 65, 91, 158],
  [17.5, 111, 214, 232],
  [21, 53, 214, 91],
  [21.5, 17, 213, 24],
  [34.5, 9, 94, 9],
  [35, 50, 115, 8],
  [40, 255, 226, 0],
  [49, 255, 128, 0],
  [49.5, 255, 0, 0],
  [58.5, 113, 0, 0],
  [59, 255, 255, 255],
  [63.5, 255, 146, 255],
  [64, 255, 117, 255],
  [68.5, 225, 11, 227],
  [69, 178, 0, 255],
  [75, 99, 0, 214],
];

type Color = readonly [red: number, green: number, blue: number];

function rampAt(dbz: number): Color {
  const next = corners.findIndex(([corner]) => corner > dbz);
  const from = corners.at(next < 0 ? -1 : Math.max(0, next - 1));
  const to = corners.at(next);
  if (!from || !to) return [0, 0, 0];
  const share = to[0] === from[0] ? 0 : (dbz - from[0]) / (to[0] - from[0]);
  const part = (index: 1 | 2 | 3) => Math.round(from[index] + (to[index] - from[index]) * share);
  return [part(1), part(2), part(3)];
}

/** Colors of no reflectivity product. */
const unknownAt = (dbz: number): Color => [90 + Math.round(dbz), 20, 60 + Math.round(dbz)];

export interface Drawing {
  width: number;
  height: number;
  /** Weaker echoes aren't drawn. */
  minDbz: number;
  stepDbz: number;
  hasUnknownColours: boolean;
  /** Row by row, per square of `binPixels`. */
  dbz: Float32Array;
}

const maxPaletteEntries = 255;
const lowestDbz = -32;
/** Approximate width of a radar bin. */
export const binPixels = 2;

/** Globals are slow in Jest. */
const { min, round } = Math;

/** Encodes reflectivity as a palette PNG. Weaker echoes than `minDbz` stay transparent. */
export function draw({ width, height, minDbz, stepDbz, hasUnknownColours, dbz }: Drawing): Buffer {
  const rows = Buffer.alloc((width + 1) * height);
  const columns = Math.ceil(width / binPixels);
  for (let top = 0; top < height; top += binPixels) {
    const start = top * (width + 1) + 1;
    for (let column = 0; column < columns; column += 1) {
      const value = dbz[(top / binPixels) * columns + column] ?? -Infinity;
      if (value < minDbz) continue;
      const entry = min(maxPaletteEntries, 1 + round((value - lowestDbz) / stepDbz));
      const end = min(width, (column + 1) * binPixels);
      for (let x = column * binPixels; x < end; x += 1) rows[start + x] = entry;
    }
    for (let row = top + 1; row < Math.min(height, top + binPixels); row += 1)
      rows.copy(rows, row * (width + 1) + 1, start, start + width);
  }
  const colors = Array.from({ length: maxPaletteEntries }, (_unused, entry) =>
    (hasUnknownColours ? unknownAt : rampAt)(Math.min(75, lowestDbz + entry * stepDbz)),
  );
  return png(width, height, [[0, 0, 0], ...colors], rows);
}

/** Encodes an indexed PNG (ISO 15948); the first palette entry is transparent, every row uses filter 0. */
function png(width: number, height: number, palette: readonly Color[], rows: Buffer): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.flat())),
    chunk('tRNS', Buffer.from([0])),
    chunk('IDAT', deflateSync(rows, { level: 1 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(named.length + 8);
  framed.writeUInt32BE(data.length, 0);
  named.copy(framed, 4);
  framed.writeUInt32BE(crc32(named), named.length + 4);
  return framed;
}
