/**
 * Checks that pages and gateway make before anything decodes a file: its format by its first bytes, never by its name
 * or the browser's type; that it is complete; and the cost of decoding it. Reads only headers and structure.
 */
import {
  ByteReader,
  TooManyParts,
  type ByteSource,
  type ImageStructure,
  type StructureReader,
} from './formats/byte-reader.js';
import { readGif } from './formats/gif.js';
import { heifTypeOf, readHeif } from './formats/heif.js';
import { readJpeg } from './formats/jpeg.js';
import { endsLikePdf, startsLikePdf } from './formats/pdf.js';
import { readPng } from './formats/png.js';
import { endsLikeSvg, startsLikeSvg } from './formats/svg.js';
import { readWebp } from './formats/webp.js';
import { listOf, pdfType, imageLimits, imageErrors, findSizeError, type ImageType } from './image-limits.js';

const structureReaders: Record<Exclude<ImageType, 'image/svg+xml' | typeof pdfType>, StructureReader> = {
  'image/jpeg': readJpeg,
  'image/png': readPng,
  'image/gif': readGif,
  'image/webp': readWebp,
  'image/heic': readHeif,
  'image/avif': readHeif,
};

/** Room for an SVG's prolog with a license. */
const headBytes = 16 * 1024;
const tailBytes = 4 * 1024;

/** With a message for the sender. */
export interface ImageRejection {
  reason: 'type' | 'size' | 'damaged';
  message: string;
}

/** An SVG has no structure: its size is unknown before rendering. */
export interface InspectedImage {
  type: ImageType;
  structure?: ImageStructure;
  /** Why it can't be decoded within the limits. */
  refusal?: ImageRejection;
}

/** Not a picture in an accepted format, or damaged. */
export interface UnreadableImage {
  type?: undefined;
  structure?: undefined;
  refusal: ImageRejection;
}

/**
 * Inspects a file without decoding it.
 * @param types the accepted formats
 * @returns format and structure, with a refusal when decoding would exceed the limits; only a refusal when it isn't
 *   an accepted picture or is damaged
 */
export async function inspectImage(
  source: ByteSource,
  types: readonly ImageType[],
): Promise<InspectedImage | UnreadableImage> {
  const head = await source.read(0, Math.min(headBytes, source.size));
  const type = signatureOf(head);
  if (!type || !types.includes(type)) {
    const message = `This file is not a picture in an accepted format. Please send a ${listOf(types)} file.`;
    return { refusal: { reason: 'type', message } };
  }
  if (type === 'image/svg+xml') return inspectSvg(source);
  if (type === pdfType)
    return (await endsLikePdf(source))
      ? { type }
      : { refusal: { reason: 'damaged', message: imageErrors.damagedFile } };
  const structure = await structureReaders[type](new ByteReader(source)).catch((error: unknown) => {
    if (error instanceof TooManyParts) return 'parts' as const;
    throw error;
  });
  if (structure === 'parts') return { refusal: { reason: 'size', message: imageErrors.parts } };
  if (!structure) return { refusal: damaged };
  const message = findSizeError(structure.layout, structure.frames);
  return { type, structure, ...(message !== undefined && { refusal: { reason: 'size', message } }) };
}

const damaged: ImageRejection = { reason: 'damaged', message: imageErrors.damaged };

async function inspectSvg(source: ByteSource): Promise<InspectedImage | UnreadableImage> {
  const type = 'image/svg+xml';
  if (source.size > imageLimits.svgBytes) return { type, refusal: { reason: 'size', message: imageErrors.svgBytes } };
  const length = Math.min(tailBytes, source.size);
  return endsLikeSvg(await source.read(source.size - length, length)) ? { type } : { refusal: damaged };
}

/** Returns the format that a file has by its first bytes. */
export function signatureOf(bytes: Uint8Array): ImageType | undefined {
  const head = bytes.subarray(0, headBytes);
  const text = String.fromCharCode(...head.subarray(0, 12));
  if (text.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (text.startsWith('GIF87a') || text.startsWith('GIF89a')) return 'image/gif';
  if (text.startsWith('RIFF') && text.slice(8) === 'WEBP') return 'image/webp';
  const heif = heifTypeOf(new DataView(head.buffer, head.byteOffset, head.byteLength));
  if (heif) return heif;
  if (startsLikePdf(head)) return pdfType;
  return startsLikeSvg(head) ? 'image/svg+xml' : undefined;
}
