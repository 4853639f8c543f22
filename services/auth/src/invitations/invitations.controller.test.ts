import { status } from '@grpc/grpc-js';
import { AuditEntry } from '@site/platform/data/audit';
import { emptyTables } from '@site/platform/testing/empty-tables';
import type {
  AcceptInvitationResponse,
  Invitation,
  IssueInvitationResponse,
  ListInvitationsResponse,
} from '@site/proto/gen/nest/auth/v1/invitations';
import { Person } from '../people/person.entity.js';
import { sweepBy } from '../retention.js';
import { asCaller, startAuth, type TestAuth } from '../testing/auth.js';
import { getRejection } from '../testing/rejections.js';

const password = 'a shelf cloud over Conway';
const clientAddress = '203.0.113.9';
const day = 24 * 3_600;
const invited = { name: 'Mo Field', email: 'Mo@Example.com', role: 'editor', validDays: 7 };

describe('invitations', () => {
  let auth: TestAuth;
  let admin: Person;
  let sid: string;
  let start: Date;
  beforeAll(async () => {
    auth = await startAuth();
    start = auth.clock.now;
  });
  afterAll(() => auth.close());
  beforeEach(async () => {
    auth.clock.now = start;
    await emptyTables(auth.database.dataSource, 'sign_in_attempts, audit, outbox, invitations');
    await auth.database.dataSource.query('TRUNCATE people CASCADE');
    admin = await auth.addUser({ name: 'Ada' });
    sid = await auth.openSession(admin);
  });

  const call = <Response>(method: string, request: object, who?: Person, session = sid) =>
    auth.service.call<Response>(
      'auth.v1.InvitationsService',
      method,
      request,
      ...(who ? [asCaller(who, undefined, session)] : []),
    );
  const invite = async (change: Partial<typeof invited> = {}) => {
    const invitation = await call<Invitation>('createInvitation', { ...invited, ...change }, admin);
    if (!invitation) throw new Error('no invitation');
    return invitation;
  };
  const listed = async () =>
    (await call<ListInvitationsResponse>('listInvitations', {}, admin)).invitations.map(({ id }) => id);
  /** As the worker does; returns the link's token. */
  async function mailed(invitationId: string): Promise<string> {
    const rows = await auth.database.dataSource.query<{ id: string }[]>(
      `SELECT id FROM outbox WHERE name = 'send-invitation' AND payload->>'invitationId' = $1 ORDER BY id DESC LIMIT 1`,
      [invitationId],
    );
    const ids = { invitationId, outboxId: rows[0]?.id ?? '' };
    const { token } = await call<IssueInvitationResponse>('issueInvitation', ids);
    return token;
  }
  const accept = (token: string, selected = password) =>
    call<AcceptInvitationResponse>('acceptInvitation', { token, password: selected, clientAddress });
  const actions = async () =>
    (await auth.database.dataSource.getRepository(AuditEntry).find({ order: { at: 'ASC' } }))
      .filter(({ action }) => action.startsWith('invitation.'))
      .map(({ action, principalName, subjectLabel }) => [action, principalName, subjectLabel]);

  it('make an account with the role and the chosen password, and are logged', async () => {
    const { id } = await invite();
    const token = await mailed(id);
    const invitation = await call<Invitation>('getInvitation', { token, clientAddress });
    expect(invitation).toMatchObject({ name: 'Mo Field', email: 'mo@example.com', role: 'editor', invitedBy: 'Ada' });
    await expect(accept(token)).resolves.toEqual({ email: 'mo@example.com' });
    const { principal } = await auth.signIn({ email: 'mo@example.com', password });
    expect(principal).toMatchObject({ name: 'Mo Field', role: 'editor' });
    expect(await listed()).toEqual([]);
    expect(await actions()).toEqual([
      ['invitation.create', 'Ada', 'Mo Field'],
      ['invitation.accept', 'Mo Field', 'Mo Field'],
    ]);
    const stored = await auth.database.dataSource.query<object[]>('SELECT * FROM invitations');
    expect(JSON.stringify(stored)).not.toContain(token);
  });

  it('work once, also for two at the same time', async () => {
    const token = await mailed((await invite()).id);
    const results = await Promise.allSettled([accept(token), accept(token)]);
    expect(results.map(({ status: result }) => result).sort()).toEqual(['fulfilled', 'rejected']);
    for (const repeated of [() => accept(token), () => call('getInvitation', { token, clientAddress })])
      expect(await getRejection(repeated())).toMatchObject({
        code: status.FAILED_PRECONDITION,
        details: 'This invitation was already used. Sign in with the password you chose.',
      });
    expect(await auth.database.dataSource.getRepository(Person).countBy({ email: 'mo@example.com' })).toBe(1);
  });

  it('expire, and can be sent again with a new link', async () => {
    const { id } = await invite({ validDays: 1 });
    const first = await mailed(id);
    auth.clock.advance(day);
    expect(await getRejection(accept(first))).toMatchObject({
      code: status.FAILED_PRECONDITION,
      details: 'This invitation has expired. Ask Ada to send it again.',
    });
    expect(await mailed(id)).toBe('');
    expect(await listed()).toEqual([id]);
    sid = await auth.openSession(admin);
    await call('resendInvitation', { id }, admin);
    const second = await mailed(id);
    expect((await getRejection(accept(first))).code).toBe(status.NOT_FOUND);
    await expect(accept(second)).resolves.toEqual({ email: 'mo@example.com' });
  });

  it('can’t be sent again within a minute', async () => {
    const { id } = await invite();
    expect(await getRejection(call('resendInvitation', { id }, admin))).toMatchObject({
      code: status.RESOURCE_EXHAUSTED,
      retryAfterSeconds: 60,
    });
    auth.clock.advance(60);
    await call('resendInvitation', { id }, admin);
    expect((await actions()).map(([action]) => action)).toEqual(['invitation.create', 'invitation.resend']);
  });

  it('can be revoked, and then make room for another', async () => {
    const { id } = await invite();
    const token = await mailed(id);
    await call('revokeInvitation', { id }, admin);
    await call('revokeInvitation', { id }, admin);
    expect(await getRejection(accept(token))).toMatchObject({
      details: 'This invitation was withdrawn. Ask an admin if you think that’s a mistake.',
    });
    expect((await getRejection(call('resendInvitation', { id }, admin))).code).toBe(status.NOT_FOUND);
    const another = await invite();
    expect(await listed()).toEqual([another.id]);
    expect((await actions()).filter(([action]) => action === 'invitation.revoke')).toHaveLength(1);
  });

  it('end when their sender is no longer an admin', async () => {
    const other = await auth.addUser({ name: 'Bo' });
    const token = await mailed((await invite()).id);
    const otherSid = await auth.openSession(other);
    await auth.service.call(
      'auth.v1.PeopleService',
      'changeRole',
      { id: admin.id, role: 'editor' },
      asCaller(other, undefined, otherSid),
    );
    expect(await getRejection(accept(token))).toMatchObject({
      details: expect.stringContaining('withdrawn') as string,
    });
  });

  it.each([
    ['an account', () => auth.addUser({ email: 'mo@example.com' }), 'Another account already uses this email address.'],
    ['an invitation', () => invite(), 'This address already has an invitation. Send that one again.'],
  ])('are refused for an address with %s', async (_what, before, message) => {
    await before();
    expect(await getRejection(invite())).toEqual({
      code: status.INVALID_ARGUMENT,
      details: message,
      fields: [{ field: 'email', message }],
    });
  });

  it('say when the address got an account in the meantime', async () => {
    const token = await mailed((await invite()).id);
    await auth.addUser({ email: 'mo@example.com' });
    expect(await getRejection(accept(token))).toMatchObject({
      details: 'This address already has an account. Sign in with its password.',
    });
  });

  it('refuse a common password without being used up', async () => {
    const token = await mailed((await invite()).id);
    expect(await getRejection(accept(token, 'password'))).toMatchObject({
      code: status.INVALID_ARGUMENT,
      fields: [{ field: 'password' }],
    });
    await expect(accept(token)).resolves.toEqual({ email: 'mo@example.com' });
  });

  it('are limited to 20 an hour', async () => {
    for (let number = 0; number < 20; number += 1) await invite({ email: `p${number}@example.com` });
    expect((await getRejection(invite())).code).toBe(status.RESOURCE_EXHAUSTED);
  });

  it('need an admin who signed in recently, and log an unknown link', async () => {
    const editor = await auth.addUser({ role: 'editor' });
    const editorSid = await auth.openSession(editor);
    for (const method of ['listInvitations', 'createInvitation', 'resendInvitation', 'revokeInvitation'])
      expect((await getRejection(call(method, { ...invited, id: admin.id }, editor, editorSid))).code).toBe(
        status.PERMISSION_DENIED,
      );
    auth.clock.advance(11 * 60);
    expect(await getRejection(invite())).toMatchObject({ fields: [{ field: 'confirm' }] });
    expect((await getRejection(accept('guessed'))).code).toBe(status.NOT_FOUND);
    expect((await actions()).map(([action]) => action)).toEqual(['invitation.refused']);
  });

  it('are deleted 30 days after they expired', async () => {
    await invite();
    const left = async () => {
      await sweepBy(() => auth.clock.now)(auth.database.dataSource);
      return (await listed()).length;
    };
    auth.clock.advance(37 * day);
    await expect(left()).resolves.toBe(1);
    auth.clock.advance(1);
    await expect(left()).resolves.toBe(0);
  });
});
