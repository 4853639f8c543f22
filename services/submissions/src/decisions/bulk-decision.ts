import { status } from '@grpc/grpc-js';
import { RpcException } from '@nestjs/microservices';
import type { Logger } from '@site/platform/base/injection-tokens';

interface Failure {
  code: status;
  message: string;
}

/** An item's new state, or the reason why not. */
export interface BulkResult<Row> {
  id: string;
  row?: Row;
  /** The error of a call for this item alone. */
  failure?: Failure;
}

interface Limits {
  /** High enough that one item waiting for the object store doesn't block the others, low enough for the pool. */
  atOnce: number;
  /** No item is started after this: the caller times out after 5 s. */
  beginWithinMs: number;
  now: () => number;
}

const defaultLimits: Limits = { atOnce: 4, beginWithinMs: 2_000, now: () => performance.now() };

/**
 * Decides on each item independently.
 * @returns results of the items reached in time; always at least the first few
 */
export async function decideOnEach<Row>(
  ids: Iterable<string>,
  decide: (id: string) => Promise<Row>,
  logger: Logger,
  { atOnce, beginWithinMs, now }: Limits = defaultLimits,
): Promise<BulkResult<Row>[]> {
  const waiting = [...new Set(ids)];
  const outcomes: BulkResult<Row>[] = [];
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

/** Turns foreign errors into UNAVAILABLE: they may be transient and contain internals. */
function failureOf(error: unknown, id: string, logger: Logger): Failure {
  if (error instanceof RpcException) {
    const { code, message } = error.getError() as Failure;
    return { code, message };
  }
  logger.error({ err: error, id }, 'decision on one of several items failed');
  return { code: status.UNAVAILABLE, message: 'The service is busy. Please try again in a moment.' };
}
