import { setTimeout as wait } from 'node:timers/promises';
import { startMailSink } from '../../../services/platform/local/mail-sink.mjs';
import { until } from '../../lib/until.mjs';
import { Ledger, writeKinds } from '../lib/ledger.mjs';
import { exchange } from '../lib/load.mjs';
import { startRedis } from '../lib/redis.mjs';

export const name = 'R-10';
export const title = 'Redis down, wiped, and never there';
export const rule =
  'With Redis stopped during 20 writes a second every write is acknowledged, with little delay; pending work is done within a minute of its return; a FLUSHALL in the middle loses nothing; without Redis the product starts, recognizes its sessions and enforces its limits.';

export const limitMinutes = 20;

const perSecond = 20;
/** Allowed increase of the median and the 95th percentile of write times without Redis. */
const laterMs = { half: 100, nearlyAll: 1_000 };
const backWithinMs = 60_000;
/** A wiped job is detected and re-queued two minutes after it was queued. */
const afterWipeMs = 240_000;

const kindOf = (number) => {
  const [contact, newsletter, sponsor, snapshot] = ['contact', 'newsletter', 'sponsor', 'snapshot'];
  return [contact, newsletter, newsletter, sponsor, snapshot][number % 5] ?? writeKinds[0];
};

function startWrites(ledger) {
  const underWay = [];
  let count = 0;
  const startedAt = Date.now();
  const timer = setInterval(() => {
    for (const due = ((Date.now() - startedAt) / 1_000) * perSecond; count < due; count += 1)
      underWay.push(ledger.write(kindOf(count)));
  }, 20);
  return async () => {
    clearInterval(timer);
    return Promise.all(underWay);
  };
}

