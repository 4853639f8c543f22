import type { Queue } from 'bullmq';
import { withDeadline } from '../base/deadline.js';

const deadlineMs = 3_000;

/**
 * Gives a permanently failed job new attempts, or runs a delayed one now; false if the job is done or unknown to the
 * queue.
 */
export async function rerunJob(queue: Queue, id: string): Promise<boolean> {
  const job = await withDeadline(queue.getJob(id), deadlineMs);
  if (!job) return false;
  const state = await withDeadline(job.getState(), deadlineMs);
  if (state === 'failed')
    await withDeadline(job.retry('failed', { resetAttemptsMade: true, resetAttemptsStarted: true }), deadlineMs);
  else if (state === 'delayed') await withDeadline(job.promote(), deadlineMs);
  // A completed job would keep the relay from adding it again.
  else if (state === 'completed') await withDeadline(job.remove(), deadlineMs);
  return state !== 'completed' && state !== 'unknown';
}
