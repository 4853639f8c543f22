/** Radar frames in the object store, and their removal three hours after they left the list. */
import type { Logger } from '@site/platform/base/injection-tokens';
import type { ObjectStore } from '@site/platform/data/object-store';
import { LRUCache } from 'lru-cache';
import type { Clock } from '@site/platform/base/clock';
import { contentId } from '../upstream/content-id.js';

const prefix = 'public/radar/';
const mediaType = 'image/webp';
/** Part of every key: change it with the resulting bytes. */
const recipe = 'radar/1';
/** For open pages, after a frame has left the list. */
const unusedRetentionMs = 3 * 3_600_000;
const sweepIntervalMs = 30 * 60_000;
const maxRememberedFrames = 500;
/** Another replica may recreate a missing object. */
const missingForMs = 30_000;

/** Remembers which frames exist, so that requests don't wait for the store. */
export class FrameStore {
  /** Keys stored or found. */
  private readonly stored = new LRUCache<string, true>({ max: maxRememberedFrames });
  private readonly missing = new LRUCache<string, number>({ max: maxRememberedFrames });
  private isOpen = false;
  private sweptAt = -Infinity;

  constructor(
    private readonly store: ObjectStore,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {}

  /** Rejects when the store doesn't respond. On the first start the bucket may not exist yet. */
  async open(): Promise<void> {
    if (this.isOpen) return;
    await this.store.ensureBucket();
    this.isOpen = true;
  }

  /** Returns the key below /media/. */
  async put(bytes: Buffer, { time, width }: { time: number; width: number }): Promise<string> {
    const id = contentId(recipe, bytes, time);
    const key = `radar/${id.slice(-2)}/${id}-${width}.webp`;
    try {
      await this.store.put(`public/${key}`, bytes, mediaType);
    } catch (error) {
      this.isOpen = false;
      throw error;
    }
    this.stored.set(key, true);
    this.missing.delete(key);
    return key;
  }

  get(key: string): Promise<Buffer> {
    return this.store.get(`public/${key}`);
  }

  /** Checks which unconfirmed keys exist. Never rejects: caches may have the pictures while the store is down. */
  async check(keys: readonly string[]): Promise<void> {
    const now = this.clock.elapsed();
    const unknown = keys.filter(
      (key) => !this.stored.has(key) && now - (this.missing.get(key) ?? -Infinity) > missingForMs,
    );
    await Promise.all(unknown.map((key) => this.checkStored(key, now))).catch((error: unknown) =>
      this.logger.debug({ err: error }, 'the object store could not be checked for radar frames'),
    );
  }

  /** Returns whether the last check found no such object. */
  isMissing(key: string): boolean {
    return this.missing.has(key);
  }

  /** Removes frames long unlisted. Never rejects. */
  async sweep(listed: readonly string[]): Promise<void> {
    const now = this.clock.now();
    const elapsed = this.clock.elapsed();
    if (elapsed - this.sweptAt < sweepIntervalMs) return;
    this.sweptAt = elapsed;
    const inUse = new Set(listed.map((key) => `public/${key}`));
    try {
      const unused: string[] = [];
      for await (const { key, changedAt } of this.store.entries(prefix)) {
        if (!inUse.has(key) && now - changedAt.getTime() > unusedRetentionMs) unused.push(key);
      }
      await this.store.remove(unused);
      for (const key of unused) this.stored.delete(key.slice('public/'.length));
    } catch (error) {
      this.logger.warn({ err: error }, 'old radar frames could not be removed');
    }
  }

  private async checkStored(key: string, now: number): Promise<void> {
    if (await this.store.stat(`public/${key}`)) {
      this.stored.set(key, true);
      this.missing.delete(key);
    } else this.missing.set(key, now);
  }
}
