import { status, type ServiceError } from '@grpc/grpc-js';
import type { RpcException } from '@nestjs/microservices';
import { until } from '@site/platform/testing/until';
import type { RequestResetResponse } from '@site/proto/gen/nest/auth/v1/passwords';
import type { IssueResetCodeResponse } from '@site/proto/gen/nest/auth/v1/resets';
import type { Person } from '../people/person.entity.js';
import { asCaller, startAuth, testPassword, type TestAuth } from '../testing/auth.js';
import { LoginThrottle } from './login-throttle.js';

/** From one network, or from twenty. */
const clients = (networks: number) => Array.from({ length: 40 }, (_, n) => `198.51.${n % networks}.${n + 1}`);

describe('forty concurrent guesses', () => {
  let auth: TestAuth;
  let person: Person;
  let other: Person;
  beforeAll(async () => {
    auth = await startAuth();
  });
  afterAll(() => auth.close());
  beforeEach(async () => {
    await auth.database.dataSource.query('TRUNCATE sign_in_attempts, sessions, outbox, password_resets');
    person = await auth.addPerson();
    other = await auth.addPerson();
  });

  const codeOf = (call: Promise<unknown>) =>
    call.then(
      () => status.OK,
      ({ code }: ServiceError) => code,
    );
  const passwords = <Response>(method: string, request: object) =>
    auth.service.call<Response>('auth.v1.PasswordsService', method, request);

  it.each([1, 20])(
    'of a password, from %i networks, are wrong or too many, while others can sign in',
    async (networks) => {
      const guesses = clients(networks).map((clientAddress) =>
        codeOf(auth.signIn({ email: person.email, password: 'wrong password', clientAddress })),
      );
      // The correct password from another network, and another user's.
      const rightOnes = [person, other].map(({ email }, n) =>
        codeOf(auth.signIn({ email, password: testPassword, clientAddress: `203.0.${n}.1` })),
      );
      expect(await Promise.all(rightOnes)).toEqual([status.OK, status.OK]);
      const answers = new Set(await Promise.all(guesses));
      answers.delete(status.UNAUTHENTICATED);
      answers.delete(status.RESOURCE_EXHAUSTED);
      expect([...answers]).toEqual([]);
    },
  );

  it.each([1, 20])(
    'of an emailed code, from %i networks, are wrong or too many, and the right one counts',
    async (networks) => {
      const clientAddress = '203.0.113.9';
      await passwords<RequestResetResponse>('requestReset', { email: person.email, clientAddress });
      const [asked] = await auth.database.dataSource.query<{ outboxId: string; resetId: string }[]>(
        `SELECT id AS "outboxId", payload->>'resetId' AS "resetId" FROM outbox WHERE name = 'send-reset-code'`,
      );
      const { code } = await auth.service.call<IssueResetCodeResponse>(
        'auth.v1.ResetsService',
        'issueResetCode',
        asked!,
      );
      const wrong = code === '000000' ? '000001' : '000000';
      const verify = (guess: string, from: string) =>
        codeOf(passwords('verifyResetCode', { email: person.email, code: guess, clientAddress: from }));
      const guesses = clients(networks).map((from) => verify(wrong, from));
      const right = verify(code, clientAddress);
      const signIn = codeOf(auth.signIn({ email: other.email, password: testPassword, clientAddress: '203.0.114.1' }));
      expect(await Promise.all([right, signIn])).toEqual([status.OK, status.OK]);
      const answers = new Set(await Promise.all(guesses));
      answers.delete(status.INVALID_ARGUMENT);
      answers.delete(status.RESOURCE_EXHAUSTED);
      expect([...answers]).toEqual([]);
    },
  );

  it('of an old password are wrong or too many', async () => {
    const request = { oldPassword: 'wrong password', newPassword: 'a shelf cloud over Conway' };
    const change = (clientAddress: string) =>
      codeOf(auth.service.call('auth.v1.PasswordsService', 'changePassword', request, asCaller(person, clientAddress)));
    // The first check reads the dictionaries.
    await until('new passwords to be looked at', async () => (await change('203.0.113.1')) !== status.UNAVAILABLE);
    const answers = new Set(await Promise.all(clients(1).map(change)));
    answers.delete(status.INVALID_ARGUMENT);
    answers.delete(status.RESOURCE_EXHAUSTED);
    expect([...answers]).toEqual([]);
  });

  it.each<[string, object]>([
    ['password', { password: 'wrong password' }],
    ['code', { code: '000000' }],
    ['passkey', { passkeyJson: '{}' }],
  ])("of someone's identity, by %s, are wrong or too many, while others can sign in", async (_what, answer) => {
    const session = await auth.openSession(person);
    const guesses = clients(1).map((clientAddress) => {
      const caller = asCaller(person, clientAddress, session);
      return codeOf(auth.service.call('auth.v1.SecondFactorsService', 'confirmIdentity', answer, caller));
    });
    expect(await codeOf(auth.signIn({ email: other.email, clientAddress: '203.0.114.1' }))).toBe(status.OK);
    const answers = new Set(await Promise.all(guesses));
    answers.delete(status.INVALID_ARGUMENT);
    answers.delete(status.RESOURCE_EXHAUSTED);
    expect([...answers]).toEqual([]);
  });
});

