import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { until } from '../../lib/until.mjs';
import { Ledger } from '../lib/acknowledged-writes.mjs';
import { startLoad } from '../lib/http-load.mjs';
import { checkStored } from './parts/writes.mjs';

export const name = 'R-13';
export const title = 'Postgres full or locked';
export const rule =
  'With every connection taken, or a table locked, public reads continue, writes are answered within 5 s, nothing is lost or doubled, and afterwards everything is as before.';

export async function run(context) {
  const { checks, rows } = context;
  const product = await context.product({ fresh: true });
  const seconds = context.quick ? 8 : 30;
  const { databaseUrl } = product.state();
  const connections = async () => {
    const rows = await product.query(
      "SELECT application_name AS name, count(*)::int AS count FROM pg_stat_activity WHERE application_name NOT IN ('', 'r-13') GROUP BY 1 ORDER BY 1",
    );
    const byProcess = rows.map(({ name, count }) => `${name} ${count}`).join(', ');
    return { count: rows.reduce((sum, { count }) => sum + count, 0), byProcess };
  };
  // Pools close the connections of the start after 30 idle seconds.
  await wait(40_000);
  const baseline = await connections();
  const taken = [];
  const open = async () => {
    const client = new pg.Client({ connectionString: databaseUrl, application_name: 'r-13' });
    client.on('error', () => undefined);
    await client.connect();
    taken.push(client);
    return client;
  };
  const release = async () => {
    await Promise.all(taken.splice(0).map((client) => client.end().catch(() => undefined)));
  };
  context.defer(release);
  const faults = {
    'every connection taken': async () => {
      for (;;) if ((await open().catch(() => undefined)) === undefined) return;
    },
    'a table locked': async () => {
      const client = await open();
      await client.query('BEGIN');
      await client.query('LOCK TABLE submissions.snapshots, submissions.contact_messages IN ACCESS EXCLUSIVE MODE');
    },
  };
  for (const [fault, begin] of Object.entries(faults)) {
    const ledger = new Ledger(product.url);
    const reads = startLoad({ rate: 100, next: () => `${product.url}/main/home` });
    await begin();
    const single = [];
    const writes = [];
    for (const until0 = Date.now() + seconds * 1_000; Date.now() < until0; await wait(400)) {
      writes.push(ledger.write(writes.length % 2 ? 'contact' : 'newsletter'));
      single.push(await ledger.write('contact', 1));
    }
    await release();
    const back = Date.now();
    await until('writes to work', () => new Ledger(product.url).probe());
    const backMs = Date.now() - back;
    await Promise.all(writes);
    const stats = await reads.stop();
    checks.that(stats.failed === 0, `${fault}: reads ${stats.text}`);
    const statuses = [...new Set(single.flatMap((entry) => entry.statuses))];
    checks.that(
      statuses.every((status) => [201, 503].includes(status)),
      `${fault}: writes returned ${statuses.join(' ')}`,
    );
    const slowest = Math.max(...single.map(({ elapsedMs }) => elapsedMs));
    checks.that(slowest < 6_000, `${fault}: a write waited ${slowest} ms`);
    const acknowledged = await checkStored({ checks, product, ledger, what: fault });
    checks.that(backMs <= 10_000, `${fault}: writes work again after ${backMs} ms`);
    rows.push({ fault, reads: stats.text, 'slowest write ms': slowest, acknowledged, 'back after ms': backMs });
  }
  let latest;
  const areBack = async () => {
    latest = await connections();
    return Math.abs(latest.count - baseline.count) <= 4;
  };
  await checks.eventually(areBack, `the connections are not back to ${baseline.count} (${baseline.byProcess})`, {
    withinMs: 45_000,
  });
  return { before: baseline.byProcess, after: latest.byProcess };
}
