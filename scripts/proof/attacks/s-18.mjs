import { call, editor, moderator, operations } from '../lib/site.mjs';

export const name = 'S-18';
export const title = 'permissions by role';
export const rule =
  'Every operation of the OpenAPI document is closed to everyone not meant to use it: 401 without a session, 403 for an editor or a moderator.';

/** Routes open to moderators, besides those for their own account. */
const forModerators =
  /^\/admin\/main\/(snapshot(\/(approve|reject|look-alikes)\/\{id\}|\/decide)?|pictures\/\{id\}\/retry|contact-us(\/state|\/\{id\}\/(note|reply))?)$/;
/** Routes open to editors: everything about writing, but not the newsletter or the lists of people. */
const forEditors =
  /^\/admin\/main\/((post|faqs|team|header|logo|media|storm-banner)(\/.+)?|overview|pictures\/\{id\}\/retry|trash\/\{type\}\/\{id\}\/restore)$/;
/** Routes that lead to a session; the second step takes a half session in the body. */
const open =
  /^\/admin\/auth\/(login|forgot\/password|verify\/otp|reset\/password|second-factor\/(passkey-options|verify|enrol|enrol\/confirm))$/;
const ownAccount =
  /^\/admin\/auth\/(logout|change\/password|sessions(\/(\{id\}|end-others))?|second-factors(\/(\{id\}|confirm|recovery-codes))?|confirm(\/passkey-options)?)$/;
const anId = '01a1fb55-69c7-766f-8ee9-d5a97b08f9a2';

export async function run({ product: start, say, checks }) {
  const product = await start();
  const admin = await product.signIn();
  const helper = await moderator(product, admin);
  const writer = await editor(product, admin);
  const revoked = (await moderator(product, admin)).token;
  await call(product, 'POST', '/admin/auth/logout', { token: revoked });
  const all = await operations(product);
  const guarded = all.filter(({ path }) => path.startsWith('/admin/') && !open.test(path));
  for (const { method, path } of guarded) {
    const address = path.replaceAll('{designNumber}', '9').replaceAll(/\{\w+\}/g, anId);
    for (const [who, token] of [
      ['nobody', undefined],
      ['a revoked session', revoked],
    ]) {
      const { status } = await call(product, method, address, { token });
      checks.that(status === 401, `${method} ${path}: ${who} gets ${status}`);
    }
    if (ownAccount.test(path)) continue;
    for (const [who, { token }, allowed] of [
      ['a moderator', helper, method !== 'DELETE' && forModerators.test(path)],
      ['an editor', writer, forEditors.test(path)],
    ]) {
      const { status } = await call(product, method, address, { token });
      checks.that(
        allowed ? status !== 403 && status !== 401 : status === 403,
        `${method} ${path}: ${who} gets ${status}`,
      );
    }
  }
  say(`${guarded.length} guarded operations of ${all.length}`);
  checks.that(guarded.length > 50, 'the document lists too few operations');
  return { operations: guarded.length };
}
