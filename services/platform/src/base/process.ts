import type { Logger } from './tokens.js';

/** How a process begins and ends, whatever it does in between. */

/** How long a stopping process may take to finish what it has begun. */
const drainMs = 30_000;

/**
 * Calls `stop` once on SIGTERM or SIGINT, then exits 0; exits 1 when that takes longer than the drain time. A second signal
 * does not cut it short.
 */
export function stopOnSignal(logger: Logger, stop: () => Promise<void>): void {
  let stopping = false;
  const onSignal = (signal: NodeJS.Signals) => {
    if (stopping) return;
    stopping = true;
    logger.info({ signal }, 'stopping');
    setTimeout(() => {
      logger.error('could not finish in time');
      process.exit(1);
    }, drainMs).unref();
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        logger.error({ err: error }, 'stopping failed');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
  // Happens only under a launcher: when it ends, for whatever reason, so do we.
  process.on('disconnect', () => onSignal('SIGTERM'));
}

/** After an error that nobody caught, the process logs it and ends; its supervisor starts a fresh one. */
export function dieOnBugs(logger: Logger): void {
  const die = (error: unknown) => {
    logger.fatal({ err: error }, 'uncaught error');
    process.exit(70);
  };
  process.on('uncaughtException', die);
  process.on('unhandledRejection', die);
}

/** Runs a step of the start; if it fails, logs why in one line and ends the process with code 1. */
export async function startingOrExit<Result>(logger: Logger, start: () => Promise<Result>): Promise<Result> {
  try {
    return await start();
  } catch (error) {
    logger.fatal({ err: error }, `cannot start: ${(error as Error).message}`);
    logger.flush();
    process.exit(1);
  }
}
