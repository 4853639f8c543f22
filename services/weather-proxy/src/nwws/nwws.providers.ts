import type { Provider } from '@nestjs/common';
import type { Config } from '../config.js';
import { NWWS_SETTINGS, nwwsSettings } from './settings.js';
import { NwwsWatch } from './nwws-watch.js';

export const nwwsProviders = (config: Config): Provider[] => [
  { provide: NWWS_SETTINGS, useValue: nwwsSettings(config) ?? null },
  NwwsWatch,
];
