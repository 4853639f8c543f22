import { setTimeout as pause } from 'node:timers/promises';
import { status } from '@grpc/grpc-js';

/**
 * Whether a failure means that something this process depends on is down: the database, the object store or a service.
 * Such a failure says nothing about the job, so it does not count as an attempt.
 */
export function isOutage(error: unknown): boolean {
  const cause = (error as { driverError?: unknown }).driverError ?? error;
  const { code, message = '' } = cause as { code?: string | number; message?: string };
  if (code === status.UNAVAILABLE || code === status.DEADLINE_EXCEEDED) return true;
  // Node's network errors · Postgres: connection, resources, shutdown, lock timeout · S3: overloaded or broken
  const down =
    /^(ECONN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)|^(08|53|57)...$|^55P03$|^(SlowDown|ServiceUnavailable|InternalError)$/;
  if (typeof code === 'string' && down.test(code)) return true;
  return /socket hang up|Retryable HTTP status|timeout exceeded when trying to connect|Connection terminated|not queryable/.test(
    message,
  );
}

/** Repeats `work` during an outage, for up to `withinMs`: for writing down what has already happened. */
export async function patiently<Result>(withinMs: number, work: () => Promise<Result>): Promise<Result> {
  const deadline = Date.now() + withinMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isOutage(error) || Date.now() > deadline) throw error;
      await pause(500);
    }
  }
}
