import { setTimeout as wait } from 'node:timers/promises';
import { burst, startLoad } from '../lib/http-load.mjs';

export const name = 'R-23';
export const title = 'five times the supported load';
export const rule =
  'Under five times the load that it can handle the product still handles four fifths of that, refuses the rest with 429 or 503, lets editors sign in, and is back to normal within seconds.';

/** Each uncached read calls a service. */
const uncached = (url, n) => `${url}/main/post?limit=${1 + (n % 99)}`;

export async function run(context) {
  const { checks, rows } = context;
  const product = await context.product({ fresh: true });
  const from = Date.now();
  const { stats: calm } = await burst(
    Array.from({ length: context.quick ? 400 : 2_000 }, (_, n) => uncached(product.url, n)),
    { concurrency: 32, keepBody: false },
  );
  const capacity = Math.round((calm.statuses[200] / (Date.now() - from)) * 1_000);
  const seconds = context.quick ? 10 : 60;
  const floodedAt = Date.now();
  // The load generator takes half of this machine: five times the remaining capacity is enough.
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
  const stats = await flood.stop();
  const goodput = Math.round((stats.statuses[200] ?? 0) / ((Date.now() - floodedAt) / 1_000));
  await checks.eventually(
    async () => {
      const at = Date.now();
      return (await fetch(uncached(product.url, 1))).ok && Date.now() - at < 500;
    },
    'it was still slow ten seconds later',
    { withinMs: 10_000 },
  );
  const odd = Object.keys(stats.statuses).filter((status) => !['200', '429', '503'].includes(status));
  checks.that(odd.length === 0, `answers ${stats.text}`);
  checks.that(goodput >= capacity * 0.8, `${goodput} of ${capacity} requests a second were done`);
  checks.that(signIn === 200, `an editor's sign-in returned ${signIn}`);
  checks.that(home === 200, `the home page returned ${home}`);
  rows.push({
    'capacity/s': capacity,
    'asked/s': capacity * 5,
    'done/s': goodput,
    'sign-in': signIn,
    responses: stats.text.slice(0, 60),
  });
  return { capacityPerSecond: capacity, goodputPerSecond: goodput, responses: stats.text };
}
