import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { Checks } from './checks.mjs';
import { until } from './until.mjs';

export const name = 'R-14';
export const title = 'a gateway that is asked to stop during uploads';
export const rule =
  'Uploads under way are finished; readiness ends at once; a second signal does not cut it short; every photo is stored exactly once.';

const boundary = 'r14boundary';
const field = (key, value) => `--${boundary}\r\nContent-Disposition: form-data; name="${key}"\r\n\r\n${value}\r\n`;

/** A photo whose bytes trickle for `lastsMs`; answers the status, or 0 when the connection broke. */
function slowUpload(product, mark, picture, lastsMs) {
  const head = Buffer.from(
    field('first_name', 'Slow') +
      field('last_name', mark) +
      field('email', 's@example.org') +
      field('location', 'Conway') +
      field('comment', '') +
      `--${boundary}\r\nContent-Disposition: form-data; name="snapshot_file_path"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n`,
  );
  const body = Buffer.concat([head, picture, Buffer.from(`\r\n--${boundary}--\r\n`)]);
  return new Promise((resolve) => {
    const call = request(`${product.url}/main/snapshot/create`, {
      method: 'POST',
      headers: {
        'Content-Type': `multipart/form-data; boundary=${boundary}`,
        'Content-Length': body.length,
        'Idempotency-Key': mark,
      },
    });
    call.on('response', (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode));
    });
    call.on('error', () => resolve(0));
    void (async () => {
      const steps = 20;
      for (let step = 0; step < steps; step += 1) {
        call.write(
          body.subarray(Math.floor((body.length * step) / steps), Math.floor((body.length * (step + 1)) / steps)),
        );
        await wait(lastsMs / steps);
      }
      call.end();
    })();
  });
}

export async function run(context) {
  const checks = new Checks();
  const product = await context.product({ fresh: true });
  const { default: sharp } = await import('sharp');
  const noise = Buffer.from(Array.from({ length: 300 * 300 * 3 }, () => Math.floor(Math.random() * 256)));
  const picture = await sharp(noise, { raw: { width: 300, height: 300, channels: 3 } })
    .png()
    .toBuffer();
  const marks = Array.from({ length: 12 }, () => `r14-${randomUUID()}`);
  const uploads = marks.map((mark) => slowUpload(product, mark, picture, 8_000));
  await wait(2_000);
  const metricsPort = product.state().ports.gateway.metrics;
  const pid = await product.kill('gateway', 'SIGTERM');
  const notReady = await until(
    'readiness to end',
    async () => (await fetch(`http://127.0.0.1:${metricsPort}/readyz`)).status === 503,
    { withinMs: 2_000, everyMs: 50 },
  ).then(
    () => true,
    () => false,
  );
  checks.that(notReady, 'it stayed ready after the signal');
  process.kill(pid, 'SIGTERM');
  const statuses = await Promise.all(uploads);
  checks.that(
    statuses.every((status) => status === 201),
    `uploads under way were answered with ${statuses.join(' ')}`,
  );
  await product.untilBack('gateway', pid, 60_000);
  // Whoever did not hear an answer sends the same again.
  for (const mark of marks) {
    const again = await slowUpload(product, mark, picture, 20);
    checks.that(again === 201, `the repetition was answered with ${again}`);
  }
  const rows = await product.query(
    'SELECT last_name, count(*)::int AS count FROM submissions.snapshots WHERE last_name = ANY($1) GROUP BY 1',
    [marks],
  );
  checks.that(
    rows.length === marks.length && rows.every(({ count }) => count === 1),
    `${rows.length} of ${marks.length} photos, ${Math.max(...rows.map(({ count }) => count))} times`,
  );
  return {
    holds: checks.hold,
    details: { uploads: marks.length, statuses, failed: checks.failed },
    rows: checks.failed.map((what) => ({ what })),
  };
}
