/** The weather proxy's schema: entities and migrations. */
import type { DatabaseContents, DatabaseSettings } from '@site/platform/data/database';
import { Baseline1800000000000 } from './migrations/1800000000000-baseline.js';
import { WeatherLeader1800100000000 } from './migrations/1800100000000-weather-leader.js';
import { AlertEventHead, AlertEventRow, AlertListRow, AlertMessage } from './alerts/events/alert-events.entities.js';
import { LastGood } from './cache/last-good.js';
import { SpanishTextRow } from './alerts/spanish/spanish-store.js';
import { NwwsAlert, NwwsEndingRow } from './alerts/nwws-validity/nwws-alert.entity.js';

/** For Nest, the migration command and tests. */
export const databaseContents = {
  schema: 'weather',
  applicationName: 'weather-proxy',
  entities: [
    LastGood,
    AlertEventRow,
    AlertEventHead,
    AlertMessage,
    AlertListRow,
    NwwsAlert,
    NwwsEndingRow,
    SpanishTextRow,
  ],
  migrations: [Baseline1800000000000, WeatherLeader1800100000000],
} satisfies DatabaseContents;

/** Keeps one connection open, for polling. */
export const databaseSettings = (config: { DATABASE_URL: string; DATABASE_POOL_MAX: number }): DatabaseSettings => ({
  ...databaseContents,
  url: config.DATABASE_URL,
  poolMax: config.DATABASE_POOL_MAX,
  poolMin: 1,
});
