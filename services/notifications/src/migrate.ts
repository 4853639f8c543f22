/** Migrates the notifications service's schema, as a separate step before the new code starts. */
import { runMigration } from '@site/platform/data/migration';
import { notificationsDatabase } from './database.js';

await runMigration(notificationsDatabase);
