import { openDatabase } from '@site/platform/data/database';
import type { DataSource } from 'typeorm';
import { submissionsDatabase } from '../database.js';

/** Per worker process. */
const mostConnections = 3;

/**
 * Opens the database for jobs: few connections, and a longer connection timeout, because no visitor waits for a job.
 */
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
