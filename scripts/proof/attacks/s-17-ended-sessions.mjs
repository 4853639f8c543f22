import { call, moderator, signIn } from '../lib/site-actions.mjs';

export const name = 'S-17';
export const title = 'ended sessions';
export const rule =
  'After sign-out, a password change or account deletion, the old token is rejected within 5 seconds.';

export async function run({ product: start, checks, rows }) {
  const product = await start();
  const admin = await product.signIn();
  const opens = async (token) => (await call(product, 'GET', '/admin/main/snapshot', { token })).status;
  const ends = async (what, token, act) => {
    checks.that((await opens(token)) === 200, `${what}: the token did not work before`);
    const startedAt = Date.now();
    await act();
    await checks.eventually(async () => (await opens(token)) === 401, `${what}: the token still works after 5 s`, {
      withinMs: 5_000,
      intervalMs: 20,
    });
    rows.push({ what, rejectedAfterMs: Date.now() - startedAt });
  };
  const first = await moderator(product, admin);
  await ends('sign-out', first.token, () => call(product, 'POST', '/admin/auth/logout', { token: first.token }));
  const second = await signIn(product, first.email, first.password);
  const third = await signIn(product, first.email, first.password);
  await ends('a password changed elsewhere', second, async () => {
    const { status } = await call(product, 'POST', '/admin/auth/change/password', {
      token: third,
      multipart: { old_password: first.password, new_password: 'hail over fayetteville' },
    });
    checks.that(status === 200, `changing the password returned ${status}`);
  });
  const fourth = await signIn(product, first.email, 'hail over fayetteville');
  await ends('a deleted account', fourth, () =>
    call(product, 'DELETE', `/admin/main/moderator/${first.id}`, { token: admin }),
  );
  const nextLogin = await call(product, 'POST', '/admin/auth/login', {
    json: { email: first.email, password: 'hail over fayetteville' },
  });
  checks.that(
    nextLogin.status === 401 || nextLogin.status === 400,
    `the deleted account signs in (${nextLogin.status})`,
  );
}
