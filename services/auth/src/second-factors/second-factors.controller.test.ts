import { status } from '@grpc/grpc-js';
import { AuditEntry } from '@site/platform/data/audit';
import { newId } from '@site/platform/base/ids';
import type {
  CompleteFactorResponse,
  ConfirmIdentityResponse,
  ListSecondFactorsResponse,
  MakeRecoveryCodesResponse,
  NewFactor,
  StartPasskeyConfirmationResponse,
} from '@site/proto/gen/nest/auth/v1/second_factors';
import { generateSync } from 'otplib';
import type { Person } from '../people/person.entity.js';
import { asCaller, startAuth, testPassword, testSite, type TestAuth } from '../testing/auth.js';
import { Authenticator } from '../testing/authenticator.js';
import { addApp, addPasskey } from '../testing/factors.js';
import { getRejection } from '../testing/rejections.js';
import { resetByOperator } from './reset-by-operator.js';

const confirmFirst = {
  code: status.PERMISSION_DENIED,
  fields: [{ field: 'confirm', message: 'Please confirm that it’s you first.' }],
};

describe("one's own second factors", () => {
  let auth: TestAuth;
  let user: Person;
  let sid: string;
  beforeAll(async () => {
    auth = await startAuth();
  });
  afterAll(() => auth.close());
  beforeEach(async () => {
    await auth.database.dataSource.query('TRUNCATE people, sign_in_attempts, outbox CASCADE');
    user = await auth.addUser({ name: 'Ada' });
    sid = await auth.openSession(user);
  });

  const callAs =
    (whose: Person, session: string) =>
    <Response>(method: string, request: object = {}) =>
      auth.service.call<Response>('auth.v1.SecondFactorsService', method, request, asCaller(whose, undefined, session));
  const call = <Response>(method: string, request: object = {}) => callAs(user, sid)<Response>(method, request);
  const list = () => call<ListSecondFactorsResponse>('listSecondFactors');
  const codeOf = (secret: string) => generateSync({ secret, epoch: Math.floor(auth.clock.now.getTime() / 1_000) });
  const result = async () =>
    (
      await auth.database.dataSource.query<{ change: string }[]>(
        `SELECT payload->>'change' AS change FROM outbox
         WHERE name = 'send-account-changed' AND payload->>'personId' = $1 ORDER BY id`,
        [user.id],
      )
    ).map(({ change }) => change);
  const audited = async () =>
    (await auth.database.dataSource.getRepository(AuditEntry).findBy({ principalId: user.id }))
      .sort((one, other) => (one.id < other.id ? -1 : 1))
      .map(({ action }) => action)
      .filter((action) => action.startsWith('factor.'));

  it('are added and listed by name without their secrets, and the owner is notified by email', async () => {
    expect(await list()).toMatchObject({ factors: [], recoveryCodesLeft: 0, required: false, passkeysPossible: true });
    const { secret, recoveryCodes } = await addApp(auth, user, sid);
    await addPasskey(auth, user, sid);
    const { factors, recoveryCodesLeft } = await list();
    expect(factors.map(({ kind, label }) => [kind, label])).toEqual([
      ['totp', 'Phone'],
      ['passkey', 'Key'],
    ]);
    expect([recoveryCodes.length, recoveryCodesLeft]).toEqual([10, 10]);
    expect(JSON.stringify(factors)).not.toContain(secret);
    expect([await result(), await audited()]).toEqual([
      ['factor-added', 'factor-added'],
      ['factor.add', 'factor.add'],
    ]);
    // No factor was removed.
    expect(await auth.isValidSession(sid)).toBe(true);
  });

  it('require the first code of the latest secret, in this session', async () => {
    const first = await call<NewFactor>('startFactor', { kind: 'totp' });
    const second = await call<NewFactor>('startFactor', { kind: 'totp' });
    const timeout = { label: 'Phone', code: codeOf(first.secret) };
    expect(await getRejection(call('completeFactor', timeout))).toMatchObject({ fields: [{ field: 'code' }] });
    // The secret is another user's.
    const right = { label: 'Phone', code: codeOf(second.secret) };
    const other = await auth.addUser();
    const elsewhere = callAs(other, await auth.openSession(other));
    expect(await getRejection(elsewhere('completeFactor', right))).toMatchObject({ code: status.FAILED_PRECONDITION });
    expect(await getRejection(callAs(other, sid)('completeFactor', right))).toMatchObject({
      code: status.UNAUTHENTICATED,
    });
    await expect(call('completeFactor', right)).resolves.toHaveProperty('factor');
  });

  it('cannot be added ten minutes after setup began, or with the same passkey twice', async () => {
    const newFactor = await call<NewFactor>('startFactor', { kind: 'passkey' });
    auth.clock.advance(601);
    await call('confirmIdentity', { password: testPassword });
    const key = new Authenticator(testSite);
    const passkeyJson = key.register(newFactor?.optionsJson ?? '');
    expect(await getRejection(call('completeFactor', { label: 'Key', passkeyJson }))).toMatchObject({
      details: 'Your time to add it has run out. Please start again.',
    });
    const register = async () => {
      const started = await call<NewFactor>('startFactor', { kind: 'passkey' });
      return call<CompleteFactorResponse>('completeFactor', {
        label: 'Key',
        passkeyJson: key.register(started.optionsJson),
      });
    };
    await register();
    expect(await getRejection(register())).toMatchObject({ details: 'This passkey is already registered.' });
  });

  it.each<[string, Partial<Record<'origin' | 'rpId' | 'challenge', string>>]>([
    ['at another site', { origin: 'https://evil.example' }],
    ['for another host', { rpId: 'evil.example' }],
    ['of another challenge', { challenge: 'AAAA' }],
  ])('reject a passkey made %s', async (_what, where) => {
    const newFactor = await call<NewFactor>('startFactor', { kind: 'passkey' });
    const passkeyJson = new Authenticator(testSite).register(newFactor?.optionsJson ?? '', where);
    expect(await getRejection(call('completeFactor', { label: 'Key', passkeyJson }))).toMatchObject({
      fields: [{ field: 'passkey', message: 'This passkey could not be confirmed.' }],
    });
  });

  it('are removed along with the other sessions, and the last one with the recovery codes', async () => {
    const { id } = await addApp(auth, user, sid);
    const rows = auth.database.dataSource;
    const other = newId();
    await rows.query(
      `INSERT INTO sessions (sid_hash, person_id, role, created_at, last_seen_at, expires_at, client_address, client_network,
         user_agent, authenticated_at)
       SELECT repeat('ab', 32), person_id, role, created_at, last_seen_at, expires_at, '', '', '', created_at FROM sessions WHERE person_id = $1`,
      [user.id],
    );
    expect(await getRejection(call('removeFactor', { id: other }))).toMatchObject({ code: status.NOT_FOUND });
    await call('removeFactor', { id });
    expect(await list()).toMatchObject({ factors: [], recoveryCodesLeft: 0 });
    const left = await rows.query('SELECT FROM sessions WHERE person_id = $1 AND revoked_at IS NULL', [user.id]);
    expect([left, await auth.isValidSession(sid)]).toEqual([[{}], true]);
    expect([(await result()).at(-1), (await audited()).at(-1)]).toEqual(['factor-removed', 'factor.remove']);
    expect(await getRejection(call('makeRecoveryCodes'))).toMatchObject({ details: 'Add a second factor first.' });
  });

  it('get new recovery codes on request, which replace the old ones', async () => {
    const { recoveryCodes: old } = await addApp(auth, user, sid);
    const { recoveryCodes } = await call<MakeRecoveryCodesResponse>('makeRecoveryCodes');
    expect(recoveryCodes).toHaveLength(10);
    const use = async (recoveryCode: string | undefined) => {
      const { secondStep } = await auth.signIn({ email: user.email });
      const request = { halfToken: secondStep?.halfToken, recoveryCode, clientAddress: '198.51.100.7' };
      return auth.service.call('auth.v1.SecondStepService', 'completeStep', request);
    };
    expect(await getRejection(use(old[0]))).toMatchObject({ code: status.INVALID_ARGUMENT });
    await expect(use(recoveryCodes[0])).resolves.toHaveProperty('token');
  });

  describe('ten minutes after the last authentication', () => {
    it.each<[string, object]>([
      ['startFactor', { kind: 'totp' }],
      ['completeFactor', { label: 'Phone', code: '000000' }],
      ['removeFactor', { id: newId() }],
      ['makeRecoveryCodes', {}],
    ])('%s requires confirmation', async (method, request) => {
      auth.clock.advance(600);
      expect(await getRejection(call(method, request))).toMatchObject(confirmFirst);
      const { freshUntil } = await call<ConfirmIdentityResponse>('confirmIdentity', { password: testPassword });
      expect(freshUntil).toBe(new Date(auth.clock.now.getTime() + 600_000).toISOString());
      expect(await auth.call('introspectSession', { id: sid })).toMatchObject({ recentlyConfirmed: true });
      const after = await call(method, request).catch((error: { code: status }) => error.code);
      expect(after).not.toBe(status.PERMISSION_DENIED);
    });

    it('a code or a passkey confirms, each only once, and the password no longer does', async () => {
      const { secret } = await addApp(auth, user, sid);
      const key = await addPasskey(auth, user, sid);
      auth.clock.advance(600);
      expect(await getRejection(call('confirmIdentity', { password: testPassword }))).toMatchObject({
        code: status.INVALID_ARGUMENT,
        fields: [{ field: 'password', message: expect.stringContaining('Please confirm with your second factor.') }],
      });
      expect(await getRejection(call('makeRecoveryCodes'))).toMatchObject(confirmFirst);
      const code = codeOf(secret);
      await call('confirmIdentity', { code });
      expect(await getRejection(call('confirmIdentity', { code }))).toMatchObject({ fields: [{ field: 'code' }] });
      const challenge = await call<StartPasskeyConfirmationResponse>('startPasskeyConfirmation');
      const passkeyJson = key.show(challenge.optionsJson);
      await call('confirmIdentity', { passkeyJson });
      expect(await getRejection(call('confirmIdentity', { passkeyJson }))).toMatchObject({
        fields: [{ field: 'passkey' }],
      });
    });

    it('a password can be guessed five times in 15 minutes, which does not block sign-ins', async () => {
      for (let loginAttempt = 0; loginAttempt < 5; loginAttempt += 1)
        expect(await getRejection(call('confirmIdentity', { password: 'wrong password' }))).toMatchObject({
          fields: [{ field: 'password', message: 'Password is wrong' }],
        });
      expect(await getRejection(call('confirmIdentity', { password: testPassword }))).toMatchObject({
        code: status.RESOURCE_EXHAUSTED,
        retryAfterSeconds: 900,
      });
      await expect(auth.signIn({ email: user.email })).resolves.toHaveProperty('token');
    });
  });

  it('are not available without a session', async () => {
    const noPrincipalId = auth.service.call('auth.v1.SecondFactorsService', 'listSecondFactors', {});
    expect(await getRejection(noPrincipalId)).toMatchObject({ code: status.UNAUTHENTICATED });
    await auth.call('signOut', { id: sid });
    for (const method of ['listSecondFactors', 'makeRecoveryCodes', 'startPasskeyConfirmation'])
      expect(await getRejection(call(method))).toMatchObject({ code: status.UNAUTHENTICATED });
  });

  it('are reset by an operator by address: the password is then sufficient, and every session ends', async () => {
    const { dataSource } = auth.database;
    expect(await resetByOperator(dataSource, user.email, auth.clock.now)).toBe('no factor');
    expect(await resetByOperator(dataSource, 'nobody@example.com', auth.clock.now)).toBe('unknown');
    await addApp(auth, user, sid);
    expect(await resetByOperator(dataSource, ` ${user.email.toUpperCase()} `, auth.clock.now)).toBe('reset');
    expect(await auth.isValidSession(sid)).toBe(false);
    expect((await auth.signIn({ email: user.email })).secondStep).toBeUndefined();
    expect((await result()).at(-1)).toBe('factor-reset');
    const [row] = await dataSource.getRepository(AuditEntry).findBy({ action: 'factor.reset', subjectId: user.id });
    expect(row).toMatchObject({ principalName: 'Operator', subjectLabel: 'Ada' });
  });
});

