import type { Queue } from 'bullmq';
import { withDeadline } from '../base/deadline.js';

const deadlineMs = 3_000;

/**
 * Gives a job that was given up a fresh set of attempts, and has one that waits for a later time run now. False when there is
 * nothing left to run: the queue has done it, or does not know it.
 */
export async function runAgain(queue: Queue, id: string): Promise<boolean> {
  const job = await withDeadline(queue.getJob(id), deadlineMs);
  if (!job) return false;
  const state = await withDeadline(job.getState(), deadlineMs);
  if (state === 'failed')
    await withDeadline(job.retry('failed', { resetAttemptsMade: true, resetAttemptsStarted: true }), deadlineMs);
  else if (state === 'delayed') await withDeadline(job.promote(), deadlineMs);
  // In its place the relay could not add the job once more, should its row still ask for it.
  else if (state === 'completed') await withDeadline(job.remove(), deadlineMs);
  return state !== 'completed' && state !== 'unknown';
}
