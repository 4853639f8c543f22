import { runMigration } from '@site/platform/data/migration';
import { migrateQueues } from '@site/platform/jobs/queue';
import { submissionsDatabase } from './database.js';
import { grantPictureRights } from './worker/picture-rights.js';

await runMigration(submissionsDatabase, async (databaseUrl) => {
  // The tables in which the queues live where there is no Redis.
  await migrateQueues(databaseUrl);
  await grantPictureRights(databaseUrl);
});
