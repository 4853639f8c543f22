/**
 * Copies the page's pictures into our store, so that visitors' browsers contact only our site. A picture isn't fetched
 * again while its address is the same.
 */
import { createHash } from 'node:crypto';
import type { ObjectStore } from '@site/platform/data/object-store';
import type { Logger } from '@site/platform/base/injection-tokens';
import type { Image } from '@site/proto/gen/nest/images/v1/images';
import type { Breaker } from '../upstream/breaker.js';
import type { ImageDownloader } from '../upstream/image-download.js';

const fetchWithinMs = 4_000;
const atOnce = 3;
/** For open pages and other processes. */
const unusedRetentionMs = 7 * 24 * 3_600_000;
const prefix = 'public/social/';

/** By the identity of their address. */
export type StoredImages = Record<string, Image>;

/** Strips the signature, which always differs. */
export function identityOf(address: string): string {
  const url = new URL(address);
  for (const name of [...url.searchParams.keys()]) {
    if (name.startsWith('_nc_') || name === 'oh' || name === 'oe' || name === 'ccb') url.searchParams.delete(name);
  }
  return createHash('sha256').update(`${url.pathname}?${url.searchParams.toString()}`).digest('base64url').slice(0, 22);
}

/** Downloads, encodes and stores images, three at a time, and removes those unused for a week. */
export class PageImages {
  /** Keys stored or found. */
  private readonly stored = new Set<string>();
  private isOpen = false;

  constructor(
    private readonly download: ImageDownloader,
    private readonly breaker: Breaker,
    private readonly store: ObjectStore,
    private readonly logger: Logger,
  ) {}

  /** By identity; unavailable pictures are missing. Never rejects. */
  async bring(addresses: readonly string[], existing: Readonly<StoredImages>): Promise<StoredImages> {
    const addressByIdentity = new Map<string, string>();
    for (const address of addresses) {
      if (this.download.isAllowed(address)) addressByIdentity.set(identityOf(address), address);
      else this.logger.warn({ host: hostOf(address) }, 'a picture of the page is on an unknown host: not fetched');
    }
    if (addressByIdentity.size > 0) await this.openStore();
    const brought: StoredImages = {};
    const queue = [...addressByIdentity];
    const work = async () => {
      for (let next = queue.shift(); next; next = queue.shift()) {
        const [identity, address] = next;
        const image = await this.one(address, existing[identity]);
        if (image) brought[identity] = image;
      }
    };
    await Promise.all(Array.from({ length: atOnce }, work));
    return brought;
  }

  /** Removes pictures long unused. Never rejects. */
  async sweep(usedImages: Readonly<StoredImages>, now: number): Promise<void> {
    const inUse = new Set(Object.values(usedImages).flatMap(({ sizes }) => sizes.map(({ key }) => `public/${key}`)));
    try {
      const unused: string[] = [];
      for await (const { key, changedAt } of this.store.entries(prefix)) {
        if (!inUse.has(key) && now - changedAt.getTime() > unusedRetentionMs) unused.push(key);
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

  private async one(address: string, existing: Image | undefined): Promise<Image | undefined> {
    try {
      if (existing && (await this.isStored(existing))) return existing;
      const guards = { breaker: this.breaker, deadline: AbortSignal.timeout(fetchWithinMs) };
      // Loaded lazily, only if there are pictures to copy.
      const { encodeImage } = await import('./encode-image.js');
      const { picture, files } = await encodeImage(await this.download.get(address, guards));
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
  private async isStored({ sizes }: Image): Promise<boolean> {
    for (const { key } of sizes) {
      if (this.stored.has(key)) continue;
      if (!(await this.store.stat(`public/${key}`))) return false;
      this.stored.add(key);
    }
    return true;
  }
}

const hostOf = (address: string) => (URL.canParse(address) ? new URL(address).hostname : '');
