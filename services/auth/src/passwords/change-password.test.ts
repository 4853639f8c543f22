import { status } from '@grpc/grpc-js';
import { AuditEntry } from '@site/platform/data/audit';
import { emptyTables } from '@site/platform/testing/empty-tables';
import { until } from '@site/platform/testing/until';
import { watchChanges } from '@site/platform/testing/watch-changes';
import { sessionKey } from '@site/proto/auth/v1/session-key';
import type { DescribePasswordChangeResponse } from '@site/proto/gen/nest/auth/v1/resets';
import type { Caller } from '@site/proto/grpc';
import type { Person } from '../people/person.entity.js';
import { asCaller, startAuth, testPassword, type TestAuth } from '../testing/auth.js';
import { getRejection } from '../testing/rejections.js';

const newPassword = 'a shelf cloud over Conway';

describe("changing one's own password", () => {
  let auth: TestAuth;
  let person: Person;
  beforeAll(async () => {
    auth = await startAuth();
  });
  afterAll(() => auth.close());
  beforeEach(async () => {
    await emptyTables(auth.database.dataSource, 'sign_in_attempts, sessions, audit, outbox');
    person = await auth.addUser({ name: 'Jo Doe', role: 'moderator' });
  });

  const change = (
    request: { oldPassword?: string; newPassword?: string } = {},
    caller: Caller | undefined = asCaller(person),
  ) =>
    auth.service.call(
      'auth.v1.PasswordsService',
      'changePassword',
      { oldPassword: testPassword, newPassword, ...request },
      caller,
    );
  const canSignIn = (password: string) =>
    auth.signIn({ email: person.email, password }).then(
      () => true,
      () => false,
    );
  const wrong = {
    code: status.INVALID_ARGUMENT,
    fields: [{ field: 'old_password', message: 'Old password is wrong' }],
  };

  it('accepts the new one and no longer the old one', async () => {
    await expect(change()).resolves.toEqual({});
    expect([await canSignIn(newPassword), await canSignIn(testPassword)]).toEqual([true, false]);
  });

  it("ends every session of this user immediately and announces each, and no one else's", async () => {
    const watched = watchChanges('auth', auth.service.address);
    await until('the stream to open', () => watched.notices.length > 0);
    const own = await auth.openSession(person);
    const other = await auth.openSession(person, '203.0.113.9');
    const third = await auth.openSession(person);
    const stranger = await auth.openSession(await auth.addUser());
    await change();
    expect(await Promise.all([own, other, third, stranger].map((sid) => auth.isValidSession(sid)))).toEqual([
      false,
      false,
      false,
      true,
    ]);
    await until('the notices', () => watched.notices.filter(({ topic }) => topic === 'sessions').length >= 3);
    expect(watched.notices.flatMap(({ topic, id }) => (topic === 'sessions' ? [id] : [])).sort()).toEqual(
      [own, other, third].map(sessionKey).sort(),
    );
    watched.close();
  });

  it('is logged with user and address', async () => {
    await change();
    const rows = await auth.database.dataSource.getRepository(AuditEntry).find();
    expect(rows).toEqual([
      expect.objectContaining({
        action: 'password.change',
        principalId: person.id,
        principalName: 'Jo Doe',
        subjectId: person.id,
        clientAddress: '198.51.100.7',
        requestId: 'test-request',
      }),
    ]);
  });

  describe('the email about it', () => {
    const describeChange = (ids: { personId: string; outboxId: string }) =>
      auth.service.call<DescribePasswordChangeResponse>('auth.v1.ResetsService', 'describePasswordChange', ids);
    const target = () =>
      auth.database.dataSource.query<{ id: string; payload: object; at: Date; processed: boolean }[]>(
        `SELECT id, payload, created_at AS at, processed_at IS NOT NULL AS processed
         FROM outbox WHERE queue = 'mail' AND name = 'send-password-changed' ORDER BY id`,
      );
    const emptyText = { send: false, email: '', name: '', changedAt: '' };

    it('is requested with the id only, and has recipient, address and time until it was sent', async () => {
      await change();
      const [row, ...others] = await target();
      expect([row?.payload, others]).toEqual([{ personId: person.id }, []]);
      const ids = { personId: person.id, outboxId: row?.id ?? '' };
      const result = { send: true, email: person.email, name: 'Jo Doe', changedAt: row?.at.toISOString() };
      expect([await describeChange(ids), await describeChange(ids)]).toEqual([result, result]);
      await auth.service.call('auth.v1.ResetsService', 'completeResetMail', { id: ids.outboxId });
      expect(await describeChange(ids)).toEqual(emptyText);
      expect((await target()).map(({ processed }) => processed)).toEqual([true]);
    });

    it('is not requested when the change was rejected', async () => {
      await getRejection(change({ oldPassword: 'wrong password' }));
      await getRejection(change({ newPassword: 'Password2026!' }));
      expect(await target()).toEqual([]);
    });

    it('is skipped for a user who was deleted in the meantime', async () => {
      await change();
      const [row] = await target();
      await auth.database.dataSource.query('UPDATE people SET deleted_at = now() WHERE id = $1', [person.id]);
      expect(await describeChange({ personId: person.id, outboxId: row?.id ?? '' })).toEqual(emptyText);
      expect((await target()).map(({ processed }) => processed)).toEqual([true]);
    });

    it('reveals no one the job is not about', async () => {
      await change();
      const [row] = await target();
      const other = await auth.addUser();
      for (const ids of [
        { personId: other.id, outboxId: row?.id ?? '' },
        { personId: person.id, outboxId: other.id },
        { personId: "' OR 1=1 --", outboxId: row?.id ?? '' },
        { personId: person.id, outboxId: '' },
      ])
        expect(await describeChange(ids)).toEqual(emptyText);
    });
  });

  it('requires the old one, and changes nothing without it', async () => {
    const other = await auth.openSession(person);
    expect(await getRejection(change({ oldPassword: 'wrong password' }))).toMatchObject(wrong);
    expect([await canSignIn(testPassword), await auth.isValidSession(other)]).toEqual([true, true]);
  });

  it('requires a caller who still exists', async () => {
    const anonymous = auth.service.call('auth.v1.PasswordsService', 'changePassword', { oldPassword: testPassword });
    expect(await getRejection(anonymous)).toMatchObject({ code: status.UNAUTHENTICATED });
    await auth.database.dataSource.query('UPDATE people SET deleted_at = now() WHERE id = $1', [person.id]);
    expect(await getRejection(change())).toMatchObject({ code: status.UNAUTHENTICATED });
  });

  it.each([
    [
      'one that many people use',
      () => 'Password2026!',
      'This password is too easy to guess: it is a well-known word, or your name, with little around it. Please choose another one.',
    ],
    [
      'one made of the own name',
      () => 'JoDoe1984',
      'This password is too easy to guess: it is a well-known word, or your name, with little around it. Please choose another one.',
    ],
    ['the old one', () => testPassword, 'The new password must be different from the old one'],
  ])('rejects %s, and does not count that as an attempt', async (_what, password, message) => {
    for (let time = 0; time < 6; time += 1) {
      expect(await getRejection(change({ newPassword: password() }))).toMatchObject({
        code: status.INVALID_ARGUMENT,
        fields: [{ field: 'new_password', message }],
      });
    }
    await expect(change()).resolves.toEqual({});
  });

  it('allows five attempts with a wrong old one in 15 minutes, worldwide', async () => {
    const before = auth.clock.now;
    for (let time = 0; time < 5; time += 1) {
      const from = asCaller(person, `203.0.${time}.9`);
      expect(await getRejection(change({ oldPassword: 'wrong password' }, from))).toMatchObject(wrong);
      auth.clock.advance(60);
    }
    expect(await getRejection(change({}, asCaller(person, '192.0.2.1')))).toMatchObject({
      code: status.RESOURCE_EXHAUSTED,
      retryAfterSeconds: 600,
      details: 'Too many attempts with a wrong old password. Please try again in 10 minutes.',
    });
    // Before the new password is checked, which takes much time.
    expect(await getRejection(change({ newPassword: 'Password2026!' }))).toMatchObject({
      code: status.RESOURCE_EXHAUSTED,
    });
    // Only the guesser is limited.
    expect(await canSignIn(testPassword)).toBe(true);
    const other = await auth.addUser();
    await expect(change({}, asCaller(other))).resolves.toEqual({});
    auth.clock.advance(600);
    await expect(change()).resolves.toEqual({});
    auth.clock.now = before;
  });

  it('does not allow more attempts with concurrent requests', async () => {
    const refusals = await Promise.all(
      Array.from({ length: 12 }, () => getRejection(change({ oldPassword: 'wrong password' }))),
    );
    const codes = refusals.map(({ code }) => code);
    expect(codes.filter((code) => code === status.INVALID_ARGUMENT)).toHaveLength(5);
    expect(codes.filter((code) => code === status.RESOURCE_EXHAUSTED)).toHaveLength(7);
  });

  it('succeeds once when requested twice concurrently with the same old one', async () => {
    const outcomes = await Promise.allSettled([change(), change({ newPassword: 'another cloud over Conway' })]);
    expect(outcomes.map(({ status: outcome }) => outcome).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('ends a sign-in in progress with the old one', async () => {
    const { dataSource } = auth.database;
    const signingIn = await dataSource.transaction(async (manager) => {
      await manager.query("UPDATE people SET password_hash = password_hash || 'changed' WHERE id = $1", [person.id]);
      const attempt = getRejection(auth.signIn({ email: person.email }));
      // It has verified the old password, which other transactions still see.
      await until('the sign-in to wait for us', async () => {
        const waiting = await dataSource.query<unknown[]>(
          "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%FOR SHARE%'",
        );
        return waiting.length > 0;
      });
      return { attempt };
    });
    expect(await signingIn.attempt).toMatchObject({ code: status.UNAUTHENTICATED });
    await expect(dataSource.query('SELECT FROM sessions')).resolves.toEqual([]);
  });
});
