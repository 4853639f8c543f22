/** The notifications service's schema: entities and migrations. */
import { AuditEntry } from '@site/platform/data/audit';
import type { DatabaseContents } from '@site/platform/data/database';
import { Baseline1800000000000 } from './migrations/1800000000000-baseline.js';
import { SuppressedAddresses1800100000000 } from './migrations/1800100000000-suppressed-addresses.js';
import { Channel, Confirmation } from './channels/channel.entity.js';
import { Follow, PreferencesRow } from './subscriptions/preferences.js';

/** The schema's settings in every environment. */
export const notificationsDatabase = {
  schema: 'notifications',
  applicationName: 'notifications',
  entities: [Channel, Confirmation, Follow, PreferencesRow, AuditEntry],
  migrations: [Baseline1800000000000, SuppressedAddresses1800100000000],
} satisfies DatabaseContents;
