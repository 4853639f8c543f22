import { EventEmitter } from 'node:events';
import { newId } from '@site/platform/base/ids';
import { z } from 'zod';
import { Hopeless, idField, job, Postponed, type JobHandlers, timed } from './job.js';
import type { FromProcess, ToProcess } from './process-runner.js';
import { serveJobs, type Channel } from './serve-jobs.js';

/** The worker's end of the channel. */
class FakeChannel extends EventEmitter implements Channel {
  readonly said: FromProcess[] = [];
  send = (message: FromProcess) => this.said.push(message);
  tell = (message: ToProcess) => this.emit('message', message);
  outcome = () =>
    new Promise<FromProcess>((resolve) => {
      this.send = (message) => {
        resolve(message);
        return this.said.push(message);
      };
    });
}

const seen: unknown[] = [];
const payload = z.object({ pictureId: idField });
const handlers: JobHandlers = {
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

let channel: FakeChannel;
let over: Promise<void>;
beforeEach(() => {
  channel = new FakeChannel();
  over = serveJobs(handlers, channel);
});
afterEach(async () => {
  channel.emit('disconnect');
  await over;
});

const run = async (name: string, data: unknown = { outboxId: newId(), payload: { pictureId: newId() } }) => {
  const outcome = channel.outcome();
  channel.tell({ type: 'run', job: { id: newId(), name, data, attempt: 1 } });
  const message = await outcome;
  return message.type === 'outcome' ? message.outcome : undefined;
};

it('first reports the time limits of its jobs', () => {
  expect(channel.said).toEqual([
    { type: 'ready', limitSeconds: expect.objectContaining({ look: 7, wait: 9 }) as object },
  ]);
});

it('runs jobs and reports their outcomes, with the time per part', async () => {
  const imageId = newId();
  expect(await run('look', { outboxId: newId(), payload: { pictureId: imageId } })).toMatchObject({ kind: 'done' });
  expect(seen).toEqual([imageId]);
  expect((await run('think'))?.seconds).toEqual({ thinking: expect.any(Number) as number });
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

it('asks a long job to end early on wind-up, and when the channel closes', async () => {
  const outcome = run('wait');
  channel.tell({ type: 'wind-up' });
  expect(await outcome).toMatchObject({ kind: 'done' });
  const other = new FakeChannel();
  const end = serveJobs(handlers, other);
  other.tell({
    type: 'run',
    job: { id: newId(), name: 'wait', data: { outboxId: newId(), payload: { pictureId: newId() } }, attempt: 1 },
  });
  other.emit('disconnect');
  await expect(end).resolves.toBeUndefined();
});
