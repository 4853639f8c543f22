import { inspectImage, type InspectedImage } from '@site/domain/images/image-file';
import { listOf, logoTypes, pdfType, imageLimits, imageErrors, type ImageType } from '@site/domain/images/image-limits';

/** Longest side of an upload, in pixels. The site's largest size has 1,920; iOS draws at most 16.7 megapixels. */
const maxSidePixels = 4096;

const jpeg = 'image/jpeg';

/** The file to upload, or what is wrong with it and what to do. */
export type PreparedImage = { file: File; error?: undefined } | { file?: undefined; error: string };

/** A form's accepted formats, and its noun: "photo". */
export interface ImageRequirements {
  types: readonly ImageType[];
  noun: string;
}

/**
 * Checks a chosen file by the server's rules. HEIC, AVIF and other formats that the browser can decode, and pictures of
 * more than 4,096 pixels or 10 MB, become a JPEG (PNG where there may be transparency), upright, in sRGB and without
 * metadata. Animations and drawings stay unchanged. When the conversion fails, the original is used if the server can
 * process it.
 */
export async function prepareImage(selectedFile: File, { types, noun }: ImageRequirements): Promise<PreparedImage> {
  if (selectedFile.size === 0) return { error: imageErrors.empty };
  const inspected = await inspectImage(
    sourceOf(selectedFile),
    types.includes(pdfType) ? [...logoTypes, pdfType] : logoTypes,
  );
  if (!inspected.type) {
    if (inspected.refusal.reason !== 'type') return { error: inspected.refusal.message };
    // A format that only the browser may support, such as BMP or, on a Mac, TIFF.
    const file = selectedFile.type.startsWith('image/') ? await convert(selectedFile, jpeg) : undefined;
    if (file) return { file };
    const problem = types.includes(pdfType) ? 'neither a picture nor a PDF' : 'not a picture';
    return { error: `This file is ${problem}. Please choose another one.` };
  }
  if (inspected.type === 'image/svg+xml') {
    if (!types.includes(inspected.type)) return { error: notHere(noun, types) };
    return inspected.refusal
      ? { error: 'This drawing is larger than 512 KB. Please choose a smaller one.' }
      : { file: selectedFile };
  }
  if (inspected.type === pdfType)
    return selectedFile.size > imageLimits.bytes
      ? { error: 'This file is larger than 10 MB. Please choose a smaller one.' }
      : { file: selectedFile };
  const error = findError(selectedFile, inspected, { types, noun });
  if (!needsConversion(inspected, error)) {
    if (error) return { error };
    return (await isDamaged(selectedFile, inspected.type))
      ? { error: `This ${noun} is damaged. Please choose another one.` }
      : { file: selectedFile };
  }
  const file = await convert(selectedFile, outputType(inspected, types), inspected.type);
  if (file && file.size <= imageLimits.bytes) return { file };
  return error ? { error } : { file: selectedFile };
}

/** Returns why the server would reject the file unchanged. */
function findError(
  { size }: File,
  { type, refusal }: InspectedImage,
  { types, noun }: ImageRequirements,
): string | undefined {
  const isHeif = type === 'image/heic' || type === 'image/avif';
  if (!types.includes(type)) return isHeif ? cannotOpen(noun, type) : notHere(noun, types);
  if (size > imageLimits.bytes)
    return isHeif ? cannotOpen(noun, type) : `This ${noun} is larger than 10 MB. Please choose a smaller one.`;
  return refusal?.message;
}

const notHere = (noun: string, types: readonly ImageType[]) =>
  `This file can't be used as a ${noun}. Please choose a ${listOf(types)} file.`;

const cannotOpen = (noun: string, type: ImageType) =>
  type === 'image/heic'
    ? `This browser can't open HEIC photos. On your iPhone, choose Settings > Camera > Formats > Most Compatible and take the ${noun} again, or send it as JPEG.`
    : `This browser can't open AVIF pictures. Please choose a JPEG or PNG file.`;

function needsConversion({ type, structure }: InspectedImage, error: string | undefined): boolean {
  if (!structure) return false;
  const { layout, frames } = structure;
  if (type === 'image/gif' || frames > 1) return false;
  return error !== undefined || layout.format === 'heif' || Math.max(layout.width, layout.height) > maxSidePixels;
}

/** Returns PNG where transparency could be lost. */
function outputType({ structure }: InspectedImage, types: readonly ImageType[]): string {
  const layout = structure?.layout;
  const isOpaque = layout?.format === 'webp' && layout.coding === 'lossy';
  const mayBeClear = (layout?.format === 'png' || layout?.format === 'webp') && !isOpaque;
  return mayBeClear && types.includes('image/png') ? 'image/png' : jpeg;
}

const sourceOf = (file: Blob) => ({
  size: file.size,
  read: async (position: number, length: number) =>
    new Uint8Array(await file.slice(position, position + length).arrayBuffer()),
});

/** Re-encodes a picture; undefined when the browser can't decode it. */
async function convert(selectedFile: File, type: string, from: string = selectedFile.type): Promise<File | undefined> {
  if (!canvasIsFaithful()) return undefined;
  // With its actual type: phones give HEIC files an empty one.
  const url = URL.createObjectURL(new Blob([selectedFile], { type: from }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    // Both the size and drawing include the rotation.
    const { naturalWidth, naturalHeight } = image;
    const scale = Math.min(1, maxSidePixels / Math.max(naturalWidth, naturalHeight));
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.round(naturalWidth * scale));
    canvas.height = Math.max(1, Math.round(naturalHeight * scale));
    const context = canvas.getContext('2d');
    if (!context) return undefined;
    context.imageSmoothingQuality = 'high';
    for (const format of new Set([type, jpeg])) {
      if (format === jpeg) {
        context.fillStyle = '#ffffff';
        context.fillRect(0, 0, canvas.width, canvas.height);
      }
      context.drawImage(image, 0, 0, canvas.width, canvas.height);
      const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, format, 0.88));
      if (!blob || blob.type !== format) return undefined;
      if (blob.size <= imageLimits.bytes || format === jpeg) return named(blob, selectedFile);
    }
    return undefined;
  } catch {
    return undefined;
  } finally {
    URL.revokeObjectURL(url);
  }
}

/** Whether the browser, which opens this format, can't open this picture. */
async function isDamaged(selectedFile: File, type: ImageType): Promise<boolean> {
  if (!('decode' in Image.prototype)) return false;
  const url = URL.createObjectURL(new Blob([selectedFile], { type }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    return false;
  } catch {
    return true;
  } finally {
    URL.revokeObjectURL(url);
  }
}

const named = (blob: Blob, { name, lastModified }: File) =>
  new File([blob], `${name.replace(/\.[^.]*$/, '') || 'picture'}.${blob.type === jpeg ? 'jpg' : 'png'}`, {
    type: blob.type,
    lastModified,
  });

/** Against fingerprinting, some browsers return noise or white from a canvas, which would destroy a photo. */
function canvasIsFaithful(): boolean {
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d');
  if (!context) return false;
  context.fillStyle = '#336699';
  context.fillRect(0, 0, canvas.width, canvas.height);
  const expected = [0x33, 0x66, 0x99];
  const { data } = context.getImageData(0, 0, 8, 8);
  return data.every((value, index) => Math.abs(value - (expected[index % 4] ?? 255)) <= 8);
}
