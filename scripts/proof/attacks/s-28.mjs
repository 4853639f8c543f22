import { createRequire } from 'node:module';
import { join } from 'node:path';
import { root } from '../../lib/checkout.mjs';
import { call, moderator, operations, patiently } from '../lib/site.mjs';

const { generateSync } = createRequire(join(root, 'services/auth/package.json'))('otplib');

export const name = 'S-28';
export const title = 'second factors';
export const rule =
  'A half session opens no route; a code works once and cannot be guessed, not even from ever new networks; a recovery code works once; roles cannot be taken, nor the last admin removed; ended sessions stay ended; common passwords are rejected.';

const post = (product, path, json, token) => call(product, 'POST', path, { json, token });
/**
 * Each sign-in uses a new network: the limits are 20 per address in five minutes, and five unfinished ones per network.
 */
let networks = 0;
const newAddress = () => `203.0.${(networks += 1)}.1`;
const login = (product, json, from = newAddress()) =>
  patiently(product, 'POST', '/admin/auth/login', { json, headers: { 'X-Forwarded-For': from } });
const verify = (product, json) => post(product, '/admin/auth/second-factor/verify', json);
const codeOf = (secret, epoch = Date.now() / 1_000) => generateSync({ secret, epoch: Math.floor(epoch) });

async function enrol(product, token) {
  const { json } = await post(product, '/admin/auth/second-factors', { kind: 'totp' }, token);
  const { secret } = json.data;
  // Uses the code of the previous time step: the current one stays unused for the first sign-in.
  const added = await post(
    product,
    '/admin/auth/second-factors/confirm',
    { label: 'Phone', code: codeOf(secret, Date.now() / 1_000 - 30) },
    token,
  );
  if (added.status !== 200) throw new Error(`adding an app returned ${added.status}: ${added.text}`);
  return { secret, recoveryCodes: added.json.data.recovery_codes };
}

/** Sends a half session as the bearer token to every route in the OpenAPI document. */
async function everyRoute(product, half, { checks, rows }) {
  const answers = {};
  for (const { method, path } of await operations(product)) {
    const open = /^\/admin\/auth\/(login|forgot|verify|reset|second-factor\/)/.test(path);
    if (!path.startsWith('/admin/') || open) continue;
    const address = path.replaceAll(/\{\w+\}/g, '01a1fb55-69c7-766f-8ee9-d5a97b08f9a2');
    const { status } = await call(product, method, address, { token: half });
    answers[status] = (answers[status] ?? 0) + 1;
    checks.that(status === 401, `half session at ${method} ${path}: ${status}`);
  }
  checks.that(answers[401] > 50, `only ${answers[401]} routes were found`);
  rows.push({ what: 'half session at every route', answers: JSON.stringify(answers) });
}

/** Guesses codes as an attacker who has the password and ever new networks. */
async function guess(product, person, recoveryCode, { checks, rows, quick }) {
  const answers = {};
  const stepFrom = async (from) => {
    const headers = { 'X-Forwarded-For': from };
    const { status, json } = await login(product, person.credentials, from);
    const { half_token } = json?.data ?? {};
    checks.that(Boolean(half_token), `the first step of a guess returned ${status}`);
    return (given) =>
      call(product, 'POST', '/admin/auth/second-factor/verify', { json: { half_token, ...given }, headers });
  };
  const rounds = quick ? 10 : 40;
  for (let round = 0; round < rounds; round += 1) {
    const step = await stepFrom(`198.51.${round}.1`);
    const codes = Array.from({ length: 8 }, (_, n) => String(100_000 + round * 8 + n));
    for (const { status } of await Promise.all(codes.map((code) => step({ code }))))
      answers[status] = (answers[status] ?? 0) + 1;
  }
  const others = Object.keys(answers).filter((status) => !['400', '401', '429'].includes(status));
  checks.that(others.length === 0, `guessed codes returned ${others.join(', ')}`);
  checks.that(answers[429] > 0, 'guessing was never limited');
  checks.that(answers[400] <= 20, `${answers[400]} codes were evaluated in a few minutes`);
  rows.push({ what: `codes guessed from ${rounds} networks`, answers: JSON.stringify(answers) });

  // Meanwhile the owner is not locked out.
  const { status } = await (await stepFrom(newAddress()))({ recovery_code: recoveryCode });
  checks.that(status === 200, `the owner's recovery code returned ${status} after the guesses`);
}

/** The only two admins demote each other at the same moment; then the last admin demotes themself. */
async function everybodyDemotesEverybody(product, admins, { checks, rows, quick }) {
  const rounds = quick ? 3 : 10;
  const role = (token, id, role) => post(product, `/admin/main/people/${id}/role`, { role }, token);
  const answers = [];
  for (let round = 0; round < rounds; round += 1) {
    const [one, other] = admins;
    answers.push(
      ...(await Promise.all([role(one.token, other.id, 'moderator'), role(other.token, one.id, 'moderator')])),
    );
    for (const admin of admins) Object.assign(admin, (await login(product, admin.credentials)).json.data);
    const left = admins.filter(({ type }) => type === 'admin');
    if (!checks.that(left.length === 1, `${left.length} admins are left of two who demoted each other`)) break;
    const [last] = left;
    const self = await role(last.token, last.id, 'moderator');
    checks.that(self.status === 422, `the last admin demoting themself returned ${self.status}`);
    const demoted = admins.find((admin) => admin !== last);
    const back = await role(last.token, demoted.id, 'admin');
    checks.that(back.status === 200, `promoting an admin again returned ${back.status}`);
    Object.assign(demoted, (await login(product, demoted.credentials)).json.data);
  }
  rows.push({
    what: `two admins who demote each other, ${rounds} times`,
    answers: answers.map(({ status }) => status).join(' '),
  });
}

