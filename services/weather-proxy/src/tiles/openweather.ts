/** Map tiles of current conditions from OpenWeather's Weather maps 1.0 (https://openweathermap.org/api/weathermaps). */
import type { MapLayerName } from '@site/domain/weather/tile-grid';
import type { TileAddress } from '@site/proto/weather/v1/tiles.schema';
import type { Config } from '../config.js';
import { isPng } from '../upstream/png.js';
import type { DailyBudget } from '../upstream/daily-budget.js';
import type { Upstreams } from '../upstream/upstreams.js';

const layerNames: Readonly<Record<MapLayerName, string>> = {
  clouds: 'clouds_new',
  precipitation: 'precipitation_new',
  pressure: 'pressure_new',
  wind: 'wind_new',
  temperature: 'temp_new',
};

const size = { width: 256, height: 256 } as const;
const tile = { maxBytes: 512 * 1024, isValid: (bytes: Buffer) => isPng(bytes, size) };
const responseTimeoutMs = 4_000;
/** A screen of tiles. */
const connections = 16;
/** Rate limits are per minute, without Retry-After. */
const pauseWhenLimitedMs = 60_000;

/**
 * Fetches a tile. Never retries: every call counts against the budget.
 * @throws UpstreamError
 */
export type FetchTile = (address: TileAddress) => Promise<Buffer>;

/** Opens the connection; `upstreams` closes it. @param key the API key */
export function openWeatherTiles(upstreams: Upstreams, config: Config, key: string, budget: DailyBudget): FetchTile {
  const upstream = upstreams.open({
    provider: 'openweather',
    baseUrl: config.OPENWEATHER_TILE_BASE_URL,
    headers: { accept: 'image/png' },
    secretQuery: { appid: key },
    maxBodyBytes: tile.maxBytes,
    budget,
    connections,
    pauseWhenLimitedMs,
  });
  const breaker = upstreams.breaker('openweather', 'tiles');
  return async ({ layer, z, x, y }) => {
    const guards = { breaker, deadline: AbortSignal.timeout(responseTimeoutMs), mayRepeat: false as const };
    return (await upstream.getFile('tile', `/map/${layerNames[layer]}/${z}/${x}/${y}.png`, tile, guards)).value;
  };
}
