import type { MapLayerName } from '@site/domain/weather/tile-grid';
import type { TileAddress } from '@site/proto/weather/v1/tiles.schema';
import { Pool } from 'undici';
import type { Breaker } from '../upstream/breaker.js';
import type { DailyBudget } from '../upstream/daily-budget.js';
import { providerCalls, providerCallSeconds } from '../upstream/metrics.js';
import { connectTimeoutMs } from '../upstream/upstream.js';
import { isPng } from '../upstream/png.js';
import { asUpstreamError, UpstreamError } from '../upstream/upstream-error.js';

/** Tiles of Weather maps 1.0 (https://openweathermap.org/api/weathermaps): current conditions, no time axis. */

const layerNames: Readonly<Record<MapLayerName, string>> = {
  clouds: 'clouds_new',
  precipitation: 'precipitation_new',
  pressure: 'pressure_new',
  wind: 'wind_new',
  temperature: 'temp_new',
};

const tile = { width: 256, height: 256 } as const;
const longestBytes = 512 * 1024;
const answerWithinMs = 4_000;
/** A whole screen of tiles in parallel. */
const connections = 16;

export class OpenWeatherTiles {
  private readonly pool: Pool;
  private readonly basePath: string;

  constructor(
    private readonly settings: { baseUrl: string; key: string },
    private readonly breaker: Breaker,
    private readonly budget: DailyBudget,
  ) {
    const base = new URL(settings.baseUrl);
    this.basePath = base.pathname.replace(/\/+$/, '');
    // A pool only connects to its one origin, and `request` follows no redirects.
    this.pool = new Pool(base.origin, {
      connections,
      connect: { timeout: connectTimeoutMs },
      maxResponseSize: longestBytes,
    });
  }

  /**
   * Every call counts against the daily budget, so failures aren't retried.
   * @throws UpstreamError
   */
  async get({ layer, z, x, y }: TileAddress): Promise<Buffer> {
    const path = `/map/${layerNames[layer]}/${z}/${x}/${y}.png`;
    const count = (outcome: string) => providerCalls.inc({ provider: 'openweather', resource: 'tile', outcome });
    try {
      // Outside the breaker, which would count our own refusal as the provider's response.
      if (this.budget.isSpent) throw new UpstreamError(`${path}: the daily budget is used up`, 'refused');
      const png = await this.breaker.run(() => this.fetch(path));
      count('ok');
      return png;
    } catch (error) {
      if (error instanceof UpstreamError) count(error.outcome);
      throw error;
    }
  }

  close(): Promise<void> {
    return this.pool.destroy();
  }

  private async fetch(path: string): Promise<Buffer> {
    this.budget.count();
    const stop = providerCallSeconds.startTimer({ provider: 'openweather', resource: 'tile' });
    try {
      const { statusCode, headers, body } = await this.pool.request({
        method: 'GET',
        // Added only here, so that the key never appears in messages or logs.
        path: `${this.basePath}${path}?appid=${encodeURIComponent(this.settings.key)}`,
        headers: { accept: 'image/png', 'accept-encoding': 'identity' },
        signal: AbortSignal.timeout(answerWithinMs),
      });
      if (statusCode !== 200) {
        body.on('error', () => undefined).destroy();
        throw refusalOf(path, statusCode, headers['retry-after']);
      }
      const png = Buffer.from(await body.arrayBuffer());
      if (!isPng(png, tile)) throw new UpstreamError(`${path}: not a tile picture`, 'invalid');
      return png;
    } catch (error) {
      throw error instanceof UpstreamError ? error : asUpstreamError(error, path);
    } finally {
      stop();
    }
  }
}

/** Rate limit responses have no Retry-After; plans are limited per minute. */
const pauseWhenLimitedMs = 60_000;

function refusalOf(path: string, statusCode: number, retryAfter: string | string[] | undefined): UpstreamError {
  const message = `${path}: status ${statusCode}`;
  if (statusCode === 404) return new UpstreamError(message, 'not_found', { status: statusCode });
  if (statusCode === 429) {
    const seconds = Number(retryAfter);
    return new UpstreamError(message, 'rate_limited', {
      retryAfterMs: seconds > 0 ? seconds * 1_000 : pauseWhenLimitedMs,
      status: statusCode,
    });
  }
  return new UpstreamError(message, statusCode >= 300 && statusCode < 400 ? 'redirect' : 'http_error', {
    status: statusCode,
  });
}
