import { setTimeout as wait } from 'node:timers/promises';
import { startMailSink } from '../../../services/platform/local/mail-sink.mjs';
import { until } from '../../lib/until.mjs';
import { startRedis } from '../lib/redis-server.mjs';
import { jobSeconds } from './lib/job-seconds.mjs';

const responseDelayMs = 20;
/**
 * For a mail server that responds immediately and for one of ordinary speed. Each mail waits for the response to the
 * previous one, so that a crash can repeat at most one.
 */
const minPerSecond = { 'at once': 200, [`after ${responseDelayMs} ms`]: 25 };

const secondsByPart = (product) => jobSeconds(product, 'newsletter', 'deliver-campaign');

/** Measures from the first mail to the last. */
async function campaign(product, sink, readers) {
  const callApi = await product.editor();
  await product.replaceReaders(readers);
  const before = { mails: sink.mails.length, ...(await secondsByPart(product)) };
  let firstAt = 0;
  let lastAt = 0;
  const previous = sink.beforeResponse;
  sink.beforeResponse = (mail) => {
    lastAt = performance.now();
    firstAt ||= lastAt;
    return previous(mail);
  };
  const [post] = await callApi('post?limit=1');
  const { id } = await callApi('newsletter/campaign', { method: 'POST', json: { post_id: post.id } });
  const pace = { withinMs: 300_000, intervalMs: 250 };
  await until(
    'the campaign to be sent',
    async () => (await callApi(`newsletter/campaign/${id}`)).state === 'sent',
    pace,
  );
  sink.beforeResponse = previous;
  // The worker reports a job's seconds when the job has ended.
  await until('the job to end', async () => (await secondsByPart(product)).smtp > (before.smtp ?? 0), pace);
  const after = await secondsByPart(product);
  const [{ total }] = await product.query(
    'SELECT extract(epoch FROM finished_at - created_at)::float8 AS total FROM submissions.campaigns WHERE id = $1',
    [id],
  );
  const spent = (part) => (after[part] ?? 0) - (before[part] ?? 0);
  const share = (seconds) => Math.max(0, Math.round((100 * seconds) / total));
  const parts = { smtp: spent('smtp'), render: spent('render'), ledger: spent('ledger') };
  const inParts = Object.values(parts).reduce((sum, seconds) => sum + seconds, 0);
  const sentCount = sink.mails.length - before.mails;
  return {
    mails: sentCount,
    'mails/s': Math.round(sentCount / ((lastAt - firstAt) / 1_000)),
    'SMTP %': share(parts.smtp),
    'rendering %': share(parts.render),
    'database %': share(parts.ledger),
    'queue %': share(total - spent('job')),
    'rest %': share(spent('job') - inParts),
  };
}

export const benchmark = {
  name: 'mail',
  title: 'A newsletter campaign into a local mail server, jobs in Redis',
  goal: `at least ${minPerSecond['at once']} mails a second when the mail server responds immediately, and ${minPerSecond[`after ${responseDelayMs} ms`]} when it takes ${responseDelayMs} ms for each`,
  async run(context) {
    const sink = await startMailSink({ keepBodies: false });
    const redis = await startRedis();
    context.defer(() => redis.remove());
    context.defer(() => sink.close());
    const product = await context.product({
      fresh: true,
      environment: { REDIS_URL: redis.url, SMTP_URL: sink.url, MAIL_RATE_PER_SECOND: '10000' },
    });
    const readers = context.quick ? 300 : 3_000;
    // Warms up the worker process.
    await campaign(product, sink, 50);
    const rows = [];
    let passed = true;
    for (const [pace, goal] of Object.entries(minPerSecond)) {
      sink.beforeResponse = pace === 'at once' ? () => undefined : () => wait(responseDelayMs);
      const metrics = await campaign(product, sink, readers);
      passed &&= metrics['mails/s'] >= goal;
      rows.push({ 'mail server responds': pace, ...metrics });
    }
    const [fast, slow] = rows;
    return {
      passed,
      measured: `${fast['mails/s']} mails/s, ${slow['mails/s']} with ${responseDelayMs} ms each`,
      details: { rows },
      rows,
    };
  },
};
