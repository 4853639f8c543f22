import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import sharp from 'sharp';

/**
 * Decodes the primary image of a HEIC or AVIF file from standard input and writes it, upright and scaled down, as a PNG
 * to standard output. Color values are unchanged; the parent has the profile. Arguments: the codec (`hevc` or `av1`),
 * the width and height to fit into, and the maximum number of pixels. Started by `src/images/decode-heif.ts`.
 */
sharp.cache(false);
sharp.concurrency(1);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadHeif'] });

const [codec, ...numbers] = process.argv.slice(2);
const [width, height, maxPixels] = numbers.map(Number);
const chunks = [];
for await (const chunk of process.stdin) chunks.push(chunk);
const bytes = Buffer.concat(chunks);

/** libheif is WebAssembly, so a compromised decoder can reach only its own memory. */
async function decodeHevc() {
  const require = createRequire(import.meta.url);
  const path = require.resolve('libheif-js/libheif-wasm/libheif.wasm');
  const libheif = require('libheif-js/libheif-wasm/libheif.js')({ wasmBinary: readFileSync(path) });
  const check = ({ code, message }) => {
    if (code !== undefined && code !== libheif.heif_error_code.heif_error_Ok) throw new Error(message);
  };
  const context = libheif.heif_context_alloc();
  // struct heif_security_limits: the version, then max_image_size_pixels (64-bit, aligned).
  const limits = libheif._heif_context_get_security_limits(context.$$.ptr) >> 2;
  libheif.HEAPU32[limits + 2] = maxPixels;
  libheif.HEAPU32[limits + 3] = 0;
  check(libheif.heif_context_read_from_memory(context, bytes));
  const handle = libheif.heif_js_context_get_primary_image_handle(context);
  check(handle);
  const { heif_chroma_interleaved_RGB: rgb, heif_chroma_interleaved_RGBA: rgba } = libheif.heif_chroma;
  const channels = libheif.heif_image_handle_has_alpha_channel(handle) ? 4 : 3;
  const image = await libheif.heif_js_decode_image2(
    handle,
    libheif.heif_colorspace.heif_colorspace_RGB,
    channels === 4 ? rgba : rgb,
  );
  check(image);
  const [{ data, stride, height: rows, width: columns }] = image.channels;
  const pixels = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  const padded = { width: Math.floor(stride / channels), height: rows, channels };
  return sharp(pixels, { raw: padded, limitInputPixels: maxPixels }).extract({
    left: 0,
    top: 0,
    width: columns,
    height: rows,
  });
}

const decodeAv1 = () => sharp(bytes, { failOn: 'error', ignoreIcc: true, limitInputPixels: maxPixels });

try {
  const image = codec === 'hevc' ? await decodeHevc() : decodeAv1();
  const png = await image
    .resize({ width, height, fit: 'inside', withoutEnlargement: true })
    .png({ compressionLevel: 1 })
    .toBuffer();
  await new Promise((resolve, reject) => process.stdout.write(png, (error) => (error ? reject(error) : resolve())));
  process.exitCode = 0;
} catch (error) {
  process.exitCode = /memory|OOM|alloc/i.test(String(error)) ? 2 : 1;
}
