import { status } from '@grpc/grpc-js';
import { AuditEntry } from '@site/platform/data/audit';
import { emptyTables } from '@site/platform/testing/empty-tables';
import { newId } from '@site/platform/base/ids';
import type { ListAuditEntriesResponse } from '@site/proto/gen/nest/audit/v1/audit';
import type { Moderator, ListModeratorsResponse } from '@site/proto/gen/nest/auth/v1/moderators';
import type { ListReviewersResponse } from '@site/proto/gen/nest/auth/v1/people';
import type { ListTrashResponse } from '@site/proto/gen/nest/trash/v1/trash';
import type { Caller } from '@site/proto/grpc';
import { Person } from '../people/person.entity.js';
import { asCaller, startAuth, testPassword, type TestAuth } from '../testing/auth.js';
import { getRejection } from '../testing/rejections.js';

const password = 'a shelf cloud over Conway';

describe('moderators', () => {
  let auth: TestAuth;
  let admin: Person;
  beforeAll(async () => {
    auth = await startAuth();
  });
  afterAll(() => auth.close());
  beforeEach(async () => {
    await emptyTables(auth.database.dataSource, 'people, sign_in_attempts, audit, idempotency CASCADE');
    admin = await auth.addUser({ name: 'Ada Admin', email: 'ada@example.com' });
  });

  const call = <Response>(method: string, request: object, caller: Caller | null = asCaller(admin)) =>
    auth.service.call<Response>('auth.v1.ModeratorsService', method, request, caller ?? undefined);
  const list = (request: object = {}) => call<ListModeratorsResponse>('listModerators', { limit: 100, ...request });
  const create = async (request: object = {}) => {
    const requested = { name: 'Mo Derator', email: 'mo@example.com', password, ...request };
    const moderator = await call<Moderator>('createModerator', requested);
    if (!moderator) throw new Error('no moderator came back');
    return moderator;
  };
  const update = (id: string, request: object = {}) =>
    call<Moderator>('updateModerator', { id, name: 'Mo Derator', email: 'mo@example.com', ...request });
  const remove = (id: string) => call('deleteModerator', { id });
  const canSignIn = (email: string, word = password) =>
    auth.signIn({ email, password: word }).then(
      () => true,
      () => false,
    );
  const audited = async () =>
    (await auth.database.dataSource.getRepository(AuditEntry).find({ order: { id: 'ASC' } }))
      .filter(({ action }) => action.startsWith('moderator.'))
      .map(({ action, principalId, subjectLabel }) => [action, principalId, subjectLabel]);
  const unknown = { code: status.NOT_FOUND, details: 'This moderator does not exist.' };
  const taken = {
    code: status.INVALID_ARGUMENT,
    fields: [{ field: 'email', message: 'Another account already uses this email address.' }],
  };

  it('can only be managed by admins', async () => {
    const moderator = await auth.addUser({ role: 'moderator' });
    const calls: [string, object][] = [
      ['listModerators', { limit: 1 }],
      ['createModerator', { name: 'Eve', email: 'eve@example.com', password }],
      ['updateModerator', { id: moderator.id, name: 'Eve', email: 'eve@example.com' }],
      ['deleteModerator', { id: moderator.id }],
    ];
    for (const [method, request] of calls) {
      expect(await getRejection(call(method, request, null))).toMatchObject({ code: status.UNAUTHENTICATED });
      const byModerator = call(method, request, asCaller(moderator));
      expect(await getRejection(byModerator)).toMatchObject({ code: status.PERMISSION_DENIED });
    }
    await expect(auth.database.dataSource.getRepository(Person).count()).resolves.toBe(2);
  });

  it('are created, can sign in, and their password is never returned', async () => {
    const moderator = await create();
    expect(moderator).toEqual({
      id: expect.any(String) as string,
      name: 'Mo Derator',
      email: 'mo@example.com',
      createdAt: auth.clock.now.toISOString(),
      version: 1,
    });
    const { principal } = await auth.signIn({ email: 'mo@example.com', password });
    expect(principal).toMatchObject({ id: moderator.id, role: 'moderator' });
    expect(JSON.stringify([moderator, await list()])).not.toMatch(/password|argon2/i);
    expect(await audited()).toEqual([['moderator.create', admin.id, 'Mo Derator']]);
  });

  it('are listed oldest first, page by page, without admins and deleted ones', async () => {
    const names = ['First', 'Second', 'Third', 'Gone'];
    const made = [];
    for (const name of names) {
      made.push(await create({ name, email: `${name.toLowerCase()}@example.com` }));
      auth.clock.advance(1);
    }
    await remove(made[3]?.id ?? '');
    const first = await list({ limit: 2 });
    const second = await list({ limit: 2, cursor: first.nextCursor });
    expect([first, second].map(({ moderators }) => moderators.map(({ name }) => name))).toEqual([
      ['First', 'Second'],
      ['Third'],
    ]);
    expect(second.nextCursor).toBeUndefined();
    expect(await getRejection(list({ cursor: 'nonsense' }))).toMatchObject({ fields: [{ field: 'cursor' }] });
  });

  it('are found by part of their name or address, with any characters', async () => {
    await create({ name: 'Grace Hopper', email: 'grace@navy.example' });
    await create({ name: '100% Rain', email: 'rain_man@example.com' });
    const found = async (query: string) => (await list({ query })).moderators.map(({ name }) => name);
    expect(await found('HOPP')).toEqual(['Grace Hopper']);
    expect(await found('@navy')).toEqual(['Grace Hopper']);
    expect(await found('0%')).toEqual(['100% Rain']);
    expect(await found('n_m')).toEqual(['100% Rain']);
    expect(await found('_')).toEqual(['100% Rain']);
    expect(await found("'")).toEqual([]);
    expect(await found('')).toHaveLength(2);
  });

  it('have a unique address in any case, which is free again when its owner is deleted', async () => {
    const moderator = await create();
    expect(await getRejection(create({ email: 'MO@example.com', name: 'Other' }))).toMatchObject(taken);
    expect(await getRejection(create({ email: 'ADA@example.com' }))).toMatchObject(taken);
    const other = await create({ email: 'other@example.com' });
    expect(await getRejection(update(other.id, { email: 'ada@example.com' }))).toMatchObject(taken);
    await remove(moderator.id);
    await expect(create({ name: 'Next' })).resolves.toMatchObject({ name: 'Next' });
  });

  it("can't get a password that is common or derived from their name", async () => {
    const easy = {
      code: status.INVALID_ARGUMENT,
      fields: [
        {
          field: 'password',
          message: expect.stringMatching(
            /^This password is too easy to guess: it is .+\. Please choose another one\.$/,
          ) as string,
        },
      ],
    };
    expect(await getRejection(create({ password: 'Password2026!' }))).toMatchObject(easy);
    expect(await getRejection(create({ password: 'moderator1' }))).toMatchObject(easy);
    const { id } = await create();
    expect(await getRejection(update(id, { password: 'qwertyuiop' }))).toMatchObject(easy);
  });

  describe('created twice', () => {
    it('with the same key, or with the same content within a minute, are one, with the same response', async () => {
      const once = await create({ idempotencyKey: 'k' });
      const repeated = await create({ idempotencyKey: 'k' });
      expect(repeated).toEqual(once);
      const words = { email: 'twice@example.com' };
      const both = await Promise.all([create(words), create(words)]);
      expect(both[0]).toEqual(both[1]);
      expect((await list()).moderators).toHaveLength(2);
      expect(await audited()).toHaveLength(2);
    });

    it('with the same key and different content are rejected', async () => {
      await create({ idempotencyKey: 'k' });
      for (const other of [{ email: 'other@example.com' }, { password: 'another cloud over Conway' }])
        expect(await getRejection(create({ idempotencyKey: 'k', ...other }))).toMatchObject({
          code: status.FAILED_PRECONDITION,
        });
    });

    it('are created again after the first one was deleted', async () => {
      const { id } = await create();
      await remove(id);
      expect((await create()).id).not.toBe(id);
    });

    it('leave nothing behind that helps to guess the password', async () => {
      await create({ idempotencyKey: 'k' });
      const [row] = await auth.database.dataSource.query<{ fingerprint: string }[]>(
        'SELECT fingerprint FROM idempotency',
      );
      const { createHash } = await import('node:crypto');
      const parts = ['moderator', 'Mo Derator', 'mo@example.com', password];
      const plain = [JSON.stringify(parts), JSON.stringify(parts.slice(1)), parts.join(''), password];
      const hashes = plain.map((text) => createHash('sha256').update(text).digest('hex'));
      expect(hashes).not.toContain(row?.fingerprint);
    });
  });

  describe('edited', () => {
    it('keep their password and their sessions when no password is given', async () => {
      const { id } = await create();
      const user = await auth.database.dataSource.getRepository(Person).findOneByOrFail({ id });
      const { principal, token } = await auth.signIn({ email: user.email, password });
      expect(principal?.id).toBe(id);
      const { sid } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { sid: string };
      const moderator = await update(id, { name: 'Mo Renamed', email: 'renamed@example.com' });
      expect(moderator).toMatchObject({ id, name: 'Mo Renamed', email: 'renamed@example.com', version: 2 });
      expect([await auth.isValidSession(sid), await canSignIn('renamed@example.com')]).toEqual([true, true]);
      expect((await audited()).at(-1)).toEqual(['moderator.edit', admin.id, 'Mo Renamed']);
    });

    it('lose their sessions with their old password, and are notified by email', async () => {
      const user = await auth.addUser({ role: 'moderator', email: 'mo@example.com' });
      const sid = await auth.openSession(user);
      await update(user.id, { password });
      expect(await auth.isValidSession(sid)).toBe(false);
      expect([await canSignIn('mo@example.com'), await canSignIn('mo@example.com', testPassword)]).toEqual([
        true,
        false,
      ]);
      const result = await auth.database.dataSource.query(
        `SELECT payload FROM outbox WHERE name = 'send-password-changed' AND payload->>'personId' = $1`,
        [user.id],
      );
      expect(result).toHaveLength(1);
    });

    it('are in the audit log with whether address or password changed, but not with their values', async () => {
      const { id } = await create();
      await update(id, { name: 'Mo Renamed' });
      await update(id, { email: 'new@example.com', password: 'an anvil cloud over Conway' });
      const edits = await auth.database.dataSource
        .getRepository(AuditEntry)
        .find({ where: { action: 'moderator.edit', subjectId: id }, order: { id: 'ASC' } });
      expect(edits.map(({ detail }) => detail)).toEqual(['', 'new address, new password']);
    });

    it('concurrently: the second editor gets a conflict, unless they choose to overwrite', async () => {
      const { id } = await create();
      await update(id, { expectedVersion: 1 });
      expect(await getRejection(update(id, { name: 'Late', expectedVersion: 1 }))).toMatchObject({
        code: status.ABORTED,
        details: 'Someone else changed this in the meantime. Reload to see the latest version.',
      });
      expect(await update(id, { name: 'Over', expectedVersion: 2 })).toMatchObject({ version: 3 });
      expect(await update(id, { name: 'Over all' })).toMatchObject({ name: 'Over all', version: 4 });
    });

    it('are not found when they never existed, were deleted, or are admins', async () => {
      const { id } = await create();
      await remove(id);
      for (const one of [newId(), id, admin.id, 'x', "'; --"]) {
        expect(await getRejection(update(one, { name: 'Eve', password }))).toMatchObject(unknown);
      }
      const [unchanged] = await auth.database.dataSource.getRepository(Person).findBy({ id: admin.id });
      expect(unchanged).toEqual(admin);
    });
  });

  describe('deleted', () => {
    it("lose every session immediately and can't sign in; repeating it changes nothing", async () => {
      const user = await auth.addUser({ role: 'moderator', name: 'Mo' });
      const sids = [await auth.openSession(user), await auth.openSession(user, '203.0.113.9')];
      await remove(user.id);
      await remove(user.id);
      expect(await Promise.all(sids.map((sid) => auth.isValidSession(sid)))).toEqual([false, false]);
      expect(await canSignIn(user.email, testPassword)).toBe(false);
      expect(await audited()).toEqual([['moderator.delete', admin.id, 'Mo']]);
    });

    it("can't be admins, or anyone who never existed", async () => {
      for (const id of [admin.id, newId(), 'x']) expect(await getRejection(remove(id))).toMatchObject(unknown);
      expect(await canSignIn(admin.email, testPassword)).toBe(true);
    });

    const trash = () =>
      auth.service.call<ListTrashResponse>('trash.v1.TrashService', 'listTrash', { limit: 100 }, asCaller(admin));
    const restore = (id: string) =>
      auth.service.call('trash.v1.TrashService', 'restoreFromTrash', { type: 'moderator', id }, asCaller(admin));

    it('are restored from the trash with their password, and can sign in again', async () => {
      const user = await auth.addUser({ role: 'moderator', name: 'Mo', email: 'mo@example.com' });
      const sid = await auth.openSession(user);
      await remove(user.id);
      expect((await trash()).items).toEqual([
        expect.objectContaining({ type: 'moderator', id: user.id, title: 'Mo', detail: 'mo@example.com' }),
      ]);
      await restore(user.id);
      expect((await list()).moderators).toEqual([expect.objectContaining({ id: user.id })]);
      expect([await auth.isValidSession(sid), await canSignIn(user.email, testPassword)]).toEqual([false, true]);
      expect((await audited()).at(-1)).toEqual(['moderator.restore', admin.id, 'Mo']);
    });

    it('stay in the trash when another account now uses their address', async () => {
      const { id } = await create();
      await remove(id);
      await create({ name: 'Next' });
      expect(await getRejection(restore(id))).toMatchObject({
        code: status.ABORTED,
        details: 'Another account now uses this email address.',
      });
    });

    it('can only be restored by admins', async () => {
      const editor = await auth.addUser({ role: 'editor' });
      const { id } = await create();
      await remove(id);
      const request = { type: 'moderator', id };
      const attempt = auth.service.call('trash.v1.TrashService', 'restoreFromTrash', request, asCaller(editor));
      expect(await getRejection(attempt)).toMatchObject({ code: status.PERMISSION_DENIED });
    });

    it('are the only ones in the trash: no admin is listed or restored there', async () => {
      await auth.database.dataSource.getRepository(Person).softDelete(admin.id);
      expect((await trash()).items).toEqual([]);
      expect(await getRejection(restore(admin.id))).toMatchObject({ code: status.NOT_FOUND });
    });
  });

  it('and admins get the digest of pending photos, except deleted ones', async () => {
    const { id } = await create();
    const { id: removed } = await create({ email: 'gone@example.com' });
    await remove(removed);
    const { reviewers } = await auth.service.call<ListReviewersResponse>('auth.v1.PeopleService', 'listReviewers', {});
    const expected = [
      { id: admin.id, name: 'Ada Admin', email: 'ada@example.com', role: 'admin' },
      { id, name: 'Mo Derator', email: 'mo@example.com', role: 'moderator' },
    ];
    expect(reviewers).toHaveLength(2);
    expect(reviewers).toEqual(expect.arrayContaining(expected));
  });

  it('are in the audit log with their sign-ins and sign-outs', async () => {
    const user = await auth.addUser({ role: 'moderator', name: 'Mo', email: 'mo@example.com' });
    const sid = await auth.openSession(user, '203.0.113.9');
    await auth.service.call('auth.v1.SessionsService', 'signOut', { id: sid }, asCaller(user, '192.0.2.1'));
    await auth.service.call('auth.v1.SessionsService', 'signOut', { id: sid }, asCaller(user, '192.0.2.1'));
    await auth.signIn({ email: user.email, password: 'wrong password' }).catch(() => undefined);
    const { entries } = await auth.service.call<ListAuditEntriesResponse>(
      'audit.v1.AuditService',
      'listAuditEntries',
      { limit: 100 },
      asCaller(admin),
    );
    expect(entries.map(({ action, principalName, clientAddress }) => [action, principalName, clientAddress])).toEqual([
      ['session.refused', 'Unknown', '198.51.100.7'],
      ['session.sign_out', 'Mo', '192.0.2.1'],
      ['session.sign_in', 'Mo', '203.0.113.9'],
    ]);
  });
});
