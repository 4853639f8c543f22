/** Opens the radar sources and the store of frames. */
import type { FactoryProvider } from '@nestjs/common';
import { LOGGER, OBJECT_STORE, type Logger } from '@site/platform/base/injection-tokens';
import type { ObjectStore } from '@site/platform/data/object-store';
import { CLOCK, type Clock } from '@site/platform/base/clock';
import { CONFIG, type Config } from '../config.js';
import { Upstreams } from '../upstream/upstreams.js';
import { FrameStore } from './frame-store.js';
import { radarSources, type RadarSources } from './sources.js';

export interface RadarParts {
  sources: RadarSources;
  store: FrameStore;
}

/** Null without an object store. */
export const RADAR_PARTS = Symbol('radar parts');

export const radarPartsProvider: FactoryProvider<RadarParts | null> = {
  provide: RADAR_PARTS,
  inject: [Upstreams, CONFIG, CLOCK, LOGGER, { token: OBJECT_STORE, optional: true }],
  useFactory: (upstreams: Upstreams, config: Config, clock: Clock, logger: Logger, store?: ObjectStore) =>
    store ? { sources: radarSources(upstreams, config), store: new FrameStore(store, clock, logger) } : null,
};
