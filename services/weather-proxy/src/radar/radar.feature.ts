import { LOGGER, OBJECT_STORE, type Logger } from '@site/platform/base/tokens';
import type { ObjectStore } from '@site/platform/data/object-store';
import { CLOCK, type Clock } from '../clock.js';
import { CONFIG, type Config } from '../config.js';
import type { Feature } from '../feature.js';
import { Upstreams } from '../upstream/upstreams.js';
import { FrameStore } from './frame-store.js';
import { RADAR_PARTS, RadarFeed, type RadarParts } from './radar-feed.js';
import { RadarController } from './radar.controller.js';
import { radarSources } from './sources.js';

export const radarFeature: Feature = {
  controllers: [RadarController],
  providers: [
    {
      provide: RADAR_PARTS,
      inject: [Upstreams, CONFIG, CLOCK, LOGGER, { token: OBJECT_STORE, optional: true }],
      useFactory: (
        upstreams: Upstreams,
        config: Config,
        clock: Clock,
        logger: Logger,
        store?: ObjectStore,
      ): RadarParts | null =>
        store ? { sources: radarSources(upstreams, config), store: new FrameStore(store, clock, logger) } : null,
    },
    RadarFeed,
  ],
};
