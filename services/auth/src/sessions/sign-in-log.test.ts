import { checkAudit } from '@site/platform/data/audit-chain';
import { status, type ServiceError } from '@grpc/grpc-js';
import type { Caller } from '@site/proto/grpc';
import { asCaller, startAuth, testPassword, type TestAuth } from '../testing/auth.js';

let auth: TestAuth;
beforeAll(async () => {
  auth = await startAuth();
});
afterAll(() => auth.close());

const log = () =>
  auth.database.dataSource.query<Record<string, string>[]>(
    `SELECT principal_name, action, subject_id, subject_label, client_address, detail FROM audit ORDER BY number`,
  );
const nothingBut = (entries: object[]) =>
  entries.map((entry) => ({ principal_name: 'Unknown', client_address: '203.0.113.5', ...entry }));
const wrong = (email: string, clientAddress = '203.0.113.5') =>
  auth.signIn({ email, password: 'not the password', clientAddress }).catch(({ code }: { code: status }) => code);

it('records a wrong password with the account, and an unknown address without the input', async () => {
  const person = await auth.addUser();
  expect(await wrong(person.email)).toBe(status.UNAUTHENTICATED);
  expect(await wrong('my-secret-password')).toBe(status.UNAUTHENTICATED);
  const rejected = { action: 'session.refused' };
  expect(await log()).toEqual(
    nothingBut([
      { ...rejected, subject_id: person.id, subject_label: person.name, detail: 'wrong password' },
      { ...rejected, subject_id: '', subject_label: '', detail: 'unknown account' },
    ]),
  );
});

it('records rate limiting once and not for each further attempt', async () => {
  const person = await auth.addUser();
  const before = (await log()).length;
  const codes: unknown[] = [];
  for (let n = 0; n < 9; n += 1) codes.push(await wrong(person.email, '198.51.100.20'));
  const limited = codes.filter((code) => code === status.RESOURCE_EXHAUSTED).length;
  expect(limited).toBeGreaterThan(1);
  const entries = (await log()).slice(before);
  expect(entries.map(({ action }) => action)).toEqual([
    ...Array<string>(9 - limited).fill('session.refused'),
    'session.limited',
  ]);
  expect(entries.at(-1)).toMatchObject({ subject_id: person.id, detail: 'too many attempts' });
  expect(
    (await checkAudit((statement, values) => auth.database.dataSource.query(statement, values))).fault,
  ).toBeUndefined();
});

