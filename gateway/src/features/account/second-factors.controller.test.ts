import { findCaller, forbidden, tooMany, unauthenticated } from '@site/proto/grpc';
import { newId } from '@site/platform/base/ids';
import request from 'supertest';
import { setupGateway } from '../../testing/given-gateway.js';

const provided = setupGateway({ RATE_LIMIT_SCALE: '1000' });

function answering(method: string, answer: object) {
  const target: unknown[] = [];
  provided.services.auth.handlers[`auth.v1.${method}`] = (message, metadata) => {
    target.push([message, findCaller(metadata)?.id]);
    return answer;
  };
  return target;
}
const refusing = (method: string, error: Error) => {
  provided.services.auth.handlers[`auth.v1.${method}`] = () => {
    throw error;
  };
};
const send = (method: 'get' | 'post' | 'delete', path: string, token?: string) => {
  const call = request(provided.gateway.url)[method](`/admin/${path}`);
  return token ? call.set('Authorization', `Bearer ${token}`) : call;
};
const halfToken = 'a'.repeat(43);
const signedIn = {
  principal: { id: 'id-1', name: 'Ada', email: 'ada@example.com', role: 'admin' },
  token: 'token',
  expiresAt: '2026-11-21T00:00:00.000Z',
};
const session = {
  id: 'id-1',
  name: 'Ada',
  email: 'ada@example.com',
  type: 'admin',
  token: 'token',
  expires_at: '2026-11-21T00:00:00.000Z',
};
const place = { clientAddress: '127.0.0.1', userAgent: 'test' };
const shownPasskey = {
  id: 'abc',
  rawId: 'abc',
  type: 'public-key',
  clientExtensionResults: {},
  response: { clientDataJSON: 'e30', authenticatorData: 'AA', signature: 'AA' },
};
const madePasskey = { ...shownPasskey, response: { clientDataJSON: 'e30', attestationObject: 'AA' } };

describe('a sign-in that requires a second factor', () => {
  it('returns a pending session', async () => {
    answering('SessionsService/SignIn', {
      secondStep: {
        halfToken,
        expiresAt: '2026-11-20T12:05:00.000Z',
        enrol: false,
        methods: ['totp', 'recovery_code'],
      },
    });
    const { status, body } = await send('post', 'auth/login').send({
      email: 'ada@example.com',
      password: 'secret words',
    });
    expect([status, body.data]).toEqual([
      200,
      {
        second_factor_required: true,
        half_token: halfToken,
        expires_at: '2026-11-20T12:05:00.000Z',
        enrol: false,
        methods: ['totp', 'recovery_code'],
      },
    ]);
  });

  it.each([
    [{ code: '123 456' }, { code: '123456' }],
    [{ recovery_code: 'ABCDEF-abcdef-234567 abcdef' }, { recoveryCode: 'abcdefabcdef234567abcdef' }],
    [{ passkey: shownPasskey }, { passkeyJson: JSON.stringify(shownPasskey) }],
  ])('completes with %j', async (answer, handedOn) => {
    const target = answering('SecondStepService/CompleteStep', signedIn);
    const { status, body } = await send('post', 'auth/second-factor/verify')
      .set('User-Agent', 'test')
      .send({ half_token: halfToken, ...answer });
    expect([status, body.data]).toEqual([200, session]);
    expect(target).toEqual([[{ halfToken, ...place, ...handedOn }, undefined]]);
  });

  it.each<[object, string, string]>([
    [{ code: '123456' }, 'half_token', 'Please sign in first'],
    [{ half_token: halfToken }, 'code', 'Code is required'],
    [{ half_token: halfToken, code: '12345' }, 'code', 'Code must have 6 digits'],
    [{ half_token: halfToken, code: 123456 }, 'code', 'Code is required'],
    [{ half_token: halfToken, code: '①②③④⑤⑥' }, 'code', 'Code must have 6 digits'],
    [{ half_token: halfToken, code: '123456', passkey: shownPasskey }, 'code', 'Code is required'],
    [{ half_token: halfToken, recovery_code: 'short' }, 'recovery_code', 'A recovery code has 24 letters and digits'],
    [{ half_token: halfToken, passkey: 'x' }, 'passkey', 'The passkey’s response could not be read'],
    [{ half_token: halfToken, code: '123456', role: 'admin' }, 'role', 'Unknown field'],
    [{ half_token: '../../x', code: '123456' }, 'half_token', 'Please sign in again'],
  ])('refuses %j', async (body, field, message) => {
    const target = answering('SecondStepService/CompleteStep', signedIn);
    const answer = await send('post', 'auth/second-factor/verify').send(body);
    expect([answer.status, answer.body.errors[0]]).toEqual([400, { field, message }]);
    expect(target).toEqual([]);
  });

  it("refuses other sites' forms, and says when to retry or start over", async () => {
    const form = await send('post', 'auth/second-factor/verify')
      .type('form')
      .send({ half_token: halfToken, code: '1' });
    expect(form.status).toBe(415);
    refusing('SecondStepService/CompleteStep', tooMany('Too many wrong codes. Please try again in 2 hours.', 7_200));
    const verify = () => send('post', 'auth/second-factor/verify').send({ half_token: halfToken, code: '123456' });
    const often = await verify();
    expect([often.status, often.headers['retry-after']]).toEqual([429, '7200']);
    refusing('SecondStepService/CompleteStep', unauthenticated('Your time to sign in has run out.'));
    expect((await verify()).status).toBe(401);
  });

  it('can add a factor if there is none', async () => {
    answering('SecondStepService/StartEnrolment', { secret: 'JBSW', uri: 'otpauth://x', optionsJson: '' });
    const started = await send('post', 'auth/second-factor/enrol').send({ half_token: halfToken, kind: 'totp' });
    expect(started.body.data).toEqual({ secret: 'JBSW', uri: 'otpauth://x', options: null });
    const target = answering('SecondStepService/CompleteEnrolment', { signedIn, recoveryCodes: ['a', 'b'] });
    const done = await send('post', 'auth/second-factor/enrol/confirm')
      .set('User-Agent', 'test')
      .send({ half_token: halfToken, label: ' Key ', passkey: madePasskey });
    expect(done.body.data).toEqual({ session, recovery_codes: ['a', 'b'] });
    const passkeyJson = JSON.stringify(madePasskey);
    expect(target).toEqual([[{ halfToken, label: 'Key', passkeyJson, ...place }, undefined]]);
  });
});

