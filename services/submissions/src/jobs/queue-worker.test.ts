import { newId } from '@site/platform/base/ids';
import { addToOutbox, markProcessed } from '@site/platform/jobs/outbox';
import { sendFailureOf } from '@site/platform/mail/send-failure';
import { until } from '@site/platform/testing/until';
import { pino } from 'pino';
import { Submissions } from '../testing/submissions.js';
import { findMailServerFailure } from '../mail/mail-server-error.js';
import { Postponed, type JobHandlers } from './job.js';
import { startQueueWorker } from './queue-worker.js';

let submissions: Submissions;
beforeAll(async () => {
  submissions = await Submissions.start();
});
afterAll(() => submissions.stop());

it('warns about a job that waits for a dependency, and not about one that waits for its turn', async () => {
  const lines: Record<string, unknown>[] = [];
  const write = (text: string) => lines.push(JSON.parse(text) as Record<string, unknown>);
  const attempts = new Map<string, number>();
  const postponeOnce = (reason: Postponed) => ({
    limitSeconds: 5,
    run: async ({ outboxId }: { outboxId: string }) => {
      attempts.set(outboxId, (attempts.get(outboxId) ?? 0) + 1);
      if (attempts.get(outboxId) === 1) throw reason;
      await submissions.database.dataSource.transaction((manager) => markProcessed(manager, outboxId));
    },
  });
  const handlers: JobHandlers = {
    'send-reply': postponeOnce(new Postponed('the mail server is unreachable: refused', 1, 'mail server')),
    'send-digest': postponeOnce(new Postponed('another process is sending this mail', 1)),
  };
  const ids = await submissions.database.dataSource.transaction(async (manager) => [
    await addToOutbox(manager, { queue: 'mail', name: 'send-reply', payload: { thingId: newId() } }),
    await addToOutbox(manager, { queue: 'mail', name: 'send-digest', payload: { thingId: newId() } }),
  ]);
  const worker = startQueueWorker({
    name: 'mail',
    settings: submissions.queue,
    handlers,
    atOnce: 2,
    dataSource: submissions.database.dataSource,
    logger: pino({}, { write }),
  });
  await until('both jobs to end', async () => {
    const ended = await submissions.query('SELECT FROM outbox WHERE id = ANY($1) AND processed_at IS NOT NULL', [ids]);
    return ended.length === 2;
  });
  await worker.close();
  const postponed = lines.filter(({ reason }) => reason);
  expect(postponed.map(({ level, job, dependency }) => [job, level, dependency]).sort()).toEqual([
    ['send-digest', 30, undefined],
    ['send-reply', 40, 'mail server'],
  ]);
});

it('postpones mail that the server refuses to accept from us', async () => {
  const rejected = { code: 'EAUTH', command: 'AUTH PLAIN', responseCode: 535, response: '535 5.7.8 Bad credentials' };
  const error = findMailServerFailure(sendFailureOf(rejected), 5_000);
  expect(error).toMatchObject({ message: 'the mail server refuses us: 535 5.7.8 Bad credentials' });
  expect(error!.waitMs).toBeGreaterThanOrEqual(60_000);
  const lines: Record<string, unknown>[] = [];
  const queueWorker = (handlers: JobHandlers) =>
    startQueueWorker({
      name: 'mail',
      settings: submissions.queue,
      handlers,
      atOnce: 1,
      dataSource: submissions.database.dataSource,
      logger: pino({}, { write: (text: string) => lines.push(JSON.parse(text) as Record<string, unknown>) }),
    });
  const outboxId = await submissions.database.dataSource.transaction((manager) =>
    addToOutbox(manager, { queue: 'mail', name: 'send-reply', payload: { thingId: newId() } }),
  );
  const worker = queueWorker({ 'send-reply': { limitSeconds: 5, run: () => Promise.reject(error!) } });
  await until('the job to be postponed', () => lines.some(({ reason }) => reason === error!.message));
  await worker.close();
  expect(lines.filter(({ level }) => level === 50)).toEqual([]);
  expect(lines.find(({ reason }) => reason)).toMatchObject({ level: 40, dependency: 'mail server login' });
  await submissions.query('UPDATE outbox SET processed_at = now() WHERE id = $1', [outboxId]);
});
