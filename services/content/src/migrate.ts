/** Migrates the content service's schema: a step of its own, before the new code starts. */
import { runMigration } from '@site/platform/data/migration';
import { contentDatabase } from './database.js';

await runMigration(contentDatabase);
