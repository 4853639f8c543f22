import { migrate } from '@site/platform/database';
import { migrationConfig } from './config.js';
import { contentDatabase } from './database.js';

const config = migrationConfig();
try {
  const ran = await migrate({
    ...contentDatabase,
    url: config.MIGRATION_DATABASE_URL ?? config.DATABASE_URL,
    poolMax: 2,
  });
  process.stdout.write(`content: ${ran.length > 0 ? `migrated (${ran.join(', ')})` : 'up to date'}\n`);
} catch (error) {
  process.stderr.write(`content: cannot migrate: ${(error as Error).message}\n`);
  process.exitCode = 1;
}
