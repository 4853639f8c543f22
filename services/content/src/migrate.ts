import { runMigration } from '@site/platform/data/migration';
import { contentDatabase } from './database.js';

await runMigration(contentDatabase);
