import { performance } from 'node:perf_hooks';
import { call, moderator } from '../lib/site.mjs';

export const name = 'S-15';
export const title = 'guessed passwords';
export const rule = 'Thousands of guesses from many addresses fail, while the owner can still sign in from their own.';

export async function run({ product: start, quick, say, checks }) {
  // With production limits, behind a proxy trusted to forward the visitor's address.
  const product = await start({
    fresh: true,
    environment: { RATE_LIMIT_SCALE: '1', TRUSTED_PROXY_CIDR: '127.0.0.1/32' },
  });
  const from = (address) => ({ 'X-Forwarded-For': address });
  const admin = await product.signIn();
  const victim = await moderator(product, admin);
  const attempts = quick ? 600 : 4_000;
  const statuses = {};
  const times = [];
  const owner = [];
  let next = 0;
  const guess = async () => {
    while (next < attempts) {
      const n = next++;
      const email = n % 3 === 0 ? victim.email : `account${n % 10}@example.org`;
      const startedAt = performance.now();
      const { status } = await call(product, 'POST', '/admin/auth/login', {
        json: { email, password: `guess number ${n}` },
        headers: from(`203.0.113.${n % 50}`),
      });
      times.push(performance.now() - startedAt);
      statuses[status] = (statuses[status] ?? 0) + 1;
      if (n % Math.floor(attempts / 6) === 10) {
        const own = await call(product, 'POST', '/admin/auth/login', {
          json: { email: victim.email, password: victim.password },
          headers: from('198.51.100.7'),
        });
        owner.push(own.status);
      }
    }
  };
  await Promise.all(Array.from({ length: 20 }, guess));
  const evaluated = (statuses[401] ?? 0) + (statuses[400] ?? 0);
  const sorted = times.sort((a, b) => a - b);
  const p99 = Math.round(sorted[Math.floor(sorted.length * 0.99)]);
  checks.that(!statuses[200], 'a guess succeeded');
  checks.that(
    !Object.keys(statuses).some((status) => status >= 500 && status !== '503'),
    `answers ${JSON.stringify(statuses)}`,
  );
  checks.that(evaluated <= attempts / 2, `${evaluated} of ${attempts} guesses were evaluated`);
  checks.that(
    owner.every((status) => status === 200),
    `the owner got ${owner.join(', ')}`,
  );
  say(`${JSON.stringify(statuses)}, p99 ${p99} ms`);
  return { attempts, statuses, ownerSignedIn: owner.length, p99Ms: p99 };
}
