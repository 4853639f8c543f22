/** Migrates the weather proxy's schema before the new code starts, and refuses another state's database. */
import { runMigration } from '@site/platform/data/migration';
import { databaseContents } from './database.js';
import { bindToState } from './database-region.js';

await runMigration(databaseContents, bindToState);
