import { status, type ServiceError } from '@grpc/grpc-js';
import type { RpcException } from '@nestjs/microservices';
import { until } from '@site/platform/testing/until';
import type { RequestResetResponse } from '@site/proto/gen/nest/auth/v1/passwords';
import type { IssueResetCodeResponse } from '@site/proto/gen/nest/auth/v1/resets';
import type { Person } from '../people/person.entity.js';
import { Passwords } from '../people/passwords.js';
import { asCaller, startAuth, testPassword, type TestAuth } from '../testing/auth.js';
import { addApp } from '../testing/factors.js';
import { PasswordCheckQueue } from './password-check-queue.js';

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
    person = await auth.addUser();
    other = await auth.addUser();
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
      const publicResponses = new Set(await Promise.all(guesses));
      publicResponses.delete(status.UNAUTHENTICATED);
      publicResponses.delete(status.RESOURCE_EXHAUSTED);
      expect([...publicResponses]).toEqual([]);
    },
  );

  it.each([1, 20])(
    'of an emailed code, from %i networks, are wrong or too many, and the right one counts',
    async (networks) => {
      const clientAddress = '203.0.113.9';
      await passwords<RequestResetResponse>('requestReset', { email: person.email, clientAddress });
      const [target] = await auth.database.dataSource.query<{ outboxId: string; resetId: string }[]>(
        `SELECT id AS "outboxId", payload->>'resetId' AS "resetId" FROM outbox WHERE name = 'send-reset-code'`,
      );
      const { code } = await auth.service.call<IssueResetCodeResponse>(
        'auth.v1.ResetsService',
        'issueResetCode',
        target!,
      );
      const wrong = code === '000000' ? '000001' : '000000';
      const verify = (loginAttempt: string, from: string) =>
        codeOf(passwords('verifyResetCode', { email: person.email, code: loginAttempt, clientAddress: from }));
      const guesses = clients(networks).map((from) => verify(wrong, from));
      const right = verify(code, clientAddress);
      const signIn = codeOf(auth.signIn({ email: other.email, password: testPassword, clientAddress: '203.0.114.1' }));
      expect(await Promise.all([right, signIn])).toEqual([status.OK, status.OK]);
      const publicResponses = new Set(await Promise.all(guesses));
      publicResponses.delete(status.INVALID_ARGUMENT);
      publicResponses.delete(status.RESOURCE_EXHAUSTED);
      expect([...publicResponses]).toEqual([]);
    },
  );

  it('of an old password are wrong or too many', async () => {
    const request = { oldPassword: 'wrong password', newPassword: 'a shelf cloud over Conway' };
    const change = (clientAddress: string) =>
      codeOf(auth.service.call('auth.v1.PasswordsService', 'changePassword', request, asCaller(person, clientAddress)));
    // The first check reads the dictionaries.
    await until('new passwords to be looked at', async () => (await change('203.0.113.1')) !== status.UNAVAILABLE);
    const publicResponses = new Set(await Promise.all(clients(1).map(change)));
    publicResponses.delete(status.INVALID_ARGUMENT);
    publicResponses.delete(status.RESOURCE_EXHAUSTED);
    expect([...publicResponses]).toEqual([]);
  });

  it.each<[string, object]>([
    ['password', { password: 'wrong password' }],
    ['code', { code: '000000' }],
    ['passkey', { passkeyJson: '{}' }],
  ])("of someone's identity, by %s, are wrong or too many, while others can sign in", async (_what, response) => {
    const session = await auth.openSession(person);
    const guesses = clients(1).map((clientAddress) => {
      const caller = asCaller(person, clientAddress, session);
      return codeOf(auth.service.call('auth.v1.SecondFactorsService', 'confirmIdentity', response, caller));
    });
    expect(await codeOf(auth.signIn({ email: other.email, clientAddress: '203.0.114.1' }))).toBe(status.OK);
    const publicResponses = new Set(await Promise.all(guesses));
    publicResponses.delete(status.INVALID_ARGUMENT);
    publicResponses.delete(status.RESOURCE_EXHAUSTED);
    expect([...publicResponses]).toEqual([]);
  });
});

