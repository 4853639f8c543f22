/** The weather proxy's schema: entities and migrations. */
import type { DatabaseContents, DatabaseSettings } from '@site/platform/data/database';
import { AlertEventHead, AlertEventRow, AlertListRow, AlertMessage } from './alerts/events/alert-events.entities.js';
import { LastGood } from './cache/last-good.js';
import { CreateLastGood1795132800000 } from './migrations/1795132800000-create-last-good.js';
import { CreateAlertEvents1795305600000 } from './migrations/1795305600000-create-alert-events.js';
import { CreateWire1795392000000 } from './migrations/1795392000000-create-wire.js';
import { ShareBetweenReplicas1796100000000 } from './migrations/1796100000000-share-between-replicas.js';
import { StateOfData1796200000000 } from './migrations/1796200000000-state-of-data.js';
import { FillStateOfData1796300000000 } from './migrations/1796300000000-fill-state-of-data.js';
import { UnlistedEvents1796400000000 } from './migrations/1796400000000-unlisted-events.js';
import { SpanishTexts1796500000000 } from './migrations/1796500000000-spanish-texts.js';
import { SetAsideAlerts1798900000000 } from './migrations/1798900000000-set-aside-alerts.js';
import { SpanishTextRow } from './alerts/spanish/spanish-store.js';
import { NwwsAlert, NwwsEndingRow, NwwsLeaseRow } from './alerts/nwws-validity/nwws-alert.entity.js';

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
    NwwsLeaseRow,
    SpanishTextRow,
  ],
  migrations: [
    CreateLastGood1795132800000,
    CreateAlertEvents1795305600000,
    CreateWire1795392000000,
    ShareBetweenReplicas1796100000000,
    StateOfData1796200000000,
    FillStateOfData1796300000000,
    UnlistedEvents1796400000000,
    SpanishTexts1796500000000,
    SetAsideAlerts1798900000000,
  ],
} satisfies DatabaseContents;

/** Keeps one connection open, for polling. */
export const databaseSettings = (config: { DATABASE_URL: string; DATABASE_POOL_MAX: number }): DatabaseSettings => ({
  ...databaseContents,
  url: config.DATABASE_URL,
  poolMax: config.DATABASE_POOL_MAX,
  poolMin: 1,
});
