import { type Logger } from '@site/platform/tokens';

const everyMs = 30_000;

/** A queue that is away says so many times a second; the log hears it twice a minute. */
export function warnSparingly(logger: Logger): (error: Error) => void {
  let last = 0;
  return (error) => {
    if (Date.now() - last < everyMs) return;
    last = Date.now();
    logger.warn({ err: error }, 'the queue does not answer');
  };
}
