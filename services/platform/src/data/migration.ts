import { z } from 'zod';
import { databaseVariables, loadConfig } from '../base/config.js';
import { awaitDatabase } from './await-database.js';
import { migrate, type DatabaseContents } from './database.js';

/**
 * A service's migration step, a process of its own: brings its schema up to date, tells on one line how that went, and exits
 * with 1 when it failed. A database that is not there yet is waited for, for a minute.
 * @param alsoMigrate what else has to be up to date, or true, in the same database
 */
export async function runMigration(
  contents: DatabaseContents,
  alsoMigrate?: (databaseUrl: string) => Promise<void>,
): Promise<void> {
  const { DATABASE_URL, MIGRATION_DATABASE_URL } = loadConfig(
    z.object({
      DATABASE_URL: databaseVariables.DATABASE_URL,
      /** The role that may change schemas; DATABASE_URL when absent. */
      MIGRATION_DATABASE_URL: databaseVariables.DATABASE_URL.optional(),
    }),
  );
  const url = MIGRATION_DATABASE_URL ?? DATABASE_URL;
  try {
    await awaitDatabase(url, (reason) =>
      process.stdout.write(`${contents.schema}: waiting for the database (${reason})\n`),
    );
    const ran = await migrate({ ...contents, url, poolMax: 2 });
    await alsoMigrate?.(url);
    process.stdout.write(`${contents.schema}: ${ran.length > 0 ? `migrated (${ran.join(', ')})` : 'up to date'}\n`);
  } catch (error) {
    process.stderr.write(`${contents.schema}: cannot migrate: ${(error as Error).message}\n`);
    process.exitCode = 1;
  }
}
