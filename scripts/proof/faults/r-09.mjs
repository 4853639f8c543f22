import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { root } from '../../lib/checkout.mjs';
import { newFolder } from '../../lib/processes.mjs';
import { until } from '../../lib/until.mjs';
import { startRedis } from '../lib/redis.mjs';

export const name = 'R-09';
export const title = 'poison jobs';
export const rule =
  'Of 200 jobs 20 throw, hang, exit their process, exhaust memory or are not valid jobs: the 180 others are done within 30 s, the 20 are in the dashboard with their reason, the worker survives, and a retry succeeds once the cause is fixed.';

export const limitMinutes = 20;

const load = (file) => import(join(root, file));

/** The fault of each of the twenty jobs, and the text that the dashboard must show for it. */
const poison = [
  ...kind('throw at once', 3, /thrown at once/),
  ...kind('throw later', 3, /thrown later/),
  ...kind('throw a text', 4, /only a text/),
  ...kind('throw where nobody catches it', 1, /thrown outside/),
  ...kind('end the process', 2, /exit code 1/),
  ...kind('loop for ever', 1, /took longer than 2 s/),
  ...kind('never come back', 1, /took longer than 2 s/),
  ...kind('eat memory', 1, /ended its process/),
  ...kind('fine', 2, /data is wrong/, { thingId: 'no id' }),
  ...kind('unheard of', 2, /there is no job/),
];
function kind(jobName, count, reason, payload) {
  return Array.from({ length: count }, () => ({
    name: jobName,
    reason,
    payload,
    mendable: !payload && jobName !== 'unheard of',
  }));
}
const goodJobs = 180;

export async function run(context) {
  const { rows } = context;
  rows.push(await on('Postgres', undefined, context));
  const redis = await startRedis();
  context.defer(() => redis.remove());
  rows.push(await on('Redis', redis.url, context));
  return { rows };
}

/** Starts this rule's worker in this process, with the product's code and custom jobs. */
async function startPoisonWorker(product, redisUrl, mendedFile) {
  const { startQueueWorker } = await load('services/submissions/dist/jobs/queue-worker.js');
  const { ProcessRunner } = await load('services/submissions/dist/jobs/process-runner.js');
  const { submissionsDatabase } = await load('services/submissions/dist/database.js');
  const { databaseOptions } = await load('services/platform/dist/data/database.js');
  const { createLogger } = await load('services/platform/dist/base/logger.js');
  const { addToOutbox } = await load('services/platform/dist/jobs/outbox.js');
  const { DataSource } = await import('typeorm');
  const { databaseUrl } = product.state();
  const logger = createLogger({ name: 'r-09', level: 'silent', format: 'json' });
  const dataSource = await new DataSource(
    databaseOptions({
      ...submissionsDatabase,
      applicationName: 'r-09',
      url: databaseUrl,
      poolMax: 3,
      waits: { connectionMs: 5_000 },
    }),
  ).initialize();
  Object.assign(process.env, { DATABASE_URL: databaseUrl, MENDED_FILE: mendedFile });
  let closing;
  const execArgv = process.execArgv;
  process.execArgv = ['--max-old-space-size=96'];
  const runner = new ProcessRunner({ file: join(import.meta.dirname, 'parts/poison-jobs.mjs'), words: [], logger });
  const worker = startQueueWorker({
    name: 'newsletter',
    settings: { redisUrl, databaseUrl, onError: () => undefined },
    runner,
    atOnce: 3,
    dataSource,
    logger,
  });
  return {
    ask: (jobs) =>
      dataSource.transaction(async (manager) => {
        const ids = [];
        for (const { name: jobName, payload } of jobs)
          ids.push(await addToOutbox(manager, { queue: 'newsletter', name: jobName, payload }));
        return ids;
      }),
    close: () => {
      closing ??= (async () => {
        await worker.close();
        await dataSource.destroy();
        process.execArgv = execArgv;
        // The next product must create a new database.
        for (const variable of ['DATABASE_URL', 'MENDED_FILE']) delete process.env[variable];
      })();
      return closing;
    },
  };
}

