import { randomBytes } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';

/** Makes incompressible pixels, so that a small picture has the structure of a large one. */
const noise = (width: number, height: number): Sharp =>
  sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } });

const exif = {
  IFD0: { Make: 'Google', Model: 'Pixel 9', Orientation: '6' },
  IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '34/1 44/1 0/1', GPSLongitudeRef: 'W', GPSLongitude: '92/1 17/1 0/1' },
};

export const phonePhoto = (width = 640, height = 480, chromaSubsampling = '4:2:0'): Promise<Buffer> =>
  noise(width, height).jpeg({ quality: 90, progressive: true, chromaSubsampling }).withExif(exif).toBuffer();

export const baselineJpeg = (): Promise<Buffer> => noise(320, 240).jpeg().toBuffer();
export const png = (width = 320, height = 240): Promise<Buffer> => noise(width, height).png().toBuffer();
export const webp = (): Promise<Buffer> => noise(320, 240).webp().toBuffer();
export const losslessWebp = (): Promise<Buffer> => noise(64, 64).webp({ lossless: true }).toBuffer();

const frames = (count: number, side: number) =>
  sharp(randomBytes(side * side * count * 3), {
    raw: { width: side, height: side * count, channels: 3, pageHeight: side },
  });
export const animatedGif = (count = 3, side = 16): Promise<Buffer> => frames(count, side).gif().toBuffer();
export const animatedWebp = (count = 3, side = 16): Promise<Buffer> => frames(count, side).webp().toBuffer();

function segment(code: number, content: Buffer): Buffer {
  const head = Buffer.from([0xff, code, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([head, content]);
}

/** Embeds a complete JPEG, including an end marker, in the metadata. */
export async function withThumbnail(photo: Buffer): Promise<Buffer> {
  const thumbnail = await noise(32, 24).jpeg().toBuffer();
  const app1 = segment(0xe1, Buffer.concat([Buffer.from('http://ns.adobe.com/xmp/extension/\0'), thumbnail]));
  return Buffer.concat([photo.subarray(0, 2), app1, photo.subarray(2)]);
}

/** Appends a video. */
export const asMotionPhoto = (photo: Buffer): Buffer =>
  Buffer.concat([photo, Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0mp42isom', 'latin1'), randomBytes(200_000)]);

/** Appends a second JPEG, as Ultra HDR stores its gain map (CIPA DC-007). */
export const withGainMap = async (photo: Buffer): Promise<Buffer> => Buffer.concat([photo, await baselineJpeg()]);

export function claimingSize(jpeg: Buffer, width: number, height: number): Buffer {
  const changed = Buffer.from(jpeg);
  for (let at = 2; at < changed.length; at += 2 + changed.readUInt16BE(at + 2)) {
    const code = changed[at + 1] ?? 0;
    if (code < 0xc0 || code > 0xc2) continue;
    changed.writeUInt16BE(height, at + 5);
    changed.writeUInt16BE(width, at + 7);
    return changed;
  }
  throw new Error('the JPEG has no frame header');
}

export function withScans(jpeg: Buffer, count: number): Buffer {
  const lastScan = jpeg.lastIndexOf(Buffer.from([0xff, 0xda]));
  const scan = jpeg.subarray(lastScan, -2);
  return Buffer.concat([jpeg.subarray(0, lastScan), ...Array<Buffer>(count).fill(scan), jpeg.subarray(-2)]);
}

export function pngChunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}

/** `colour` 0 is grayscale, 2 is RGB, 6 is RGBA. */
function pngHeader(width: number, height: number, { bits = 1, colour = 0, interlaced = false } = {}): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.writeUInt8(bits, 8);
  header.writeUInt8(colour, 9);
  header.writeUInt8(Number(interlaced), 12);
  return pngChunk('IHDR', header);
}

const pngSignature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

/** Makes a few kilobytes that decode to hundreds of megabytes. */
export function pngBomb(width: number, height: number): Buffer {
  const rows = Buffer.alloc((Math.ceil(width / 8) + 1) * height);
  return Buffer.concat([
    pngSignature,
    pngHeader(width, height),
    pngChunk('IDAT', deflateSync(rows)),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Makes a truncated PNG with 16 bits per sample, declared as interlaced (Adam7). */
export const deepPng = (width: number, height: number, { interlaced = true, colour = 6 } = {}): Buffer =>
  Buffer.concat([
    pngSignature,
    pngHeader(width, height, { bits: 16, colour, interlaced }),
    pngChunk('IDAT', deflateSync(Buffer.alloc(100_000))),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);

/** Declares the frame count in an acTL chunk. */
export function asApng(image: Buffer, count: number): Buffer {
  const control = Buffer.alloc(8);
  control.writeUInt32BE(count, 0);
  const headerEnd = pngSignature.length + 25;
  return Buffer.concat([image.subarray(0, headerEnd), pngChunk('acTL', control), image.subarray(headerEnd)]);
}

export function withEmptyChunks(image: Buffer, count: number): Buffer {
  const headerEnd = pngSignature.length + 25;
  const chunks = Array<Buffer>(count).fill(pngChunk('teXt', Buffer.alloc(0)));
  return Buffer.concat([image.subarray(0, headerEnd), ...chunks, image.subarray(headerEnd)]);
}

/** Adds a comment of `bytes` bytes, in blocks of `blockBytes`. */
export async function gifOfBlocks(bytes: number, blockBytes: number): Promise<Buffer> {
  const gif = await animatedGif(1, 16);
  const block = Buffer.alloc(blockBytes + 1, 0x20);
  block.writeUInt8(blockBytes, 0);
  const blocks = Buffer.alloc(Math.floor(bytes / block.length) * block.length, block);
  return Buffer.concat([gif.subarray(0, -1), Buffer.from([0x21, 0xfe]), blocks, Buffer.from([0x00, 0x3b])]);
}
