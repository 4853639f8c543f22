import type { IncomingMessage } from 'node:http';

const maxDiscardedBytes = 32 * 1024 * 1024;
/** Keeps a waiting response below ten seconds. */
const maxDrainMs = 8_000;

/** Refusals less than 100 ms apart form a burst; bodies are read after at most 1.5 s. */
const quietMs = 100;
const maxBurstMs = 1_500;

/** Bodies of the current burst. */
let waiting: (() => void)[] = [];
let burstSince = 0;
let quiet: NodeJS.Timeout | undefined;

/** Resolves after a burst of refusals: discarding 200 uploads (800 MB) would delay the last ones. */
function waitForResponses(request: IncomingMessage): Promise<void> {
  // Otherwise Node discards an unread body once the response is sent.
  request.pause().read(0);
  if (waiting.length === 0) burstSince = performance.now();
  clearTimeout(quiet);
  const left = Math.max(0, burstSince + maxBurstMs - performance.now());
  quiet = setTimeout(endBurst, Math.min(quietMs, left)).unref();
  return new Promise((resolve) => waiting.push(resolve));
}

function endBurst(): void {
  const burst = waiting;
  waiting = [];
  for (const goOn of burst) goOn();
}

/**
 * Reads and discards the rest of a refused body. Browsers read the response only after sending everything; an earlier
 * close would show a network error.
 * @returns whether the body ended within the limits
 */
export function discardRest(request: IncomingMessage): Promise<boolean> {
  if (request.complete || request.destroyed) return Promise.resolve(request.complete);
  if (Number(request.headers['content-length'] ?? 0) > maxDiscardedBytes) return Promise.resolve(false);
  return new Promise((resolve) => {
    let discarded = 0;
    // After the response, the request doesn't emit the end of its connection.
    const { socket } = request;
    const finish = (isComplete: boolean) => {
      clearTimeout(timer);
      request.off('data', onData).off('end', onEnd);
      socket.off('close', onClose);
      resolve(isComplete);
    };
    const onData = (chunk: Buffer) => {
      discarded += chunk.length;
      if (discarded > maxDiscardedBytes) finish(false);
    };
    const onEnd = () => finish(true);
    const onClose = () => finish(request.complete);
    const timer = setTimeout(() => finish(false), maxDrainMs);
    request.on('error', () => undefined);
    request.on('data', onData).on('end', onEnd);
    socket.on('close', onClose);
    request.resume();
  });
}

/** Calls `discardRest` after a burst of refusals. Ends the connection if the body exceeds the limits. */
export function discardAfterResponses(request: IncomingMessage): void {
  void waitForResponses(request)
    .then(() => discardRest(request))
    .then((isComplete) => isComplete || request.destroy());
}
