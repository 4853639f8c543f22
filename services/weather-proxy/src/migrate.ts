import 'reflect-metadata';
import { databaseVariables, loadConfig } from '@site/platform/config';
import { migrate } from '@site/platform/database';
import { z } from 'zod';
import { databaseSettings } from './database.js';

/** Brings the schema `weather` up to date: `node dist/migrate.js`, before anything starts. */
const config = loadConfig(
  z.object({ ...databaseVariables, MIGRATION_DATABASE_URL: databaseVariables.DATABASE_URL.optional() }),
);
const url = config.MIGRATION_DATABASE_URL ?? config.DATABASE_URL;

try {
  const ran = await migrate(databaseSettings({ ...config, DATABASE_URL: url }));
  process.stdout.write(`weather: ${ran.length === 0 ? 'schema is up to date' : `ran ${ran.join(', ')}`}\n`);
} catch (error) {
  process.stderr.write(`weather: migration failed: ${(error as Error).message}\n`);
  process.exitCode = 1;
}
