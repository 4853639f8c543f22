import type { IncomingMessage } from 'node:http';

const mostBytes = 32 * 1024 * 1024;
/** An answer that waits for it still comes within ten seconds. */
const longestMs = 8_000;

/** Refusals that follow one another faster than this belong to one crowd, whose bodies wait for at most so long. */
const quietMs = 100;
const longestCrowdMs = 1_500;

/** The bodies of a crowd that wait, and since when. */
let waiting: (() => void)[] = [];
let crowdSince = 0;
let quiet: NodeJS.Timeout | undefined;

/**
 * Resolves when nobody else is being refused any more. Where two hundred send at once, reading eight hundred megabytes to throw them
 * away takes longer than refusing them, and whoever is refused last would wait for it.
 */
function afterTheAnswers(request: IncomingMessage): Promise<void> {
  // Node reads away by itself what nobody has begun to read when the answer is out.
  request.pause().read(0);
  if (waiting.length === 0) crowdSince = performance.now();
  clearTimeout(quiet);
  const left = Math.max(0, crowdSince + longestCrowdMs - performance.now());
  quiet = setTimeout(letCrowdGo, Math.min(quietMs, left)).unref();
  return new Promise((resolve) => waiting.push(resolve));
}

function letCrowdGo(): void {
  const crowd = waiting;
  waiting = [];
  for (const goOn of crowd) goOn();
}

/**
 * Reads what is left of a refused body and throws it away. A browser reads the answer only after it has sent everything; if the
 * connection closed before, it would show a network error instead of the reason.
 * @returns whether the body came to its end within bounds
 */
export function discardRest(request: IncomingMessage): Promise<boolean> {
  if (request.complete || request.destroyed) return Promise.resolve(request.complete);
  if (Number(request.headers['content-length'] ?? 0) > mostBytes) return Promise.resolve(false);
  return new Promise((resolve) => {
    let discarded = 0;
    // Once answered, the request itself is no longer told that its connection has ended.
    const { socket } = request;
    const finish = (whole: boolean) => {
      clearTimeout(timer);
      request.off('data', onData).off('end', onEnd);
      socket.off('close', onClose);
      resolve(whole);
    };
    const onData = (chunk: Buffer) => {
      discarded += chunk.length;
      if (discarded > mostBytes) finish(false);
    };
    const onEnd = () => finish(true);
    const onClose = () => finish(request.complete);
    const timer = setTimeout(() => finish(false), longestMs);
    request.on('error', () => undefined);
    request.on('data', onData).on('end', onEnd);
    socket.on('close', onClose);
    request.resume();
  });
}

/** As `discardRest`, once a crowd has its answers; the connection ends when the body does not. */
export function discardAfterTheAnswers(request: IncomingMessage): void {
  void afterTheAnswers(request)
    .then(() => discardRest(request))
    .then((whole) => whole || request.destroy());
}
