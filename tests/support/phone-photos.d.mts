export type PhotoColor = 'gray' | 'red' | 'green' | 'blue' | 'yellow' | 'magenta';
type Rgb = [red: number, green: number, blue: number];

/** Of the upright picture, in sRGB. */
export const photoColors: Record<PhotoColor, Rgb>;
/** Points of the upright picture whose color tells its orientation, as shares of width and height. */
export const probes: Record<PhotoColor, [x: number, y: number]>;

interface Size {
  width: number;
  height: number;
}

export interface JpegPhone extends Size {
  make: string;
  model: string;
  /** Exif orientation, 1 to 8. */
  orientation?: number;
  p3?: boolean;
  progressive?: boolean;
  gainMap?: boolean;
  trailer?: Buffer;
}
export function jpegPhoto(phone: JpegPhone): Promise<Buffer>;
export function avifPhoto(phone: Size & { make: string; model: string; p3?: boolean }): Promise<Buffer>;

export interface HeicPhone extends Size {
  make?: string;
  model?: string;
  /** Exif orientation, 1 to 8; also written as `irot` and `imir`. */
  orientation?: number;
  color?: 'srgb' | 'p3' | 'srgb10';
  colorBox?: 'icc' | 'nclx';
  majorBrand?: string;
  brands?: string[];
  /** The size that the header claims, if it isn't the real one. */
  claims?: Size;
}
export function heicPhoto(phone: HeicPhone): Promise<Buffer>;

export interface PhonePhoto extends Size {
  name: string;
  type: string;
  make: () => Promise<Buffer>;
}
/** The photos of common phones; `width` and `height` are those of the upright picture. */
export const phonePhotos: PhonePhoto[];

/** Checks a picture's pixels against the expected ones. Returns a sentence for each difference. */
export function photoFaults(image: Buffer): Promise<string[]>;
/** Returns whether a file contains a position, a camera name, Exif or XMP. */
export function hasMetadata(image: Buffer): Promise<boolean>;
