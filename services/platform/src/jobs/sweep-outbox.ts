import type { Queue } from 'bullmq';
import type { DataSource } from 'typeorm';
import { withDeadline } from '../base/deadline.js';
import { isId } from '../base/ids.js';
import type { Logger } from '../base/injection-tokens.js';
import { WorkLoop } from './work-loop.js';

/** Processed rows are kept for troubleshooting; failed ones as long as the trash. */
const processedRetentionHours = 24;
const failedRetentionDays = 30;
const intervalMs = 3_600_000;
const queueDeadlineMs = 3_000;
const maxRemovedJobs = 1_000;
const old = [
  ['outbox', `processed_at < now() - interval '${processedRetentionHours} hours'`],
  ['outbox', `failed_at < now() - interval '${failedRetentionDays} days'`],
  ['idempotency', 'expires_at < now()'],
] as const;

/** Removes old rows and failed jobs, once an hour. */
export const sweepLoop = (dataSource: DataSource, queues: readonly Queue[], logger: Logger): WorkLoop =>
  new WorkLoop({
    name: 'outbox sweep',
    logger,
    intervalMs,
    runOnce: async (rows) => {
      for (const [table, isOld] of old)
        await rows.attempt(`${table} ${isOld}`, () => dataSource.query(`DELETE FROM ${table} WHERE ${isOld}`));
      for (const queue of queues)
        await withDeadline(sweepQueue(queue, dataSource), queueDeadlineMs).catch((error: unknown) =>
          logger.warn({ err: error, dependency: `queue ${queue.name}` }, 'could not sweep a queue'),
        );
    },
  });

/** Removes old failed jobs, and those whose rows are processed: their work was done another way. */
async function sweepQueue(queue: Queue, dataSource: DataSource): Promise<void> {
  await queue.clean(failedRetentionDays * 86_400_000, maxRemovedJobs, 'failed');
  const failed = (await queue.getFailed(0, maxRemovedJobs - 1)).filter(({ id }) => isId(id ?? ''));
  if (failed.length === 0) return;
  const done = await dataSource.query<{ id: string }[]>(
    'SELECT id FROM outbox WHERE id = ANY($1) AND processed_at IS NOT NULL',
    [failed.map(({ id }) => id)],
  );
  const ids = new Set(done.map(({ id }) => id));
  for (const job of failed) if (ids.has(job.id ?? '')) await job.remove();
}
