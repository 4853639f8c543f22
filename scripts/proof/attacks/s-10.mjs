import { randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { call, moderator } from '../lib/site.mjs';
import { median } from '../lib/statistics.mjs';

export const name = 'S-10';
export const title = 'account enumeration';
export const rule =
  'For sign-in, forgotten password and newsletter, a known address gets the same status, text and response time as an unknown one.';

/**
 * Larger differences could be measured across the internet. Sign-in computes an argon2 hash and gets a higher limit on
 * a busy machine.
 */
const longestDifferenceMs = 10;

export async function run({ product: start, quick, checks, rows }) {
  // Each attempt comes from another network: an attacker has many, and the limits per address are the same for all.
  const product = await start({ fresh: true, environment: { TRUSTED_PROXY_CIDR: '127.0.0.1/32' } });
  const admin = await product.signIn();
  const rounds = quick ? 40 : 200;
  // Ten samples were too few: their medians differed by ten milliseconds by chance.
  const forgetful = 40;
  const known = [];
  while (known.length < forgetful) known.push(await moderator(product, admin, { from: `10.${known.length}.3.7` }));
  await call(product, 'POST', '/main/news/letter/create', { json: { email: 'subscriber@example.org' } });
  const unknown = () => `nobody-${randomUUID()}@example.org`;
  // Each round uses another account: attempts per account are limited, and an account gets no second code within a
  // minute.
  const forms = {
    'sign-in': (isKnown, n) => ({
      path: '/admin/auth/login',
      json: { email: isKnown ? known[n].email : unknown(), password: `wrong password ${n}` },
    }),
    'forgotten password': (isKnown, n) => ({
      path: '/admin/auth/forgot/password',
      json: { email: isKnown ? known[n].email : unknown() },
    }),
    newsletter: (isKnown) => ({
      path: '/main/news/letter/create',
      json: { email: isKnown ? 'subscriber@example.org' : unknown() },
    }),
  };
  for (const [form, make] of Object.entries(forms)) {
    const times = { known: [], unknown: [] };
    const answers = { known: new Set(), unknown: new Set() };
    const count = form === 'newsletter' ? rounds : forgetful;
    for (let n = 0; n < count; n += 1) {
      for (const who of n % 2 ? ['known', 'unknown'] : ['unknown', 'known']) {
        const { path, json } = make(who === 'known', n);
        const from = performance.now();
        const { status, json: answer } = await call(product, 'POST', path, {
          json,
          headers: { 'Idempotency-Key': randomUUID(), 'X-Forwarded-For': `10.${n}.${who === 'known' ? 1 : 2}.7` },
        });
        times[who].push(performance.now() - from);
        answers[who].add(
          `${status} ${answer?.action} ${answer?.message ?? ''} ${JSON.stringify(answer?.errors ?? null)} ${Object.keys(answer?.data ?? {}).join()}`,
        );
      }
    }
    const difference = Math.abs(median(times.known) - median(times.unknown));
    rows.push({
      form,
      knownMs: Math.round(median(times.known)),
      unknownMs: Math.round(median(times.unknown)),
      differenceMs: Number(difference.toFixed(1)),
    });
    checks.that(
      JSON.stringify([...answers.known]) === JSON.stringify([...answers.unknown]),
      `${form}: ${[...answers.known]} against ${[...answers.unknown]}`,
    );
    if (form !== 'sign-in') checks.that(difference < longestDifferenceMs, `${form}: ${difference.toFixed(1)} ms apart`);
    else
      checks.that(
        difference < Math.max(longestDifferenceMs, median(times.unknown) * 0.5),
        `${form}: ${difference.toFixed(1)} ms apart`,
      );
  }
  return { rounds };
}