describe('when everyone must have a second factor', () => {
  let auth: TestAuth;
  beforeAll(async () => {
    auth = await startAuth({ sessions: { secondFactorFor: 'all' }, factors: { publicUrl: 'http://192.0.2.7:8080' } });
  });
  afterAll(() => auth.close());

  it("the last one can't be removed, and no passkey is offered if browsers don't allow them", async () => {
    const user = await auth.addUser({ role: 'moderator' });
    const { secondStep } = await auth.signIn({ email: user.email });
    expect(secondStep).toMatchObject({ enrol: true, methods: ['totp'] });
    const steps = <Response>(method: string, request: object) =>
      auth.service.call<Response>('auth.v1.SecondStepService', method, {
        halfToken: secondStep?.halfToken,
        clientAddress: '198.51.100.7',
        ...request,
      });
    expect(await getRejection(steps('startEnrolment', { kind: 'passkey' }))).toMatchObject({
      details: 'Passkeys don’t work at this address.',
    });
    const newFactor = await steps<NewFactor>('startEnrolment', { kind: 'totp' });
    const code = generateSync({ secret: newFactor?.secret ?? '', epoch: auth.clock.now.getTime() / 1_000 });
    const { signedIn } = await steps<{ signedIn: { token: string } }>('completeEnrolment', { label: 'Phone', code });
    const { sid } = JSON.parse(Buffer.from(signedIn.token.split('.')[1] ?? '', 'base64url').toString()) as {
      sid: string;
    };
    const call = <Response>(method: string, request: object = {}) =>
      auth.service.call<Response>('auth.v1.SecondFactorsService', method, request, asCaller(user, undefined, sid));
    const { factors, required } = await call<ListSecondFactorsResponse>('listSecondFactors');
    expect(required).toBe(true);
    expect(await getRejection(call('removeFactor', { id: factors[0]?.id }))).toMatchObject({
      code: status.FAILED_PRECONDITION,
      details: 'Your role needs a second factor. Add another one before you remove this one.',
    });
  });
});
