import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/**
 * Decodes the primary image of a HEIC file. libheif is WebAssembly, so a compromised decoder can reach only its own
 * memory.
 * @returns the pixels for sharp; their color values are unchanged
 */
export async function decodeHevc(bytes, maxPixels) {
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
  const [{ data, stride, height, width }] = image.channels;
  const pixels = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  // Rows are padded.
  return { pixels, channels, rowWidth: Math.floor(stride / channels), width, height };
}
