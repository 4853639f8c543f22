import { setTimeout as wait } from 'node:timers/promises';
import { startMailSink } from '../../../services/platform/local/mail-sink.mjs';
import { until } from '../../lib/until.mjs';
import { Ledger } from '../lib/acknowledged-writes.mjs';
import { startRedis } from '../lib/redis-server.mjs';
import { percentile } from '../lib/statistics.mjs';
import { checkStored, startWrites } from './parts/writes.mjs';

export const name = 'R-10';
export const title = 'Redis down, wiped, and never there';
export const rule =
  'With Redis stopped during 20 writes a second every write is acknowledged, with little delay; pending work is done within a minute of its return; a FLUSHALL in the middle loses nothing; without Redis the product starts and recognizes its sessions.';

export const limitMinutes = 20;

const kinds = ['contact', 'newsletter', 'newsletter', 'sponsor', 'snapshot'];
/** Allowed increase of the median and the 95th percentile of write times. */
const allowedDelayMs = { half: 100, nearlyAll: 1_000 };
const backWithinMs = 60_000;
/** A wiped job is re-queued two minutes after it was queued. */
const afterWipeMs = 360_000;

const openIn = async (product, condition = 'true') =>
  (await product.query(`SELECT FROM submissions.outbox WHERE processed_at IS NULL AND ${condition}`)).length;

/** Returns seconds. */
async function untilDone(product, what, withinMs) {
  const from = Date.now();
  await until(what, async () => (await openIn(product)) === 0, { withinMs, intervalMs: 500 });
  return Math.round((Date.now() - from) / 1_000);
}

export async function run(context) {
  const { checks, rows, quick, log } = context;
  const sink = await startMailSink({ keepBodies: false });
  const redis = await startRedis();
  context.defer(() => redis.remove());
  context.defer(() => sink.close());
  const environment = { REDIS_URL: redis.url, SMTP_URL: sink.url };
  const product = await context.product({ fresh: true, environment });
  const headers = { Authorization: `Bearer ${await product.signIn()}` };
  const ledger = new Ledger(product.url);
  const write = async (what, during) => {
    const stop = startWrites(ledger, 20, kinds);
    await during();
    const entries = await stop();
    const rejected = entries.filter(({ acknowledgedAt }) => acknowledgedAt === undefined).length;
    checks.that(rejected === 0, `${what}: ${rejected} of ${entries.length} writes were not acknowledged`);
    const times = entries.map(({ elapsedMs }) => elapsedMs);
    const half = percentile(times, 0.5);
    const nearlyAll = percentile(times, 0.95);
    rows.push({ what, writes: entries.length, 'median ms': half, 'p95 ms': nearlyAll });
    return { half, nearlyAll };
  };

  const withRedis = await write('Redis is running', () => wait(quick ? 8_000 : 20_000));
  await untilDone(product, 'the first writes to be processed', 180_000);
  await redis.stop();
  log('stopped Redis');
  const without = await write('Redis is down', () => wait(quick ? 15_000 : 60_000));
  for (const [share, allowed] of Object.entries(allowedDelayMs))
    checks.that(
      without[share] <= withRedis[share] + allowed,
      `without Redis ${share} of the writes took ${without[share]} ms instead of ${withRedis[share]} ms`,
    );
  const { status } = await fetch(`${product.url}/admin/main/overview`, { headers });
  checks.that(status === 200, `a session got ${status} without Redis`);
  const waiting = await openIn(product);
  await redis.start();
  // 20 writes a second bring many pictures.
  const caughtUp = await untilDone(product, 'the pending work to be done', Math.max(backWithinMs, waiting * 500));
  rows.push({ what: `Redis is back, ${waiting} jobs pending`, 'done after s': caughtUp });

  let wiped = 0;
  await write('Redis is wiped in the middle', async () => {
    await wait(5_000);
    // While workers are frozen, jobs pile up.
    await product.withoutWorkers(async () => {
      await wait(3_000);
      wiped = await openIn(product, 'enqueued_at IS NOT NULL');
      await redis.flush();
    });
    log(`wiped Redis with ${wiped} jobs in it`);
    await wait(5_000);
  });
  checks.that(wiped > 0, 'there was nothing to wipe');
  const afterWipe = await untilDone(product, 'the wiped jobs to be done', afterWipeMs);
  rows.push({ what: `all of it done, ${wiped} jobs were wiped`, 'done after s': afterWipe });

  await checkStored({ checks, product, ledger, what: 'in the end' });
  const readers = ledger.acknowledged.filter(({ kind }) => kind === 'newsletter');
  const counts = readers.map(({ marker }) => sink.counts.get(`${marker}@example.org`) ?? 0);
  const none = counts.filter((count) => count === 0).length;
  const several = counts.filter((count) => count > 1).length;
  const [{ counted }] = await product.query(
    'SELECT coalesce(sum(maybe_repeated), 0)::int AS counted FROM submissions.mail_sends',
  );
  checks.that(none === 0, `${none} of ${readers.length} sign-ups got no mail`);
  checks.that(several <= counted, `${several} sign-ups got several mails, ${counted} are counted`);
  const unfinished = await product.countImages('processing');
  checks.that(unfinished === 0, `${unfinished} pictures were never processed`);
  await startWithoutRedis(context, environment);
}

/** Checks that a product started without Redis becomes ready, and catches up. */
async function startWithoutRedis({ checks, rows, ...context }, environment) {
  // Not the running product's Redis: both use the same queue names.
  const redis = await startRedis();
  context.defer(() => redis.remove());
  await redis.stop();
  const product = await context.product({ fresh: true, environment: { ...environment, REDIS_URL: redis.url } });
  for (const [role, { metrics }] of Object.entries(product.state().ports)) {
    if (!metrics || role === 'simulator') continue;
    const { status } = await fetch(`http://127.0.0.1:${metrics}/readyz`);
    checks.that(status === 200, `${role} is not ready without Redis`);
  }
  const home = await fetch(`${product.url}/main/home`);
  checks.that(home.status === 200, `the home page returns ${home.status} without Redis`);
  const { statuses, acknowledgedAt } = await new Ledger(product.url).write('newsletter');
  checks.that(acknowledgedAt !== undefined, `a sign-up returned ${statuses.join(' ')} without Redis`);
  await redis.start();
  rows.push({ what: 'started without Redis', 'done after s': await untilDone(product, 'the sign-up', 180_000) });
}