describe('450 concurrent guesses at one account', () => {
  let auth: TestAuth;
  beforeAll(async () => {
    auth = await startAuth();
  });
  afterAll(() => auth.close());

  const step = (halfToken: string, clientAddress: string, response: object) =>
    auth.service.call('auth.v1.SecondStepService', 'completeStep', { halfToken, clientAddress, ...response });
  const passwords = (method: string, request: object) => auth.service.call('auth.v1.PasswordsService', method, request);
  const halfTokens = async ({ email }: Person) => {
    const signIns = [1, 2, 3, 4, 5].map((network) => auth.signIn({ email, clientAddress: `203.0.${network}.1` }));
    return (await Promise.all(signIns)).map(({ secondStep }) => secondStep?.halfToken ?? '');
  };
  type Guessing = (person: Person) => Promise<(clientAddress: string, n: number) => Promise<unknown>>;

  it.each<[string, Guessing]>([
    [
      'of its password',
      (person) =>
        Promise.resolve((clientAddress) => auth.signIn({ email: person.email, password: 'wrong', clientAddress })),
    ],
    [
      'of its codes',
      async (person) => {
        await addApp(auth, person);
        const tokens = await halfTokens(person);
        return (clientAddress, n) => step(tokens[n % 5] ?? '', clientAddress, { code: '000000' });
      },
    ],
    [
      'of its recovery codes',
      async (person) => {
        await addApp(auth, person);
        const tokens = await halfTokens(person);
        return (clientAddress, n) => step(tokens[n % 5] ?? '', clientAddress, { recoveryCode: `wrong-${n}` });
      },
    ],
    [
      'of the token of its sign-in',
      () => Promise.resolve((clientAddress, n) => step(`token ${n}`, clientAddress, { code: '000000' })),
    ],
    [
      'of its emailed code',
      async ({ email }) => {
        await passwords('requestReset', { email, clientAddress: '203.0.113.9' });
        return (clientAddress) => passwords('verifyResetCode', { email, code: '000000', clientAddress });
      },
    ],
    [
      'of its old password',
      (person) =>
        Promise.resolve((clientAddress) =>
          auth.service.call(
            'auth.v1.PasswordsService',
            'changePassword',
            { oldPassword: 'wrong', newPassword: 'a shelf cloud over Conway' },
            asCaller(person, clientAddress),
          ),
        ),
    ],
  ])('%s are refused, and another user signs in meanwhile', async (_what, guessing) => {
    const person = await auth.addUser();
    const other = await auth.addUser();
    const loginAttempt = await guessing(person);
    const codes: status[] = [];
    const guesses = Array.from({ length: 450 }, (_, n) =>
      loginAttempt(`198.${n % 200}.${n % 7}.1`, n).then(
        () => codes.push(status.OK),
        ({ code }: ServiceError) => codes.push(code),
      ),
    );
    await expect(auth.signIn({ email: other.email, clientAddress: '192.0.2.1' })).resolves.toMatchObject({
      principal: { id: other.id },
    });
    await Promise.all(guesses);
    const refusals = new Set(codes);
    for (const code of [status.UNAUTHENTICATED, status.INVALID_ARGUMENT, status.RESOURCE_EXHAUSTED])
      refusals.delete(code);
    expect([...refusals].map((code) => status[code])).toEqual([]);
  });

  it.each<[string, (person: Person) => Promise<string[]>]>([
    ['open', halfTokens],
    ['invented', () => Promise.resolve(['token'])],
  ])('with %s tokens leave database connections for other sign-ins', async (_what, tokensOf) => {
    const person = await auth.addUser();
    const other = await auth.addUser();
    await addApp(auth, person);
    const tokens = await tokensOf(person);
    // As slow as a busy machine.
    const blocker = auth.database.dataSource.createQueryRunner();
    await blocker.startTransaction();
    await blocker.query('LOCK TABLE half_sessions IN ACCESS EXCLUSIVE MODE');
    const guesses = Array.from({ length: 450 }, (_, n) =>
      step(tokens[n % 5] ?? `token ${n}`, `198.${n % 200}.${n % 7}.1`, { code: '000000' }).catch(() => undefined),
    );
    try {
      await expect(auth.signIn({ email: other.email, clientAddress: '192.0.2.1' })).resolves.toMatchObject({
        principal: { id: other.id },
      });
    } finally {
      await blocker.rollbackTransaction();
      await blocker.release();
    }
    await Promise.all(guesses);
  });

  it('cost no hash once the limit is reached', async () => {
    const person = await auth.addUser();
    const wrong = () => auth.signIn({ email: person.email, password: 'wrong' }).catch((error: ServiceError) => error);
    for (let failure = 0; failure < 5; failure += 1) await wrong();
    const verify = jest.spyOn(Passwords.prototype, 'verify');
    try {
      for (let failure = 0; failure < 5; failure += 1)
        expect(await wrong()).toMatchObject({ code: status.RESOURCE_EXHAUSTED });
      expect(verify).not.toHaveBeenCalled();
    } finally {
      verify.mockRestore();
    }
  });
});

