import { status } from '@grpc/grpc-js';
import { AuditEntry } from '@site/platform/data/audit';
import { emptyTables } from '@site/platform/testing/empty-tables';
import { openQueue } from '@site/platform/jobs/queue';
import { until } from '@site/platform/testing/until';
import type { RequestResetResponse, VerifyResetCodeResponse } from '@site/proto/gen/nest/auth/v1/passwords';
import type { IssueResetCodeResponse } from '@site/proto/gen/nest/auth/v1/resets';
import { Person } from '../people/person.entity.js';
import { asCaller, startAuth, testPassword, type TestAuth } from '../testing/auth.js';
import { getRejection } from '../testing/rejections.js';

const newPassword = 'a shelf cloud over Conway';
const here = '198.51.100.7';
const elsewhere = '203.0.113.9';
const minute = 60;

describe('a forgotten password', () => {
  let auth: TestAuth;
  let person: Person;
  let start: Date;
  beforeAll(async () => {
    auth = await startAuth();
    start = auth.clock.now;
  });
  afterAll(() => auth.close());
  beforeEach(async () => {
    auth.clock.now = start;
    await emptyTables(auth.database.dataSource, 'sign_in_attempts, sessions, audit, outbox, password_resets');
    person = await auth.addUser({ name: 'Jo Doe' });
  });

  const passwords = <Response>(method: string, request: object) =>
    auth.service.call<Response>('auth.v1.PasswordsService', method, request);
  const resets = <Response>(method: string, request: object) =>
    auth.service.call<Response>('auth.v1.ResetsService', method, request);

  const request = (email = person.email, clientAddress = here) =>
    passwords<RequestResetResponse>('requestReset', { email, clientAddress });
  const recentPlaces = () =>
    auth.database.dataSource.query<{ outboxId: string; resetId: string; processed: boolean }[]>(
      `SELECT id AS "outboxId", payload->>'resetId' AS "resetId", processed_at IS NOT NULL AS processed
       FROM outbox WHERE queue = 'mail' AND name = 'send-reset-code' ORDER BY id`,
    );
  const lastRequestedKey = async () => (await recentPlaces()).at(-1) ?? { outboxId: '', resetId: '' };
  const issue = (ids: { resetId: string; outboxId: string }) =>
    resets<IssueResetCodeResponse>('issueResetCode', { resetId: ids.resetId, outboxId: ids.outboxId });
  async function mailedCode(clientAddress = here): Promise<string> {
    await request(person.email, clientAddress);
    const target = await lastRequestedKey();
    const { code } = await issue(target);
    await resets('completeResetMail', { id: target.outboxId });
    return code;
  }
  const verify = (code: string, clientAddress = here, email = person.email) =>
    passwords<VerifyResetCodeResponse>('verifyResetCode', { email, code, clientAddress });
  const reset = (resetToken: string, password = newPassword, clientAddress = here) =>
    passwords('resetPassword', { resetToken, newPassword: password, clientAddress });
  const token = async () => (await verify(await mailedCode())).resetToken;
  const canSignIn = (password: string, clientAddress = here) =>
    auth.signIn({ email: person.email, password, clientAddress }).then(
      () => true,
      () => false,
    );
  const otherThan = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
  const wrongCode = {
    code: status.INVALID_ARGUMENT,
    details: 'The code is wrong or has expired.',
    fields: [{ field: 'code', message: 'The code is wrong or has expired.' }],
  };

  it('is replaced with the emailed code: the new one works, the old one no longer does', async () => {
    const { resetToken } = await verify(await mailedCode());
    await expect(reset(resetToken)).resolves.toEqual({});
    expect([await canSignIn(newPassword), await canSignIn(testPassword)]).toEqual([true, false]);
  });

  describe('the request', () => {
    it('has the same response and the same effect for known, unknown, deleted and odd addresses', async () => {
      const deleted = await auth.addUser();
      await auth.database.dataSource.getRepository(Person).softDelete(deleted.id);
      const addresses = [person.email, 'unknown@example.com', deleted.email, "' OR 1=1 --", `${person.email}\0x`];
      for (const [index, email] of addresses.entries()) {
        expect(await request(email, `10.0.${index}.1`)).toEqual({ validMinutes: 10, mailDelivered: true });
      }
      const target = await recentPlaces();
      expect(target).toHaveLength(addresses.length);
      const mails = [];
      for (const ids of target) mails.push(await issue(ids));
      expect(mails.map(({ send }) => send)).toEqual([true, false, false, false, false]);
      expect(mails[1]).toEqual({ send: false, email: '', name: '', code: '', validMinutes: 0 });
      // Rows without an email are processed immediately; the email's row when the mailer completes it.
      expect((await recentPlaces()).map(({ processed }) => processed)).toEqual([false, true, true, true, true]);
    });

    it('becomes a job in the mailer’s queue under the id of its outbox row', async () => {
      const queue = openQueue('mail', {
        redisUrl: process.env['REDIS_URL'],
        databaseUrl: auth.database.settings.url,
        onError: () => undefined,
      });
      await request();
      const { outboxId, resetId } = await lastRequestedKey();
      await until('the job', async () => (await queue.getJob(outboxId)) !== undefined);
      const job = await queue.getJob(outboxId);
      expect([job?.name, job?.data]).toEqual(['send-reset-code', { outboxId, payload: { resetId } }]);
      await queue.close();
    });

    it('sends at most one email per minute; the earlier code still works', async () => {
      const code = await mailedCode();
      auth.clock.advance(59);
      expect(await request(` ${person.email.toUpperCase()} `, elsewhere)).toEqual({
        validMinutes: 10,
        mailDelivered: true,
      });
      expect(await recentPlaces()).toHaveLength(1);
      await expect(verify(code)).resolves.toBeTruthy();
      auth.clock.advance(1);
      await request();
      expect(await recentPlaces()).toHaveLength(2);
    });

    it.each([
      ['a known address', () => person.email],
      ['an unknown one', () => 'unknown@example.com'],
    ])('is accepted three times an hour from one network and six times from all, for %s', async (_what, email) => {
      const outcomes: unknown[] = [];
      const fetch = async (clientAddress: string) => {
        outcomes.push(
          await request(email(), clientAddress).then(
            () => 'heard',
            async () => (await getRejection(request(email(), clientAddress))).retryAfterSeconds,
          ),
        );
        auth.clock.advance(minute);
      };
      for (let time = 0; time < 4; time += 1) await fetch(here);
      for (let time = 0; time < 4; time += 1) await fetch(`203.0.${time}.9`);
      expect(outcomes).toEqual(['heard', 'heard', 'heard', 57 * 60, 'heard', 'heard', 'heard', 53 * 60]);
      expect(await getRejection(request(email()))).toMatchObject({
        code: status.RESOURCE_EXHAUSTED,
        details: 'Too many codes were requested. Please try again in 52 minutes.',
      });
      auth.clock.advance(52 * minute);
      await expect(request(email())).resolves.toBeTruthy();
    });

    it('is accepted at most twenty times a day', async () => {
      for (let time = 0; time < 20; time += 1) {
        await request(person.email, `10.0.${time}.1`);
        auth.clock.advance(20 * minute);
      }
      expect(await getRejection(request(person.email, '10.1.0.1'))).toMatchObject({ code: status.RESOURCE_EXHAUSTED });
      auth.clock.advance(24 * 60 * minute - 400 * minute);
      await expect(request(person.email, '10.1.0.1')).resolves.toBeTruthy();
    });

    it('is accepted ten times an hour from one client address, for any accounts', async () => {
      for (let time = 0; time < 10; time += 1) await request(`someone${time}@example.com`);
      expect(await getRejection(request())).toMatchObject({
        code: status.RESOURCE_EXHAUSTED,
        retryAfterSeconds: 3_600,
      });
      await expect(request(person.email, elsewhere)).resolves.toBeTruthy();
    });

    it('says when emails are only written to files', async () => {
      const { database } = auth;
      const unmailed = await startAuth({ database, mailDelivered: false });
      const answer = await unmailed.service.call('auth.v1.PasswordsService', 'requestReset', {
        email: 'a@example.com',
      });
      expect(answer).toEqual({ validMinutes: 10, mailDelivered: false });
      await unmailed.close();
    });
  });

  describe('the email', () => {
    it('has a code of six digits that is not stored anywhere', async () => {
      await request();
      const mail = await issue(await lastRequestedKey());
      expect(mail).toEqual({
        send: true,
        email: person.email,
        name: 'Jo Doe',
        code: expect.stringMatching(/^\d{6}$/) as string,
        validMinutes: 10,
      });
      const stored = JSON.stringify([
        await auth.database.dataSource.query('SELECT code_hash, token_hash, account_hash FROM password_resets'),
        await auth.database.dataSource.query('SELECT name, payload FROM outbox'),
      ]);
      expect(stored).not.toContain(mail.code);
      expect(stored).not.toContain(person.email);
    });

    it('has another code when it is composed again after a failure; the first one is invalid', async () => {
      await request();
      const target = await lastRequestedKey();
      const first = await issue(target);
      // One in a million has the same code again.
      const codes = [first.code];
      while (codes.at(-1) === first.code) codes.push((await issue(target)).code);
      expect(await getRejection(verify(first.code))).toMatchObject(wrongCode);
      await expect(verify(codes.at(-1) ?? '')).resolves.toBeTruthy();
    });

    it('is not composed again once it was sent, used or waited too long, or for another outbox row', async () => {
      await request();
      const sent = await lastRequestedKey();
      const { code } = await issue(sent);
      await resets('completeResetMail', { id: sent.outboxId });
      await resets('completeResetMail', { id: sent.outboxId });
      expect(await issue(sent)).toMatchObject({ send: false, code: '' });
      await expect(verify(code)).resolves.toBeTruthy();

      auth.clock.advance(minute);
      await request();
      const waiting = await lastRequestedKey();
      expect(await issue({ ...waiting, resetId: sent.resetId })).toMatchObject({ send: false });
      for (const ids of [
        { ...waiting, outboxId: sent.resetId },
        { resetId: 'x', outboxId: "'; --" },
      ])
        expect(await issue(ids)).toMatchObject({ send: false });
      await expect(resets('completeResetMail', { id: 'x' })).resolves.toEqual({});

      auth.clock.advance(minute);
      await request();
      const timeout = await lastRequestedKey();
      auth.clock.advance(30 * minute);
      expect(await issue(timeout)).toMatchObject({ send: false });
      expect((await recentPlaces()).find(({ outboxId }) => outboxId === timeout.outboxId)?.processed).toBe(true);
    });

    it('is not composed for a user who was deleted in the meantime', async () => {
      await request();
      await auth.database.dataSource.getRepository(Person).softDelete(person.id);
      expect(await issue(await lastRequestedKey())).toMatchObject({ send: false });
    });
  });

  describe('the code', () => {
    it('works once', async () => {
      const code = await mailedCode();
      await verify(code);
      expect(await getRejection(verify(code))).toMatchObject(wrongCode);
    });

    it('is valid for ten minutes after it was emailed, even if sending took a while', async () => {
      await request();
      auth.clock.advance(20 * minute);
      const { code } = await issue(await lastRequestedKey());
      auth.clock.advance(10 * minute - 1);
      await expect(verify(code)).resolves.toBeTruthy();
      auth.clock.advance(minute);
      const next = await mailedCode();
      auth.clock.advance(10 * minute);
      expect(await getRejection(verify(next))).toMatchObject(wrongCode);
    });

    it('is invalid after five wrong attempts', async () => {
      const code = await mailedCode();
      for (let time = 0; time < 5; time += 1)
        expect(await getRejection(verify(otherThan(code)))).toMatchObject(wrongCode);
      expect(await getRejection(verify(code))).toMatchObject(wrongCode);
    });

    it('is still valid after four', async () => {
      const code = await mailedCode();
      for (let time = 0; time < 4; time += 1) await getRejection(verify(otherThan(code)));
      await expect(verify(code)).resolves.toBeTruthy();
    });

    it('does not allow more attempts with concurrent requests', async () => {
      const code = await mailedCode();
      await Promise.all(Array.from({ length: 20 }, () => getRejection(verify(otherThan(code)))));
      const [row] = await auth.database.dataSource.query<{ tries_here: number }[]>(
        'SELECT tries_here FROM password_resets',
      );
      expect(row?.tries_here).toBe(5);
      expect(await getRejection(verify(code))).toMatchObject(wrongCode);
    });

    it('is not used up by a stranger who guesses from another network, and they get no more than five attempts either', async () => {
      const code = await mailedCode();
      for (let host = 0; host < 5; host += 1) {
        expect(await getRejection(verify(otherThan(code), `203.0.${host}.9`))).toMatchObject(wrongCode);
      }
      expect(await getRejection(verify(code, elsewhere))).toMatchObject(wrongCode);
      await expect(verify(code)).resolves.toBeTruthy();
    });

    it('requested and used up by a stranger does not keep the owner from another code', async () => {
      const theirs = await mailedCode(elsewhere);
      for (let time = 0; time < 5; time += 1) await getRejection(verify(otherThan(theirs), elsewhere));
      auth.clock.advance(minute);
      const own = await mailedCode();
      await expect(verify(own)).resolves.toBeTruthy();
    });

    it('works for its owner on another network than the one that requested it', async () => {
      const code = await mailedCode('2001:db8:1:2::9');
      await expect(verify(code, '192.0.2.44')).resolves.toBeTruthy();
    });

    it('has the same response when the address has no account or no code was requested', async () => {
      expect(await getRejection(verify('123456'))).toMatchObject(wrongCode);
      await request('unknown@example.com', elsewhere);
      await issue(await lastRequestedKey());
      expect(await getRejection(verify('123456', elsewhere, 'unknown@example.com'))).toMatchObject(wrongCode);
      for (const code of ['', '\0', '12345', 'abcdef', '000000']) {
        expect(await getRejection(verify(code))).toMatchObject(wrongCode);
      }
    });

    it('belongs to one account', async () => {
      const other = await auth.addUser();
      expect(await getRejection(verify(await mailedCode(), here, other.email))).toMatchObject(wrongCode);
    });

    it('and the token are invalid once the password was changed in another way', async () => {
      const waiting = await token();
      auth.clock.advance(minute);
      const code = await mailedCode();
      await auth.service.call(
        'auth.v1.PasswordsService',
        'changePassword',
        { oldPassword: testPassword, newPassword },
        asCaller(person),
      );
      expect(await getRejection(verify(code))).toMatchObject(wrongCode);
      expect(await getRejection(reset(waiting))).toMatchObject({ fields: [{ field: 'reset_token' }] });
    });
  });

  describe('the token', () => {
    const wrongToken = {
      code: status.INVALID_ARGUMENT,
      fields: [
        {
          field: 'reset_token',
          message: 'Your time to choose a password has run out. Please request a new code.',
        },
      ],
    };

    it('ends every session, is logged, and invalidates other codes', async () => {
      const sessions = [await auth.openSession(person), await auth.openSession(person, elsewhere)];
      const stranger = await auth.openSession(await auth.addUser());
      const other = await mailedCode(elsewhere);
      auth.clock.advance(minute);
      await reset(await token());
      expect(await Promise.all([...sessions, stranger].map((sid) => auth.isValidSession(sid)))).toEqual([
        false,
        false,
        true,
      ]);
      expect(await getRejection(verify(other, elsewhere))).toMatchObject(wrongCode);
      const rows = await auth.database.dataSource.getRepository(AuditEntry).findBy({ action: 'password.reset' });
      expect(rows).toEqual([
        expect.objectContaining({ principalId: person.id, subjectId: person.id, clientAddress: here }),
      ]);
    });

    it('sends an email notification when used', async () => {
      await reset(await token());
      const result = await auth.database.dataSource.query(
        `SELECT payload FROM outbox WHERE queue = 'mail' AND name = 'send-password-changed'`,
      );
      expect(result).toEqual([{ payload: { personId: person.id } }]);
    });

    it('works once, even when used twice concurrently', async () => {
      const once = await token();
      const outcomes = await Promise.allSettled([reset(once), reset(once, 'another cloud over Conway')]);
      expect(outcomes.map(({ status: outcome }) => outcome).sort()).toEqual(['fulfilled', 'rejected']);
      expect(await getRejection(reset(once))).toMatchObject(wrongToken);
    });

    it('is valid for 15 minutes', async () => {
      const timeout = await token();
      auth.clock.advance(15 * minute);
      expect(await getRejection(reset(timeout))).toMatchObject(wrongToken);
      const intime = await token();
      auth.clock.advance(15 * minute - 1);
      await expect(reset(intime)).resolves.toEqual({});
    });

    it('is still valid after a password was rejected as too common', async () => {
      const current = await token();
      expect(await getRejection(reset(current, 'Password2026!'))).toMatchObject({
        fields: [{ field: 'new_password' }],
      });
      await expect(reset(current)).resolves.toEqual({});
    });

    it.each(['', 'nonsense', '\0', 'x'.repeat(43)])('is not "%s"', async (created) => {
      expect(await getRejection(reset(created))).toMatchObject(wrongToken);
    });

    it('is invalid for a user who was deleted in the meantime', async () => {
      const current = await token();
      await auth.database.dataSource.getRepository(Person).softDelete(person.id);
      expect(await getRejection(reset(current))).toMatchObject(wrongToken);
    });

    it('lets a user sign in immediately after too many wrong guesses', async () => {
      for (let time = 0; time < 5; time += 1) await canSignIn('wrong password');
      expect(await canSignIn(testPassword)).toBe(false);
      await reset(await token());
      expect(await canSignIn(newPassword)).toBe(true);
    });
  });
});
