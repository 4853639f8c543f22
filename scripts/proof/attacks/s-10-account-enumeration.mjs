import { randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { call, moderator } from '../lib/site-actions.mjs';
import { median } from '../lib/statistics.mjs';

export const name = 'S-10';
export const title = 'account enumeration';
export const rule =
  'For sign-in, forgotten password, newsletter and alerts, a known address gets the same status, text and response time as an unknown one.';

/**
 * Larger differences could be measured across the internet. Sign-in computes an argon2 hash and gets a higher limit on
 * a busy machine.
 */
const maxDifferenceMs = 10;
/** With ten, medians differed by ten milliseconds by chance. */
const accounts = 40;

export async function run({ product: start, quick, checks, rows }) {
  // Each attempt comes from another network, to stay below the limits per address.
  const product = await start({ fresh: true, environment: { TRUSTED_PROXY_CIDR: '127.0.0.1/32' } });
  const admin = await product.signIn();
  const rounds = quick ? 40 : 200;
  const known = [];
  while (known.length < accounts) known.push(await moderator(product, admin, { from: `10.${known.length}.3.7` }));
  const subscriber = 'subscriber@example.org';
  const signUp = (email) => ({
    email,
    preferences: { counties: ['05119'], kinds: ['tornado'], min_level: 3 },
    consent_version: '2026-11',
  });
  const newsletter = '/main/news/letter/create';
  const alerts = '/main/notifications/subscribe';
  await call(product, 'POST', newsletter, { json: { email: subscriber } });
  await call(product, 'POST', alerts, { json: signUp(subscriber) });
  for (const table of ['subscribers', 'channels'])
    await product.query(`UPDATE notifications.${table} SET state = 'confirmed', confirmed_at = now()`);
  const unknown = () => `nobody-${randomUUID()}@example.org`;
  // Attempts per account are limited, and an account gets no second code within a minute.
  const emailOf = (isKnown, n) => (isKnown ? known[n].email : unknown());
  const subscribed = (isKnown) => (isKnown ? subscriber : unknown());
  /** By path: rounds and fields. */
  const forms = {
    'sign-in': [
      '/admin/auth/login',
      accounts,
      (isKnown, n) => ({ email: emailOf(isKnown, n), password: `wrong password ${n}` }),
    ],
    'forgotten password': ['/admin/auth/forgot/password', accounts, (isKnown, n) => ({ email: emailOf(isKnown, n) })],
    newsletter: [newsletter, rounds, (isKnown) => ({ email: subscribed(isKnown) })],
    alerts: [alerts, rounds, (isKnown) => signUp(subscribed(isKnown))],
  };
  for (const [form, [path, count, fields]] of Object.entries(forms)) {
    const times = { known: [], unknown: [] };
    const responses = { known: new Set(), unknown: new Set() };
    for (let n = 0; n < count; n += 1) {
      for (const who of n % 2 ? ['known', 'unknown'] : ['unknown', 'known']) {
        const json = fields(who === 'known', n);
        const headers = { 'Idempotency-Key': randomUUID(), 'X-Forwarded-For': `10.${n}.${who === 'known' ? 1 : 2}.7` };
        const from = performance.now();
        const { status, json: body } = await call(product, 'POST', path, { json, headers });
        times[who].push(performance.now() - from);
        const { action, message = '', errors = null, data } = body ?? {};
        responses[who].add(
          `${status} ${action} ${message} ${JSON.stringify(errors)} ${Object.keys(data ?? {}).join()}`,
        );
      }
    }
    const ofKnown = median(times.known);
    const ofUnknown = median(times.unknown);
    const difference = Math.abs(ofKnown - ofUnknown);
    const row = { form, knownMs: Math.round(ofKnown), unknownMs: Math.round(ofUnknown) };
    rows.push({ ...row, differenceMs: Number(difference.toFixed(1)) });
    const knownResponse = [...responses.known].join();
    const unknownResponse = [...responses.unknown].join();
    checks.that(knownResponse === unknownResponse, `${form}: ${knownResponse} against ${unknownResponse}`);
    const limit = form === 'sign-in' ? Math.max(maxDifferenceMs, ofUnknown * 0.5) : maxDifferenceMs;
    checks.that(difference < limit, `${form}: ${difference.toFixed(1)} ms apart`);
  }
  return { rounds };
}
