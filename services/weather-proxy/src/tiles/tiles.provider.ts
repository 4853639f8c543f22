/** Provides the tile cache, or null without an OpenWeather key. */
import type { FactoryProvider } from '@nestjs/common';
import { LOGGER, type Logger } from '@site/platform/base/injection-tokens';
import { CLOCK, type Clock } from '@site/platform/base/clock';
import { CONFIG, type Config } from '../config.js';
import { Upstreams } from '../upstream/upstreams.js';
import { openWeatherTiles } from './openweather.js';
import { TileCache } from './tile-cache.js';
import { TILES } from './tiles.controller.js';

export const tilesProvider: FactoryProvider<TileCache | null> = {
  provide: TILES,
  inject: [CONFIG, CLOCK, LOGGER, Upstreams],
  useFactory: (config: Config, clock: Clock, logger: Logger, upstreams: Upstreams) => {
    if (!config.OPENWEATHER_KEY) return null;
    const budget = upstreams.budget('openweather', config.OPENWEATHER_DAILY_BUDGET);
    const source = openWeatherTiles(upstreams, config, config.OPENWEATHER_KEY, budget);
    return new TileCache(source, budget, clock, logger);
  },
};