/** Ends the session of a lost device, and then all others. */
async function endSessions(product, { credentials, token }, { checks }) {
  const others = [];
  for (let n = 0; n < 3; n += 1) others.push((await login(product, credentials)).json.data.token);
  const list = async (of) => call(product, 'GET', '/admin/auth/sessions', { token: of });
  const { json } = await list(token);
  checks.that(json.data?.sessions.length === 4, `of 4 sessions ${json.data?.sessions.length} are listed`);
  const { json: ended } = await post(product, '/admin/auth/sessions/end-others', undefined, token);
  checks.that(ended.data?.ended === 3, `of 3 other sessions ${ended.data?.ended} were ended`);
  for (const other of others)
    await checks.eventually(async () => (await list(other)).status === 401, 'an ended session still works', {
      withinMs: 10_000,
    });
  checks.that((await list(token)).status === 200, 'the session that ended the others was ended, too');
}

/** Passwords that attackers try first. */
async function commonPasswords(product, token, { checks, rows }) {
  const common = ['aa123456', '1qaz@WSX', 'woopigsooie', 'password1234', 'Arkansas2026!'];
  const answers = [];
  for (const password of common) {
    const email = `common-${answers.length}@example.org`;
    const multipart = { name: 'Mo Derator', email, password };
    const { status, json } = await call(product, 'POST', '/admin/main/moderator/create', { token, multipart });
    const named = json?.errors?.some(({ field }) => field === 'password');
    checks.that(status === 400 && named === true, `the password ${password} returned ${status}`);
    answers.push(status);
  }
  rows.push({ what: 'common passwords', answers: answers.join(' ') });
}

export async function run({ product: start, checks, rows, quick }) {
  const tools = { checks, rows, quick };
  const product = await start({ fresh: true, environment: { TRUSTED_PROXY_CIDR: '127.0.0.1/32' } });
  const admin = await product.signIn();
  const person = async () => {
    const { id, email, password, token } = await moderator(product, admin, { from: newAddress() });
    return { id, token, credentials: { email, password } };
  };

  const owner = await person();
  const { secret, recoveryCodes } = await enrol(product, owner.token);
  const half = async () => (await login(product, owner.credentials)).json.data.half_token;
  await everyRoute(product, await half(), tools);

  const code = codeOf(secret);
  const halves = await Promise.all([half(), half(), half()]);
  const both = await Promise.all(halves.map((half_token) => verify(product, { half_token, code })));
  const opened = both.filter(({ status }) => status === 200).length;
  checks.that(opened === 1, `one code opened ${opened} sessions`);
  const replay = await verify(product, { half_token: await half(), code });
  checks.that(replay.status === 400, `a used code returned ${replay.status}`);
  rows.push({
    what: 'one code in three half sessions in parallel',
    answers: both.map(({ status }) => status).join(' '),
  });

  const used = await Promise.all(
    (await Promise.all([half(), half()])).map((half_token) =>
      verify(product, { half_token, recovery_code: recoveryCodes[0] }),
    ),
  );
  const inside = used.filter(({ status }) => status === 200).length;
  checks.that(inside === 1, `one recovery code opened ${inside} sessions`);
  rows.push({ what: 'one recovery code twice in parallel', answers: used.map(({ status }) => status).join(' ') });

  const mo = await person();
  const taken = await post(product, `/admin/main/people/${mo.id}/role`, { role: 'admin' }, mo.token);
  checks.that(taken.status === 403, `a moderator who promotes themself to admin got ${taken.status}`);
  for (const field of ['role', 'type', 'second_factor_required']) {
    const { status } = await post(product, '/admin/auth/second-factor/verify', {
      half_token: 'x',
      code: '000000',
      [field]: 'admin',
    });
    checks.that(status === 400, `a second step with the field ${field} returned ${status}`);
  }

  const victim = await person();
  const { recoveryCodes: victims } = await enrol(product, victim.token);
  await guess(product, victim, victims[0], tools);
  await endSessions(product, await person(), tools);
  await commonPasswords(product, admin, tools);

  const admins = [await person(), await person()];
  for (const one of admins) {
    const { status } = await post(product, `/admin/main/people/${one.id}/role`, { role: 'admin' }, admin);
    checks.that(status === 200, `promoting an admin returned ${status}`);
    one.token = (await login(product, one.credentials)).json.data.token;
  }
  const { json } = await call(product, 'GET', '/admin/main/people', { token: admins[0].token });
  const first = json.data.find(({ role, id }) => role === 'admin' && admins.every((one) => one.id !== id));
  // The first admin steps down, so that only these two are left to demote each other.
  const back = await post(product, `/admin/main/people/${first.id}/role`, { role: 'moderator' }, admins[0].token);
  checks.that(back.status === 200, `demoting an admin returned ${back.status}`);
  await everybodyDemotesEverybody(product, admins, tools);
}