describe('the login throttle', () => {
  /** A throttle whose tasks finish on demand. */
  function given() {
    const throttle = new LoginThrottle();
    const entered: string[] = [];
    const goes: (() => void)[] = [];
    const refused: [string, status][] = [];
    const come = (account: string, clientAddress: string) =>
      throttle
        .run({ account, clientAddress }, async () => {
          entered.push(`${account} ${clientAddress}`);
          await new Promise<void>((resolve) => goes.push(resolve));
        })
        .catch((error: unknown) => {
          const { code } = (error as RpcException).getError() as { code: status };
          refused.push([`${account} ${clientAddress}`, code]);
        });
    const settled = () => new Promise((resolve) => setImmediate(resolve));
    const oneGoes = async () => {
      goes.shift()?.();
      await settled();
    };
    return { come, oneGoes, settled, entered, refused };
  }

  it('next runs the guess that shares account and network with the fewest', async () => {
    const { come, oneGoes, entered } = given();
    for (let n = 0; n < 10; n += 1) void come('ada', '198.51.100.1');
    void come('ada', '203.0.113.1');
    void come('grace', '198.51.100.1');
    void come('grace', '192.0.2.1');
    expect(entered).toHaveLength(4);
    for (let n = 0; n < 3; n += 1) await oneGoes();
    expect(entered.slice(4)).toEqual(['grace 192.0.2.1', 'ada 203.0.113.1', expect.stringMatching(/198/)]);
    for (let n = 0; n < 10; n += 1) await oneGoes();
    expect(entered).toHaveLength(13);
  });

  it('rejects one of many similar guesses when it is full, and keeps capacity for others', async () => {
    const { come, settled, refused } = given();
    for (let n = 0; n < 60; n += 1) void come('ada', `198.51.${n % 30}.1`);
    void come('ada', '203.0.113.1');
    for (let n = 0; n < 30; n += 1) void come(`person ${n}`, `203.1.${n}.1`);
    await settled();
    expect(new Set(refused.map(([who]) => who.split(' ')[0]))).toEqual(new Set(['ada']));
    expect(refused.map(([who]) => who)).not.toContain('ada 203.0.113.1');
    expect(new Set(refused.map(([, code]) => code))).toEqual(new Set([status.RESOURCE_EXHAUSTED]));
  });

  it('is unavailable to everyone only when it is full of unrelated guesses', async () => {
    const { come, settled, refused } = given();
    for (let n = 0; n < 69; n += 1) void come(`person ${n}`, `203.1.${n}.1`);
    await settled();
    expect(refused).toEqual([['person 68 203.1.68.1', status.UNAVAILABLE]]);
  });
});
