import { createECDH, createHash, randomBytes, randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { consent_version, from, tokenFor, wishes } from '../lib/sign-ups.mjs';
import { call, leak, moderator, patiently } from '../lib/site.mjs';
import { median } from '../lib/statistics.mjs';

export const name = 'S-31';
export const title = 'warning sign-ups';
export const rule =
  "A subscription with an unknown push service or county, or with too long a text, gets a clear error, and nothing is stored; only a subscriber's own token changes anything; a subscribed address gets the same response, in the same time, as any other; webhooks go to public addresses only.";

/** Keys in a browser's format: a point on the curve, and 16 bytes. */
const keys = () => ({
  p256dh: createECDH('prime256v1').generateKeys('base64url'),
  auth: randomBytes(16).toString('base64url'),
});
const browser = (changes = {}) => ({
  endpoint: `https://fcm.googleapis.com/fcm/send/${randomUUID()}`,
  ...keys(),
  ...changes,
});
/** 65 bytes with the prefix of a point that are not on the curve. */
const noPoint = Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 7)]).toString('base64url');

/** Look-alikes of push services, and addresses that no push service has. */
const endpoints = [
  'https://evil.example/push',
  'http://fcm.googleapis.com/fcm/send/x',
  'https://fcm.googleapis.com.evil.example/x',
  'https://fcm.googleapis.com@evil.example/x',
  'https://evil.example\\@fcm.googleapis.com/x',
  'https://evil.example#fcm.googleapis.com',
  'https://evil.example/?fcm.googleapis.com',
  'https://user:word@fcm.googleapis.com/x',
  'https://fcm.googleapis.com:8443/x',
  'https://fcm.googleapis.com./x',
  'https://xfcm.googleapis.com/x',
  'https://push.apple.com.evil.example/x',
  'https://evilpush.apple.com/x',
  'https://127.0.0.1/x',
  'https://127.1/x',
  'https://2130706433/x',
  'https://[::1]/x',
  'https://[::ffff:10.0.0.1]/x',
  'https://10.0.0.1/x',
  'https://192.168.0.1/x',
  'https://169.254.169.254/latest/meta-data',
  'https://localhost/x',
  'https://notifications:50051/x',
  'file:///etc/passwd',
  'javascript:alert(1)',
  `https://fcm.googleapis.com/${'a'.repeat(1_000)}`,
  'https://fcm.googleapis.com/x\r\nX-Injected: 1',
  '',
];

/** One fault each; what the answer has to name. */
const faults = {
  'no channel': [{}, 'email'],
  'two channels': [{ email: 'a@example.org', push: browser() }, 'email'],
  'an invalid key': [{ push: browser({ p256dh: 'AAAA' }) }, 'push.p256dh'],
  'a key off the curve': [{ push: browser({ p256dh: noPoint }) }, 'push'],
  'a short secret': [{ push: browser({ auth: 'AAAA' }) }, 'push.auth'],
  'an unknown county': [
    { email: 'a@example.org', wishes: { ...wishes, counties: ['05119', '48201'] } },
    'wishes.counties',
  ],
  'no county': [{ email: 'a@example.org', wishes: { ...wishes, counties: [] } }, 'wishes.counties'],
  'an unknown kind': [{ email: 'a@example.org', wishes: { ...wishes, kinds: ['locusts'] } }, 'wishes.kinds'],
  'an unknown level': [{ email: 'a@example.org', wishes: { ...wishes, least_level: 9 } }, 'wishes.least_level'],
  'half of the quiet hours': [
    { email: 'a@example.org', wishes: { ...wishes, quiet_from: '22:00' } },
    'wishes.quiet_until',
  ],
  'two addresses': [{ email: 'a@example.org,b@example.org' }, 'email'],
  'a hidden line': [{ email: 'a@example.org\r\nBcc: v@evil.example' }, 'email'],
  'a foreign number': [{ phone: '+4915112345678' }, 'phone'],
  'a field of the table': [{ email: 'a@example.org', state: 'confirmed' }, 'state'],
};

