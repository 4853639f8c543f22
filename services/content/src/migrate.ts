/** Migrates the content service's schema, as a separate step before the new code starts. */
import { runMigration } from '@site/platform/data/migration';
import { contentDatabase } from './database.js';

await runMigration(contentDatabase);
