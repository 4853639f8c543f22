/**
 * Copies the page's pictures into our store, so that visitors' browsers contact only our site. A picture isn't fetched
 * again while its address is the same.
 */
import { createHash } from 'node:crypto';
import type { ObjectStore } from '@site/platform/data/object-store';
import type { Logger } from '@site/platform/base/tokens';
import type { Picture } from '@site/proto/gen/nest/pictures/v1/pictures';
import type { Breaker } from '../upstream/breaker.js';
import type { PictureDownload } from '../upstream/picture-download.js';

const fetchWithinMs = 4_000;
const atOnce = 3;
/** For open pages and other processes. */
const keepUnusedMs = 7 * 24 * 3_600_000;
const prefix = 'public/social/';

/** By the identity of their address. */
export type KnownPictures = Record<string, Picture>;

/** Strips the signature, which always differs. */
export function identityOf(address: string): string {
  const url = new URL(address);
  for (const name of [...url.searchParams.keys()]) {
    if (name.startsWith('_nc_') || name === 'oh' || name === 'oe' || name === 'ccb') url.searchParams.delete(name);
  }
  return createHash('sha256').update(`${url.pathname}?${url.searchParams.toString()}`).digest('base64url').slice(0, 22);
}

/** Downloads, encodes and stores images, three at a time, and removes those unused for a week. */
export class PagePictures {
  /** Keys stored or found. */
  private readonly stored = new Set<string>();
  private isOpen = false;

  constructor(
    private readonly download: PictureDownload,
    private readonly breaker: Breaker,
    private readonly store: ObjectStore,
    private readonly logger: Logger,
  ) {}

  /** By identity; unavailable pictures are missing. Never rejects. */
  async bring(addresses: readonly string[], known: Readonly<KnownPictures>): Promise<KnownPictures> {
    const wanted = new Map<string, string>();
    for (const address of addresses) {
      if (this.download.isAllowed(address)) wanted.set(identityOf(address), address);
      else this.logger.warn({ host: hostOf(address) }, 'a picture of the page is on an unknown host: not fetched');
    }
    if (wanted.size > 0) await this.openStore();
    const brought: KnownPictures = {};
    const queue = [...wanted];
    const work = async () => {
      for (let next = queue.shift(); next; next = queue.shift()) {
        const [identity, address] = next;
        const picture = await this.one(address, known[identity]);
        if (picture) brought[identity] = picture;
      }
    };
    await Promise.all(Array.from({ length: atOnce }, work));
    return brought;
  }

  /** Removes pictures long unused. Never rejects. */
  async sweep(shown: Readonly<KnownPictures>, now: number): Promise<void> {
    const inUse = new Set(Object.values(shown).flatMap(({ sizes }) => sizes.map(({ key }) => `public/${key}`)));
    try {
      const unused: string[] = [];
      for await (const { key, changedAt } of this.store.entries(prefix)) {
        if (!inUse.has(key) && now - changedAt.getTime() > keepUnusedMs) unused.push(key);
      }
      await this.store.remove(unused);
      for (const key of unused) this.stored.delete(key.slice('public/'.length));
    } catch (error) {
      this.logger.warn({ err: error }, 'old pictures of the page could not be removed');
    }
  }

  /** On the first start the bucket may not exist yet. */
  private async openStore(): Promise<void> {
    if (this.isOpen) return;
    try {
      await this.store.ensureBucket();
      this.isOpen = true;
    } catch (error) {
      this.logger.debug({ err: error }, 'could not check whether the bucket exists');
    }
  }

  private async one(address: string, known: Picture | undefined): Promise<Picture | undefined> {
    try {
      if (known && (await this.isStored(known))) return known;
      const guards = { breaker: this.breaker, deadline: AbortSignal.timeout(fetchWithinMs) };
      // Loaded lazily, only if there are pictures to copy.
      const { encodePicture } = await import('./encode-picture.js');
      const { picture, files } = await encodePicture(await this.download.get(address, guards));
      for (const { key, bytes, mediaType } of files) {
        await this.store.put(`public/${key}`, bytes, mediaType);
        this.stored.add(key);
      }
      return picture;
    } catch (error) {
      this.logger.warn({ err: error }, 'a picture of the page could not be copied');
      return undefined;
    }
  }

  /** Once per process and picture, so that an emptied store is refilled. */
  private async isStored({ sizes }: Picture): Promise<boolean> {
    for (const { key } of sizes) {
      if (this.stored.has(key)) continue;
      if (!(await this.store.stat(`public/${key}`))) return false;
      this.stored.add(key);
    }
    return true;
  }
}

const hostOf = (address: string) => (URL.canParse(address) ? new URL(address).hostname : '');
