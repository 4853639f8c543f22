import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from '../../services/platform/local/ports.mjs';
import { startPostgres } from '../../services/platform/local/postgres.mjs';
import { hasEnded, newFolder } from '../lib/processes.mjs';
import { until } from '../lib/until.mjs';
import { queryOnce } from './lib/query-once.mjs';
import { makeStandby } from './lib/postgres-standby.mjs';

/**
 * `npm run ops -- failover-test`: proves that a Postgres with a synchronous standby, as in `k8s/experimental/cloudnative-pg`, loses
 * no acknowledged write with its machine, and measures how long writes fail. Kills the first of two embedded servers
 * while eight writers work, and promotes the second immediately; an operator would take longer.
 */

const writers = 8;
const before = 3_000;
const after = 1_000;
const folder = newFolder('failover');

async function step(name, work) {
  const detail = await work();
  process.stdout.write(`ok     ${name.padEnd(58)} ${detail}\n`);
}
const must = (condition, sentence) => {
  if (!condition) throw new Error(sentence);
};

/** Kills all processes of the server together. */
async function lose({ server: main }) {
  const { stdout } = spawnSync('ps', ['-o', 'pid=', '--ppid', String(main.pid)], { encoding: 'utf8' });
  const ended = once(main, 'exit');
  for (const pid of [main.pid, ...stdout.trim().split(/\s+/).map(Number)]) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // Already exited.
    }
  }
  await ended;
}

/** Records the acknowledged numbers. */
async function write(place, acknowledged, stopped) {
  let client;
  while (!stopped()) {
    try {
      if (!client) {
        client = new pg.Client({
          connectionString: place.url,
          connectionTimeoutMillis: 1_000,
          statement_timeout: 4_000,
        });
        client.on('error', () => {});
        await client.connect();
      }
      const id = place.next++;
      await client.query('INSERT INTO acknowledged (id) VALUES ($1)', [id]);
      acknowledged.push({ id, at: Date.now() });
    } catch {
      await client?.end().catch(() => {});
      client = undefined;
      await wait(20);
    }
  }
  await client?.end().catch(() => {});
}

let primary;
let copy;
let standby;
try {
  await step('a primary, and a standby that must confirm', async () => {
    primary = await startPostgres({ dataDir: join(folder, 'primary'), port: await freePort(), password: 'drill' });
    copy = await makeStandby(primary.url);
    standby = await copy.start();
    await queryOnce(primary.url, `ALTER SYSTEM SET synchronous_standby_names = 'ANY 1 (standby)'`);
    await queryOnce(primary.url, 'SELECT pg_reload_conf()');
    await until('the standby to be synchronous', async () => {
      const [row] = await queryOnce(primary.url, 'SELECT sync_state FROM pg_stat_replication');
      return row?.sync_state === 'quorum';
    });
    await queryOnce(primary.url, 'CREATE TABLE acknowledged (id bigint PRIMARY KEY)');
    return '2 servers';
  });

  await step('nothing is acknowledged while the standby is down', async () => {
    await standby.stop();
    let isDone = false;
    // The statement timeout doesn't end the wait for the standby's confirmation.
    const waiting = queryOnce(
      `${primary.url}?statement_timeout=1000`,
      'INSERT INTO acknowledged (id) VALUES (-1)',
    ).then(() => (isDone = true));
    await wait(3_000);
    must(!isDone, 'a write was acknowledged that only one server has');
    standby = await copy.start();
    await waiting;
    return 'acknowledged when it was back';
  });

  const place = { url: primary.url, next: 1 };
  const acknowledged = [];
  let stopped = false;
  const working = Array.from({ length: writers }, () => write(place, acknowledged, () => stopped));
  let lostAt;
  let gapMs;
  await step('the primary is killed during writes, the standby promoted', async () => {
    await until('writes', () => acknowledged.length >= before);
    await lose(primary);
    lostAt = Date.now();
    await queryOnce(standby.url, 'SELECT pg_promote(true, 60)');
    place.url = standby.url;
    const count = acknowledged.length;
    await until('writes after the failover', () => acknowledged.length >= count + after);
    stopped = true;
    await Promise.all(working);
    const first = Math.min(...acknowledged.filter(({ at }) => at > lostAt).map(({ at }) => at));
    const last = Math.max(...acknowledged.filter(({ at }) => at <= lostAt).map(({ at }) => at));
    gapMs = first - last;
    return `no writes for ${gapMs} ms`;
  });

  let unconfirmed;
  await step('every acknowledged write is stored', async () => {
    const rows = await queryOnce(standby.url, 'SELECT id FROM acknowledged WHERE id > 0');
    const stored = new Set(rows.map(({ id }) => Number(id)));
    const lost = acknowledged.filter(({ id }) => !stored.has(id));
    must(lost.length === 0, `${lost.length} of ${acknowledged.length} acknowledged writes are lost`);
    unconfirmed = stored.size - acknowledged.length;
    return `${acknowledged.length} of ${acknowledged.length}; ${unconfirmed} more whose confirmation was lost`;
  });
  process.stdout.write(`${JSON.stringify({ acknowledged: acknowledged.length, lost: 0, unconfirmed, gapMs })}\n`);
} catch (error) {
  process.stdout.write(`FAILED ${error.stack}\n`);
  process.exitCode = 1;
} finally {
  for (const each of [primary, standby]) if (each && !hasEnded(each.server)) await each.stop();
  copy?.remove();
  rmSync(folder, { recursive: true, force: true });
}
