import { request } from 'node:http';
import { performance } from 'node:perf_hooks';
import { formAround, formType, snapshotFields } from '../../lib/multipart.mjs';

/** Sends a photo through the public form without copying its bytes. Never throws: `error` says what went wrong. */
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
    call.write(before);
    call.write(photo);
    call.end(after);
  });
}

/** Runs `work(number)` `count` times, `concurrency` at a time; the results in order. */
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
