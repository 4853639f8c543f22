/** Migrates the submissions service's schema and the job queues, as a separate step before the new code starts. */
import { runMigration } from '@site/platform/data/migration';
import { migrateQueues } from '@site/platform/jobs/queue';
import { submissionsDatabase } from './database.js';
import { grantImageRights } from './worker/image-rights.js';

await runMigration(submissionsDatabase, async (databaseUrl) => {
  // For setups without Redis.
  await migrateQueues(databaseUrl);
  await grantImageRights(databaseUrl);
});