async function badInput(product, stored, { checks, rows }) {
  const send = (fields, network = '192.0.2.1') =>
    call(product, 'POST', '/main/notifications/subscribe', {
      json: { wishes, consent_version, ...fields },
      headers: from(network),
    });
  const refused = async (what, fields, field) => {
    const { status, json, text } = await send(fields);
    checks.that(
      status === 400 && json?.errors?.some((error) => error.field?.startsWith(field) && error.message.includes(' ')),
      `${what} returned ${status}: ${text.slice(0, 200)}`,
    );
    checks.that(!leak.test(text), `${what}: the response reveals internals: ${text.slice(0, 200)}`);
  };
  for (const endpoint of endpoints)
    await refused(JSON.stringify(endpoint).slice(0, 80), { push: browser({ endpoint }) }, 'push');
  for (const [what, [fields, field]] of Object.entries(faults)) await refused(what, fields, field);
  for (const path of ['subscribe', 'confirm', 'wishes', 'end', 'endpoint', 'shown']) {
    const { status } = await call(product, 'POST', `/main/notifications/${path}`, {
      json: { token: 'x', email: 'a'.repeat(5_000) },
      headers: from('192.0.2.1'),
    });
    checks.that(status === 413, `5 kB at ${path} returned ${status}`);
    const get = await call(product, 'GET', `/main/notifications/${path}?token=x&email=a@example.org`);
    checks.that(get.status === 405, `GET ${path} returned ${get.status}`);
  }
  checks.that((await stored()) === 0, `${await stored()} channels were stored from rejected requests`);
  rows.push({ what: 'rejected and not stored', count: endpoints.length + Object.keys(faults).length });
}

async function confirmed(product, email) {
  const signUp = { wishes, consent_version, email };
  await patiently(product, 'POST', '/main/notifications/subscribe', { json: signUp, headers: from('192.0.2.50') });
  const token = await tokenFor(product, email);
  const { status } = await patiently(product, 'POST', '/main/notifications/confirm', { json: { token } });
  if (status !== 200) throw new Error(`a confirmation returned ${status}`);
  return token;
}

const wishesOf = async (product, token) => {
  const { status, json } = await patiently(product, 'POST', '/main/notifications/wishes', { json: { token } });
  return JSON.stringify([status, json?.data]);
};

async function foreignTokens(product, token, { checks, rows }) {
  const before = await wishesOf(product, token);
  const flipped = (token.startsWith('A') ? 'B' : 'A') + token.slice(1);
  const tokens = [
    randomBytes(32).toString('base64url'),
    flipped,
    token.slice(0, -1),
    `${token}A`,
    `${token} `,
    createHash('sha256').update(token).digest('hex'),
    createHash('sha256').update(token).digest('base64url'),
    "' OR 1=1 --",
    '%00',
  ];
  for (const foreign of tokens) {
    const asked = {
      confirm: { token: foreign },
      wishes: { token: foreign, wishes: { ...wishes, counties: ['05001'] } },
      end: { token: foreign },
      endpoint: { token: foreign, push: browser() },
    };
    for (const [path, json] of Object.entries(asked)) {
      const answer = await patiently(product, 'POST', `/main/notifications/${path}`, { json });
      checks.that(answer.status === 404, `${path} with a foreign token (${foreign}): ${answer.status}`);
    }
    const page = await patiently(product, 'GET', `/subscription?token=${encodeURIComponent(foreign)}`);
    checks.that(page.status === 404 && !page.text.includes('Pulaski'), `the page of a foreign token: ${page.status}`);
  }
  for (const path of ['/subscription/end', '/subscription/confirm', '/subscription/wishes']) {
    const { status } = await call(product, 'GET', `${path}?token=${token}`);
    checks.that(status === 405, `GET ${path} with a valid token: ${status}`);
  }
  const page = await patiently(product, 'GET', `/subscription?token=${token}`);
  checks.that(page.status === 200, `the page of the valid token: ${page.status}`);
  checks.that(/no-store/.test(page.headers.get('cache-control') ?? ''), 'the page with a token may be cached');
  checks.that(page.headers.get('referrer-policy') === 'no-referrer', 'the page leaks its token');
  checks.that((await wishesOf(product, token)) === before, 'a foreign token changed a subscription');
  rows.push({ what: 'foreign tokens', count: tokens.length });
}

/** Larger differences could be measured across the internet. */
const longestDifferenceMs = 10;

