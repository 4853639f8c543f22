/**
 * Read-through cache of map tiles: fetches a tile at most once in ten minutes, less often when the daily budget runs
 * low, never when it is used up.
 */
import type { Logger } from '@site/platform/base/injection-tokens';
import type { MapLayer } from '@site/proto/gen/nest/weather/v1/tiles';
import { mapLayers } from '@site/domain/weather/tile-grid';
import type { TileAddress } from '@site/proto/weather/v1/tiles.schema';
import { LRUCache } from 'lru-cache';
import type { Clock } from '@site/platform/base/clock';
import { ResponseCache } from '@site/platform/base/response-cache';
import type { DailyBudget } from '../upstream/daily-budget.js';
import { UpstreamError } from '../upstream/upstream-error.js';
import { ancestorOf, enlarged, sharpestZoom } from './enlarge.js';
import type { FetchTile } from './openweather.js';

/** The provider's update interval, at most. */
const defaultFreshMs = 10 * 60_000;
const freshWhenScarceMs = 4 * defaultFreshMs;
/** Stale-if-error: older weather would be mistaken for current. */
const maxAgeMs = 3 * 3_600_000;
/** For a stale tile. */
const retrySeconds = 60;
/** About three thousand tiles. */
const maxCacheBytes = 64 * 1024 * 1024;
/** Recreated within milliseconds. */
const maxEnlargedBytes = 16 * 1024 * 1024;
/** Per entry, besides its picture. */
const entryBytes = 500;
/** Tiles served within this time are on screens now. */
const latelyMs = 15 * 60_000;
/** Then the provider may have recovered. */
const failingForMs = 2 * 60_000;

/** By the monotonic clock. */
interface Tile {
  png: Buffer;
  requestedAt: number;
  respondedAt: number;
}

export interface TileResponse {
  png: Buffer;
  fetchedAt: number;
  freshSeconds: number;
}

/** Serves tiles of up to three hours while the provider is down. */
export class TileCache {
  private readonly tiles: ResponseCache<Tile>;
  private readonly enlargements = new LRUCache<string, Buffer>({
    maxSize: maxEnlargedBytes,
    sizeCalculation: (png) => png.length + entryBytes,
  });
  private failedAt: number | undefined;

  constructor(
    private readonly fetchTile: FetchTile,
    private readonly budget: DailyBudget,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {
    this.tiles = new ResponseCache({
      clock,
      freshMs: () => this.freshMs,
      maxAgeMs,
      // The provider has no such tile; the previous one must not be served.
      isFinal: isNotFound,
      maxSize: maxCacheBytes,
      sizeOf: (tile) => (tile?.png.length ?? 0) + entryBytes,
    });
  }

  /** @throws UpstreamError when there is no tile */
  async get(address: TileAddress): Promise<TileResponse> {
    if (address.z <= sharpestZoom) return this.find(address);
    const ancestor = await this.find(ancestorOf(address));
    const name = `${nameOf(address)} ${ancestor.fetchedAt}`;
    const png = this.enlargements.get(name) ?? (await enlarged(ancestor.png, address));
    this.enlargements.set(name, png);
    return { ...ancestor, png };
  }

  private async find(address: TileAddress): Promise<TileResponse> {
    const { value, fetchedAt } = await this.tiles.get(nameOf(address), () => this.fetch(address));
    value.respondedAt = this.clock.elapsed();
    const leftSeconds = Math.ceil((this.freshMs - (value.respondedAt - value.requestedAt)) / 1_000);
    return { png: value.png, fetchedAt, freshSeconds: Math.max(leftSeconds, retrySeconds) };
  }

  private get freshMs(): number {
    return this.budget.isScarce ? freshWhenScarceMs : defaultFreshMs;
  }

  /** Returns each layer's availability and the age of the tiles that visitors see. */
  layers(): MapLayer[] {
    const now = this.clock.elapsed();
    const failing = this.failedAt !== undefined && now - this.failedAt < failingForMs;
    const reason = this.budget.isSpent ? 'budget used' : failing ? 'not answering' : '';
    return mapLayers.map((layer) => {
      const cachedTiles = this.tiles
        .entries()
        .filter(([name, , ageMs]) => name.startsWith(`${layer}/`) && ageMs < maxAgeMs)
        .map(([, tile]) => tile);
      const times = cachedTiles
        .filter(({ value }) => now - value.respondedAt < latelyMs)
        .map(({ fetchedAt }) => fetchedAt);
      return {
        layer,
        available: reason === '' || cachedTiles.length > 0,
        reason,
        ...(times.length > 0 && {
          newestAt: new Date(Math.max(...times)).toISOString(),
          oldestAt: new Date(Math.min(...times)).toISOString(),
        }),
      };
    });
  }

  private async fetch(address: TileAddress): Promise<Tile> {
    const requestedAt = this.clock.elapsed();
    try {
      const png = await this.fetchTile(address);
      if (this.failedAt !== undefined) this.logger.info('map tiles are available again');
      this.failedAt = undefined;
      return { png, requestedAt: requestedAt, respondedAt: this.clock.elapsed() };
    } catch (error) {
      if (!this.budget.isSpent && !isNotFound(error)) {
        if (this.failedAt === undefined) this.logger.warn({ err: error }, 'map tiles are unavailable');
        this.failedAt = this.clock.elapsed();
      }
      throw error;
    }
  }
}

const isNotFound = (error: unknown): boolean => error instanceof UpstreamError && error.outcome === 'not_found';

const nameOf = ({ layer, z, x, y }: TileAddress) => `${layer}/${z}/${x}/${y}`;
