import { setTimeout as wait } from 'node:timers/promises';
import { Ledger } from '../lib/acknowledged-writes.mjs';
import { checkStored } from './parts/writes.mjs';

export const name = 'R-35';
export const title = 'batched writes, and a process killed among them';
export const rule =
  'Sixty visitors write concurrently without a pause while the service, Postgres and the gateway are killed in turn: writes share commits, and every acknowledged one is stored, none twice.';

const writers = 60;
const roles = ['submissions', 'postgres', 'gateway'];

export async function run(context) {
  const { checks, quick, log } = context;
  const product = await context.product({ fresh: true });
  const ledger = new Ledger(product.url);
  let isOver = false;
  const writing = Array.from({ length: writers }, async (_, number) => {
    while (!isOver) await ledger.write(number % 2 ? 'contact' : 'newsletter');
  });
  for (let round = 0; round < (quick ? 1 : 3); round += 1)
    for (const role of roles) {
      await wait(2_000 + Math.random() * 1_000);
      const pid = await product.kill(role);
      if (role !== 'postgres') await product.untilBack(role, pid);
      const before = ledger.acknowledged.length;
      await checks.eventually(
        () => ledger.acknowledged.length > before,
        `after ${role} was killed no write succeeded`,
        { withinMs: 30_000 },
      );
      log(`${role} killed, ${ledger.acknowledged.length} acknowledged`);
    }
  await wait(2_000);
  isOver = true;
  await Promise.all(writing);

  const acknowledged = await checkStored({ checks, product, ledger, what: 'in the end' });
  const [{ commits, rows }] = await product.query(
    `SELECT count(DISTINCT xmin::text)::int AS commits, count(*)::int AS rows FROM submissions.contact_messages`,
  );
  checks.that(commits < rows, `${rows} messages in ${commits} commits: none was shared`);
  const [{ missing }] = await product.query(
    `SELECT count(*)::int AS missing FROM submissions.newsletter_subscribers AS subscriber WHERE NOT EXISTS
       (SELECT FROM submissions.outbox WHERE payload = jsonb_build_object('subscriberId', subscriber.id::text))
       AND email LIKE 'm%@example.org'`,
  );
  checks.that(missing === 0, `${missing} sign-ups have no job`);
  return { acknowledged, rows, commits };
}