function percentile(entries, share) {
  const sorted = entries.map(({ elapsedMs }) => elapsedMs).sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

export async function run(context) {
  const { checks, rows } = context;
  const [sink, redis] = [await startMailSink({ keepBodies: false }), await startRedis()];
  context.defer(() => redis.remove());
  context.defer(() => sink.close());
  const environment = { REDIS_URL: redis.url, SMTP_URL: sink.url };
  const product = await context.product({ fresh: true, environment });
  const token = await product.signIn();
  const signedIn = async () =>
    (await fetch(`${product.url}/admin/main/overview`, { headers: { Authorization: `Bearer ${token}` } })).status;
  const open = async () => (await product.query('SELECT FROM submissions.outbox WHERE processed_at IS NULL')).length;
  const done = async (what, withinMs) => {
    const from = Date.now();
    await until(what, async () => (await open()) === 0, { withinMs, everyMs: 500 });
    return Math.round((Date.now() - from) / 1_000);
  };
  const ledger = new Ledger(product.url);
  const seconds = context.quick ? 15 : 60;
  const write = async (what, during = () => wait(seconds * 1_000)) => {
    const stop = startWrites(ledger);
    await during();
    const entries = await stop();
    const acknowledged = entries.filter((entry) => entry.acknowledgedAt !== undefined);
    checks.that(
      acknowledged.length === entries.length,
      `${what}: ${entries.length - acknowledged.length} of ${entries.length} writes were not acknowledged`,
    );
    const row = {
      what,
      writes: entries.length,
      'median ms': percentile(entries, 0.5),
      'p95 ms': percentile(entries, 0.95),
    };
    rows.push(row);
    return row;
  };

  const usual = await write('Redis is running', () => wait(context.quick ? 8_000 : 20_000));
  await done('the first writes to be processed', 180_000);
  await redis.stop();
  context.say('stopped Redis');
  const without = await write(`Redis is down for ${seconds} s`);
  checks.that(
    without['median ms'] <= usual['median ms'] + laterMs.half &&
      without['p95 ms'] <= usual['p95 ms'] + laterMs.nearlyAll,
    `without Redis writes took ${without['median ms']} ms (p95 ${without['p95 ms']} ms) instead of ${usual['median ms']} ms (p95 ${usual['p95 ms']} ms)`,
  );
  checks.that((await signedIn()) === 200, 'a session was not recognized without Redis');
  const waiting = await open();
  await redis.start();
  // Pictures take processor time, and 20 writes a second bring many.
  const caughtUp = await done('the pending work to be done', Math.max(backWithinMs, waiting * 500));
  rows.push({ what: `Redis is back, ${waiting} jobs pending`, 'done after s': caughtUp });
  context.say(`Redis is back; ${waiting} jobs were done after ${caughtUp} s`);

  const queued = async () =>
    (await product.query('SELECT FROM submissions.outbox WHERE processed_at IS NULL AND enqueued_at IS NOT NULL'))
      .length;
  let wiped = 0;
  await write('Redis is wiped in the middle', async () => {
    await wait(5_000);
    // A worker that keeps up would leave nothing to wipe; while it is frozen, jobs pile up.
    product.signalWorkers('SIGSTOP');
    await wait(3_000);
    wiped = await queued();
    await redis.flush();
    product.signalWorkers('SIGCONT');
    context.say(`wiped Redis with ${wiped} jobs in it`);
    await wait(5_000);
  });
  checks.that(wiped > 0, 'there was nothing to wipe');
  const afterWipe = await done('the wiped jobs to be done', afterWipeMs + 120_000);
  rows.push({ what: `all of it done, ${wiped} jobs were wiped`, 'done after s': afterWipe });

  const { lost, doubled, acknowledged } = await ledger.verify((statement) => product.query(statement));
  checks.that(
    lost.length === 0 && doubled.length === 0,
    `${lost.length} of ${acknowledged} writes were lost, ${doubled.length} doubled`,
  );
  const readers = ledger.acknowledged.filter(({ kind }) => kind === 'newsletter');
  const mailsOf = ({ marker }) => sink.counts.get(`${marker}@example.org`) ?? 0;
  const [none, several] = [readers.filter((one) => mailsOf(one) === 0), readers.filter((one) => mailsOf(one) > 1)];
  const [{ counted }] = await product.query(
    'SELECT coalesce(sum(maybe_repeated), 0)::int AS counted FROM submissions.mail_sends',
  );
  checks.that(none.length === 0, `${none.length} of ${readers.length} sign-ups got no mail`);
  checks.that(several.length <= counted, `${several.length} sign-ups got several mails, ${counted} are counted`);
  const unfinished = await product.pictures('processing');
  checks.that(unfinished === 0, `${unfinished} pictures were never processed`);

  rows.push(await neverThere({ context, environment, checks }));
  return { rows };
}

/** Checks that a product started without Redis becomes ready and enforces its limits. */
async function neverThere({ context, environment, checks }) {
  // Not the Redis of the product that is still running: both use the same queue names.
  const redis = await startRedis();
  context.defer(() => redis.remove());
  await redis.stop();
  const product = await context.product({
    fresh: true,
    environment: { ...environment, REDIS_URL: redis.url, RATE_LIMIT_SCALE: '1' },
  });
  const { ports } = product.state();
  for (const role of ['gateway', 'submissions', 'content', 'auth', 'notifications', 'worker', 'picture-worker']) {
    const { status } = await fetch(`http://127.0.0.1:${ports[role].metrics}/readyz`);
    checks.that(status === 200, `${role} is not ready without Redis`);
  }
  const home = await fetch(`${product.url}/main/home`);
  checks.that(home.status === 200, `the home page returns ${home.status} without Redis`);
  const statuses = [];
  for (let number = 0; number < 7; number += 1) {
    const { status } = await exchange({
      url: `${product.url}/main/news/letter/create`,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: `limited-${number}@example.org` }),
    });
    statuses.push(status);
  }
  checks.that(
    statuses.filter((status) => status === 200).length === 5 && statuses.at(-1) === 429,
    `seven sign-ups from one address returned ${statuses.join(', ')}`,
  );
  await redis.start();
  await until(
    'the sign-ups to be processed',
    async () => (await product.query('SELECT FROM submissions.outbox WHERE processed_at IS NULL')).length === 0,
    { withinMs: 180_000, everyMs: 500 },
  );
  return { what: 'started without Redis', writes: 5 };
}
