import { newId } from '@site/platform/base/ids';
import { OutboxEntry } from '@site/platform/jobs/outbox';
import type { EntityManager } from 'typeorm';

/** What the dashboard's list of failed jobs calls a post that could not be published at its time. No queue knows this job. */
const publishPostJob = 'publish-post';

export interface MissedPost {
  id: string;
  title: string;
}

/** The missed time stands among the failed jobs until the post is published or no longer scheduled. */
export async function reportMissed(manager: EntityManager, { id, title }: MissedPost, reason: string): Promise<void> {
  const [known] = await manager.query<unknown[]>(
    `SELECT FROM outbox WHERE name = $1 AND payload->>'postId' = $2 AND processed_at IS NULL`,
    [publishPostJob, id],
  );
  if (known) return;
  await manager.insert(OutboxEntry, {
    id: newId(),
    queue: 'newsletter',
    name: publishPostJob,
    payload: { postId: id },
    attempts: 1,
    failedAt: () => 'now()',
    failedReason: `“${title}” was not published at its time: ${reason}. Correct it and schedule or publish it again.`,
  });
}

/** To be called when a post is no longer waiting for its time. */
export const forgetMissed = (manager: EntityManager, postId: string) =>
  manager.query(
    `UPDATE outbox SET processed_at = now() WHERE name = $1 AND payload->>'postId' = $2 AND processed_at IS NULL`,
    [publishPostJob, postId],
  );
