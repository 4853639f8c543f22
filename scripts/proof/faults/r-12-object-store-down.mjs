import { setTimeout as wait } from 'node:timers/promises';
import { until } from '../../lib/until.mjs';
import { Ledger } from '../lib/acknowledged-writes.mjs';
import { checkStored } from './parts/writes.mjs';

export const name = 'R-12';
export const title = 'object store down';
export const rule =
  'While it is frozen or down uploads get 503, text forms and pages keep working, no row lacks its picture; afterwards everything works without a restart.';

export async function run({ checks, rows, quick, ...context }) {
  const product = await context.product({ fresh: true });
  const faults = {
    frozen: [() => product.kill('object-store', 'SIGSTOP'), () => product.kill('object-store', 'SIGCONT')],
    killed: [() => product.kill('object-store'), () => undefined],
  };
  for (const [fault, [begin, end]] of Object.entries(faults)) {
    const ledger = new Ledger(product.url);
    const uploads = [];
    await begin();
    for (const endsAt = Date.now() + (quick ? 15_000 : 30_000); Date.now() < endsAt; await wait(500)) {
      uploads.push(ledger.write('snapshot'));
      const form = await ledger.write('contact');
      checks.that(form.acknowledgedAt !== undefined, `${fault}: a text form returned ${form.statuses.join(' ')}`);
      const home = await fetch(`${product.url}/main/home`);
      checks.that(home.status === 200, `${fault}: the home page returned ${home.status}`);
    }
    await end();
    const statuses = [...new Set((await Promise.all(uploads)).flatMap((upload) => upload.statuses))];
    const isUploaded = async () => (await new Ledger(product.url).write('snapshot')).acknowledgedAt !== undefined;
    await until('uploads to work again', isUploaded, { withinMs: 30_000 });
    checks.that(
      statuses.every((status) => [201, 503, 409].includes(status)),
      `${fault}: uploads returned ${statuses.join(' ')}`,
    );
    if (fault === 'frozen') checks.that(statuses.includes(503), 'frozen: no upload was refused');
    const acknowledged = await checkStored({ checks, product, ledger, what: fault });
    await product.untilImagesProcessed();
    const rejected = await product.countImages('rejected');
    checks.that(rejected === 0, `${fault}: ${rejected} rows lack their picture`);
    rows.push({
      fault,
      uploads: uploads.length,
      'acknowledged with text forms': acknowledged,
      statuses: statuses.join(' '),
    });
  }
}
