import { status } from '@grpc/grpc-js';
import { newId } from '@site/platform/base/ids';
import { AuditEntry } from '@site/platform/data/audit';
import type {
  Colleague,
  ListPeopleResponse,
  ListAssigneesResponse,
  ListReviewersResponse,
} from '@site/proto/gen/nest/auth/v1/people';
import type { IntrospectSessionResponse } from '@site/proto/gen/nest/auth/v1/sessions';
import { Person } from '../people/person.entity.js';
import { asCaller, startAuth, testPassword, type TestAuth } from '../testing/auth.js';
import { addApp } from '../testing/factors.js';
import { getRejection } from '../testing/rejections.js';

describe('roles', () => {
  let auth: TestAuth;
  let admin: Person;
  let sid: string;
  beforeAll(async () => {
    auth = await startAuth();
  });
  afterAll(() => auth.close());
  beforeEach(async () => {
    await auth.database.dataSource.query('TRUNCATE people, sign_in_attempts, outbox CASCADE');
    admin = await auth.addUser({ name: 'Ada' });
    sid = await auth.openSession(admin);
  });

  const call = <Response>(method: string, request: object, who = admin, session = sid) =>
    auth.service.call<Response>('auth.v1.PeopleService', method, request, asCaller(who, undefined, session));
  const roleOf = async ({ id }: Person) =>
    (await auth.database.dataSource.getRepository(Person).findOneByOrFail({ id })).role;
  const result = async ({ id }: Person) =>
    (
      await auth.database.dataSource.query<{ change: string }[]>(
        `SELECT payload->>'change' AS change FROM outbox WHERE payload->>'personId' = $1 ORDER BY id`,
        [id],
      )
    ).map(({ change }) => change);

  it('are listed for admins, admins first, with who has a second factor', async () => {
    const moderator = await auth.addUser({ role: 'moderator', name: 'Mo' });
    await auth.addUser({ role: 'editor', name: 'Ed' });
    await addApp(auth, moderator);
    const { people } = await call<ListPeopleResponse>('listPeople', {});
    expect(people.map(({ name, role, secondFactor }) => [name, role, secondFactor])).toEqual([
      ['Ada', 'admin', false],
      ['Ed', 'editor', false],
      ['Mo', 'moderator', true],
    ]);
    expect(JSON.stringify(people)).not.toMatch(/argon|secret/);
  });

  it('are changed by an admin: the sessions end, the user is notified, and the change is logged', async () => {
    const person = await auth.addUser({ role: 'moderator', name: 'Mo' });
    const theirs = await auth.openSession(person);
    const promoted = await call<Colleague>('changeRole', { id: person.id, role: 'admin' });
    expect([promoted?.role, await roleOf(person), await auth.isValidSession(theirs)]).toEqual([
      'admin',
      'admin',
      false,
    ]);
    // The second admin can be demoted in the same way.
    const repeated = await auth.openSession(person);
    await expect(call('listPeople', {}, { ...person, role: 'admin' }, repeated)).resolves.toHaveProperty('people');
    await call('changeRole', { id: person.id, role: 'moderator' });
    await call('changeRole', { id: person.id, role: 'moderator' });
    expect([await roleOf(person), await result(person)]).toEqual(['moderator', ['made-admin', 'made-moderator']]);
    const rows = await auth.database.dataSource.getRepository(AuditEntry).findBy({ subjectId: person.id });
    const changes = rows.filter(({ action }) => action === 'person.role').map(({ detail }) => detail);
    expect(changes.sort()).toEqual(['admin → moderator', 'moderator → admin']);
  });

  it('can be changed to editor, which the user is notified of and can sign in with', async () => {
    const person = await auth.addUser({ role: 'moderator', name: 'Ed' });
    const editor = await call<Colleague>('changeRole', { id: person.id, role: 'editor' });
    expect([editor?.role, await roleOf(person), await result(person)]).toEqual(['editor', 'editor', ['made-editor']]);
    const { principal } = await auth.call<IntrospectSessionResponse>('introspectSession', {
      id: await auth.openSession(person),
    });
    expect(principal).toMatchObject({ id: person.id, role: 'editor' });
    // Editors can't decide on photos.
    const { reviewers } = await auth.service.call<ListReviewersResponse>('auth.v1.PeopleService', 'listReviewers', {});
    expect(reviewers.map(({ id }) => id)).toEqual([admin.id]);
    const { assignees } = await call<ListAssigneesResponse>('listAssignees', {});
    expect(assignees).toEqual([{ id: admin.id, name: admin.name }]);
    expect(await getRejection(call('changeRole', { id: person.id, role: 'owner' }))).toMatchObject({
      code: status.FAILED_PRECONDITION,
      details: 'Choose admin, editor or moderator',
    });
  });

  it.each(
    (['editor', 'moderator'] as const).flatMap((role) => [
      ['changeRole', role, { role: 'admin' }] as const,
      ['resetSecondFactor', role, {}] as const,
    ]),
  )('are protected from other roles and anonymous callers: %s by an %s', async (method, role, request) => {
    const person = await auth.addUser({ role });
    const theirs = await auth.openSession(person);
    const other = await auth.addUser({ role: 'moderator' });
    for (const id of [person.id, other.id])
      expect(await getRejection(call(method, { id, ...request }, person, theirs))).toMatchObject({
        code: status.PERMISSION_DENIED,
      });
    expect(
      await getRejection(auth.service.call('auth.v1.PeopleService', method, { id: other.id, ...request })),
    ).toMatchObject({ code: status.UNAUTHENTICATED });
  });

  it("can't be changed for oneself, or for someone who doesn't exist", async () => {
    expect(await getRejection(call('changeRole', { id: admin.id, role: 'moderator' }))).toMatchObject({
      code: status.FAILED_PRECONDITION,
      details: 'You cannot change your own role. Ask another admin.',
    });
    for (const id of [newId(), 'x'])
      expect(await getRejection(call('changeRole', { id, role: 'admin' }))).toMatchObject({ code: status.NOT_FOUND });
  });

  it('require confirmation when the last authentication was ten minutes ago', async () => {
    const person = await auth.addUser({ role: 'moderator' });
    auth.clock.advance(600);
    for (const [method, request] of [
      ['changeRole', { role: 'admin' }],
      ['resetSecondFactor', {}],
    ] as const)
      expect(await getRejection(call(method, { id: person.id, ...request }))).toMatchObject({
        code: status.PERMISSION_DENIED,
        fields: [{ field: 'confirm' }],
      });
    const caller = asCaller(admin, undefined, sid);
    await auth.service.call('auth.v1.SecondFactorsService', 'confirmIdentity', { password: testPassword }, caller);
    await expect(call('changeRole', { id: person.id, role: 'admin' })).resolves.toMatchObject({
      id: person.id,
      role: 'admin',
    });
  });

  it('keep at least one admin when admins demote each other concurrently', async () => {
    for (let runOnce = 0; runOnce < 5; runOnce += 1) {
      await auth.database.dataSource.query('TRUNCATE people, sign_in_attempts CASCADE');
      const admins = [await auth.addUser(), await auth.addUser(), await auth.addUser()];
      const sids: string[] = [];
      for (const one of admins) sids.push(await auth.openSession(one));
      await Promise.allSettled(
        admins.flatMap((one, index) =>
          admins
            .filter((other) => other !== one)
            .map((other) => call('changeRole', { id: other.id, role: 'moderator' }, one, sids[index])),
        ),
      );
      const left = await auth.database.dataSource.getRepository(Person).countBy({ role: 'admin' });
      expect(left).toBe(1);
    }
  });

  it('let an admin reset the second factor of another user, whose sessions end', async () => {
    const person = await auth.addUser({ role: 'moderator', name: 'Mo' });
    expect(await getRejection(call('resetSecondFactor', { id: person.id }))).toMatchObject({
      details: 'This person has no second factor.',
    });
    const theirs = await auth.openSession(person);
    await addApp(auth, person, theirs);
    await call('resetSecondFactor', { id: person.id });
    expect(await auth.isValidSession(theirs)).toBe(false);
    expect((await auth.signIn({ email: person.email })).secondStep).toBeUndefined();
    expect((await result(person)).at(-1)).toBe('factor-reset');
    expect(await getRejection(call('resetSecondFactor', { id: admin.id }))).toMatchObject({
      details: 'Remove your own second factors on the Security page.',
    });
  });

  it('are announced by an email to the user concerned', async () => {
    const person = await auth.addUser({ role: 'moderator', name: 'Mo', email: 'mo@example.com' });
    await call('changeRole', { id: person.id, role: 'admin' });
    const [row] = await auth.database.dataSource.query<{ id: string }[]>(
      "SELECT id FROM outbox WHERE name = 'send-account-changed' AND payload->>'personId' = $1",
      [person.id],
    );
    const describe = (userId: string) =>
      auth.service.call('auth.v1.ResetsService', 'describeAccountChange', { personId: userId, outboxId: row?.id });
    const emptyText = { send: false, email: '', name: '', changedAt: '', change: '' };
    await expect(describe('x')).resolves.toEqual(emptyText);
    await expect(describe(person.id)).resolves.toMatchObject({
      send: true,
      email: 'mo@example.com',
      name: 'Mo',
      change: 'made-admin',
    });
    await auth.service.call('auth.v1.ResetsService', 'completeResetMail', { id: row?.id });
    await expect(describe(person.id)).resolves.toEqual(emptyText);
  });
});
