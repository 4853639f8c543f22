import type { Image } from '@site/proto/gen/nest/images/v1/images';
import { contentId } from '../upstream/content-id.js';
import { sharp } from '../upstream/safe-sharp.js';

const maxWidth = 640;
const highest = 4 * maxWidth;
const maxPixels = 50_000_000;
const maxSide = 12_000;
/** Part of every key: change it with the resulting bytes. */
const recipe = 'social/1';

const encodings = [
  { mediaType: 'image/webp', extension: 'webp' },
  { mediaType: 'image/jpeg', extension: 'jpg' },
] as const;

/** Stored at "public/" + key. */
export interface EncodedFile {
  key: string;
  bytes: Buffer;
  mediaType: string;
}

/** By the first bytes; undefined for other files. */
function kindOf(bytes: Buffer): 'jpeg' | 'png' | 'gif' | 'webp' | undefined {
  if (bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return 'jpeg';
  if (bytes.subarray(0, 8).equals(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'))) return 'png';
  if (/^GIF8[79]a$/.test(bytes.toString('latin1', 0, 6))) return 'gif';
  if (bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP') return 'webp';
  return undefined;
}

function nameOf(bytes: Buffer): string {
  const id = contentId(recipe, bytes);
  return `social/${id.slice(-2)}/${id}`;
}

/**
 * Re-encodes an untrusted picture at most 640 pixels wide, upright, as WebP and JPEG without other file contents; for
 * animations, the first frame.
 * @throws Error when it is damaged, too large or not a picture
 */
export async function encodeImage(bytes: Buffer): Promise<{ picture: Image; files: EncodedFile[] }> {
  const kind = kindOf(bytes);
  if (!kind) throw new Error('not a JPEG, PNG, GIF or WebP picture');
  const options = { failOn: 'error', limitInputPixels: maxPixels } as const;
  const { format, width: sourceWidth, height: sourceHeight } = await sharp(bytes, options).metadata();
  if (format !== kind) throw new Error(`signature of ${kind}, but format ${format}`);
  if (Math.max(sourceWidth, sourceHeight) > maxSide) throw new Error('too wide or high');
  const { data, info } = await sharp(bytes, options)
    .autoOrient()
    .resize({ width: maxWidth, height: highest, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .flatten({ background: '#ffffff' })
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const pixels = () => sharp(data, { raw: { width, height, channels } });
  const name = nameOf(bytes);
  const files: EncodedFile[] = [];
  for (const { mediaType, extension } of encodings) {
    const encoded =
      extension === 'webp' ? pixels().webp({ quality: 80 }) : pixels().jpeg({ quality: 80, progressive: true });
    files.push({ key: `${name}-${width}.${extension}`, bytes: await encoded.toBuffer(), mediaType });
  }
  const sizes = files.map(({ key, bytes: { length }, mediaType }) => ({
    key,
    width,
    height,
    mediaType,
    sizeBytes: length,
  }));
  return {
    picture: {
      state: 'ready',
      width,
      height,
      sizes,
      placeholder: '',
      rejectedBecause: '',
      duplicateOf: [],
      retryId: '',
    },
    files,
  };
}
