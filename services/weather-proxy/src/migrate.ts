import { runMigration } from '@site/platform/data/migration';
import { databaseContents } from './database.js';
import { keepToState } from './state-of-data.js';

await runMigration(databaseContents, keepToState);
