/** The notifications service's schema: entities and migrations. */
import { AuditEntry } from '@site/platform/data/audit';
import { auditMigrations } from '@site/platform/data/audit-tables';
import type { DatabaseContents } from '@site/platform/data/database';
import { CreateMailVerdicts1798700000000 } from '@site/platform/mail/mail-tables';
import { Channel, Confirmation } from './channels/channel.entity.js';
import { CreateNotifications1795132800000 } from './migrations/1795132800000-create-notifications.js';
import { CreateSubscriptions1795824000000 } from './migrations/1795824000000-subscriptions.js';
import { CreateSending1795824000001 } from './migrations/1795824000001-sending.js';
import { AlreadyActive1796400000000 } from './migrations/1796400000000-already-active.js';
import { CanonicalAddresses1796500000000 } from './migrations/1796500000000-canonical-addresses.js';
import { ParkedEvents1796600000000 } from './migrations/1796600000000-parked-events.js';
import { DropToldByTime1796600000001 } from './migrations/1796600000001-drop-told-by-time.js';
import { AskedAddresses1797100000000 } from './migrations/1797100000000-asked-addresses.js';
import { DropConfirmationsOfNetwork1797100000001 } from './migrations/1797100000001-drop-confirmations-of-network.js';
import { Languages1797400000000 } from './migrations/1797400000000-languages.js';
import { ReleasedCounties1798600000000 } from './migrations/1798600000000-released-counties.js';
import { EveryKind1798600000001 } from './migrations/1798600000001-every-kind.js';
import { TextReports1798800000000 } from './migrations/1798800000000-text-reports.js';
import { PreferenceNames1798900000000 } from './migrations/1798900000000-preference-names.js';
import { Follow, PreferencesRow } from './subscriptions/preferences.js';

/** The schema's settings in every environment. */
export const notificationsDatabase = {
  schema: 'notifications',
  applicationName: 'notifications',
  entities: [Channel, Confirmation, Follow, PreferencesRow, AuditEntry],
  migrations: [
    CreateNotifications1795132800000,
    CreateSubscriptions1795824000000,
    CreateSending1795824000001,
    AlreadyActive1796400000000,
    CanonicalAddresses1796500000000,
    ParkedEvents1796600000000,
    DropToldByTime1796600000001,
    AskedAddresses1797100000000,
    DropConfirmationsOfNetwork1797100000001,
    Languages1797400000000,
    ReleasedCounties1798600000000,
    EveryKind1798600000001,
    TextReports1798800000000,
    PreferenceNames1798900000000,
    CreateMailVerdicts1798700000000,
    ...auditMigrations,
  ],
} satisfies DatabaseContents;
