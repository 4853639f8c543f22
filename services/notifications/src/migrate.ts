/** Migrates the notifications service's schema: a step of its own, before the new code starts. */
import { runMigration } from '@site/platform/data/migration';
import { notificationsDatabase } from './database.js';

await runMigration(notificationsDatabase);
