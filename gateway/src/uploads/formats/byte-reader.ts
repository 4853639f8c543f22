import type { FileHandle } from 'node:fs/promises';

const windowBytes = 64 * 1024;

/** Reads a file in order, with one small window of it in memory however large it is. */
export class ByteReader {
  private readonly buffer = Buffer.allocUnsafe(windowBytes);
  private windowStart = 0;
  private windowLength = 0;
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

  /** As `peek`, and moves past what it returns. */
  async read(count: number): Promise<Buffer | undefined> {
    const bytes = await this.peek(count);
    if (bytes) this.position += count;
    return bytes;
  }

  /**
   * Moves past the next `byte` and the one that follows it, which it returns; undefined when there is none. Pairs whose follower
   * `isPassedOver` do not count. Within the window nothing is awaited, because such a pair may come every few bytes.
   */
  async readPair(byte: number, isPassedOver: (follower: number) => boolean): Promise<number | undefined> {
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
  /** Pixels; for an animation, of the canvas that holds every frame. */
  width: number;
  height: number;
  frames: number;
}

/**
 * Walks from the signature to the format's end marker. What follows the end marker does not matter: phones put the film of a
 * motion photo, a gain map or a second view there, and re-encoding drops it.
 * @returns undefined when the structure is broken or incomplete
 */
export type StructureReader = (reader: ByteReader) => Promise<PictureStructure | undefined>;
