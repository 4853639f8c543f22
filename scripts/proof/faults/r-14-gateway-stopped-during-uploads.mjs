import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { formType, snapshotForm } from '../lib/multipart.mjs';
import { photo } from '../lib/site-actions.mjs';

export const name = 'R-14';
export const title = 'a gateway stopped during uploads';
export const rule =
  'Uploads in progress are finished; readiness ends immediately; a second signal does not cut it short; every photo is stored exactly once.';

/** Uploads a photo over `lastsMs`; returns the status, or 0 when the connection broke. */
function slowUpload(product, mark, bytes, lastsMs) {
  // Always the same, because the form may be resent with its idempotency key.
  const fields = { last_name: mark, email: 's@example.org' };
  const body = snapshotForm(bytes, { fields });
  return new Promise((resolve) => {
    const call = request(`${product.url}/main/snapshot/create`, {
      method: 'POST',
      headers: {
        'Content-Type': formType,
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
  const { checks } = context;
  const product = await context.product({ fresh: true });
  const { bytes } = await photo();
  const marks = Array.from({ length: 12 }, () => `r14-${randomUUID()}`);
  const uploads = marks.map((mark) => slowUpload(product, mark, bytes, 8_000));
  await wait(2_000);
  const metricsPort = product.state().ports.gateway.metrics;
  const pid = await product.kill('gateway', 'SIGTERM');
  await checks.eventually(
    async () => (await fetch(`http://127.0.0.1:${metricsPort}/readyz`)).status === 503,
    'it stayed ready after the signal',
    { withinMs: 2_000, intervalMs: 50 },
  );
  process.kill(pid, 'SIGTERM');
  const statuses = await Promise.all(uploads);
  checks.that(
    statuses.every((status) => status === 201),
    `uploads in progress returned ${statuses.join(' ')}`,
  );
  await product.untilBack('gateway', pid, 60_000);
  // A visitor who got no response would resend the same form.
  for (const mark of marks) {
    const retryStatus = await slowUpload(product, mark, bytes, 20);
    checks.that(retryStatus === 201, `the repetition returned ${retryStatus}`);
  }
  const rows = await product.query(
    'SELECT last_name, count(*)::int AS count FROM submissions.snapshots WHERE last_name = ANY($1) GROUP BY 1',
    [marks],
  );
  checks.that(
    rows.length === marks.length && rows.every(({ count }) => count === 1),
    `${rows.length} of ${marks.length} photos, ${Math.max(...rows.map(({ count }) => count))} times`,
  );
  return { uploads: marks.length, statuses };
}
