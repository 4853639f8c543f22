import { openDatabase } from '@site/platform/data/database';
import type { DataSource } from 'typeorm';
import { submissionsDatabase } from '../database.js';

/** For each of a worker's processes. */
const mostConnections = 3;

/** The database as jobs use it: few connections, and nobody waits for a job the way they wait for a page. */
export const openJobsDatabase = (
  config: { DATABASE_URL: string; DATABASE_POOL_MAX: number },
  applicationName: string,
): Promise<DataSource> =>
  openDatabase({
    ...submissionsDatabase,
    applicationName,
    url: config.DATABASE_URL,
    poolMax: Math.min(config.DATABASE_POOL_MAX, mostConnections),
    waits: { connectionMs: 5_000 },
  });
