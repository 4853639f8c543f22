import { status } from '@grpc/grpc-js';
import { RpcException } from '@nestjs/microservices';
import type { Logger } from '@site/platform/base/tokens';

/** What became of one of several things: it is as `row` says, or `failure` says why not. */
export interface Outcome<Row> {
  id: string;
  row?: Row;
  /** What the call for it alone would have failed with. */
  failure?: { code: status; message: string };
}

interface Limits {
  /** Enough at a time that one waiting for the object store does not hold up the others, few enough for the pool. */
  atOnce: number;
  /** Nothing is begun after this: the caller waits no longer than 5 s, and wants to hear of progress before. */
  beginWithinMs: number;
  now: () => number;
}

const usualLimits: Limits = { atOnce: 4, beginWithinMs: 2_000, now: () => performance.now() };

interface GrpcError {
  code: status;
  message: string;
}

/**
 * Decides on each of several things by itself: one that fails does not stop the others.
 * @returns what became of those that were come to in time, at least of the first few
 */
export async function decideOnEach<Row>(
  ids: Iterable<string>,
  decide: (id: string) => Promise<Row>,
  logger: Logger,
  { atOnce, beginWithinMs, now }: Limits = usualLimits,
): Promise<Outcome<Row>[]> {
  const waiting = [...new Set(ids)];
  const outcomes: Outcome<Row>[] = [];
  const end = now() + beginWithinMs;

  async function work() {
    for (let id = waiting.shift(); id !== undefined; id = now() < end ? waiting.shift() : undefined) {
      try {
        outcomes.push({ id, row: await decide(id) });
      } catch (error) {
        outcomes.push({ id, failure: failureOf(error, id, logger) });
      }
    }
  }

  await Promise.all(Array.from({ length: atOnce }, work));
  return outcomes;
}

/** Our own errors speak for themselves; whatever else it is may go away, and is none of the caller's business. */
function failureOf(error: unknown, id: string, logger: Logger): { code: status; message: string } {
  if (error instanceof RpcException) {
    const { code, message } = error.getError() as GrpcError;
    return { code, message };
  }
  logger.error({ err: error, id }, 'one of several things could not be decided on');
  return { code: status.UNAVAILABLE, message: 'The service is busy. Please try again in a moment.' };
}
