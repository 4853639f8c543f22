import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { newId } from '@site/platform/ids';
import type { ObjectStore } from '@site/platform/object-store';
import type { Logger } from '@site/platform/tokens';
import { busy } from '../edge/failures.js';
import type { SpooledFile } from './spool.js';

/**
 * Puts uploads under staging/ in the object store. The PUT goes to a presigned address with the length and the checksum of
 * the file, straight from disk: memory stays flat, and the store itself refuses bytes that were changed on the way.
 */

/** Of one PUT with everything around it; an upload may take 60 s in all. */
const longestMs = 20_000;
const silenceMs = 10_000;

export class Staging {
  constructor(
    private readonly store: ObjectStore,
    private readonly logger: Logger,
  ) {}

  /**
   * Stores the file under a fresh key and returns it once the store has confirmed the bytes.
   * @throws 503 with Retry-After when it has not; then nothing of the file stays in the store
   */
  async put(file: SpooledFile, mediaType: string, signal: AbortSignal): Promise<string> {
    const key = `staging/${newId()}`;
    const deadline = AbortSignal.any([signal, AbortSignal.timeout(longestMs)]);
    try {
      await putFile(await this.store.presignedPut(key), file, mediaType, deadline);
      // A store that answers 200 and keeps nothing has been seen; nothing may be acknowledged on its word alone.
      const stored = await settled(this.store.stat(key), deadline);
      if (stored?.sizeBytes !== file.sizeBytes) throw new Error('the object store does not have what it confirmed');
      return key;
    } catch (error) {
      void this.discard(key);
      this.logger.warn({ err: error, key }, 'an upload could not be stored');
      throw busy('Pictures cannot be stored at the moment. Please try again shortly.', 5);
    }
  }

  /** Removes an upload that nothing refers to, if the store lets us; the sweep of unreferenced objects takes the rest. */
  async discard(key: string): Promise<void> {
    await this.store
      .remove([key])
      .catch((error: unknown) => this.logger.warn({ err: error, key }, 'an upload could not be removed'));
  }
}

async function putFile(url: string, file: SpooledFile, mediaType: string, signal: AbortSignal): Promise<void> {
  const send = url.startsWith('https:') ? httpsRequest : httpRequest;
  const put = send(url, {
    method: 'PUT',
    // A connection of its own: one kept from before could be to a store that has since gone away.
    agent: false,
    headers: { 'Content-Length': file.sizeBytes, 'Content-Type': mediaType, 'Content-MD5': file.md5 },
    timeout: silenceMs,
    signal,
  });
  put.on('timeout', () => put.destroy(new Error('the object store does not answer')));
  // What counts is the store's answer. It may come, and the connection end, before our own side has seen its last write.
  put.on('error', () => undefined);
  const source = createReadStream(file.path);
  source.on('error', (error) => put.destroy(error));
  put.on('close', () => source.destroy());
  source.pipe(put);
  const [answer] = (await once(put, 'response')) as [IncomingMessage];
  answer.resume();
  if (answer.statusCode !== 200) throw new Error(`the object store answered a PUT with ${answer.statusCode}`);
}

/** The result of `work`, unless the signal comes first. */
async function settled<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  signal.throwIfAborted();
  let onAbort: (() => void) | undefined;
  const aborted = new Promise<never>((_resolve, reject) => {
    onAbort = () => reject(signal.reason as Error);
    signal.addEventListener('abort', onAbort, { once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    if (onAbort) signal.removeEventListener('abort', onAbort);
  }
}