async function on(what, redisUrl, context) {
  const { checks } = context;
  const product = await context.product({ fresh: true, environment: redisUrl ? { REDIS_URL: redisUrl } : {} });
  const folder = newFolder('r-09');
  context.defer(() => rmSync(folder, { recursive: true, force: true }));
  const mendedFile = join(folder, 'mended');
  // The product's own worker doesn't recognize these jobs, and would fail them before ours sees them.
  product.signalWorkers('SIGSTOP');
  context.defer(() => product.signalWorkers('SIGCONT'));
  const poisoned = await startPoisonWorker(product, redisUrl, mendedFile);
  context.defer(() => poisoned.close());
  const ask = await product.editor();

  const { newId } = await load('services/platform/dist/base/ids.js');
  const all = Array.from({ length: goodJobs }, () => ({ name: 'fine' }));
  poison.forEach((job, index) => all.splice(index * 10, 0, job));
  const jobs = all.map((job) => ({ ...job, payload: job.payload ?? { thingId: newId() } }));
  const startedAt = Date.now();
  const ids = await poisoned.ask(jobs);
  const good = ids.filter((_, index) => !jobs[index].reason);
  const bad = new Map(ids.map((id, index) => [id, jobs[index]]).filter(([, job]) => job.reason));
  const processed = async (wanted) =>
    (await product.query('SELECT id FROM submissions.outbox WHERE id = ANY($1) AND processed_at IS NOT NULL', [wanted]))
      .length;
  await until(`the ${goodJobs} good jobs to be done`, async () => (await processed(good)) === goodJobs, {
    withinMs: 60_000,
  });
  const goodSeconds = (Date.now() - startedAt) / 1_000;
  checks.that(goodSeconds <= 30, `${what}: the good jobs took ${goodSeconds} s`);
  context.say(`${what}: the good jobs were done after ${goodSeconds.toFixed(1)} s`);

  const listed = new Map();
  const seenAt = new Map();
  await until(
    'the poison jobs to be listed',
    async () => {
      const { failed } = await ask('jobs');
      for (const job of failed.filter(({ id }) => bad.has(id))) {
        if (!seenAt.has(job.id)) seenAt.set(job.id, Date.now());
        listed.set(job.id, job);
      }
      return listed.size === bad.size;
    },
    { withinMs: 180_000, everyMs: 500 },
  );
  let slowest = 0;
  for (const [id, job] of listed) {
    const { name: jobName, reason } = bad.get(id);
    checks.that(reason.test(job.reason), `${what}: "${jobName}" is listed with the reason "${job.reason}"`);
    slowest = Math.max(slowest, (seenAt.get(id) - Date.parse(job.failed_at)) / 1_000);
  }
  checks.that(slowest <= 60, `${what}: a failed job was listed ${slowest} s after its last attempt`);

  writeFileSync(mendedFile, '');
  const mendable = [...bad].filter(([, job]) => job.mendable).map(([id]) => id);
  for (const id of mendable) await ask(`jobs/newsletter/${id}/retry`, { method: 'POST' });
  await until('the fixed jobs to be done', async () => (await processed(mendable)) === mendable.length, {
    withinMs: 60_000,
  });
  await wait(1_000);
  const left = (await ask('jobs')).failed.filter(({ id }) => bad.has(id)).length;
  checks.that(left === bad.size - mendable.length, `${what}: ${left} jobs are still listed after the retry`);
  await poisoned.close();
  return {
    queue: what,
    'good jobs': goodJobs,
    'done after s': Number(goodSeconds.toFixed(1)),
    poison: bad.size,
    'listed within s': Number(slowest.toFixed(1)),
    'done by retry': mendable.length,
  };
}
