import { randomBytes } from 'node:crypto';
import { status } from '@grpc/grpc-js';
import { AuditEntry } from '@site/platform/data/audit';
import type {
  CompleteEnrolmentResponse,
  SignedIn,
  NewFactor,
  StartPasskeyStepResponse,
} from '@site/proto/gen/nest/auth/v1/second_factors';
import type { SecondStep } from '@site/proto/gen/nest/auth/v1/sessions';
import { generateSync } from 'otplib';
import type { Person } from '../people/person.entity.js';
import { asCaller, emptyDatabase, sidOf, startAuth, testPassword, testSite, type TestAuth } from '../testing/auth.js';
import { Authenticator } from '../testing/authenticator.js';
import { addApp, addPasskey } from '../testing/factors.js';
import { getRejection } from '../testing/rejections.js';
import { SecretSeal } from './secret-seal.js';

const over = {
  code: status.UNAUTHENTICATED,
  details: 'Your time to sign in has run out. Please sign in again.',
};
const wrongCode = {
  code: status.INVALID_ARGUMENT,
  fields: [{ field: 'code', message: 'This code is wrong or was already used.' }],
};

describe('the second step of a sign-in', () => {
  let auth: TestAuth;
  let person: Person;
  beforeAll(async () => {
    auth = await startAuth();
  });
  afterAll(() => auth.close());
  beforeEach(async () => {
    await auth.database.dataSource.query('TRUNCATE people, sign_in_attempts CASCADE');
    person = await auth.addUser();
  });

  const call = <Response>(method: string, request: object) =>
    auth.service.call<Response>('auth.v1.SecondStepService', method, request);
  const halfSession = async (email = person.email): Promise<SecondStep> => {
    const { secondStep, token } = await auth.signIn({ email });
    if (!secondStep || token !== '') throw new Error('the password sufficed');
    return secondStep;
  };
  const complete = (halfToken: string, answer: object, clientAddress = '198.51.100.7') =>
    call<SignedIn>('completeStep', { halfToken, clientAddress, userAgent: 'test', ...answer });
  const codeOf = (secret: string, steps = 0) =>
    generateSync({ secret, epoch: Math.floor(auth.clock.now.getTime() / 1_000) + 30 * steps });
  /** Last used a while ago. */
  const givenApp = async () => {
    const app = await addApp(auth, person);
    auth.clock.advance(90);
    return app;
  };

  it('is not required of a user without a factor, whose response is unchanged', async () => {
    const answer = await auth.signIn({ email: person.email });
    expect(answer.secondStep).toBeUndefined();
    expect(answer.principal).toMatchObject({ id: person.id, role: 'admin' });
    expect(await auth.isValidSession(sidOf(answer.token))).toBe(true);
  });

  it('opens the session with a code from the app, which the password alone does not', async () => {
    const { secret } = await givenApp();
    const step = await halfSession();
    expect(step).toMatchObject({ enrol: false, methods: ['totp', 'recovery_code'] });
    const signedIn = await complete(step.halfToken, { code: codeOf(secret) });
    expect(signedIn?.principal).toMatchObject({ id: person.id, email: person.email, role: 'admin' });
    expect(await auth.isValidSession(sidOf(signedIn?.token ?? ''))).toBe(true);
    expect(await getRejection(complete(step.halfToken, { code: codeOf(secret, 1) }))).toMatchObject(over);
  });

  it('does not accept a half session as a session', async () => {
    await givenApp();
    const { halfToken } = await halfSession();
    expect(await auth.isValidSession(halfToken)).toBe(false);
    const caller = asCaller(person, undefined, halfToken);
    for (const method of ['listSecondFactors', 'makeRecoveryCodes', 'startPasskeyConfirmation'])
      expect(await getRejection(auth.service.call('auth.v1.SecondFactorsService', method, {}, caller))).toMatchObject({
        code: status.UNAUTHENTICATED,
      });
  });

  it.each([
    ['one step early', 1, true],
    ['one step late', -1, true],
    ['two steps early', 2, false],
    ['two steps late', -2, false],
  ])('accepts a clock that is %s: %#', async (_what, steps, taken) => {
    const { secret } = await givenApp();
    const { halfToken } = await halfSession();
    const answer = complete(halfToken, { code: codeOf(secret, steps) });
    if (taken) await expect(answer).resolves.toHaveProperty('token');
    else expect(await getRejection(answer)).toMatchObject(wrongCode);
  });

  it('accepts a code once, even for two concurrent half sessions, and no older one', async () => {
    const { secret } = await givenApp();
    const first = await halfSession();
    const second = await halfSession();
    const third = await halfSession();
    const code = codeOf(secret);
    const outcomes = await Promise.allSettled([first, second].map(({ halfToken }) => complete(halfToken, { code })));
    expect(outcomes.map((outcome) => outcome.status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await getRejection(complete(third.halfToken, { code: codeOf(secret, -1) }))).toMatchObject(wrongCode);
  });

  it('ends after five wrong attempts, even concurrent ones', async () => {
    const { secret } = await givenApp();
    const { halfToken } = await halfSession();
    const wrong = codeOf(secret) === '000000' ? '111111' : '000000';
    const refusals = await Promise.all(
      Array.from({ length: 9 }, () => getRejection(complete(halfToken, { code: wrong }))),
    );
    expect(refusals.filter(({ code }) => code === status.INVALID_ARGUMENT)).toHaveLength(5);
    expect(refusals.filter(({ code }) => code === status.UNAUTHENTICATED)).toHaveLength(4);
    expect(await getRejection(complete(halfToken, { code: codeOf(secret) }))).toMatchObject(over);
  });

  it("can't be guessed with the password alone: attempts and half sessions are limited", async () => {
    const { secret, recoveryCodes } = await givenApp();
    const wrong = [1, 2, 3].map((n) => `00000${n}`).find((code) => ![-1, 0, 1].some((s) => codeOf(secret, s) === code));
    let rejection = wrongCode as Awaited<ReturnType<typeof getRejection>>;
    for (let network = 0; rejection.code !== status.RESOURCE_EXHAUSTED; network += 1) {
      const { secondStep } = await auth.signIn({ email: person.email, clientAddress: `10.1.${network}.1` });
      for (let loginAttempt = 0; loginAttempt < 5 && rejection.code !== status.RESOURCE_EXHAUSTED; loginAttempt += 1)
        rejection = await getRejection(complete(secondStep?.halfToken ?? '', { code: wrong }, `10.1.${network}.1`));
      expect(network).toBeLessThan(5);
    }
    expect(rejection).toMatchObject({ details: 'Too many wrong codes. Please try again in 12 hours.' });
    // From one network, even the password is rejected after five half sessions.
    for (let turn = 0; turn < 5; turn += 1) await auth.signIn({ email: person.email, clientAddress: '10.2.0.1' });
    expect(await getRejection(auth.signIn({ email: person.email, clientAddress: '10.2.0.1' }))).toMatchObject({
      code: status.RESOURCE_EXHAUSTED,
    });
    const step = await halfSession();
    await expect(complete(step.halfToken, { recoveryCode: recoveryCodes[0] })).resolves.toHaveProperty('token');
  });

  it('ends after five minutes', async () => {
    const { secret } = await givenApp();
    const { halfToken } = await halfSession();
    auth.clock.advance(300);
    expect(await getRejection(complete(halfToken, { code: codeOf(secret) }))).toMatchObject(over);
    for (const created of ['', 'x'.repeat(43), randomBytes(32).toString('base64url')])
      expect(await getRejection(complete(created, { code: codeOf(secret) }))).toMatchObject(over);
  });

  it('ends when the password was changed in the meantime', async () => {
    const { secret } = await givenApp();
    const sid = sidOf((await complete((await halfSession()).halfToken, { code: codeOf(secret) })).token);
    auth.clock.advance(60);
    const { halfToken } = await halfSession();
    await auth.service.call(
      'auth.v1.PasswordsService',
      'changePassword',
      { oldPassword: testPassword, newPassword: 'another cloud over Conway' },
      asCaller(person, undefined, sid),
    );
    expect(await getRejection(complete(halfToken, { code: codeOf(secret) }))).toMatchObject(over);
  });

  it('accepts each recovery code once, and only its owner’s', async () => {
    const { recoveryCodes } = await givenApp();
    expect(new Set(recoveryCodes).size).toBe(10);
    const [code = ''] = recoveryCodes;
    await complete((await halfSession()).halfToken, { recoveryCode: code.toUpperCase().replaceAll('-', ' ') });
    expect(await getRejection(complete((await halfSession()).halfToken, { recoveryCode: code }))).toMatchObject({
      fields: [{ field: 'recovery_code', message: 'This recovery code is wrong or was already used.' }],
    });
    const one = await halfSession();
    const two = await halfSession();
    const both = [one, two].map((half) => complete(half.halfToken, { recoveryCode: recoveryCodes[2] }));
    const outcomes = await Promise.allSettled(both);
    expect(outcomes.map((outcome) => outcome.status).sort()).toEqual(['fulfilled', 'rejected']);
    const other = await auth.addUser();
    await addApp(auth, other);
    const { halfToken } = await halfSession(other.email);
    expect(await getRejection(complete(halfToken, { recoveryCode: recoveryCodes[1] }))).toMatchObject({
      code: status.INVALID_ARGUMENT,
    });
  });

  it('is logged with the factor used, so that the use of a recovery code is visible', async () => {
    const { secret, recoveryCodes } = await givenApp();
    await complete((await halfSession()).halfToken, { code: codeOf(secret) });
    await complete((await halfSession()).halfToken, { recoveryCode: recoveryCodes[0] });
    const entries = await auth.database.dataSource
      .getRepository(AuditEntry)
      .find({ where: { action: 'session.sign_in', subjectId: person.id }, order: { id: 'ASC' } });
    // The first was before the app was added.
    expect(entries.map(({ detail }) => detail)).toEqual(['', 'totp', 'recovery_code']);
  });

  it('stores secret and recovery codes in a form that a copy of the database does not reveal', async () => {
    const { secret, recoveryCodes } = await givenApp();
    const rows = await auth.database.dataSource.query('SELECT * FROM second_factors, recovery_codes');
    const text = JSON.stringify(rows);
    expect(text).not.toContain(secret);
    for (const code of recoveryCodes) expect(text).not.toContain(code.replaceAll('-', ''));
  });

  describe('with a passkey', () => {
    const challenge = async (halfToken: string) =>
      (await call<StartPasskeyStepResponse>('startPasskeyStep', { halfToken })).optionsJson;
    const wrongPasskey = {
      code: status.INVALID_ARGUMENT,
      fields: [{ field: 'passkey', message: 'This passkey could not be confirmed.' }],
    };

    it('opens the session', async () => {
      const key = await addPasskey(auth, person);
      const { halfToken, methods } = await halfSession();
      expect(methods).toEqual(['passkey', 'recovery_code']);
      const passkeyJson = key.show(await challenge(halfToken));
      const signedIn = await complete(halfToken, { passkeyJson });
      expect(await auth.isValidSession(sidOf(signedIn?.token ?? ''))).toBe(true);
    });

    it.each<[string, (key: Authenticator, options: string) => string]>([
      ['answered at another site', (key, options) => key.show(options, { origin: 'https://weather.example.evil' })],
      ['for another host', (key, options) => key.show(options, { rpId: 'evil.example' })],
      ['of another challenge', (key, options) => key.show(options, { challenge: 'AAAA' })],
      ['of somebody else’s key', (_key, options) => new Authenticator(testSite).show(options)],
      [
        'whose count did not go on, as that of a copy',
        (key, options) => {
          key.counter = -1;
          return key.show(options);
        },
      ],
      ['that is not one', () => '{"id":"x","response":{}}'],
      ['that is no JSON', () => '{'],
      ['that is no object', () => 'null'],
    ])('rejects a response %s', async (_what, answer) => {
      const key = await addPasskey(auth, person);
      const first = await halfSession();
      await complete(first.halfToken, { passkeyJson: key.show(await challenge(first.halfToken)) });
      const { halfToken } = await halfSession();
      const passkeyJson = answer(key, await challenge(halfToken));
      expect(await getRejection(complete(halfToken, { passkeyJson }))).toMatchObject(wrongPasskey);
    });

    it('accepts a response once, and only in the half session that requested it', async () => {
      const key = await addPasskey(auth, person);
      const one = await halfSession();
      const two = await halfSession();
      const passkeyJson = key.show(await challenge(one.halfToken));
      await challenge(two.halfToken);
      expect(await getRejection(complete(two.halfToken, { passkeyJson }))).toMatchObject(wrongPasskey);
      const both = await Promise.allSettled([1, 2].map(() => complete(one.halfToken, { passkeyJson })));
      expect(both.map((outcome) => outcome.status).sort()).toEqual(['fulfilled', 'rejected']);
    });

    it('has no challenge for a user with an app only', async () => {
      await givenApp();
      const { halfToken } = await halfSession();
      expect(await getRejection(challenge(halfToken))).toMatchObject({
        code: status.FAILED_PRECONDITION,
        details: 'This account has no passkey.',
      });
    });
  });
});

describe('when a second factor is required', () => {
  let auth: TestAuth;
  beforeAll(async () => {
    auth = await startAuth({ sessions: { secondFactorFor: 'admins' } });
  });
  afterAll(() => auth.close());

  const call = <Response>(method: string, request: object) =>
    auth.service.call<Response>('auth.v1.SecondStepService', method, request);
  const place = { clientAddress: '198.51.100.7', userAgent: 'test' };

  it('an admin adds one at the first sign-in, and gets recovery codes and the session', async () => {
    const admin = await auth.addUser();
    const { secondStep, principal } = await auth.signIn({ email: admin.email });
    expect([principal ?? undefined, secondStep]).toMatchObject([
      undefined,
      { enrol: true, methods: ['totp', 'passkey'] },
    ]);
    const halfToken = secondStep?.halfToken ?? '';
    const newFactor = await call<NewFactor>('startEnrolment', { halfToken, kind: 'totp' });
    const secret = newFactor?.secret ?? '';
    expect(newFactor?.uri).toMatch(/^otpauth:\/\/totp\/Arkansas%20Weather:/);
    const code = generateSync({ secret, epoch: auth.clock.now.getTime() / 1_000 });
    const answer = { halfToken, label: 'Phone', ...place };
    const wrong = code === '000000' ? '111111' : '000000';
    expect(await getRejection(call('completeEnrolment', { ...answer, code: wrong }))).toMatchObject(wrongCode);
    const { signedIn, recoveryCodes } = await call<CompleteEnrolmentResponse>('completeEnrolment', { ...answer, code });
    expect(recoveryCodes).toHaveLength(10);
    expect(await auth.isValidSession(sidOf(signedIn?.token ?? ''))).toBe(true);
    // The enrollment's code doesn't work again.
    const secondAttempt = await auth.signIn({ email: admin.email });
    expect(secondAttempt.secondStep?.enrol).toBe(false);
    const repeated = call('completeStep', { halfToken: secondAttempt.secondStep?.halfToken, code, ...place });
    expect(await getRejection(repeated)).toMatchObject(wrongCode);
  });

  it('a passkey works as well', async () => {
    const admin = await auth.addUser();
    const { secondStep } = await auth.signIn({ email: admin.email });
    const halfToken = secondStep?.halfToken ?? '';
    const newFactor = await call<NewFactor>('startEnrolment', { halfToken, kind: 'passkey' });
    const passkeyJson = new Authenticator(testSite).register(newFactor?.optionsJson ?? '');
    const answer = { halfToken, label: 'Key', passkeyJson, ...place };
    await expect(call('completeEnrolment', answer)).resolves.toHaveProperty('signedIn');
  });

  it('a moderator needs none, and an enrolled admin cannot be enrolled by a second half session', async () => {
    const moderator = await auth.addUser({ role: 'moderator' });
    expect((await auth.signIn({ email: moderator.email })).secondStep).toBeUndefined();
    const admin = await auth.addUser();
    const halves = [await auth.signIn({ email: admin.email }), await auth.signIn({ email: admin.email })];
    const [one, two] = halves.map(({ secondStep }) => secondStep?.halfToken ?? '');
    const start = async (halfToken: string | undefined) =>
      (await call<NewFactor>('startEnrolment', { halfToken, kind: 'totp' })).secret;
    const secrets = [await start(one), await start(two)];
    const codes = secrets.map((secret) => generateSync({ secret, epoch: auth.clock.now.getTime() / 1_000 }));
    await call('completeEnrolment', { halfToken: one, label: 'Mine', code: codes[0], ...place });
    const timeout = call('completeEnrolment', { halfToken: two, label: 'Not mine', code: codes[1], ...place });
    expect(await getRejection(timeout)).toMatchObject(over);
    // Nor does an enrollment's half session.
    expect(await getRejection(call('completeStep', { halfToken: two, code: codes[1], ...place }))).toMatchObject(over);
  });
});

it('decrypts with an older key, encrypts again on use, and decrypts nothing without the key', async () => {
  const database = await emptyDatabase();
  const older = randomBytes(32);
  const newer = randomBytes(32);
  let networks = 0;
  const sealed = async () => {
    const [row] = await database.dataSource.query<{ sealed: string }[]>(
      'SELECT secret_sealed AS sealed FROM second_factors',
    );
    return row?.sealed.split('.')[1];
  };
  const before = await startAuth({ database, factors: { seal: new SecretSeal(older) } });
  const person = await before.addUser();
  const { secret, recoveryCodes } = await addApp(before, person);
  await before.close();
  const oldKey = await sealed();

  const after = await startAuth({ database, factors: { seal: new SecretSeal(newer, older) } });
  after.clock.advance(90);
  const signIn = async (auth: TestAuth, answer?: object) => {
    // Each sign-in that stops at the second step counts as a failure of its network.
    const clientAddress = `198.51.${(networks += 1)}.7`;
    const { secondStep } = await auth.signIn({ email: person.email, clientAddress });
    const code = generateSync({ secret, epoch: auth.clock.now.getTime() / 1_000 });
    const request = { halfToken: secondStep?.halfToken, clientAddress, userAgent: '', ...(answer ?? { code }) };
    return auth.service.call('auth.v1.SecondStepService', 'completeStep', request);
  };
  await expect(signIn(after)).resolves.toHaveProperty('token');
  expect(await sealed()).not.toBe(oldKey);
  await after.close();

  const without = await startAuth({ database, factors: { seal: new SecretSeal(older) } });
  without.clock.advance(180);
  for (let time = 0; time < 21; time += 1)
    expect(await getRejection(signIn(without))).toMatchObject({
      // Unchecked codes don't count.
      code: status.UNAVAILABLE,
      details: 'We can’t check codes right now. Please use a passkey or a recovery code.',
    });
  without.clock.advance(3_600);
  await expect(signIn(without, { recoveryCode: recoveryCodes[0] })).resolves.toHaveProperty('token');
  await without.close();
  await database.drop();
});
