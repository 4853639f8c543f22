/** Scheduled posts that couldn't be published at their time, in the list of failed jobs. */
import { newId } from '@site/platform/base/ids';
import { OutboxEntry } from '@site/platform/jobs/outbox';
import type { JobName } from '@site/proto/queues';
import type { EntityManager } from 'typeorm';

/** Failed job of a post that could not be published at its time. A retry publishes it. */
const publishPostJob = 'publish-post' satisfies JobName<'newsletter'>;

export interface MissedPost {
  id: string;
  title: string;
}

/** Lists the missed time among the failed jobs, with the latest reason. */
export async function reportMissed(manager: EntityManager, { id, title }: MissedPost, why: string): Promise<void> {
  const reason = `“${title}” was not published at its time: ${why}. Correct it, then retry, or choose another time.`;
  // Serializes replicas.
  await manager.query('SELECT FROM posts WHERE id = $1 FOR UPDATE', [id]);
  const [pendingJob] = await manager.query<{ id: string }[]>(
    `SELECT id FROM outbox WHERE name = $1 AND payload->>'postId' = $2 AND processed_at IS NULL FOR UPDATE`,
    [publishPostJob, id],
  );
  if (pendingJob)
    await manager.query(
      `UPDATE outbox SET failed_at = now(), failed_reason = $2, attempts = attempts + 1
       WHERE id = $1 AND (failed_at IS NULL OR failed_reason <> $2)`,
      [pendingJob.id, reason],
    );
  else
    await manager.insert(OutboxEntry, {
      id: newId(),
      queue: 'newsletter',
      name: publishPostJob,
      payload: { postId: id },
      attempts: 1,
      failedAt: () => 'now()',
      failedReason: reason,
    });
}

/** Call this when a post no longer waits for its time. */
export async function clearMissed(manager: EntityManager, postId: string): Promise<void> {
  // First, as in reportMissed, against deadlocks.
  await manager.query('SELECT FROM posts WHERE id = $1 FOR UPDATE', [postId]);
  await manager.query(
    `UPDATE outbox SET processed_at = now(), failed_at = NULL, failed_reason = ''
     WHERE name = $1 AND payload->>'postId' = $2 AND processed_at IS NULL`,
    [publishPostJob, postId],
  );
}
