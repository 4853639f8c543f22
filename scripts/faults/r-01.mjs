import { setTimeout as wait } from 'node:timers/promises';
import { Checks } from './checks.mjs';
import { Ledger } from './ledger.mjs';
import { startLoad } from './load.mjs';
import { until } from './until.mjs';

export const name = 'R-01';
export const title = 'kill -9 of each process under writes';
export const rule =
  'Whatever is killed twice under writes and reads: every acknowledged write is stored exactly once, visitors who try again get through, public reads see no 5xx, and the part is back by itself.';
export const limitMinutes = 25;

/** The gateway is the one door of the one-command mode: while it restarts there is nobody to answer. */
const roles = ['content', 'submissions', 'auth', 'weather', 'worker', 'object-store', 'postgres', 'gateway'];
/** Goals of recovery (G7). */
const backWithinMs = { postgres: 20_000, 'object-store': 20_000 };
const kinds = ['contact', 'contact', 'newsletter', 'sponsor', 'snapshot'];

export async function run(context) {
  const checks = new Checks();
  const rows = [];
  const product = await context.product({ fresh: true });
  const writesPerSecond = context.quick ? 5 : 20;
  const secondsEach = context.quick ? 8 : 30;
  for (const role of context.quick ? ['submissions', 'postgres', 'content', 'worker'] : roles) {
    await until('the product to be whole', async () => (await fetch(`${product.url}/main/home`)).ok, {
      withinMs: 30_000,
    });
    const ledger = new Ledger(product.url);
    const reads = startLoad({
      rate: context.quick ? 50 : 200,
      next: (n) => `${product.url}${['/main/home', '/main/snapshots', '/main/post', '/main/faqs'][n % 4]}`,
    });
    const pending = [];
    let sent = 0;
    const writer = setInterval(() => pending.push(ledger.write(kinds[sent++ % kinds.length])), 1_000 / writesPerSecond);
    await wait((secondsEach * 1_000) / 4);
    let slowestMs = 0;
    for (let time = 0; time < 2; time += 1) {
      const pid = await product.kill(role);
      const killedAt = Date.now();
      if (role !== 'postgres') await product.untilBack(role, pid, 40_000);
      await until('writes to go through', async () => (await ledger.write('contact')).acknowledgedAt !== undefined, {
        withinMs: 60_000,
      });
      slowestMs = Math.max(slowestMs, Date.now() - killedAt);
      await wait((secondsEach * 1_000) / 4);
    }
    clearInterval(writer);
    await Promise.all(pending);
    const tally = await reads.stop();
    const { lost, doubled, acknowledged } = await ledger.verify((statement) => product.query(statement));
    const refused = ledger.entries.filter(({ acknowledgedAt }) => acknowledgedAt === undefined);
    checks.that(lost.length === 0, `${role}: ${lost.length} acknowledged writes are lost`);
    checks.that(doubled.length === 0, `${role}: ${doubled.length} writes are there twice`);
    checks.that(
      refused.length === 0,
      `${role}: ${refused.length} writes never got through: ${JSON.stringify(refused[0]?.statuses)}`,
    );
    const server = Object.entries(tally.statuses).filter(([status]) => status >= 500);
    checks.that(server.length === 0, `${role}: reads were answered with ${tally.text}`);
    if (role !== 'gateway') checks.that(tally.failed === 0, `${role}: reads failed: ${tally.text}`);
    checks.that(slowestMs <= (backWithinMs[role] ?? 15_000), `${role}: back after ${slowestMs} ms`);
    rows.push({
      killed: role,
      writes: ledger.entries.length,
      acknowledged,
      lost: lost.length,
      doubled: doubled.length,
      reads: tally.text,
      'back after ms': slowestMs,
    });
  }
  return { holds: checks.hold, details: { failed: checks.failed }, rows };
}
