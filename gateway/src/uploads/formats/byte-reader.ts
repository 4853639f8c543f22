import type { FileHandle } from 'node:fs/promises';
import type { PixelLayout } from '@site/proto/pictures/v1/picture-limits';

const windowBytes = 64 * 1024;

/**
 * Segments, chunks and blocks that are looked at. Encoders write a few thousand into 10 MiB; a million of some bytes each would
 * keep the gateway busy for seconds.
 */
const mostParts = 50_000;

/** The file is made of more parts than any encoder writes. */
export class TooManyParts extends Error {
  override name = 'TooManyParts';
}

/** Reads a file in order, with one small window of it in memory however large it is. */
export class ByteReader {
  private readonly buffer = Buffer.allocUnsafe(windowBytes);
  private windowStart = 0;
  private windowLength = 0;
  private parts = 0;
  position = 0;

  constructor(
    private readonly file: FileHandle,
    readonly size: number,
  ) {}

  /** The next `count` bytes (at most 1,024) without moving on; undefined when the file ends before. */
  async peek(count: number): Promise<Buffer | undefined> {
    if (this.position + count > this.size) return undefined;
    if (this.position < this.windowStart || this.position + count > this.windowStart + this.windowLength) {
      await this.loadWindow();
    }
    const offset = this.position - this.windowStart;
    return offset + count <= this.windowLength ? this.buffer.subarray(offset, offset + count) : undefined;
  }

  /**
   * As `peek`, and moves past what it returns.
   * @throws TooManyParts
   */
  async read(count: number): Promise<Buffer | undefined> {
    this.countPart();
    const bytes = await this.peek(count);
    if (bytes) this.position += count;
    return bytes;
  }

  /**
   * Moves past the next `byte` and the one that follows it, which it returns; undefined when there is none. Pairs whose follower
   * `isPassedOver` do not count. Within the window nothing is awaited, because such a pair may come every few bytes.
   * @throws TooManyParts
   */
  async readPair(byte: number, isPassedOver: (follower: number) => boolean): Promise<number | undefined> {
    this.countPart();
    while (await this.peek(2)) {
      const window = this.buffer.subarray(0, this.windowLength);
      const last = this.windowLength - 1;
      let at = window.indexOf(byte, this.position - this.windowStart);
      for (; at >= 0 && at < last; at = window.indexOf(byte, at + 1)) {
        const follower = window.readUInt8(at + 1);
        if (isPassedOver(follower)) continue;
        this.position = this.windowStart + at + 2;
        return follower;
      }
      // The follower of the last byte is in the next window.
      this.position = this.windowStart + last;
    }
    return undefined;
  }

  /**
   * Moves past a chain of blocks that each begin with their length in one byte, and past the empty one that ends it; false when
   * the file ends before. Within the window nothing is awaited: a block may be a single byte.
   */
  async skipBlocks(): Promise<boolean> {
    while (await this.peek(1)) {
      let at = this.position - this.windowStart;
      while (at < this.windowLength) {
        const length = this.buffer.readUInt8(at);
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
    if (this.parts > mostParts) throw new TooManyParts();
  }

  private async loadWindow(): Promise<void> {
    this.windowStart = this.position;
    this.windowLength = 0;
    while (this.windowLength < windowBytes) {
      const at = this.windowStart + this.windowLength;
      const { bytesRead } = await this.file.read(this.buffer, this.windowLength, windowBytes - this.windowLength, at);
      if (bytesRead === 0) return;
      this.windowLength += bytesRead;
    }
  }
}

/** What a picture's own structure says about it, found without decoding a pixel. */
export interface PictureStructure {
  /** Of an animation: the canvas that holds every frame. */
  layout: PixelLayout;
  frames: number;
}

/**
 * Walks from the signature to the format's end marker. What follows the end marker does not matter: phones put the film of a
 * motion photo, a gain map or a second view there, and re-encoding drops it.
 * @returns undefined when the structure is broken or incomplete
 */
export type StructureReader = (reader: ByteReader) => Promise<PictureStructure | undefined>;