describe("the user's own account", () => {
  const factor = { id: newId(), kind: 'totp', label: 'Phone', createdAt: '2026-11-20T12:00:00.000Z' };
  const factorJson = { ...factor, created_at: factor.createdAt, createdAt: undefined, last_used_at: null };

  it('shows factors and sessions to any signed-in user', async () => {
    const { token, sub } = provided.services.signIn('moderator');
    const state = {
      recoveryCodesLeft: 9,
      required: true,
      freshUntil: '2026-11-20T12:10:00.000Z',
      passkeysPossible: true,
    };
    const target = answering('SecondFactorsService/ListSecondFactors', { factors: [factor], ...state });
    const { body } = await send('get', 'auth/second-factors', token);
    expect(body.data).toEqual({
      factors: [JSON.parse(JSON.stringify(factorJson))],
      recovery_codes_left: 9,
      required: true,
      fresh_until: '2026-11-20T12:10:00.000Z',
      passkeys_possible: true,
    });
    expect(target).toEqual([[{}, sub]]);
    const open = {
      id: 'a'.repeat(64),
      device: 'Firefox on Windows',
      network: '192.0.2.0/24',
      createdAt: factor.createdAt,
      lastSeenAt: factor.createdAt,
      expiresAt: factor.createdAt,
      current: true,
    };
    answering('SessionsService/ListSessions', { sessions: [open], idleMinutes: 120 });
    const sessions = await send('get', 'auth/sessions', token);
    expect(sessions.body.data).toMatchObject({ idle_minutes: 120, sessions: [{ last_seen_at: factor.createdAt }] });
  });

  it('says what is missing when the last authentication is too old', async () => {
    const { token } = provided.services.signIn('admin');
    const message = 'Please confirm that it’s you first.';
    refusing('SecondFactorsService/StartFactor', forbidden(message, [{ field: 'confirm', message }]));
    const { status, body } = await send('post', 'auth/second-factors', token).send({ kind: 'passkey' });
    expect([status, body.errors]).toEqual([403, [{ field: 'confirm', message }]]);
    const target = answering('SecondFactorsService/ConfirmIdentity', { freshUntil: factor.createdAt });
    const confirmed = await send('post', 'auth/confirm', token).send({ password: ' with blanks ' });
    expect(confirmed.body.data).toEqual({ fresh_until: factor.createdAt });
    expect(target).toEqual([[{ password: ' with blanks ' }, expect.any(String)]]);
  });

  it('ends sessions and removes factors by id', async () => {
    const { token } = provided.services.signIn('admin');
    const ended = answering('SessionsService/EndSession', {});
    expect((await send('delete', `auth/sessions/${'b'.repeat(64)}`, token)).status).toBe(200);
    expect(ended).toEqual([[{ id: 'b'.repeat(64) }, expect.any(String)]]);
    answering('SessionsService/EndOtherSessions', { ended: 2 });
    expect((await send('post', 'auth/sessions/end-others', token)).body.data).toEqual({ ended: 2 });
    const removed = answering('SecondFactorsService/RemoveFactor', {});
    expect((await send('delete', `auth/second-factors/${factor.id}`, token)).status).toBe(200);
    expect((await send('delete', 'auth/second-factors/x', token)).status).toBe(404);
    expect(removed).toEqual([[{ id: factor.id }, expect.any(String)]]);
  });

  it('of another user can only be changed by an admin', async () => {
    const { token } = provided.services.signIn('admin');
    const id = newId();
    const person = {
      id,
      name: 'Mo',
      email: 'mo@example.com',
      role: 'admin',
      createdAt: factor.createdAt,
      secondFactor: true,
    };
    answering('PeopleService/ListPeople', { people: [person] });
    const visible = {
      id,
      name: 'Mo',
      email: 'mo@example.com',
      role: 'admin',
      created_at: factor.createdAt,
      second_factor: true,
    };
    expect((await send('get', 'main/people', token)).body.data).toEqual([visible]);
    const target = answering('PeopleService/ChangeRole', person);
    expect((await send('post', `main/people/${id}/role`, token).send({ role: 'admin' })).body.data).toEqual(visible);
    expect(target).toEqual([[{ id, role: 'admin' }, expect.any(String)]]);
    for (const body of [{ role: 'owner' }, {}, { role: 'admin', id: 'x' }])
      expect((await send('post', `main/people/${id}/role`, token).send(body)).status).toBe(400);
    expect((await send('post', 'main/people/x/role', token).send({ role: 'admin' })).status).toBe(404);
    answering('PeopleService/ResetSecondFactor', {});
    expect((await send('post', `main/people/${id}/reset-second-factor`, token)).body.data).toBeNull();
  });
});
