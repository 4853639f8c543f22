import { request } from 'node:http';
import { performance } from 'node:perf_hooks';
import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { formAround, formType, snapshotFields } from '../../lib/multipart.mjs';

const pieceBytes = 64 * 1024;

/**
 * Sends bodies in pieces, alternating between connections. Sending two hundred bodies in one go blocks this process for
 * one to two seconds, in which it reads no response and would measure itself.
 */
async function* inPieces(...parts) {
  for (const part of parts)
    for (let at = 0; at < part.length; at += pieceBytes) {
      yield part.subarray(at, at + pieceBytes);
      await nextTurn();
    }
}

/** Uploads a photo through the public form without copying its bytes. Never throws: `error` contains the reason. */
export function sendPhoto(url, photo, { comment, agent }) {
  const { before, after } = formAround(snapshotFields({ comment }), 'snapshot_file_path');
  return new Promise((resolve) => {
    const from = performance.now();
    const done = (result) => resolve({ elapsedMs: performance.now() - from, ...result });
    const call = request(
      `${url}/main/snapshot/create`,
      {
        method: 'POST',
        agent,
        timeout: 60_000,
        headers: { 'Content-Type': formType, 'Content-Length': before.length + photo.length + after.length },
      },
      (response) => {
        // A visitor waits for this, even when part of the body has not been sent yet.
        const answeredMs = performance.now() - from;
        const chunks = [];
        response.on('data', (chunk) => chunks.push(chunk));
        response.on('end', () =>
          done({ status: response.statusCode, answeredMs, headers: response.headers, body: Buffer.concat(chunks) }),
        );
        response.on('error', (error) => done({ status: response.statusCode, answeredMs, error: error.code }));
      },
    );
    call.on('timeout', () => call.destroy(Object.assign(new Error('timeout'), { code: 'TIMEOUT' })));
    call.on('error', (error) => done({ error: error.code ?? error.message }));
    Readable.from(inPieces(before, photo, after), { objectMode: false }).pipe(call);
  });
}

/** Runs `work(number)` `count` times with this concurrency; returns the results in order. */
export async function atOnce(count, concurrency, work) {
  const results = new Array(count);
  let next = 0;
  await Promise.all(
    Array.from({ length: Math.min(count, concurrency) }, async () => {
      while (next < count) {
        const number = next++;
        results[number] = await work(number);
      }
    }),
  );
  return results;
}
