import { setTimeout as wait } from 'node:timers/promises';
import { until } from '../../lib/until.mjs';
import { Ledger } from '../lib/ledger.mjs';

export const name = 'R-12';
export const title = 'object store down';
export const rule =
  'While it is frozen or down uploads get 503, text forms and pages keep working, no row lacks its picture; afterwards everything works without a restart.';

export async function run(context) {
  const { checks, rows } = context;
  const product = await context.product({ fresh: true });
  const downMs = context.quick ? 15_000 : 30_000;
  const faults = {
    frozen: [() => product.kill('object-store', 'SIGSTOP'), () => product.kill('object-store', 'SIGCONT')],
    killed: [() => product.kill('object-store'), () => Promise.resolve()],
  };
  for (const [fault, [begin, end]] of Object.entries(faults)) {
    const during = new Ledger(product.url);
    const text = new Ledger(product.url);
    await begin();
    const until0 = Date.now() + downMs;
    const uploads = [];
    while (Date.now() < until0) {
      uploads.push(during.write('snapshot'));
      const form = await text.write('contact');
      checks.that(form.acknowledgedAt !== undefined, `${fault}: a text form returned ${form.statuses.join(' ')}`);
      const home = await fetch(`${product.url}/main/home`);
      checks.that(home.status === 200, `${fault}: the home page returned ${home.status}`);
      await wait(500);
    }
    await end();
    await Promise.all(uploads);
    await until(
      'uploads to work again',
      async () => (await new Ledger(product.url).write('snapshot')).acknowledgedAt !== undefined,
      { withinMs: 30_000 },
    );
    const statuses = during.entries.flatMap((entry) => entry.statuses);
    checks.that(
      statuses.every((status) => [201, 503, 409].includes(status)),
      `${fault}: uploads returned ${[...new Set(statuses)].join(' ')}`,
    );
    if (fault === 'frozen') checks.that(statuses.includes(503), 'frozen: no upload was refused');
    const { lost, doubled } = await during.verify((statement) => product.query(statement));
    const all = await text.verify((statement) => product.query(statement));
    checks.that(lost.length + all.lost.length === 0, `${fault}: acknowledged and lost`);
    checks.that(doubled.length + all.doubled.length === 0, `${fault}: stored twice`);
    await product.untilPicturesDone();
    const rejected = await product.pictures('rejected');
    checks.that(rejected === 0, `${fault}: ${rejected} rows lack their picture`);
    rows.push({
      fault,
      uploads: during.entries.length,
      acknowledged: during.acknowledged.length,
      'text forms': text.acknowledged.length,
      statuses: [...new Set(statuses)].join(' '),
    });
  }
}
