import type { Logger } from '@site/platform/base/tokens';
import type { ObjectStore } from '@site/platform/data/object-store';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../clock.js';
import { contentId } from '../upstream/content-id.js';

const prefix = 'public/radar/';
const mediaType = 'image/webp';
/** Part of every key: change it whenever the resulting bytes change. */
const recipe = 'radar/1';
/** Pages that are still open may show a frame for this long after it has left the list. */
const keepUnusedMs = 3 * 3_600_000;
const sweepEveryMs = 30 * 60_000;
/** Several times as many as are listed. */
const mostRemembered = 500;
/** One that was missing may have been made again by another replica. */
const missingForMs = 30_000;

/** The radar pictures in the object store. */
export class FrameStore {
  /** Keys this process has put into the store or seen there; those of old frames make room, whichever replica removed them. */
  private readonly stored = new LRUCache<string, true>({ max: mostRemembered });
  private readonly missing = new LRUCache<string, number>({ max: mostRemembered });
  private isOpen = false;
  private sweptAt = -Infinity;

  constructor(
    private readonly store: ObjectStore,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {}

  /** Rejects when the store does not answer. On the very first start it may have no bucket yet. */
  async open(): Promise<void> {
    if (this.isOpen) return;
    await this.store.ensureBucket();
    this.isOpen = true;
  }

  /** Stores a WebP picture of a moment, and gives its key below /media/. */
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

  /** Rejects when it is not there. */
  get(key: string): Promise<Buffer> {
    return this.store.get(`public/${key}`);
  }

  /**
   * Looks for those of the keys that this process has not seen in the store yet. Never rejects: what a store that is down
   * has cannot be known, and caches in front of it may have it.
   */
  async look(keys: readonly string[]): Promise<void> {
    const now = this.clock.elapsed();
    const unknown = keys.filter(
      (key) => !this.stored.has(key) && now - (this.missing.get(key) ?? -Infinity) > missingForMs,
    );
    await Promise.all(unknown.map((key) => this.lookFor(key, now))).catch((error: unknown) =>
      this.logger.debug({ err: error }, 'the object store could not be asked for radar frames'),
    );
  }

  isMissing(key: string): boolean {
    return this.missing.has(key);
  }

  /** Removes what nobody can be looking at any more. Never rejects. */
  async sweep(listed: readonly string[]): Promise<void> {
    const [now, elapsed] = [this.clock.now(), this.clock.elapsed()];
    if (elapsed - this.sweptAt < sweepEveryMs) return;
    this.sweptAt = elapsed;
    const inUse = new Set(listed.map((key) => `public/${key}`));
    try {
      const unused: string[] = [];
      for await (const { key, changedAt } of this.store.entries(prefix)) {
        if (!inUse.has(key) && now - changedAt.getTime() > keepUnusedMs) unused.push(key);
      }
      await this.store.remove(unused);
      for (const key of unused) this.stored.delete(key.slice('public/'.length));
    } catch (error) {
      this.logger.warn({ err: error }, 'old radar frames could not be removed');
    }
  }

  private async lookFor(key: string, now: number): Promise<void> {
    if (await this.store.stat(`public/${key}`)) {
      this.stored.set(key, true);
      this.missing.delete(key);
    } else this.missing.set(key, now);
  }
}
