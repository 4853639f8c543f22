import { status } from '@grpc/grpc-js';
import { newId } from '@site/platform/base/ids';
import { wakeRelay } from '@site/platform/data/outbox-wake';
import { markProcessed } from '@site/platform/jobs/outbox';
import { openQueue } from '@site/platform/jobs/queue';
import { testLogger } from '@site/platform/testing/logger';
import { until } from '@site/platform/testing/until';
import type { GetJobsResponse, ListFailedJobsResponse } from '@site/proto/gen/nest/jobs/v1/jobs';
import { admin, moderator, Submissions } from '../testing/submissions.js';
import { Hopeless, type JobHandlers } from './job.js';
import { startQueueWorker, type QueueWorker } from './queue-worker.js';

/** The dashboard's jobs API (platform/jobs.ts) with a worker. */
let submissions: Submissions;
let worker: QueueWorker;
let mended = false;
let runs = 0;
const settings = { limitSeconds: 5 };
const finish = (outboxId: string) =>
  submissions.database.dataSource.transaction((manager) => markProcessed(manager, outboxId));
const handlers: JobHandlers = {
  mendable: {
    ...settings,
    run: async ({ outboxId }) => {
      runs += 1;
      if (!mended) throw new Hopeless('the cause is still there');
      await finish(outboxId);
    },
  },
  declined: {
    ...settings,
    // The job is done, but its row says why someone has to act.
    run: async ({ outboxId }) => {
      runs += 1;
      if (mended) await finish(outboxId);
      else
        await submissions.query(
          `UPDATE outbox SET failed_at = now(), failed_reason = 'not yet', enqueued_at = now() WHERE id = $1`,
          [outboxId],
        );
    },
  },
  broken: {
    ...settings,
    run: () => {
      runs += 1;
      return Promise.reject(new Error('broken'));
    },
  },
};

beforeAll(async () => {
  submissions = await Submissions.start({ requeueAfterSeconds: 1 });
  worker = startQueueWorker({
    name: 'mail',
    settings: submissions.queue,
    handlers,
    atOnce: 2,
    dataSource: submissions.database.dataSource,
    logger: testLogger,
  });
});
afterAll(async () => {
  await worker.close();
  await submissions.stop();
});
beforeEach(() => {
  mended = false;
  runs = 0;
});

const call = <Response>(method: string, request: object = {}, caller = admin) =>
  submissions.service.call<Response>('jobs.v1.JobsService', method, request, caller);
const failed = async (id: string) =>
  (await call<ListFailedJobsResponse>('listFailedJobs')).jobs.find((job) => job.id === id);
/** As a release with other jobs would. */
const fetch = async (name: string, payload: Record<string, string> = { thingId: newId() }, queue = 'mail') => {
  const id = newId();
  await submissions.query('INSERT INTO outbox (id, queue, name, payload) VALUES ($1, $2, $3, $4)', [
    id,
    queue,
    name,
    JSON.stringify(payload),
  ]);
  wakeRelay(submissions.database.dataSource);
  return id;
};
const provided = async (name: string) => {
  const id = await fetch(name);
  await until('the job to be given up', async () => {
    const rows = await submissions.query('SELECT FROM outbox WHERE id = $1 AND failed_at IS NOT NULL', [id]);
    return rows.length > 0;
  });
  return id;
};
const retry = (id: string, queue = 'mail') => call('retryJob', { queue, id });
const processed = (id: string) =>
  until('the job to be done', async () => {
    const rows = await submissions.query('SELECT FROM outbox WHERE id = $1 AND processed_at IS NOT NULL', [id]);
    return rows.length > 0;
  });

it('lists a job that was given up, with the reason', async () => {
  const thingId = newId();
  const id = await fetch('mendable', { thingId });
  const job = await until('the job to be listed', () => failed(id));
  expect(job).toMatchObject({
    queue: 'mail',
    name: 'mendable',
    payload: { thingId },
    reason: 'the cause is still there',
    attempts: 1,
  });
  expect(Date.now() - Date.parse(job.failedAt)).toBeLessThan(60_000);
});

