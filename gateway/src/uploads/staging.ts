/**
 * Puts uploads under staging/ in the object store, by PUT to a presigned address with length and checksum. Files are
 * streamed, so memory stays constant, and the store rejects corrupted bytes.
 */
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { newId } from '@site/platform/base/ids';
import type { ObjectStore } from '@site/platform/data/object-store';
import type { Logger } from '@site/platform/base/injection-tokens';
import { busy } from '../edge/http-errors.js';
import type { SpooledFile } from './spool.js';

/** For one PUT; a whole upload may take 60 s. */
const putTimeoutMs = 20_000;
const silenceMs = 10_000;

export class Staging {
  constructor(
    private readonly store: ObjectStore,
    private readonly logger: Logger,
  ) {}

  /**
   * Returns the key once the store has confirmed the bytes.
   * @throws 503 with Retry-After on failure, leaving no object behind
   */
  async put(file: SpooledFile, mediaType: string, signal: AbortSignal): Promise<string> {
    const key = `staging/${newId()}`;
    const deadline = AbortSignal.any([signal, AbortSignal.timeout(putTimeoutMs)]);
    try {
      await putFile(await this.store.presignedPut(key), { file, mediaType, tls: this.store.tls }, deadline);
      // Some stores have returned 200 without storing anything.
      const stored = await Promise.race([this.store.stat(key), failing(deadline)]);
      if (stored?.sizeBytes !== file.sizeBytes) throw new Error('the object store does not have what it confirmed');
      return key;
    } catch (error) {
      void this.discard(key);
      this.logger.warn({ err: error, key }, 'an upload could not be stored');
      throw busy('We can’t save pictures right now. Try again in a minute.', 5);
    }
  }

  /** Tries to remove an upload; the sweep of unreferenced objects removes the rest. */
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
    // A pooled connection could lead to a store that has gone away.
    agent: false,
    ...tls,
    headers: { 'Content-Length': file.sizeBytes, 'Content-Type': mediaType, 'Content-MD5': file.md5 },
    timeout: silenceMs,
    signal,
  });
  put.on('timeout', () => put.destroy(new Error('the object store does not respond')));
  // Only the store's response counts. It may arrive before our last write is confirmed.
  put.on('error', () => undefined);
  const source = createReadStream(file.path);
  source.on('error', (error) => put.destroy(error));
  put.on('close', () => source.destroy());
  source.pipe(put);
  const [response] = (await once(put, 'response')) as [IncomingMessage];
  response.resume();
  if (response.statusCode !== 200) throw new Error(`the object store answered a PUT with ${response.statusCode}`);
}

async function failing(signal: AbortSignal): Promise<never> {
  if (!signal.aborted) await once(signal, 'abort');
  throw signal.reason;
}
