import { runMigration } from '@site/platform/data/migration';
import { notificationsDatabase } from './database.js';

await runMigration(notificationsDatabase);
