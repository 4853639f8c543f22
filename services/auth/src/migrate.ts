import { runMigration } from '@site/platform/data/migration';
import { authDatabase } from './database.js';

await runMigration(authDatabase);
