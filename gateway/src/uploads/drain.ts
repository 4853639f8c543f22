import type { IncomingMessage } from 'node:http';

const mostBytes = 32 * 1024 * 1024;
/** An answer that waits for it still comes within ten seconds. */
const longestMs = 8_000;

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
