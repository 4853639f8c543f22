/** Migrates the auth service's schema, as a separate step before the new code starts. */
import { runMigration } from '@site/platform/data/migration';
import { authDatabase } from './database.js';

await runMigration(authDatabase);
