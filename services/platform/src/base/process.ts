/** Start and end of a process: signals, uncaught errors, failed startup steps. */
import type { Logger } from './injection-tokens.js';

const drainMs = 30_000;

/**
 * Calls `stop` once on SIGTERM or SIGINT, then exits with 0, or with 1 if stopping exceeds the drain time. Further
 * signals don't shorten it.
 */
export function stopOnSignal(logger: Logger, stop: () => Promise<void>): void {
  let stopping = false;
  const onSignal = (signal: NodeJS.Signals) => {
    if (stopping) return;
    stopping = true;
    logger.info({ signal }, 'stopping');
    setTimeout(() => {
      logger.error('shutdown timed out');
      process.exit(1);
    }, drainMs).unref();
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        logger.error({ err: error }, 'shutdown failed');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
  // Stops with the launcher, if there is one.
  process.on('disconnect', () => onSignal('SIGTERM'));
}

/** Logs uncaught errors and ends the process; its supervisor starts a new one. */
export function dieOnBugs(logger: Logger): void {
  const die = (error: unknown) => {
    logger.fatal({ err: error }, 'uncaught error');
    process.exit(70);
  };
  process.on('uncaughtException', die);
  process.on('unhandledRejection', die);
}

/** Runs a startup step; if it fails, logs the reason in one line and exits with code 1. */
export async function startingOrExit<Result>(logger: Logger, start: () => Promise<Result>): Promise<Result> {
  try {
    return await start();
  } catch (error) {
    logger.fatal({ err: error }, `cannot start: ${(error as Error).message}`);
    logger.flush();
    process.exit(1);
  }
}
