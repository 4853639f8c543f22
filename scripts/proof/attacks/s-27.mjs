import { call, moderator } from '../lib/site.mjs';

export const name = 'S-27';
export const title = 'parallel guesses';
export const rule =
  'Forty parallel guesses of a password or a code get 400, 401 or 429, never 5xx, and others sign in meanwhile.';

const forty = (networks) => Array.from({ length: 40 }, (_, n) => `198.51.${n % networks}.${1 + n}`);

/** Sends all guesses concurrently, with two users signing in from elsewhere meanwhile. */
async function attack(what, guesses, signIns, { checks, rows }) {
  const under = guesses.map((guess) => guess());
  const others = await Promise.all(signIns.map((signIn) => signIn()));
  const answers = await Promise.all(under);
  const count = {};
  for (const { status } of answers) count[status] = (count[status] ?? 0) + 1;
  rows.push({ what, answers: JSON.stringify(count), signIns: others.map(({ status }) => status).join(' ') });
  for (const { status } of answers)
    checks.that([400, 401, 429].includes(status), `${what}: a guess returned ${status}`);
  for (const { status } of others)
    checks.that(status === 200, `${what}: a valid sign-in from elsewhere returned ${status}`);
}

export async function run({ product: start, checks, rows }) {
  const product = await start({
    fresh: true,
    environment: { RATE_LIMIT_SCALE: '1', TRUSTED_PROXY_CIDR: '127.0.0.1/32' },
  });
  const admin = await product.signIn();
  const people = [];
  // Creating moderators is rate-limited per session, and each one costs a password hash; a few are enough.
  for (let n = 0; n < 5; n += 1) people.push(await moderator(product, admin, { from: `192.0.2.${n + 1}` }));
  const post = (path, from, json) =>
    call(product, 'POST', `/admin/auth/${path}`, { headers: { 'X-Forwarded-For': from }, json });
  let networks = 0;
  const signIn = ({ email, password }) => {
    networks += 1;
    const from = `203.0.${networks}.1`;
    return () => post('login', from, { email, password });
  };
  const bystander = people[4];
  for (const [index, count] of [1, 20].entries()) {
    const { email, password } = people[index];
    const passwords = forty(count).map((from) => () => post('login', from, { email, password: 'not the one' }));
    await attack(`passwords from ${count} networks`, passwords, [signIn({ email, password }), signIn(bystander)], {
      checks,
      rows,
    });
    const reset = people[2 + index].email;
    await post('forgot/password', `203.0.113.${count}`, { email: reset });
    const codes = forty(count).map(
      (from, n) => () => post('verify/otp', from, { email: reset, code: String(100_000 + n) }),
    );
    await attack(`codes from ${count} networks`, codes, [signIn(bystander)], { checks, rows });
  }
  const oneAddress = Array.from(
    { length: 40 },
    () => () => post('login', '198.51.100.200', { email: people[0].email, password: 'not the one' }),
  );
  await attack('passwords from one address', oneAddress, [signIn(bystander)], { checks, rows });
}
