import { type Logger } from '@site/platform/base/tokens';

const everyMs = 30_000;

/** A queue that is down reports it many times a second; the log is told twice a minute. */
export function warnSparingly(logger: Logger): (error: Error) => void {
  let last = -Infinity;
  return (error) => {
    if (performance.now() - last < everyMs) return;
    last = performance.now();
    logger.warn({ err: error }, 'the queue does not answer');
  };
}