it('completes it on a retry once the cause is fixed', async () => {
  const id = await provided('mendable');
  mended = true;
  await retry(id);
  await processed(id);
  expect(await failed(id)).toBeUndefined();
  await expect(retry(newId())).rejects.toMatchObject({ code: status.NOT_FOUND });
  await expect(retry(id, 'none')).rejects.toMatchObject({ code: status.NOT_FOUND });
});

it('completes it on a retry although the queue has lost it, and lists it until then', async () => {
  const id = await provided('mendable');
  const queue = openQueue('mail', submissions.queue);
  await queue.obliterate({ force: true });
  await queue.close();
  expect(await failed(id)).toMatchObject({ reason: 'the cause is still there' });
  mended = true;
  // The second one finds no job if the first run has finished by then.
  const retries = await Promise.allSettled([retry(id), retry(id)]);
  expect(retries.map((each) => each.status)).toContain('fulfilled');
  await processed(id);
  expect(runs).toBe(2);
});

it('runs it again on a retry although the queue considers it done', async () => {
  const id = await provided('declined');
  runs = 0;
  mended = true;
  await retry(id);
  await processed(id);
  expect(runs).toBe(1);
});

it("doesn't run a given-up job before a retry", async () => {
  const id = await provided('mendable');
  const later = await fetch('unheard of');
  await until('the relay to have passed by', () => failed(later));
  const before = runs;
  const repeated = await fetch('unheard of');
  await until('the relay to have passed by again', () => failed(repeated));
  expect([before, runs]).toEqual([1, 1]);
  expect(await failed(id)).toBeDefined();
});

it('restores all attempts on a retry', async () => {
  const id = await fetch('broken');
  await until('the job to be given up', () => failed(id), 60_000);
  expect(await failed(id)).toMatchObject({ attempts: 5, reason: 'broken' });
  runs = 0;
  await retry(id);
  await until('it to be tried again twice', () => runs >= 2, 20_000);
  await finish(id);
}, 90_000);

it('also lists unknown jobs, without failing', async () => {
  const queue = openQueue('mail', submissions.queue);
  await queue.add('paint', { payload: { color: 7, text: 'red' } }, { jobId: 'by-hand', attempts: 1 });
  const job = await until('the job to be listed', () => failed('by-hand'));
  expect(job).toMatchObject({
    name: 'paint',
    payload: { color: '7', text: 'red' },
    reason: 'there is no job "paint"',
  });
  await retry('by-hand');
  await until('it to fail again', async () => (await queue.getJob('by-hand'))?.isFailed());
  await queue.close();
});

it('returns how many jobs are waiting, running and failed', async () => {
  const { queues, outboxUnprocessed } = await call<GetJobsResponse>('getJobs');
  expect(queues.map(({ name }) => name)).toEqual(['mail', 'moderation', 'newsletter']);
  expect(queues[0]?.failed).toBeGreaterThan(0);
  expect(outboxUnprocessed).toBe(0);
});

it('is for admins', async () => {
  for (const method of ['getJobs', 'listFailedJobs', 'retryJob'])
    await expect(call(method, {}, moderator)).rejects.toMatchObject({ code: status.PERMISSION_DENIED });
});

it("lets another service's worker complete only newsletter jobs of its outbox", async () => {
  const newsletter = await fetch('mendable', {}, 'newsletter');
  const image = await fetch('mendable', {}, 'moderation');
  for (const outboxId of [newsletter, image, newId(), 'x'])
    await submissions.service.call('jobs.v1.JobsService', 'completeJob', { id: outboxId });
  const done = await submissions.query<{ id: string }>(
    'SELECT id FROM outbox WHERE id = ANY($1) AND processed_at IS NOT NULL',
    [[newsletter, image]],
  );
  expect(done).toEqual([{ id: newsletter }]);
});
