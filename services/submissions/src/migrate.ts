import { runMigration } from '@site/platform/data/migration';
import { migrateQueues } from '@site/platform/jobs/queue';
import { submissionsDatabase } from './database.js';

// With the tables in which the queues live where there is no Redis.
await runMigration(submissionsDatabase, migrateQueues);