describe('guesses by signed-in users, and guesses at reset codes', () => {
  const from = '203.0.113.77';
  const newPassword = 'a shelf cloud over Conway';
  const fetch = (method: string, request: object, caller?: Caller) =>
    auth.service.call(`auth.v1.${method.split('.')[0]}`, method.split('.')[1] ?? '', request, caller).then(
      () => status.OK,
      ({ code }: { code: status }) => code,
    );
  const provided = async () => {
    const person = await auth.addUser({ name: 'Grace' });
    const caller = asCaller(person, from, await auth.openSession(person));
    const before = (await log()).length;
    const written = async () => (await log()).slice(before);
    return { person, caller, written };
  };
  const change = (oldPassword: string, caller: Caller, password = newPassword) =>
    fetch('PasswordsService.changePassword', { oldPassword, newPassword: password }, caller);
  const confirm = (response: object, caller: Caller) => fetch('SecondFactorsService.confirmIdentity', response, caller);

  it('are logged by name for wrong old passwords, and once for rate limiting', async () => {
    const { person, caller, written } = await provided();
    // Not a guess.
    expect(await change('wrong password', caller, 'Password2026!')).toBe(status.INVALID_ARGUMENT);
    for (let n = 0; n < 7; n += 1) await change('wrong password', caller);
    const entry = { principal_name: 'Grace', subject_id: person.id, client_address: from };
    const rejected = { ...entry, action: 'password.refused', detail: 'wrong old password' };
    expect(await written()).toMatchObject([
      ...Array<object>(5).fill(rejected),
      { ...entry, action: 'password.limited', detail: 'too many attempts' },
    ]);
  });

  it('are logged for failed confirmations, and not for a successful one', async () => {
    const { caller, written } = await provided();
    await confirm({ password: testPassword }, caller);
    for (const response of [{ password: 'wrong password' }, { code: '000000' }, { passkeyJson: '{}' }])
      expect(await confirm(response, caller)).toBe(status.INVALID_ARGUMENT);
    expect((await written()).map(({ action, principal_name: name, detail }) => [action, name, detail])).toEqual(
      ['wrong password', 'wrong code', 'wrong passkey'].map((why) => ['identity.refused', 'Grace', why]),
    );
  });

  it('are logged without a user for wrong codes and tokens of a forgotten password, which belong to the account', async () => {
    const { person, written } = await provided();
    const { email } = person;
    await fetch('PasswordsService.verifyResetCode', { email, code: '000000', clientAddress: from });
    await fetch('PasswordsService.verifyResetCode', {
      email: 'my-secret-password',
      code: '000000',
      clientAddress: from,
    });
    await fetch('PasswordsService.resetPassword', { resetToken: 'none', newPassword, clientAddress: from });
    const entry = { principal_name: 'Unknown', action: 'reset.refused', subject_id: '', subject_label: '' };
    expect(await written()).toMatchObject([
      { ...entry, subject_id: person.id, subject_label: person.name, detail: 'wrong or expired code' },
      { ...entry, detail: 'unknown account' },
      { ...entry, detail: 'wrong or expired token' },
    ]);
  });

  it('are logged once, too, when the queue is full', async () => {
    const { person, caller, written } = await provided();
    const guesses = await Promise.all(
      Array.from({ length: 60 }, () =>
        auth
          .signIn({ email: person.email, password: 'wrong', clientAddress: from })
          .catch(({ code }) => code as status),
      ),
    );
    expect(guesses).toContain(status.RESOURCE_EXHAUSTED);
    const confirmations = await Promise.all(Array.from({ length: 60 }, () => confirm({ password: 'wrong' }, caller)));
    expect(confirmations).toContain(status.RESOURCE_EXHAUSTED);
    const limited = (await written()).filter(({ action }) => action?.endsWith('.limited'));
    expect(limited.map(({ action }) => action).sort()).toEqual(['identity.limited', 'session.limited']);
    expect(limited.map(({ subject_label: label }) => label)).toEqual([person.name, person.name]);
  });

  it('cannot fill the log from hundreds of addresses, and block no later sign-ins', async () => {
    const before = (await log()).length;
    const { email } = await auth.addUser();
    const refusals = [status.UNAUTHENTICATED, status.RESOURCE_EXHAUSTED];
    const from = (n: number) => `198.${n % 90}.${n % 100}.${n % 250}`;
    const loginAttempt = (n: number) =>
      auth
        .signIn({ email, password: 'not the password', clientAddress: from(n) })
        .catch((error: ServiceError) => (refusals.includes(error.code) ? error.code : error.message));
    const publicResponses = await Promise.all(Array.from({ length: 700 }, (_, n) => loginAttempt(n)));
    expect(new Set(publicResponses)).toEqual(new Set(refusals));
    expect((await log()).length - before).toBeLessThanOrEqual(600);
    const other = await auth.addUser();
    await expect(auth.signIn({ email: other.email, clientAddress: '192.0.2.200' })).resolves.toHaveProperty('token');
  });
});

it('records actions reported by the gateway, with and without a caller, and no other actions', async () => {
  const person = await auth.addUser();
  const record = (request: object, caller?: Parameters<TestAuth['service']['call']>[3]) =>
    auth.service.call<object>('audit.v1.AuditService', 'recordAuditEntry', request, caller);
  const { id, name } = person;
  await record(
    { action: 'access.refused', detail: 'GET /admin/main/audit' },
    { id, name, role: 'moderator', clientAddress: '192.0.2.8' },
  );
  await record({ action: 'session.limited', detail: 'POST /admin/auth/login', clientAddress: '192.0.2.9' });
  const [named, unnamed] = (await log()).slice(-2);
  expect(named).toMatchObject({ principal_name: name, action: 'access.refused', client_address: '192.0.2.8' });
  expect(unnamed).toMatchObject({ principal_name: 'Unknown', action: 'session.limited', client_address: '192.0.2.9' });
  for (const action of ['post.delete', '', 'person.role'])
    await expect(record({ action })).rejects.toMatchObject({ code: status.INVALID_ARGUMENT });
});