describe('the queue of password checks', () => {
  /** A queue whose tasks finish on demand. */
  function provided() {
    const checkQueue = new PasswordCheckQueue();
    const entered: string[] = [];
    const goes: (() => void)[] = [];
    const rejected: [string, status][] = [];
    const come = (account: string, clientAddress: string) =>
      checkQueue
        .run({ account, clientAddress }, async () => {
          entered.push(`${account} ${clientAddress}`);
          await new Promise<void>((resolve) => goes.push(resolve));
        })
        .catch((error: unknown) => {
          const { code } = (error as RpcException).getError() as { code: status };
          rejected.push([`${account} ${clientAddress}`, code]);
        });
    const settled = () => new Promise((resolve) => setImmediate(resolve));
    const oneGoes = async () => {
      goes.shift()?.();
      await settled();
    };
    return { come, oneGoes, settled, entered, rejected };
  }

  it('next runs the guess that shares account and network with the fewest', async () => {
    const { come, oneGoes, entered } = provided();
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

  it('runs at most three guesses at one account, and another one at once', async () => {
    const { come, oneGoes, entered } = provided();
    for (let n = 0; n < 10; n += 1) void come('ada', `198.51.${n}.1`);
    expect(entered).toHaveLength(3);
    void come('grace', '192.0.2.1');
    expect(entered.slice(3)).toEqual(['grace 192.0.2.1']);
    for (let n = 0; n < 11; n += 1) await oneGoes();
    expect(entered).toHaveLength(11);
  });

  it('rejects one of many similar guesses when it is full, and keeps capacity for others', async () => {
    const { come, settled, rejected } = provided();
    for (let n = 0; n < 60; n += 1) void come('ada', `198.51.${n % 30}.1`);
    void come('ada', '203.0.113.1');
    for (let n = 0; n < 30; n += 1) void come(`person ${n}`, `203.1.${n}.1`);
    await settled();
    expect(new Set(rejected.map(([who]) => who.split(' ')[0]))).toEqual(new Set(['ada']));
    expect(rejected.map(([who]) => who)).not.toContain('ada 203.0.113.1');
    expect(new Set(rejected.map(([, code]) => code))).toEqual(new Set([status.RESOURCE_EXHAUSTED]));
  });

  it('is unavailable to everyone only when it is full of unrelated guesses', async () => {
    const { come, settled, rejected } = provided();
    for (let n = 0; n < 69; n += 1) void come(`person ${n}`, `203.1.${n}.1`);
    await settled();
    expect(rejected).toEqual([['person 68 203.1.68.1', status.UNAVAILABLE]]);
  });
});
