import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { startMailSink } from '../../../services/platform/local/mail-sink.mjs';
import { until } from '../../lib/until.mjs';
import { burst } from '../lib/http-load.mjs';
import { startReplica } from '../lib/start-replica.mjs';
import { startRedis } from '../lib/redis-server.mjs';

export const name = 'R-08';
export const title = 'workers frozen and killed while they send mail';
export const rule =
  'When a worker is frozen for 45 s during 500 mails, or killed during a campaign, every reader gets a mail; mails sent twice are counted, at most one for each lost worker.';

/** Longer than the lease of an unresponsive worker's job. */
const frozenSeconds = 45;

export const limitMinutes = 25;

/**
 * Compares the mail readers got with the product's counts. When a worker is frozen or killed between sending and
 * recording a mail, the outcome is unknown: the mail is sent again, and counted.
 */
function judge(checks, what, { sink, addresses, lost, counted }) {
  const counts = addresses.map((address) => sink.counts.get(address) ?? 0);
  const without = counts.filter((count) => count === 0).length;
  const repeated = counts.reduce((sum, count) => sum + Math.max(0, count - 1), 0);
  checks.that(without === 0, `${what}: ${without} readers got nothing`);
  checks.that(repeated <= lost, `${what}: ${repeated} mails were sent twice`);
  checks.that(repeated <= counted, `${what}: ${repeated} mails were sent twice, ${counted} were counted`);
  return { what, readers: addresses.length, without, repeated, counted, 'workers lost': lost };
}

async function frozen({ context, product, sink, checks, count }) {
  const second = await startReplica(product, 'worker', { defer: context.defer });
  const addresses = Array.from({ length: count }, () => `${randomUUID()}@example.com`);
  // As slow as an ordinary mail server, so that some mail is always in flight.
  sink.beforeResponse = () => wait(20);
  const signUps = burst(
    addresses.map((email) => ({
      url: `${product.url}/main/news/letter/create`,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email }),
    })),
    { concurrency: 10 },
  );
  await until('the first mails', () => sink.mails.length >= count / 10, { withinMs: 120_000 });
  product.signalWorkers('SIGSTOP', ['worker']);
  context.defer(() => product.signalWorkers('SIGCONT', ['worker']));
  context.log(`froze a worker after ${sink.mails.length} mails, for ${frozenSeconds} s`);
  await Promise.all([signUps, wait(frozenSeconds * 1_000)]);
  product.signalWorkers('SIGCONT', ['worker']);
  const { stats } = await signUps;
  checks.that(stats.failed === 0, `sign-ups failed: ${stats.failures}`);
  await until(
    'every job to be done',
    async () =>
      (await product.query(`SELECT FROM submissions.outbox WHERE processed_at IS NULL AND queue = 'mail'`)).length ===
      0,
    { withinMs: 180_000, intervalMs: 500 },
  );
  const [{ counted }] = await product.query(
    `SELECT coalesce(sum(maybe_repeated), 0)::int AS counted FROM submissions.mail_sends`,
  );
  sink.beforeResponse = () => undefined;
  process.kill(second.pid, 'SIGTERM');
  return judge(checks, `${count} confirmations, one worker frozen`, { sink, addresses, lost: 1, counted });
}

async function killed({ context, product, sink, checks, readers, kills }) {
  const addresses = await product.replaceReaders(readers);
  const callApi = await product.editor();
  const [post] = await callApi('post?limit=1');
  const before = sink.mails.length;
  const campaign = await callApi('newsletter/campaign', { method: 'POST', json: { post_id: post.id } });
  for (let kill = 1; kill <= kills; kill += 1) {
    await until('the campaign to be in progress', () => sink.mails.length - before >= (readers * kill) / (kills + 1), {
      withinMs: 300_000,
      intervalMs: 20,
    });
    const pid = product.pids().worker;
    product.signalWorkers('SIGKILL', ['worker']);
    context.log(`killed the worker after ${sink.mails.length - before} of ${readers} mails`);
    await product.untilBack('worker', pid);
  }
  const done = await until(
    'the campaign to be sent',
    async () => {
      const state = await callApi(`newsletter/campaign/${campaign.id}`);
      return state.state === 'sent' ? state : undefined;
    },
    { withinMs: 600_000, intervalMs: 1_000 },
  );
  checks.that(
    done.sent === readers && done.failed === 0,
    `the dashboard shows ${done.sent} sent, ${done.failed} failed`,
  );
  const ids = new Set(sink.mails.slice(before).flatMap(({ raw }) => /^Message-ID:\s*(\S+)/im.exec(raw)?.[1] ?? []));
  checks.that(ids.size === readers, `${ids.size} different Message-IDs for ${readers} readers`);
  return judge(checks, `campaign, worker killed ${kills}×`, {
    sink,
    addresses,
    lost: kills,
    counted: done.maybe_repeated,
  });
}

export async function run(context) {
  const { checks, rows } = context;
  const sink = await startMailSink();
  const redis = await startRedis();
  context.defer(() => redis.remove());
  context.defer(() => sink.close());
  const environment = { REDIS_URL: redis.url, SMTP_URL: sink.url, MAIL_RATE_PER_SECOND: '1000' };
  const product = await context.product({ fresh: true, environment });
  const parts = { context, product, sink, checks };
  rows.push(await frozen({ ...parts, count: context.quick ? 100 : 500 }));
  rows.push(await killed({ ...parts, readers: context.quick ? 1_000 : 5_000, kills: context.quick ? 1 : 2 }));
  return { rows };
}
