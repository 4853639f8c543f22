import { createECDH, randomBytes, randomUUID } from 'node:crypto';
import { until } from '../../lib/until.mjs';
import { moderator, patiently } from '../lib/site.mjs';
import { mailsTo, settle, signUp, startCarrier, tokenFor, tokensIn, wishes, withToken } from '../lib/sign-ups.mjs';

export const name = 'S-33';
export const title = 'other people’s subscriptions';
export const rule =
  'A stranger’s sign-up of a subscribed address changes nothing, even when its owner opens and confirms every message; a consent is to a published text; a person can be found and erased by phone number and by push subscription, by admins only.';

const ask = async (product, token) => JSON.stringify((await withToken(product, 'wishes', token)).json?.data?.wishes);

/** Skips the hour during which an address gets no second message. */
async function passAnHour(product) {
  await product
    .query(`UPDATE notifications.asked_addresses SET last_asked_at = last_asked_at - interval '1 hour'`)
    .catch(() => undefined);
  await product.query('UPDATE notifications.confirmations SET due_at = now() WHERE due_at > now()');
}

async function stranger(product, { checks, rows }) {
  const email = `owner-${randomUUID()}@example.org`;
  await signUp(product, { email }, '203.0.113.1');
  const token = await tokenFor(product, email);
  await withToken(product, 'confirm', token);
  const before = await ask(product, token);
  const theirs = { wishes: { ...wishes, counties: ['05001'], kinds: ['winter'], least_level: 1 } };
  const { status } = await signUp(product, { email }, '203.0.114.1', theirs);
  checks.that(status === 202, `the stranger's sign-up returned ${status}`);
  await passAnHour(product);
  await settle(product);
  const mails = await until(
    'a second mail',
    () => (mailsTo(product, email).length > 1 ? mailsTo(product, email) : undefined),
    { withinMs: 30_000 },
  );
  for (const one of new Set(mails.flatMap(tokensIn))) {
    const page = await patiently(product, 'GET', `/subscription?token=${one}&ask=confirm`);
    checks.that(
      !page.text.includes('action="/subscription/confirm"'),
      'a page offers to confirm the stranger’s choice',
    );
    await withToken(product, 'confirm', one);
  }
  checks.that(!mails.some((mail) => mail.includes('Arkansas County')), "a mail shows the stranger's choice");
  checks.that((await ask(product, token)) === before, "a stranger’s sign-up replaced the owner's choice");
  rows.push({ what: 'mails to the owner of a subscribed address', count: mails.length });
}

async function consents(product, { checks, rows }) {
  const unpublished = ['1999-01', '2026-12', '2026-11 ', 'yes', '', '2026-11.1'];
  for (const consent_version of unpublished) {
    const email = `consent-${randomUUID()}@example.org`;
    const { status, json } = await signUp(product, { email }, '203.0.113.2', { consent_version });
    const named = json?.errors?.some(({ field }) => field === 'consent_version');
    checks.that(status === 400 && named === true, `a consent to ${JSON.stringify(consent_version)}: ${status}`);
  }
  const [{ count }] = await product.query(
    `SELECT count(*)::int AS count FROM notifications.confirmations WHERE consent_version NOT IN ('', '2026-11')`,
  );
  checks.that(count === 0, `${count} consents to unpublished texts are stored`);
  rows.push({ what: 'consents to unpublished texts rejected', count: unpublished.length });
}

async function persons(product, carrier, { checks, rows }) {
  const token = await product.signIn();
  const { token: helper } = await moderator(product, token);
  const post = (path, json, as = token) =>
    patiently(product, 'POST', `/admin/main/personal-data/${path}`, { json, token: as });
  const phone = '+15015550142';
  await signUp(product, { phone }, '203.0.113.3');
  await withToken(product, 'confirm', await carrier.tokenFor(phone));
  const endpoint = `https://fcm.googleapis.com/fcm/send/${randomUUID()}`;
  const keys = {
    p256dh: createECDH('prime256v1').generateKeys('base64url'),
    auth: randomBytes(16).toString('base64url'),
  };
  await signUp(product, { push: { endpoint, ...keys } }, '203.0.113.4');
  const email = `linked-${randomUUID()}@example.org`;
  await signUp(product, { email }, '203.0.113.5');
  const link = `${product.url}/subscription?token=${await tokenFor(product, email)}`;
  const stored = async () => (await product.query('SELECT id FROM notifications.channels')).length;

  const named = {
    'a phone number': { phone: '(501) 555-0142' },
    'an endpoint': { push: endpoint },
    'a link': { push: link },
  };
  for (const [what, person] of Object.entries(named)) {
    const again = { ...person, confirm: Object.values(person)[0] };
    for (const [path, json] of [
      ['export', person],
      ['erase', again],
    ]) {
      const { status } = await post(path, json, helper);
      checks.that(status === 403, `a moderator's ${path} by ${what} returned ${status}`);
    }
    const kept = await post('export', person);
    checks.that(kept.json?.data?.alerts?.counties?.[0] === '05119', `the export by ${what}: ${kept.status}`);
    const other = await post('erase', { ...person, confirm: '+15015550199' });
    checks.that(other.status === 400, `erasing by ${what} without typing it again: ${other.status}`);
    const before = await stored();
    const erased = await post('erase', again);
    checks.that(erased.json?.data?.erased?.alerts === 1, `the erasure by ${what}: ${erased.status}`);
    checks.that((await stored()) === before - 1, `the erasure by ${what} left the channel, or removed others`);
    const left = await post('export', person);
    checks.that(left.json?.data?.found === 0, `after the erasure by ${what} some data remains`);
  }
  rows.push({ what: 'ways to find and erase a person besides email', count: Object.keys(named).length });
}

export async function run({ product: start, checks, rows, defer }) {
  const carrier = await startCarrier(defer);
  const product = await start({
    fresh: true,
    environment: { RATE_LIMIT_SCALE: '1000', TRUSTED_PROXY_CIDR: '127.0.0.1/32', ...carrier.environment },
  });
  const report = { checks, rows };
  await stranger(product, report);
  await consents(product, report);
  await persons(product, carrier, report);
}