async function whoIsSubscribed(product, { email, token }, { quick, checks, rows }) {
  const before = await wishesOf(product, token);
  const times = { known: [], unknown: [] };
  const answers = { known: new Set(), unknown: new Set() };
  const rounds = quick ? 40 : 200;
  for (let n = 0; n < rounds; n += 1)
    for (const who of n % 2 ? ['known', 'unknown'] : ['unknown', 'known']) {
      const address = who === 'known' ? email : `nobody-${randomUUID()}@example.org`;
      const json = { wishes: { ...wishes, counties: ['05001'] }, consent_version, email: address };
      const at = performance.now();
      const answer = await call(product, 'POST', '/main/notifications/subscribe', {
        json,
        headers: from(`10.${n}.${who === 'known' ? 1 : 2}.7`),
      });
      times[who].push(performance.now() - at);
      answers[who].add(`${answer.status} ${answer.text}`);
    }
  const [known, unknown] = [[...answers.known].join(), [...answers.unknown].join()];
  checks.that(known === unknown && known.startsWith('202'), `a subscribed address: ${known}; another: ${unknown}`);
  const difference = Math.abs(median(times.known) - median(times.unknown));
  checks.that(difference < longestDifferenceMs, `a subscribed address is ${difference.toFixed(1)} ms apart`);
  checks.that((await wishesOf(product, token)) === before, 'a stranger’s sign-ups changed a subscription');
  rows.push({ what: 'ms between a subscribed address and another', count: Number(difference.toFixed(1)) });
}

async function webhooks(product, stored, { checks }) {
  const admin = await product.signIn();
  const path = '/admin/main/notifications/webhooks';
  const make = (url, token) =>
    patiently(product, 'POST', path, { token, json: { name: 'Attack', url, ...wishes }, headers: from('192.0.2.60') });
  const before = await stored();
  // The others are public addresses, which a webhook may use.
  const inside = endpoints.filter((url) => !/example|fcm|apple/.test(url));
  for (const url of inside) {
    const { status, text } = await make(url, admin);
    checks.that(status === 400, `a webhook at ${url} returned ${status}: ${text.slice(0, 100)}`);
  }
  const { token: helper } = await moderator(product, admin);
  for (const [who, token, wanted] of [
    ['nobody', undefined, 401],
    ['a moderator', helper, 403],
  ]) {
    const { status } = await make('https://alerts.example.org/', token);
    checks.that(status === wanted, `${who} creates a webhook: ${status}`);
    const list = await call(product, 'GET', path, { token });
    checks.that(list.status === wanted, `${who} reads the webhooks: ${list.status}`);
  }
  checks.that((await stored()) === before, 'a rejected webhook is stored');
}

async function texts(product, { checks }) {
  for (const headers of [{}, { 'X-Twilio-Signature': randomBytes(20).toString('base64') }]) {
    const form = { From: '+15015550123', To: '+15015550100', Body: 'STOP' };
    const {
      status,
      text,
      headers: answered,
    } = await call(product, 'POST', '/hooks/sms/inbound', {
      form,
      headers: { ...headers, Origin: 'https://evil.example' },
    });
    checks.that(status === 403 || status === 404, `an unsigned text: ${status} ${text.slice(0, 100)}`);
    checks.that(!answered.get('access-control-allow-origin'), 'other sites may call the carrier’s address');
  }
}

export async function run({ product: start, quick, checks, rows }) {
  const product = await start({
    fresh: true,
    environment: { RATE_LIMIT_SCALE: '1000', TRUSTED_PROXY_CIDR: '127.0.0.1/32' },
  });
  const stored = async () => {
    const [{ count }] = await product.query('SELECT count(*)::int AS count FROM notifications.channels');
    return count;
  };
  const report = { quick, checks, rows };
  await badInput(product, stored, report);
  const email = `nora-${randomUUID()}@example.org`;
  const token = await confirmed(product, email);
  await foreignTokens(product, token, report);
  await whoIsSubscribed(product, { email, token }, report);
  await webhooks(product, stored, report);
  await texts(product, report);
  const { text } = await patiently(product, 'GET', '/main/notifications/delivery');
  checks.that(!text.includes('example.org'), 'the public figures name an address');
}
