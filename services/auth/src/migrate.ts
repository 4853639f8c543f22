import { migrate } from '@site/platform/database';
import { migrationConfig } from './config.js';
import { authDatabase } from './database.js';

const config = migrationConfig();
try {
  const ran = await migrate({
    ...authDatabase,
    url: config.MIGRATION_DATABASE_URL ?? config.DATABASE_URL,
    poolMax: 2,
  });
  process.stdout.write(`auth: ${ran.length > 0 ? `migrated (${ran.join(', ')})` : 'up to date'}\n`);
} catch (error) {
  process.stderr.write(`auth: cannot migrate: ${(error as Error).message}\n`);
  process.exitCode = 1;
}
