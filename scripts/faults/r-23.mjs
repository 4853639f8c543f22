import { setTimeout as wait } from 'node:timers/promises';
import { Checks } from './checks.mjs';
import { burst, startLoad } from './load.mjs';
import { until } from './until.mjs';

export const name = 'R-23';
export const title = 'five times too many visitors';
export const rule =
  'Under five times what can be done per second four fifths of what can be done still are, the rest is refused with 429 or 503, editors can sign in, and afterwards all is well within seconds.';

/** Reads that are not ready in memory: every one asks a service. */
const uncached = (url, n) => `${url}/main/post?limit=${1 + (n % 99)}`;

export async function run(context) {
  const checks = new Checks();
  const product = await context.product({ fresh: true });
  const from = Date.now();
  const { tally: calm } = await burst(
    Array.from({ length: context.quick ? 400 : 2_000 }, (_, n) => uncached(product.url, n)),
    { concurrency: 32, keepBody: false },
  );
  const capacity = Math.round((calm.statuses[200] / (Date.now() - from)) * 1_000);
  const seconds = context.quick ? 10 : 60;
  const floodedAt = Date.now();
  // Half of this machine's time goes into making the load: five times of what is left is enough.
  const flood = startLoad({ rate: capacity * 5, next: (n) => uncached(product.url, n), connections: 2_000 });
  await wait(seconds * 500);
  const signIn = await fetch(`${product.url}/admin/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(product.admin),
    signal: AbortSignal.timeout(15_000),
  }).then(
    ({ status }) => status,
    () => 0,
  );
  const home = await fetch(`${product.url}/main/home`, { signal: AbortSignal.timeout(15_000) }).then(
    ({ status }) => status,
    () => 0,
  );
  await wait(seconds * 500);
  const tally = await flood.stop();
  const goodput = Math.round((tally.statuses[200] ?? 0) / ((Date.now() - floodedAt) / 1_000));
  const recovered = await until(
    'a calm answer',
    async () => {
      const at = Date.now();
      return (await fetch(uncached(product.url, 1))).ok && Date.now() - at < 500;
    },
    { withinMs: 10_000 },
  ).then(
    () => true,
    () => false,
  );
  const odd = Object.keys(tally.statuses).filter((status) => !['200', '429', '503'].includes(status));
  checks.that(odd.length === 0, `answers ${tally.text}`);
  checks.that(goodput >= capacity * 0.8, `${goodput} of ${capacity} requests a second were done`);
  checks.that(signIn === 200, `an editor's sign-in was answered with ${signIn}`);
  checks.that(home === 200, `the home page was answered with ${home}`);
  checks.that(recovered, 'it was slow ten seconds later');
  return {
    holds: checks.hold,
    details: { capacityPerSecond: capacity, goodputPerSecond: goodput, answers: tally.text, failed: checks.failed },
    rows: [
      {
        'capacity/s': capacity,
        'asked/s': capacity * 5,
        'done/s': goodput,
        'sign-in': signIn,
        answers: tally.text.slice(0, 60),
      },
    ],
  };
}
