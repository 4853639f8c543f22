import { migrate } from '@site/platform/database';
import { migrateQueues } from '@site/platform/queue';
import { migrationConfig } from './config.js';
import { submissionsDatabase } from './database.js';

/** Brings this service's schema and the queue's tables up to date. */
const config = migrationConfig();
const url = config.MIGRATION_DATABASE_URL ?? config.DATABASE_URL;
try {
  const ran = await migrate({ ...submissionsDatabase, url, poolMax: 2 });
  await migrateQueues(url);
  process.stdout.write(`submissions: ${ran.length > 0 ? `migrated (${ran.join(', ')})` : 'schema is up to date'}\n`);
} catch (error) {
  process.stderr.write(`submissions: migration failed: ${(error as Error).message}\n`);
  process.exitCode = 1;
}
