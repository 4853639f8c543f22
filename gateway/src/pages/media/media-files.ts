/** Images in the object store, cached for the media routes and preview images. */
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { withDeadline } from '@site/platform/base/deadline';
import type { ObjectStore } from '@site/platform/data/object-store';
import { LOGGER, OBJECT_STORE, type Logger } from '@site/platform/base/injection-tokens';
import { LRUCache } from 'lru-cache';
import { SharedWork } from '../../responses/coalesced.js';
import { busy } from '../../edge/http-errors.js';
import type { MediaKey } from './media-key.js';

export interface MediaFile {
  etag: string;
  sizeBytes: number;
  bytes: Buffer | undefined;
}

/** Covers phones and thumbnails. */
const smallBytes = 256 * 1024;
const cacheBytes = 32 * 1024 * 1024;
/** A deleted picture disappears within a minute, most of it due to nginx's cache. */
const cacheMs = 10_000;
const storeMs = 5_000;

/** A missing picture may still be processed for this long. */
const inWorkMs = 120_000;
/** Tolerated clock difference between machines. */
const clockSkewMs = 5_000;
const wait = { totalMs: 10_000, pollIntervalMs: 250, maxImages: 32, maxRequests: 256 };

/** Reads images from the object store through a memory cache, and waits briefly for ones still in processing. */
@Injectable()
export class MediaFiles {
  private readonly cache = new LRUCache<string, MediaFile>({
    maxSize: cacheBytes,
    sizeCalculation: ({ sizeBytes }) => sizeBytes + 1_024,
    ttl: cacheMs,
  });
  private readonly loading = new SharedWork<MediaFile | undefined>();
  private readonly waiting = new SharedWork<MediaFile | undefined>();
  /** Pictures found recently: one that is missing now was removed. */
  private readonly seen = new LRUCache<string, true>({ max: 10_000, ttl: inWorkMs });
  private waitingRequests = 0;

  constructor(
    @Inject(OBJECT_STORE) private readonly store: ObjectStore,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  get awaited(): number {
    return this.waiting.size;
  }

  get awaiting(): number {
    return this.waitingRequests;
  }

  /**
   * Returns the picture, waiting if it's still being processed.
   * @returns undefined if it doesn't exist
   * @throws 503 with Retry-After if the store is down or the picture isn't ready after ten seconds
   */
  async find(key: MediaKey): Promise<MediaFile | undefined> {
    const file = await this.load(key);
    if (file || !isInWork(key) || this.seen.has(key.objectKey)) return file;
    const ready = await this.waitFor(key);
    if (!ready) throw busy('This picture isn’t ready yet. Try again in a few seconds.', 5);
    return ready;
  }

  /** Streams the bytes; undefined if the picture was just removed. */
  async open(objectKey: string): Promise<Readable | undefined> {
    const opening = this.store.stream(objectKey);
    const begun = async () => {
      const source = await opening;
      if (source) await once(source, 'readable');
      return source;
    };
    try {
      return await this.withStoreDeadline(begun());
    } catch (error) {
      // The stream may still arrive after the deadline.
      opening.then((source) => source?.destroy()).catch(() => undefined);
      throw error;
    }
  }

  private async load(key: MediaKey): Promise<MediaFile | undefined> {
    const { objectKey, published } = key;
    const cached = this.cache.get(objectKey);
    if (cached) return cached;
    return this.loading.run(objectKey, async () => {
      const file = await this.fetch(objectKey);
      if (file && isInWork(key)) this.seen.set(objectKey, true);
      if (file?.bytes && published) this.cache.set(objectKey, file);
      return file;
    });
  }

  private async fetch(objectKey: string): Promise<MediaFile | undefined> {
    const found = await this.withStoreDeadline(this.store.stat(objectKey));
    if (!found) return undefined;
    const { etag, sizeBytes } = found;
    if (sizeBytes > smallBytes) return { etag, sizeBytes, bytes: undefined };
    const source = await this.open(objectKey);
    if (!source) return undefined;
    try {
      return { etag, sizeBytes, bytes: await this.withStoreDeadline(readAll(source, sizeBytes)) };
    } finally {
      source.destroy();
    }
  }

  /** Polls once for all requests that wait for a picture. */
  private async waitFor(key: MediaKey): Promise<MediaFile | undefined> {
    const { objectKey } = key;
    const tooMany = this.waiting.size >= wait.maxImages && !this.waiting.peek(objectKey);
    if (tooMany || this.waitingRequests >= wait.maxRequests) return undefined;
    this.waitingRequests += 1;
    try {
      return await this.waiting.run(objectKey, () => this.poll(key));
    } finally {
      this.waitingRequests -= 1;
    }
  }

  private async poll(key: MediaKey): Promise<MediaFile | undefined> {
    const until = performance.now() + wait.totalMs;
    let failure: Error | undefined;
    while (performance.now() < until) {
      await pause(wait.pollIntervalMs);
      try {
        const file = await this.load(key);
        if (file) return file;
        failure = undefined;
      } catch (error) {
        failure = error as Error;
      }
    }
    if (failure) throw failure;
    return undefined;
  }

  /** 503 if the store fails or times out. */
  private async withStoreDeadline<Result>(operation: Promise<Result>): Promise<Result> {
    try {
      return await withDeadline(operation, storeMs);
    } catch (error) {
      this.logger.warn({ err: error }, 'a picture could not be read');
      throw busy('We can’t show pictures right now. Try again in a minute.', 5);
    }
  }
}

const isInWork = ({ createdAtMs }: MediaKey) => {
  // eslint-disable-next-line no-restricted-syntax -- the key was made by another process, by the wall clock
  const age = Date.now() - createdAtMs;
  return age < inWorkMs && age > -clockSkewMs;
};

async function readAll(source: Readable, sizeBytes: number): Promise<Buffer> {
  const bytes = await buffer(source);
  if (bytes.length !== sizeBytes) throw new Error('the object store ended a picture too early');
  return bytes;
}
