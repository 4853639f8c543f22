import { newId } from '@site/platform/base/ids';
import { metrics } from '@site/platform/base/metrics';
import { z } from 'zod';
import { currentQueue, Hopeless, idField, job, Postponed, runJob, type JobHandler, timed } from './job.js';

const seen: unknown[] = [];
const payload = z.object({ pictureId: idField });
const handlers: Record<string, JobHandler> = {
  look: job(payload, 7, async ({ payload: { pictureId } }) => void seen.push(pictureId)),
  wait: job(payload, 9, ({ windUp }) =>
    windUp.aborted ? Promise.resolve() : new Promise((resolve) => windUp.addEventListener('abort', () => resolve())),
  ),
  think: job(payload, 1, () => timed('thinking', () => Promise.resolve())),
  'throw at once': {
    limitSeconds: 1,
    run: () => {
      throw new Error('at once');
    },
  },
  'give up': { limitSeconds: 1, run: () => Promise.reject(new Hopeless('never')) },
  postpone: { limitSeconds: 1, run: () => Promise.reject(new Postponed('not now', 1_500)) },
  'miss the database': {
    limitSeconds: 1,
    run: () => Promise.reject(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })),
  },
};

const someData = () => ({ outboxId: newId(), payload: { pictureId: newId() } });
const run = (name: string, data: unknown = someData(), windUp = new AbortController().signal) =>
  runJob(handlers, { name, data, attempt: 1 }, windUp);

it('runs jobs, and counts the time per part', async () => {
  const imageId = newId();
  await run('look', { outboxId: newId(), payload: { pictureId: imageId } });
  expect(seen).toEqual([imageId]);
  await currentQueue.run('moderation', () => run('think'));
  expect(await metrics.getSingleMetricAsString('job_part_seconds_total')).toMatch(
    /queue="moderation",part="thinking"\} \d/,
  );
});

it.each([
  ['throw at once', { name: 'Error', message: 'at once' }],
  ['give up', { name: 'Hopeless', message: 'never' }],
  ['postpone', { name: 'Postponed', message: 'not now', waitMs: 1_500 }],
  ['miss the database', { name: 'Postponed', message: 'connect ECONNREFUSED', dependency: 'another service' }],
  ['paint', { name: 'Hopeless', message: 'there is no job "paint"' }],
  ['constructor', { name: 'Hopeless', message: 'there is no job "constructor"' }],
])('rejects "%s" with its kind of error', async (name, error) => {
  await expect(run(name)).rejects.toMatchObject(error);
});

it.each([
  [null],
  ['x'],
  [{}],
  [{ outboxId: 'x', payload: {} }],
  [{ outboxId: newId(), payload: { pictureId: 'x' } }],
  [{ outboxId: newId(), payload: { pictureId: 7 } }],
])('immediately gives up a job with the data %j', async (data) => {
  await expect(run('look', data)).rejects.toMatchObject({
    name: 'Hopeless',
    message: expect.stringMatching(/^the job's data is wrong/) as string,
  });
});

it('asks a long job to end early on wind-up', async () => {
  const windUp = new AbortController();
  const running = run('wait', someData(), windUp.signal);
  windUp.abort();
  await expect(running).resolves.toBeUndefined();
});

it('fails a job that exceeds its limit, and aborts its signal', async () => {
  const aborted = new Promise<void>((resolve) => {
    handlers['hang'] = {
      limitSeconds: 0.1,
      run: ({ limit }) => new Promise(() => limit.addEventListener('abort', () => resolve())),
    };
  });
  await expect(run('hang')).rejects.toThrow('it took longer than 0.1 s and was ended');
  await aborted;
});
