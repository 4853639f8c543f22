import { radarImageSize } from '@site/domain/weather/radar-grid';
import { radarScale } from '@site/domain/weather/radar-scale';
import sharp from 'sharp';
import { drawFrame } from './draw-frame.js';
import { drawStill, maxStillBytes } from './draw-still.js';
import { readRadarImage } from './read-image.js';

const { width, height } = radarImageSize;
const transparent = { r: 0, g: 0, b: 0, alpha: 0 };

const patch = (color: string, background: object | string = transparent) =>
  sharp({ create: { width, height, channels: 4, background } })
    .composite([
      { input: { create: { width: 200, height: 200, channels: 4, background: color } }, left: 500, top: 500 },
    ])
    .png()
    .toBuffer();

const pixels = (colourAt: (x: number, y: number) => readonly [number, number, number, number]) => {
  const data = Buffer.alloc(width * height * 4);
  for (let at = 0; at < width * height; at += 1) data.set(colourAt(at % width, Math.floor(at / width)), at * 4);
  return sharp(data, { raw: { width, height, channels: 4 } })
    .png({ compressionLevel: 1 })
    .toBuffer();
};
const middleOf = (steps: Uint8Array) => radarScale[(steps[600 * width + 600] ?? 0) - 1]?.dbz;

describe('a source picture', () => {
  it.each([
    ['#85718f', undefined],
    ['#415b9e', undefined],
    ['#60b4d4', 15],
    ['#35d65b', 20],
    ['#0eb314', 25],
    ['#0b840e', 30],
    ['#7d9805', 35],
    ['#ffe200', 40],
    ['#ffac00', 45],
    ['#f80000', 50],
    ['#aa0000', 55],
    ['#ffeaff', 60],
    ['#f960fa', 65],
    ['#04e9e7', undefined],
    ['#0300f4', 15],
    ['#02fd02', 20],
    ['#fdf802', 35],
    ['#9854c6', 65],
  ])('has %s for %s dBZ or more of our scale', async (color, dbz) => {
    const image = await readRadarImage(await patch(color));

    expect(image).toMatchObject({ scale: 'site', isBlank: false, hasEchoes: (dbz ?? 0) >= 20 });
    expect(middleOf(image.steps)).toBe(dbz);
  });

  it.each(['#ffffff', '#000000', '#808080'])('is rejected when %s is behind the echoes', async (background) => {
    await expect(readRadarImage(await patch('#0eb314', background))).rejects.toMatchObject({ outcome: 'invalid' });
  });

  it('is rejected when it is truncated, of another size, or not a PNG', async () => {
    const full = await patch('#0eb314');
    const small = await sharp(full).resize(640, 576).png().toBuffer();
    for (const bytes of [
      Buffer.alloc(0),
      full.subarray(0, full.length / 2),
      small,
      await sharp(full).webp().toBuffer(),
    ])
      await expect(readRadarImage(bytes)).rejects.toMatchObject({ outcome: 'invalid' });
  });

  it('with a million colors keeps them if it can be made small, and is rejected otherwise', async () => {
    const noise = await readRadarImage(
      await pixels((x, y) => [(x * 7919 + y * 104_729) & 255, (x * y * 31) & 255, ((x ^ y) * 57) & 255, 255]),
    );
    expect(noise.scale).toBe('source');
    await expect(drawFrame(noise)).rejects.toMatchObject({ outcome: 'invalid' });
  });
});

describe('our picture of a frame', () => {
  it('stays small in the worst storm, and nothing in it looks weaker', async () => {
    const ramp = [0x60b4d4, 0x35d65b, 0x0eb314, 0x0b840e, 0xffe200, 0xffac00, 0xf80000, 0xaa0000];
    const image = await readRadarImage(
      await pixels((x, y) => {
        const mixed = Math.imul(x + 1, 374_761_393) ^ Math.imul(y + 1, 668_265_263);
        const color = ramp[(Math.imul(mixed ^ (mixed >>> 13), 1_274_126_177) >>> 8) % ramp.length] ?? 0;
        return [color >> 16, (color >> 8) & 255, color & 255, 255];
      }),
    );
    const frame = await drawFrame(image);
    expect(frame.length).toBeLessThanOrEqual(85_000);

    const colours = radarScale.map(({ color }) => Number.parseInt(color.slice(1), 16));
    const { data } = await sharp(frame).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
    const weaker = image.steps.filter((step, pixel) => {
      const rendered = colours.indexOf(
        ((data[pixel * 4] ?? 0) << 16) | ((data[pixel * 4 + 1] ?? 0) << 8) | (data[pixel * 4 + 2] ?? 0),
      );
      return rendered + 1 < step;
    });
    expect(weaker).toHaveLength(0);
    expect((await drawStill(frame)).bytes.length).toBeLessThanOrEqual(maxStillBytes);
  });
});
