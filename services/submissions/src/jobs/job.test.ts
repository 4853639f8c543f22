import { newId } from '@site/platform/base/ids';
import { z } from 'zod';
import { Hopeless, idField, job, Postponed, runJob, type JobHandler, timed } from './job.js';

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
  // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- as badly written code does
  'reject with a text': { limitSeconds: 1, run: () => Promise.reject('only a text') },
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

it('runs jobs and reports their outcomes, with the time per part', async () => {
  const imageId = newId();
  expect(await run('look', { outboxId: newId(), payload: { pictureId: imageId } })).toMatchObject({ kind: 'done' });
  expect(seen).toEqual([imageId]);
  expect((await run('think')).seconds).toEqual({ thinking: expect.any(Number) as number });
});

it.each([
  ['throw at once', { kind: 'failed', reason: 'at once', hopeless: false }],
  ['reject with a text', { kind: 'failed', reason: 'only a text', hopeless: false }],
  ['give up', { kind: 'failed', reason: 'never', hopeless: true }],
  ['postpone', { kind: 'postponed', reason: 'not now', waitMs: 1_500 }],
  ['miss the database', { kind: 'postponed', reason: 'connect ECONNREFUSED', dependency: 'another service' }],
  ['paint', { kind: 'failed', reason: 'there is no job "paint"', hopeless: true }],
  ['constructor', { kind: 'failed', reason: 'there is no job "constructor"', hopeless: true }],
])('reports the outcome of "%s"', async (name, outcome) => {
  expect(await run(name)).toMatchObject(outcome);
});

it.each([
  [null],
  ['x'],
  [{}],
  [{ outboxId: 'x', payload: {} }],
  [{ outboxId: newId(), payload: { pictureId: 'x' } }],
  [{ outboxId: newId(), payload: { pictureId: 7 } }],
])('immediately gives up a job with the data %j', async (data) => {
  expect(await run('look', data)).toMatchObject({
    kind: 'failed',
    reason: expect.stringMatching(/^the job's data is wrong/) as string,
    hopeless: true,
  });
});

it('asks a long job to end early on wind-up', async () => {
  const windUp = new AbortController();
  const outcome = run('wait', someData(), windUp.signal);
  windUp.abort();
  expect(await outcome).toMatchObject({ kind: 'done' });
});

it('fails a job that exceeds its limit, and aborts its signal', async () => {
  const aborted = new Promise<void>((resolve) => {
    handlers['hang'] = {
      limitSeconds: 0.1,
      run: ({ limit }) => new Promise(() => limit.addEventListener('abort', () => resolve())),
    };
  });
  expect(await run('hang')).toMatchObject({
    kind: 'failed',
    reason: 'it took longer than 0.1 s and was ended',
    hopeless: false,
  });
  await aborted;
});
