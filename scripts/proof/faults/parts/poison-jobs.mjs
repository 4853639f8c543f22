import { closeSync, existsSync } from 'node:fs';
import { join } from 'node:path';

/** A job process like the product's, with jobs that misbehave in every way until their cause is fixed. */

const dist = join(import.meta.dirname, '../../../../services/submissions/dist');
const { serveJobs } = await import(join(dist, 'jobs/serve-jobs.js'));
const { job, idField } = await import(join(dist, 'jobs/job.js'));
const { default: pg } = await import('pg');
const { z } = await import('zod');

const { DATABASE_URL, MENDED_FILE } = process.env;
const database = new pg.Client({ connectionString: DATABASE_URL });
await database.connect();
const payload = z.object({ thingId: idField });
const finish = ({ outboxId }) =>
  database.query(
    `UPDATE submissions.outbox SET processed_at = now(), failed_at = NULL WHERE id = $1 AND processed_at IS NULL`,
    [outboxId],
  );

/** Returns a job that does `harm` until its cause is fixed. */
const poison = (harm, limitSeconds = 10) =>
  job(payload, limitSeconds, async (run) => {
    if (!existsSync(MENDED_FILE)) await harm();
    await finish(run);
  });

process.on('uncaughtException', (error) => {
  process.send({ type: 'last-words', reason: String(error.message) }, () => process.exit(70));
});
await serveJobs({
  fine: job(payload, 10, finish),
  'throw at once': {
    limitSeconds: 10,
    run: (run) => {
      if (!existsSync(MENDED_FILE)) throw new Error('thrown at once');
      return finish(run);
    },
  },
  'throw later': poison(() => Promise.reject(new Error('thrown later'))),
  'throw a text': poison(() => Promise.reject('only a text')),
  'throw where nobody catches it': poison(
    () => new Promise(() => setTimeout(() => process.emit('uncaughtException', new Error('thrown outside')), 10)),
  ),
  'end the process': poison(() => process.exit(1)),
  'loop for ever': poison(() => {
    for (;;);
  }, 2),
  'never come back': poison(() => new Promise((resolve) => setTimeout(resolve, 60_000)), 2),
  'eat memory': poison(() => {
    // Hides Node's pages of heap output; the crash is intended.
    closeSync(2);
    const eaten = [];
    for (;;) eaten.push(new Array(1_000_000).fill(Math.random()));
  }),
});
await database.end();
process.exit(0);
