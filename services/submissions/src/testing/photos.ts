import { createHash } from 'node:crypto';
import { constants, crc32, deflateRawSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';

/** Returns a generated picture, always the same for a number. */
export function scene(number: number, { width = 800, height = 600 } = {}): Sharp {
  const cells = createHash('sha512').update(`scene ${number}`).digest();
  const cell = (index: number) => cells[index % cells.length] ?? 0;
  const rows = Array.from({ length: 7 }, (_, row) => {
    const pixels = Buffer.alloc(width * 3);
    for (let x = 0; x < width; x += 1) {
      const value = cell(row * 9 + Math.floor((x / width) * 9));
      pixels.set([value, (value + x) & 255, (value * 2) & 255], x * 3);
    }
    return pixels;
  });
  const pixels = Buffer.concat(
    Array.from({ length: height }, (_, y) => rows[Math.floor((y / height) * 7)] ?? rows[0]!),
  );
  return sharp(pixels, { raw: { width, height, channels: 3 } }).blur(2);
}

/** Returns a JPEG like a phone's: rotated, with location, device and time in its EXIF. */
export function phonePhoto(number: number, size?: { width: number; height: number }): Promise<Buffer> {
  return scene(number, size)
    .withMetadata({ orientation: 6 })
    .withExifMerge({
      IFD0: { Make: 'Example', Model: 'Phone 9', Software: 'camera 1.2' },
      IFD2: { DateTimeOriginal: '2026:05:01 18:30:00', BodySerialNumber: 'SN-12345' },
      IFD3: {
        GPSLatitudeRef: 'N',
        GPSLatitude: '34/1 44/1 4623/100',
        GPSLongitudeRef: 'W',
        GPSLongitude: '92/1 17/1 2328/100',
      },
    })
    .jpeg({ quality: 90 })
    .toBuffer();
}

function deflatedZeros(count: number): Buffer {
  // One deflated block, repeated: streams flushed to a byte may be concatenated.
  const step = 1_000_000;
  const zeros = Buffer.alloc(step);
  const part = deflateRawSync(zeros, { finishFlush: constants.Z_SYNC_FLUSH });
  const parts = Array<Buffer>(Math.floor(count / step)).fill(part);
  const last = deflateRawSync(zeros.subarray(0, count % step));
  // Adler-32 of zeros: the low half stays 1, the high half is their number.
  const check = Buffer.alloc(4);
  check.writeUInt16BE(count % 65_521, 0);
  check.writeUInt16BE(1, 2);
  return Buffer.concat([Buffer.from([0x78, 0x9c]), ...parts, last, check]);
}

/** Returns a PNG whose pixels are all 0. `bits` is per channel. */
function blankPng(side: number, { bits = 1, channels = 1, interlaced = false }): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const length = Buffer.alloc(4);
    const check = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    check.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, check]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.writeUInt8(bits, 8);
  header.writeUInt8(channels === 4 ? 6 : 0, 9);
  header.writeUInt8(Number(interlaced), 12);
  const rows = deflatedZeros(Math.ceil((side * bits * channels) / 8 + 2) * side);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A decompression bomb: 196 megapixels in some 25 kB. */
export const bomb = (): Buffer => blankPng(14_000, {});

/** 49 megapixels of 16 bits in four channels, interlaced: 392 MB in memory, in less than 400 kB. */
export const interlacedBomb = (): Buffer => blankPng(7_000, { bits: 16, channels: 4, interlaced: true });
