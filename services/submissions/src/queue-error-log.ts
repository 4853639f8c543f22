import { type Logger } from '@site/platform/base/injection-tokens';

const checkIntervalMs = 30_000;

/**
 * Returns an error handler that logs at most twice a minute: a queue that is down reports errors many times a second.
 */
export function warnSparingly(logger: Logger): (error: Error) => void {
  let last = -Infinity;
  return (error) => {
    if (performance.now() - last < checkIntervalMs) return;
    last = performance.now();
    logger.warn({ err: error }, 'the queue is not responding');
  };
}
