import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../../../services/platform/local/ports.mjs';
import { startPostgres } from '../../../../services/platform/local/postgres.mjs';
import { newFolder } from '../../../lib/processes.mjs';
import { fillContactMessages, fillPosts, fillSnapshots } from './fill.mjs';

export const large = { snapshots: 100_000, posts: 10_000, contactMessages: 100_000 };

/**
 * Starts a product on a separate Postgres that records every statement (pg_stat_statements), with more rows than a site
 * will ever have. Stopped when the benchmark ends.
 */
export async function startLargeProduct({ product, defer, say }) {
  const folder = newFolder('bench');
  const postgres = await startPostgres({
    dataDir: join(folder, 'postgres'),
    port: await freePort(),
    password: 'bench',
    settings: { shared_preload_libraries: 'pg_stat_statements' },
  });
  defer(async () => {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  const running = await product({ environment: { DATABASE_URL: postgres.url }, fresh: true });
  // Before its database stops.
  defer(() => running.stop());
  say(
    `filling its tables: ${Object.entries(large)
      .map(([name, count]) => `${count} ${name}`)
      .join(', ')}`,
  );
  await running.query('CREATE EXTENSION IF NOT EXISTS pg_stat_statements');
  await fillSnapshots(running, large.snapshots);
  await fillPosts(running, large.posts);
  await fillContactMessages(running, large.contactMessages);
  return running;
}
