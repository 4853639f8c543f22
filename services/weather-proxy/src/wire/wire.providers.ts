import type { Provider } from '@nestjs/common';
import type { Config } from '../config.js';
import { WIRE_SETTINGS, wireSettings } from './settings.js';
import { WireWatch } from './wire-watch.js';

export const wireProviders = (config: Config): Provider[] => [
  { provide: WIRE_SETTINGS, useValue: wireSettings(config) ?? null },
  WireWatch,
];
