import type { ByteReader } from './byte-reader.js';

/** What a picture's own structure says about it, found without decoding a pixel. */
export interface PictureStructure {
  /** Pixels; for an animation, of the canvas that holds every frame. */
  width: number;
  height: number;
  frames: number;
}

/**
 * Walks from the signature to the format's end marker. Bytes behind the end marker are not looked at: phones put the film
 * of a motion photo, a gain map or a second view there, and re-encoding drops them.
 * @returns undefined when the structure is broken or stops before its end
 */
export type StructureReader = (reader: ByteReader) => Promise<PictureStructure | undefined>;
