import { z } from 'zod';
import { databaseVariables, loadConfig } from '../base/config.js';
import { migrate, type DatabaseContents } from './database.js';
import { retryDuringOutage } from './retry-during-outage.js';

/**
 * Runs a service's migrations as a process: prints the result in one line, exits with 1 on failure. Retries for up
 * to a minute while the database is starting or busy.
 * @param alsoMigrate further migrations in the same database
 */
export async function runMigration(
  contents: DatabaseContents,
  alsoMigrate?: (databaseUrl: string) => Promise<void>,
): Promise<void> {
  const { DATABASE_URL, MIGRATION_DATABASE_URL } = loadConfig(
    z.object({
      DATABASE_URL: databaseVariables.DATABASE_URL,
      /** Role that may change schemas; default DATABASE_URL. */
      MIGRATION_DATABASE_URL: databaseVariables.DATABASE_URL.optional(),
    }),
  );
  const url = MIGRATION_DATABASE_URL ?? DATABASE_URL;
  try {
    const ran = await retryDuringOutage(
      async () => {
        const names = await migrate({ ...contents, url, poolMax: 2 });
        await alsoMigrate?.(url);
        return names;
      },
      (reason) => process.stdout.write(`${contents.schema}: waiting for the database (${reason})\n`),
    );
    process.stdout.write(`${contents.schema}: ${ran.length > 0 ? `migrated (${ran.join(', ')})` : 'up to date'}\n`);
  } catch (error) {
    process.stderr.write(`${contents.schema}: cannot migrate: ${(error as Error).message}\n`);
    process.exitCode = 1;
  }
}
