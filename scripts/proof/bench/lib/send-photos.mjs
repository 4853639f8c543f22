import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { performance } from 'node:perf_hooks';
import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import sharp from 'sharp';
import { formAround, formType, snapshotFields } from '../../lib/multipart.mjs';

/** Twelve megapixels that are hard to compress, as from phones. */

const width = 4_000;
const height = 3_000;
/** Makes a file of four megabytes. */
const grain = 0.235;

export async function fourMegabytes() {
  // Enlarged noise gives the shapes, full-size noise the grain.
  const shapes = await sharp(randomBytes(40 * 30 * 3), { raw: { width: 40, height: 30, channels: 3 } })
    .resize(width, height, { kernel: 'cubic' })
    .removeAlpha()
    .raw()
    .toBuffer();
  const noise = randomBytes(1 << 20);
  for (let index = 0; index < shapes.length; index += 1) {
    const value = shapes[index] + (noise[(index * 7) & 0xfffff] - 128) * grain;
    shapes[index] = value < 0 ? 0 : value > 255 ? 255 : value;
  }
  return sharp(shapes, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 85 })
    .toBuffer();
}

const pieceBytes = 64 * 1024;

/**
 * Alternates between connections: sending two hundred bodies in one go would block this process for one to two seconds,
 * in which it reads no response.
 */
async function* inPieces(...parts) {
  for (const part of parts)
    for (let at = 0; at < part.length; at += pieceBytes) {
      yield part.subarray(at, at + pieceBytes);
      await nextTurn();
    }
}

/** Doesn't copy the photo's bytes. Never throws: `error` contains the reason. */
export function sendPhoto(url, photo, { comment, agent }) {
  const { before, after } = formAround(snapshotFields({ comment }), 'snapshot_file_path');
  return new Promise((resolve) => {
    const from = performance.now();
    const call = request(
      `${url}/main/snapshot/create`,
      {
        method: 'POST',
        agent,
        timeout: 60_000,
        headers: { 'Content-Type': formType, 'Content-Length': before.length + photo.length + after.length },
      },
      (response) => {
        // A visitor waits for this, even if part of the body hasn't been sent.
        const result = {
          status: response.statusCode,
          headers: response.headers,
          responseMs: performance.now() - from,
        };
        response.resume();
        response.on('end', () => resolve(result));
        response.on('error', (error) => resolve({ ...result, error: error.code }));
      },
    );
    call.on('timeout', () => call.destroy(Object.assign(new Error('timeout'), { code: 'TIMEOUT' })));
    call.on('error', (error) => resolve({ error: error.code ?? error.message }));
    Readable.from(inPieces(before, photo, after), { objectMode: false }).pipe(call);
  });
}

/** Returns the results in order. */
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
