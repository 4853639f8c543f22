import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { decodeHevc } from './decode-hevc.mjs';

/**
 * Decodes the untrusted picture on standard input to plain upright sRGB pixels without metadata, and writes its sizes to
 * standard output: a line of JSON, then their bytes. The argument is a `DecodingPlan` of `src/images/decoder.ts`, which
 * starts it with limits and an empty environment. Plain JavaScript, so that both sources and builds can run it.
 *
 * Exits with 2 if it ran out of memory, and with 1 if the picture can't be decoded.
 */
const { format, maxPixels, color, widths, encodings, alpha } = JSON.parse(process.argv[2]);

// One thread and no cache, to limit memory; only the loaders that the format needs.
sharp.cache(false);
sharp.concurrency(1);
const loaders = { svg: ['Svg'], hevc: ['Png'], av1: ['Heif', 'Png'], bitmap: ['Jpeg', 'Png', 'Nsgif', 'Webp'] };
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: loaders[format].map((name) => `VipsForeignLoad${name}`) });

const maxWidth = Math.max(...widths);
/** Very narrow pictures are scaled down to a height that every encoder supports. */
const box = { width: maxWidth, height: 4 * maxWidth, fit: 'inside', withoutEnlargement: true };
const input = { failOn: 'error', limitInputPixels: maxPixels };

/** Returns a pipeline over the upright picture, scaled down. */
async function open(bytes) {
  if (format === 'svg') return sharp(bytes, input).resize({ width: maxWidth, height: maxWidth, fit: 'inside' });
  const readable = format === 'bitmap' ? bytes : await heifToPng(bytes);
  // Before metadata is dropped, which contains the camera's rotation.
  return sharp(readable, input).autoOrient().resize(box);
}

/** Returns a HEIC or AVIF picture, scaled down, as a PNG with its color profile. */
async function heifToPng(bytes) {
  const image = format === 'hevc' ? await openHevc(bytes) : sharp(bytes, { ...input, ignoreIcc: true });
  const png = await image.resize(box).png({ compressionLevel: 1 }).toBuffer();
  if (color.icc) return withProfile(png, bytes.subarray(color.icc.position, color.icc.position + color.icc.length));
  return color.isDisplayP3 ? withProfile(png, await p3Profile()) : png;
}

async function openHevc(bytes) {
  const { pixels, channels, rowWidth, width, height } = await decodeHevc(bytes, maxPixels);
  const raw = { width: rowWidth, height, channels };
  return sharp(pixels, { raw, limitInputPixels: maxPixels }).extract({ left: 0, top: 0, width, height });
}

/** Reads the Display P3 profile of sharp. */
async function p3Profile() {
  const create = { width: 1, height: 1, channels: 3, background: '#000' };
  const { icc } = await sharp(await sharp({ create }).withIccProfile('p3').png().toBuffer()).metadata();
  return icc;
}

/** Inserts an iCCP chunk (PNG 11.3.2.3) after the header. */
function withProfile(png, profile) {
  const headerEnd = 8 + 25;
  const body = Buffer.concat([Buffer.from('iCCPprofile\0\0', 'latin1'), deflateSync(profile)]);
  const chunk = Buffer.alloc(body.length + 8);
  chunk.writeUInt32BE(body.length - 4, 0);
  body.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(body), body.length + 4);
  return Buffer.concat([png.subarray(0, headerEnd), chunk, png.subarray(headerEnd)]);
}

/** Returns a blurred placeholder of a few hundred bytes until a size has loaded. */
async function makePlaceholder(image) {
  const bytes = await image.resize(16, 16, { fit: 'inside' }).webp({ quality: 40 }).toBuffer();
  return `data:image/webp;base64,${bytes.toString('base64')}`;
}

/**
 * Returns a difference hash: the picture shrunk to 9 × 8 gray pixels, one bit for each pixel darker than its right
 * neighbor. Robust against scaling, re-encoding and small color changes; compared by the number of differing bits.
 * http://www.hackerfactor.com/blog/index.php?/archives/529-Kind-of-Like-That.html
 * @returns 16 hex digits
 */
async function makePerceptualHash(image) {
  const pixels = await image
    .flatten({ background: '#ffffff' })
    .greyscale()
    .resize(9, 8, { fit: 'fill' })
    .raw()
    .toBuffer();
  const channels = pixels.length / 72;
  let bits = 0n;
  for (let row = 0; row < 8; row += 1) {
    for (let column = 0; column < 8; column += 1) {
      const at = (row * 9 + column) * channels;
      bits = (bits << 1n) | (pixels[at] < pixels[at + channels] ? 1n : 0n);
    }
  }
  return bits.toString(16).padStart(16, '0');
}

async function decode(bytes) {
  const upright = (await open(bytes)).toColourspace('srgb');
  const flat = alpha ? upright.ensureAlpha() : upright.flatten({ background: '#ffffff' });
  const { data, info } = await flat.raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const read = () => sharp(data, { raw: { width, height, channels } });
  const sizes = [];
  for (const narrower of new Set(widths.map((each) => Math.min(each, width)))) {
    for (const { format: type, options } of encodings) {
      const encoded = read().resize({ width: narrower }).toFormat(type, options);
      sizes.push({ format: type, ...(await encoded.toBuffer({ resolveWithObject: true })) });
    }
  }
  return {
    header: {
      width,
      height,
      sizes: sizes.map((size) => ({
        width: size.info.width,
        height: size.info.height,
        format: size.format,
        byteLength: size.data.length,
      })),
      placeholder: await makePlaceholder(read()),
      perceptualHash: await makePerceptualHash(read()),
    },
    bytes: Buffer.concat(sizes.map((size) => size.data)),
  };
}

try {
  const chunks = [];
  for await (const chunk of process.stdin) chunks.push(chunk);
  const { header, bytes } = await decode(Buffer.concat(chunks));
  process.stdout.write(`${JSON.stringify(header)}\n`);
  process.stdout.write(bytes);
} catch (error) {
  // librsvg reports a rendering error without a cause when it can't allocate a canvas.
  process.exitCode = /memory|OOM|alloc|rendering error: *$/im.test(String(error)) ? 2 : 1;
}
