/**
 * Pictures for link previews: drawn on demand and cached while their content is unchanged. Drawing has low priority:
 * two at a time, a few queued; further requests get the fallback picture.
 */
import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { withDeadline } from '@site/platform/base/deadline';
import { LOGGER, type Logger } from '@site/platform/base/injection-tokens';
import { ResponseCache } from '@site/platform/base/response-cache';
import type { Image } from '@site/proto/gen/nest/images/v1/images';
import sharp from 'sharp';
import { steadyClock } from '../../responses/steady-clock.js';
import { MediaFiles } from '../media/media-files.js';
import { parseMediaKey } from '../media/media-key.js';
import { shareSize, type ShareTarget } from '../share-address.js';
import { draw } from './share-map.js';
import { Letters } from './text-outlines.js';
import { ShareSubjects, type SharePreview } from './share-subjects.js';

export interface ShareImage {
  etag: string;
  bytes: Buffer;
  /** Not without its photo: the store may recover. */
  isComplete: boolean;
}

const limits = { atOnce: 2, waiting: 8, waitMs: 3_000, drawMs: 8_000 } as const;
const cacheBytes = 12 * 1024 * 1024;
const photoMs = 3_000;
/** Larger than any of our encodings at this width. */
const maxPhotoBytes = 4 * 1024 * 1024;
const sparePauseMs = 50;

/** Accepts only photos, so that no SVG but our own is ever parsed. */
const isPhoto = (bytes: Buffer) =>
  bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])) || bytes.toString('latin1', 0, 4) === '\x89PNG';

@Injectable()
export class ShareImages {
  private readonly images = new ResponseCache<ShareImage>({
    clock: steadyClock,
    freshMs: ({ isComplete }) => (isComplete ? Infinity : 0),
    maxAgeMs: 0,
    isFinal: () => true,
    maxSize: cacheBytes,
    sizeOf: (image) => (image?.bytes.length ?? 0) + 1_024,
  });
  private letters: Promise<Letters> | undefined;
  private underWay = 0;
  private waiting = 0;

  constructor(
    @Inject(ShareSubjects) private readonly subjects: ShareSubjects,
    @Inject(MediaFiles) private readonly files: MediaFiles,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** @returns "missing" if the thing doesn't exist, undefined if the picture can't be drawn now */
  async find(target: ShareTarget): Promise<ShareImage | 'missing' | undefined> {
    try {
      const preview = await this.subjects.find(target);
      if (!preview) return 'missing';
      const digest = createHash('sha256').update(JSON.stringify(preview)).digest('base64url').slice(0, 22);
      const { value } = await this.images.get(digest, () => this.inTurn(() => this.make(preview, digest)));
      return value;
    } catch (error) {
      this.logger.warn({ err: error }, 'could not draw a picture for shared links');
      return undefined;
    }
  }

  /** Rejects if the queue is full or after a timeout. */
  private async inTurn(work: () => Promise<ShareImage>): Promise<ShareImage> {
    if (this.waiting >= limits.waiting) throw new Error('the drawing queue is full');
    this.waiting += 1;
    try {
      const until = performance.now() + limits.waitMs;
      while (this.underWay >= limits.atOnce) {
        if (performance.now() >= until) throw new Error('timed out in the drawing queue');
        await pause(sparePauseMs);
      }
    } finally {
      this.waiting -= 1;
    }
    this.underWay += 1;
    const result = work().finally(() => (this.underWay -= 1));
    return withDeadline(result, limits.drawMs);
  }

  private async make(preview: SharePreview, digest: string): Promise<ShareImage> {
    const { width, height } = shareSize;
    const letters = await this.typeface();
    const photo = await this.photoOf(preview.photo);
    const overlay = await this.rasterised(draw(preview.subject, letters, photo !== undefined));
    const shareImage = photo
      ? sharp(photo)
          .resize(width, height, { fit: 'cover', position: 'attention' })
          .composite([{ input: overlay }])
      : sharp(overlay).flatten({ background: '#0a4f92' });
    // A palette keeps photos below messengers' size limit.
    const bytes = await shareImage.png({ palette: true, quality: 90, effort: 4 }).toBuffer();
    return { etag: `"${digest}"`, bytes, isComplete: photo !== undefined || !preview.photo };
  }

  private async rasterised(svg: string): Promise<Buffer> {
    // Uploads may use four of libvips's formats. SVG is allowed only here, and only from memory.
    sharp.unblock({ operation: ['VipsForeignLoadSvgBuffer'] });
    return sharp(Buffer.from(svg)).png({ compressionLevel: 1 }).toBuffer();
  }

  private typeface(): Promise<Letters> {
    this.letters ??= Letters.load().catch((error: unknown) => {
      this.letters = undefined;
      throw error;
    });
    return this.letters;
  }

  /** Returns a photo near the preview size; undefined if there is none or the store is down. */
  private async photoOf(shareImage: Image | undefined): Promise<Buffer | undefined> {
    const sizes = (shareImage?.sizes ?? [])
      .filter(({ mediaType }) => mediaType === 'image/jpeg' || mediaType === 'image/png')
      .sort((left, right) => left.width - right.width);
    const size = sizes.find(({ width }) => width >= shareSize.width) ?? sizes.at(-1);
    const key = size && parseMediaKey(size.key);
    if (!key?.published) return undefined;
    try {
      const bytes = await withDeadline(this.read(key), photoMs);
      return bytes && isPhoto(bytes) ? bytes : undefined;
    } catch (error) {
      this.logger.debug({ err: error }, 'could not read a photo for a shared link');
      return undefined;
    }
  }

  private async read(key: NonNullable<ReturnType<typeof parseMediaKey>>): Promise<Buffer | undefined> {
    const file = await this.files.find(key);
    if (!file || file.sizeBytes > maxPhotoBytes) return undefined;
    if (file.bytes) return file.bytes;
    const source = await this.files.open(key.objectKey);
    return source && buffer(source);
  }
}
