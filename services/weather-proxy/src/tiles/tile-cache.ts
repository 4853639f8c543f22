import type { Logger } from '@site/platform/tokens';
import type { MapLayer } from '@site/proto/gen/nest/weather/v1/tiles';
import { mapLayers } from '@site/proto/weather/v1/tile-grid';
import type { TileAddress } from '@site/proto/weather/v1/tiles.schema';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../clock.js';
import type { DailyBudget } from '../upstream/daily-budget.js';
import { UpstreamError } from '../upstream/upstream-error.js';
import { ancestorOf, enlarged, sharpestZoom } from './enlarge.js';
import type { OpenWeatherTiles } from './openweather.js';

/**
 * The tiles that visitors look at, shared between them: a tile is fetched once per ten minutes however many ask, rarely
 * when the day's budget runs low, not at all when it is used up. What is answered instead always says how old it is.
 */

/** The provider draws current conditions anew every ten minutes at most. */
const freshMs = 10 * 60_000;
const freshWhenScarceMs = 4 * freshMs;
/** When nothing newer can be had, a tile of this age still serves; older weather would be taken for today's. */
const keepMs = 3 * 3_600_000;
/** How soon to ask again for a tile that is older than it should be. */
const retrySeconds = 60;
/** Some three thousand tiles. */
const mostBytes = 64 * 1024 * 1024;
/** Enlarged tiles, made again within milliseconds. */
const mostEnlargedBytes = 16 * 1024 * 1024;
/** Bookkeeping of an entry besides its picture. */
const entryBytes = 500;
/** The ages that a layer reports are of tiles answered within this time: what is on the screens now. */
const latelyMs = 15 * 60_000;
/** After this long without another failure nobody knows whether the provider still fails. */
const failingForMs = 2 * 60_000;

interface HeldTile {
  png: Buffer;
  fetchedAt: number;
  answeredAt: number;
}

export interface AnsweredTile {
  png: Buffer;
  fetchedAt: number;
  /** For how long it may be shown without asking again. */
  freshSeconds: number;
}

export class TileCache {
  private readonly tiles = new LRUCache<string, HeldTile>({
    maxSize: mostBytes,
    sizeCalculation: ({ png }) => png.length + entryBytes,
  });
  private readonly enlargements = new LRUCache<string, Buffer>({
    maxSize: mostEnlargedBytes,
    sizeCalculation: (png) => png.length + entryBytes,
  });
  private readonly underway = new Map<string, Promise<HeldTile>>();
  private failedAt: number | undefined;

  constructor(
    private readonly source: OpenWeatherTiles,
    private readonly budget: DailyBudget,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {}

  /**
   * A tile, as young as can be had.
   * @throws UpstreamError when there is none
   */
  async get(address: TileAddress): Promise<AnsweredTile> {
    if (address.z <= sharpestZoom) return this.find(address);
    const ancestor = await this.find(ancestorOf(address));
    const name = `${nameOf(address)} ${ancestor.fetchedAt}`;
    const png = this.enlargements.get(name) ?? (await enlarged(ancestor.png, address));
    this.enlargements.set(name, png);
    return { ...ancestor, png };
  }

  private async find(address: TileAddress): Promise<AnsweredTile> {
    const name = nameOf(address);
    const held = this.tiles.get(name);
    const lifetimeMs = this.budget.isScarce ? freshWhenScarceMs : freshMs;
    if (held && this.ageOf(held) < lifetimeMs) return this.answer(held, lifetimeMs);
    try {
      return this.answer(await (this.underway.get(name) ?? this.fetch(name, address)), lifetimeMs);
    } catch (error) {
      const isGone = error instanceof UpstreamError && error.outcome === 'not_found';
      if (!isGone && held && this.ageOf(held) < keepMs) return this.answer(held, lifetimeMs);
      throw error;
    }
  }

  /** What may be said of each layer. */
  layers(): MapLayer[] {
    const now = this.clock.now();
    const failing = this.failedAt !== undefined && now - this.failedAt < failingForMs;
    const reason = this.budget.isSpent ? 'budget used' : failing ? 'not answering' : '';
    return mapLayers.map((layer) => {
      const held = [...this.tiles.entries()]
        .filter(([name, tile]) => name.startsWith(`${layer}/`) && this.ageOf(tile) < keepMs)
        .map(([, tile]) => tile);
      const times = held.filter(({ answeredAt }) => now - answeredAt < latelyMs).map(({ fetchedAt }) => fetchedAt);
      return {
        layer,
        available: reason === '' || held.length > 0,
        reason,
        ...(times.length > 0 && {
          newestAt: new Date(Math.max(...times)).toISOString(),
          oldestAt: new Date(Math.min(...times)).toISOString(),
        }),
      };
    });
  }

  private answer(tile: HeldTile, lifetimeMs: number): AnsweredTile {
    tile.answeredAt = this.clock.now();
    const leftSeconds = Math.ceil((lifetimeMs - this.ageOf(tile)) / 1_000);
    return { png: tile.png, fetchedAt: tile.fetchedAt, freshSeconds: Math.max(leftSeconds, retrySeconds) };
  }

  private ageOf({ fetchedAt }: HeldTile): number {
    return this.clock.now() - fetchedAt;
  }

  private fetch(name: string, address: TileAddress): Promise<HeldTile> {
    const fetchedAt = this.clock.now();
    const underway = this.source
      .get(address)
      .then(
        (png) => {
          if (this.failedAt !== undefined) this.logger.info('map tiles can be had again');
          this.failedAt = undefined;
          const tile = { png, fetchedAt, answeredAt: fetchedAt };
          this.tiles.set(name, tile);
          return tile;
        },
        (error: unknown) => {
          this.noteFailure(error);
          throw error;
        },
      )
      .finally(() => this.underway.delete(name));
    this.underway.set(name, underway);
    return underway;
  }

  private noteFailure(error: unknown): void {
    if (this.budget.isSpent || (error instanceof UpstreamError && error.outcome === 'not_found')) return;
    if (this.failedAt === undefined) this.logger.warn({ err: error }, 'map tiles cannot be had');
    this.failedAt = this.clock.now();
  }
}

const nameOf = ({ layer, z, x, y }: TileAddress) => `${layer}/${z}/${x}/${y}`;
