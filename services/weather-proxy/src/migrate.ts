import { runMigration } from '@site/platform/data/migration';
import { databaseContents } from './database.js';

await runMigration(databaseContents);
