import { createHash } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';

/** Pictures as visitors send them, made for the test: the same number gives the same picture, another one a different one. */
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

/** A JPEG like a phone's: turned by the camera, with place, device and time in its EXIF. */
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

/** A decompression bomb: a PNG of 196 megapixels in some 25 kB. */
export function bomb(): Buffer {
  const side = 14_000;
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    check.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, check]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.writeUInt8(1, 8); // one bit per pixel, grey
  const rows = Buffer.alloc((1 + side / 8) * side);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
