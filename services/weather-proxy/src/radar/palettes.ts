/**
 * Reflectivity palettes: the ramp of the weather service and the Iowa Environmental Mesonet for 8-bit products, and the
 * sixteen colors of older products. From public code that reads these pictures.
 */

/** Interpolated linearly. */
const rampCorners: readonly (readonly [dbz: number, colour: number])[] = [
  [-32, 0x85718f],
  [-24.5, 0x938d75],
  [-24, 0x969153],
  [-10.5, 0xd2d4b4],
  [9, 0x415b9e],
  [9.5, 0x4361a2],
  [17.5, 0x6fd6e8],
  [18, 0x68d6d7],
  [21, 0x35d65b],
  [21.5, 0x11d518],
  [34.5, 0x095e09],
  [35, 0x327308],
  [39.5, 0xead204],
  [40, 0xffe200],
  [49, 0xff8000],
  [49.5, 0xff0000],
  [58.5, 0x710000],
  [59, 0xffffff],
  [63.5, 0xff92ff],
  [64, 0xff75ff],
  [68.5, 0xe10be3],
  [69, 0xb200ff],
  [73.5, 0x6900db],
  [74, 0x05ecf0],
  [82, 0x023e40],
];

/** One color per 5 dBZ. */
const sixteenColors: readonly (readonly [dbz: number, colour: number])[] = [
  [5, 0x04e9e7],
  [10, 0x019ff4],
  [15, 0x0300f4],
  [20, 0x02fd02],
  [25, 0x01c501],
  [30, 0x008e00],
  [35, 0xfdf802],
  [40, 0xe5bc00],
  [45, 0xfd9500],
  [50, 0xfd0000],
  [55, 0xd40000],
  [60, 0xbc0000],
  [65, 0xf800fd],
  [70, 0x9854c6],
  [75, 0xfdfdfd],
];

interface Entry {
  dbz: number;
  red: number;
  green: number;
  blue: number;
}

const entryOf = (dbz: number, color: number): Entry => ({
  dbz,
  red: color >> 16,
  green: (color >> 8) & 255,
  blue: color & 255,
});

/** In half dBZ, the product's resolution. */
function buildColorRamp(): Entry[] {
  return rampCorners.flatMap(([dbz, color], index) => {
    const [nextDbz, nextColor] = rampCorners[index + 1] ?? [dbz + 0.5, color];
    const from = entryOf(dbz, color);
    const to = entryOf(nextDbz, nextColor);
    return Array.from({ length: (nextDbz - dbz) * 2 }, (_unused, step) => {
      const share = step / ((nextDbz - dbz) * 2);
      const between = (start: number, end: number) => start + (end - start) * share;
      return {
        dbz: dbz + step / 2,
        red: between(from.red, to.red),
        green: between(from.green, to.green),
        blue: between(from.blue, to.blue),
      };
    });
  });
}

export type Palette = readonly Entry[];

export const palettes: readonly Palette[] = [
  buildColorRamp(),
  sixteenColors.map(([dbz, color]) => entryOf(dbz, color)),
];

/** With the color distance (0 to 442). */
export function nearestTo(color: number, palette: Palette): { dbz: number; distance: number } {
  const red = color >> 16;
  const green = (color >> 8) & 255;
  const blue = color & 255;
  let dbz = -Infinity;
  let minDistance = Infinity;
  for (const entry of palette) {
    const square = (entry.red - red) ** 2 + (entry.green - green) ** 2 + (entry.blue - blue) ** 2;
    if (square < minDistance) {
      dbz = entry.dbz;
      minDistance = square;
    }
  }
  return { dbz, distance: Math.sqrt(minDistance) };
}
