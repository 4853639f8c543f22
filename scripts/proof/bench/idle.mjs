import pg from 'pg';
import { setTimeout as wait } from 'node:timers/promises';
import { until } from '../../lib/until.mjs';
import { rounded } from '../lib/statistics.mjs';

const maxCommitsPerSecond = 3;
const maxConnections = 20;
const measuredSeconds = 60;
/** Longer than pools keep idle connections, and workers keep idle processes. */
const settlesSeconds = { full: 120, quick: 75 };

/** Caused by the measurement itself. */
const commitsPerProbe = 2;

/** Returns the commits so far, and other clients' connections by role, name and latest statement. */
async function probe(client) {
  const [{ commits }] = (
    await client.query('SELECT xact_commit::float8 AS commits FROM pg_stat_database WHERE datname = current_database()')
  ).rows;
  const { rows } = await client.query(
    `SELECT usename AS role, application_name AS name, state, left(regexp_replace(query, '\\s+', ' ', 'g'), 60) AS latest,
       count(*)::int AS connections
     FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
     GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4`,
  );
  return { commits, rows, connections: rows.reduce((sum, row) => sum + row.connections, 0) };
}

const isDone = async (product) =>
  (
    await product.query(`SELECT
      (SELECT count(*) FROM content.outbox WHERE processed_at IS NULL AND failed_at IS NULL) +
      (SELECT count(*) FROM submissions.outbox WHERE processed_at IS NULL AND failed_at IS NULL) +
      (SELECT count(*) FROM auth.outbox WHERE processed_at IS NULL AND failed_at IS NULL) = 0 AS done`)
  )[0].done;

export const benchmark = {
  name: 'idle',
  title: 'An idle product, queues in Postgres: commits per second and connections, over a minute',
  goal: `≤ ${maxCommitsPerSecond} commits/s, ≤ ${maxConnections} connections`,

  async run({ quick, product, log }) {
    const running = await product({ fresh: true, environment: { REDIS_URL: '' } });
    await until('the sample pictures to be processed', () => isDone(running), { withinMs: 240_000, intervalMs: 2_000 });
    await wait((quick ? settlesSeconds.quick : settlesSeconds.full) * 1_000);
    const client = new pg.Client({ connectionString: running.state().databaseUrl, application_name: 'bench' });
    await client.connect();
    try {
      const before = await probe(client);
      const from = performance.now();
      let peak = before;
      let probes = 0;
      while (performance.now() - from < measuredSeconds * 1_000) {
        await wait(5_000);
        const now = await probe(client);
        probes += 1;
        if (now.connections > peak.connections) peak = now;
      }
      const after = await probe(client);
      const seconds = (performance.now() - from) / 1_000;
      const commitsPerSecond = rounded((after.commits - before.commits - (probes + 1) * commitsPerProbe) / seconds);
      log(`at most ${peak.connections} connections, ${after.connections} at the end`);
      return {
        passed: commitsPerSecond <= maxCommitsPerSecond && peak.connections <= maxConnections,
        details: { commitsPerSecond, connections: peak.connections },
        rows: peak.rows,
      };
    } finally {
      await client.end();
    }
  },
};
