/** Reads files in order through a small window, for the format readers beside this file. */
import type { PixelLayout } from '../image-limits.js';

/** A file read in pieces: on disk, in memory, or a browser's Blob. */
export interface ByteSource {
  readonly size: number;
  /** Returns up to `length` bytes; fewer only at the end of the file. */
  read(position: number, length: number): Promise<Uint8Array>;
}

/** Reads from memory; a read past the end is shorter. */
export const bytesSource = (bytes: Uint8Array): ByteSource => ({
  size: bytes.length,
  read: (position, length) => Promise.resolve(bytes.subarray(position, position + length)),
});

const windowBytes = 64 * 1024;

/**
 * Segments, chunks and blocks to inspect. Encoders write a few thousand into 10 MiB; a million tiny ones would keep the
 * gateway busy for seconds.
 */
const maxParts = 50_000;

/** More parts than any encoder writes. */
export class TooManyParts extends Error {
  override name = 'TooManyParts';
}

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** Decodes Latin-1, for signatures and four-character codes. */
export function latin1(view: DataView, offset: number, length: number): string {
  let text = '';
  for (let at = offset; at < Math.min(offset + length, view.byteLength); at += 1)
    text += String.fromCharCode(view.getUint8(at));
  return text;
}

/** Reads a file in order through a small window. */
export class ByteReader {
  private window: Uint8Array = new Uint8Array(0);
  private windowStart = 0;
  private parts = 0;
  position = 0;

  constructor(private readonly source: ByteSource) {}

  get size(): number {
    return this.source.size;
  }

  /** Returns the next `count` bytes (at most 1,024) without advancing; undefined when the file ends before. */
  async peek(count: number): Promise<DataView | undefined> {
    if (this.position + count > this.size) return undefined;
    if (this.position < this.windowStart || this.position + count > this.windowStart + this.window.length) {
      await this.loadWindow();
    }
    const offset = this.position - this.windowStart;
    return offset + count <= this.window.length ? viewOf(this.window.subarray(offset, offset + count)) : undefined;
  }

  /** Like `peek`, but advances. @throws TooManyParts */
  async read(count: number): Promise<DataView | undefined> {
    this.countPart();
    const bytes = await this.peek(count);
    if (bytes) this.position += count;
    return bytes;
  }

  /** Returns `length` bytes at `position`, possibly more than `peek`; undefined when the file ends before. */
  async readAt(position: number, length: number): Promise<DataView | undefined> {
    this.countPart();
    if (position + length > this.size) return undefined;
    const bytes = await this.source.read(position, length);
    return bytes.length === length ? viewOf(bytes) : undefined;
  }

  /**
   * Advances past the next `byte` and its follower, which it returns; undefined when there is none. Pairs whose
   * follower `isPassedOver` don't count. Awaits nothing within the window, because such a pair may come every few
   * bytes.
   * @throws TooManyParts
   */
  async readPair(byte: number, isPassedOver: (follower: number) => boolean): Promise<number | undefined> {
    this.countPart();
    while (await this.peek(2)) {
      const { window } = this;
      const last = window.length - 1;
      let at = window.indexOf(byte, this.position - this.windowStart);
      for (; at >= 0 && at < last; at = window.indexOf(byte, at + 1)) {
        const follower = window[at + 1] ?? 0;
        if (isPassedOver(follower)) continue;
        this.position = this.windowStart + at + 2;
        return follower;
      }
      // The last byte's follower is in the next window.
      this.position = this.windowStart + last;
    }
    return undefined;
  }

  /**
   * Advances past a chain of blocks that begin with their length in one byte, and the empty one that ends it; false
   * when the file ends before. Awaits nothing within the window.
   */
  async skipBlocks(): Promise<boolean> {
    while (await this.peek(1)) {
      let at = this.position - this.windowStart;
      while (at < this.window.length) {
        const length = this.window[at] ?? 0;
        at += 1 + length;
        if (length > 0) continue;
        this.position = this.windowStart + at;
        return true;
      }
      this.position = this.windowStart + at;
    }
    return false;
  }

  private countPart(): void {
    this.parts += 1;
    if (this.parts > maxParts) throw new TooManyParts();
  }

  private async loadWindow(): Promise<void> {
    this.windowStart = this.position;
    this.window = await this.source.read(this.position, windowBytes);
  }
}

/** Read from the structure without decoding a pixel. */
export interface ImageStructure {
  /** Of an animation: the canvas that contains every frame. */
  layout: PixelLayout;
  frames: number;
}

/**
 * Walks from the signature to the format's end marker. Data after it doesn't matter: phones put a motion photo's film,
 * a gain map or a second view there, and re-encoding drops it.
 * @returns undefined when the structure is broken or incomplete
 */
export type StructureReader = (reader: ByteReader) => Promise<ImageStructure | undefined>;
