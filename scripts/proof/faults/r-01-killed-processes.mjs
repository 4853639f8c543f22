import { setTimeout as wait } from 'node:timers/promises';
import { until } from '../../lib/until.mjs';
import { Ledger } from '../lib/acknowledged-writes.mjs';
import { startLoad } from '../lib/http-load.mjs';
import { startSiteNginx } from '../lib/nginx.mjs';
import { startRedis } from '../lib/redis-server.mjs';
import { checkStored, startWrites } from './parts/writes.mjs';

export const name = 'R-01';
export const title = 'kill -9 of each process during writes';
export const rule =
  'Any part may be killed twice during writes and reads: every acknowledged write is stored exactly once, retries succeed, public reads get no 5xx, and the part recovers by itself.';
export const limitMinutes = 25;

const allRoles = [
  'gateway',
  'content',
  'submissions',
  'auth',
  'weather',
  'notifications',
  'worker',
  'picture-worker',
  'nginx',
  'postgres',
  'redis',
  'object-store',
];
const quickRoles = ['submissions', 'postgres', 'gateway', 'worker'];
/** These first recover their files; the other parts have ten seconds. */
const backWithinMs = { postgres: 20_000, 'object-store': 20_000 };
const kinds = ['contact', 'contact', 'newsletter', 'sponsor', 'snapshot'];
const reads = ['/main/home', '/main/snapshots', '/main/post', '/main/faqs'];

async function kill(role, { product, nginx, redis }) {
  if (role === 'redis') {
    await redis.stop();
    // As compose and Kubernetes would.
    await wait(1_000);
    return redis.start();
  }
  if (role === 'nginx') {
    const [master, ...workers] = nginx.pids();
    for (const worker of workers) process.kill(worker, 'SIGKILL');
    return until('new workers of nginx', () => nginx.pids().some((pid) => pid !== master && !workers.includes(pid)));
  }
  const pid = await product.kill(role);
  if (role !== 'postgres') await product.untilBack(role, pid, 40_000);
}

export async function run(context) {
  const { checks, rows } = context;
  const redis = await startRedis();
  context.defer(() => redis.remove());
  const product = await context.product({ fresh: true, environment: { REDIS_URL: redis.url } });
  const nginx = await startSiteNginx(product.url);
  context.defer(() => nginx.stop());
  const secondsEach = context.quick ? 8 : 40;
  for (const role of context.quick ? quickRoles : allRoles) {
    await until('the product to be complete', async () => (await fetch(`${product.url}/main/home`)).ok, {
      withinMs: 30_000,
    });
    for (const path of reads) await fetch(nginx.url + path);
    const ledger = new Ledger(nginx.url);
    const load = startLoad({ rate: context.quick ? 50 : 200, next: (n) => nginx.url + reads[n % reads.length] });
    const stopWrites = startWrites(ledger, context.quick ? 5 : 20, kinds);
    await wait((secondsEach * 1_000) / 4);
    let slowestMs = 0;
    for (let time = 0; time < 2; time += 1) {
      const killedAt = Date.now();
      await kill(role, { product, nginx, redis });
      await until('writes to succeed', () => ledger.probe(), { withinMs: 60_000 });
      slowestMs = Math.max(slowestMs, Date.now() - killedAt);
      await wait((secondsEach * 1_000) / 4);
    }
    await stopWrites();
    const stats = await load.stop();
    const acknowledged = await checkStored({ checks, product, ledger, what: role });
    const rejected = ledger.entries.filter(({ acknowledgedAt }) => acknowledgedAt === undefined);
    checks.that(
      rejected.length === 0,
      `${role}: ${rejected.length} writes never succeeded: ${JSON.stringify(rejected[0]?.statuses)}`,
    );
    const server = Object.entries(stats.statuses).filter(([status]) => status >= 500);
    checks.that(server.length === 0, `${role}: reads returned ${stats.text}`);
    // Killing nginx also closes its connections.
    if (role !== 'nginx') checks.that(stats.failed === 0, `${role}: reads failed: ${stats.text}`);
    checks.that(slowestMs <= (backWithinMs[role] ?? 10_000), `${role}: back after ${slowestMs} ms`);
    rows.push({ killed: role, acknowledged, reads: stats.text, 'back after ms': slowestMs });
  }
}
