import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { newId } from '@site/platform/base/ids';
import type { ObjectStore } from '@site/platform/data/object-store';
import type { Logger } from '@site/platform/base/tokens';
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
      await putFile(await this.store.presignedPut(key), { file, mediaType, tls: this.store.tls }, deadline);
      // Stores that answer 200 and keep nothing have been seen: nothing is acknowledged on their word alone.
      const stored = await Promise.race([this.store.stat(key), failing(deadline)]);
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

async function putFile(
  url: string,
  { file, mediaType, tls }: { file: SpooledFile; mediaType: string; tls: ObjectStore['tls'] },
  signal: AbortSignal,
): Promise<void> {
  const send = url.startsWith('https:') ? httpsRequest : httpRequest;
  const put = send(url, {
    method: 'PUT',
    // A new connection: one kept from before could lead to a store that has since gone away.
    agent: false,
    ...tls,
    headers: { 'Content-Length': file.sizeBytes, 'Content-Type': mediaType, 'Content-MD5': file.md5 },
    timeout: silenceMs,
    signal,
  });
  put.on('timeout', () => put.destroy(new Error('the object store does not answer')));
  // Only the store's answer counts. It may come, and the connection end, before our last write is confirmed.
  put.on('error', () => undefined);
  const source = createReadStream(file.path);
  source.on('error', (error) => put.destroy(error));
  put.on('close', () => source.destroy());
  source.pipe(put);
  const [answer] = (await once(put, 'response')) as [IncomingMessage];
  answer.resume();
  if (answer.statusCode !== 200) throw new Error(`the object store answered a PUT with ${answer.statusCode}`);
}

/** Fails when the signal comes. */
async function failing(signal: AbortSignal): Promise<never> {
  if (!signal.aborted) await once(signal, 'abort');
  throw signal.reason;
}
