import { newId } from '@site/platform/base/ids';
import { notFound, readCaller, unprocessable } from '@site/proto/grpc';
import request from 'supertest';
import { setupGateway } from '../../testing/given-gateway.js';

const provided = setupGateway({ RATE_LIMIT_SCALE: '1000' });

const times = { createdAt: '2026-11-20T12:00:00.000Z', expiresAt: '2026-11-27T12:00:00.000Z' };
const invitation = {
  id: newId(),
  name: 'Mo Field',
  email: 'mo@example.com',
  role: 'editor',
  invitedBy: 'Ada',
  ...times,
};
const json = {
  id: invitation.id,
  name: 'Mo Field',
  email: 'mo@example.com',
  role: 'editor',
  invited_by: 'Ada',
  created_at: times.createdAt,
  expires_at: times.expiresAt,
};
const input = { name: 'Mo Field', email: 'mo@example.com', role: 'editor', valid_days: 7 };

function answering(method: string, response: object | Error, role?: string): Record<string, unknown>[] {
  const target: Record<string, unknown>[] = [];
  provided.services.auth.handlers[`auth.v1.InvitationsService/${method}`] = (message, metadata) => {
    if (role) expect(readCaller(metadata).role).toBe(role);
    target.push(message);
    if (response instanceof Error) throw response;
    return response;
  };
  return target;
}
const bearer = () => `Bearer ${provided.services.signIn('admin').token}`;
function asAdmin(method: 'get' | 'post', path = '', body?: object) {
  const address = `/admin/main/people/invitations${path}`;
  const call = request(provided.gateway.url)[method](address);
  return call.set('Authorization', bearer()).send(body);
}
const asInvited = (path: string, body: object) =>
  request(provided.gateway.url).post(`/admin/auth/invitation${path}`).send(body);

describe('invitations in the dashboard', () => {
  it('are listed with whether mail is delivered', async () => {
    answering('ListInvitations', { invitations: [invitation], mailDelivered: false }, 'admin');
    const { status, body } = await asAdmin('get');
    expect([status, body.data]).toEqual([200, { invitations: [json], mail_delivered: false }]);
  });

  it('are created, sent again and revoked', async () => {
    const created = answering('CreateInvitation', invitation, 'admin');
    expect((await asAdmin('post', '', input)).body.data).toEqual(json);
    const { valid_days: validDays, ...user } = input;
    expect(created).toEqual([{ ...user, validDays }]);
    const resent = answering('ResendInvitation', invitation, 'admin');
    expect((await asAdmin('post', `/${invitation.id}/resend`)).body.data).toEqual(json);
    const revoked = answering('RevokeInvitation', {}, 'admin');
    expect((await asAdmin('post', `/${invitation.id}/revoke`)).body.data).toBeNull();
    expect([...resent, ...revoked]).toEqual([{ id: invitation.id }, { id: invitation.id }]);
  });

  it.each([
    [{ ...input, role: 'owner' }, 'role', 'Choose admin, editor or moderator'],
    [{ ...input, valid_days: 365 }, 'valid_days', 'Choose 1, 7 or 30 days'],
    [{ ...input, email: '' }, 'email', 'Email is required'],
    [{ ...input, password: 'x' }, 'password', 'Unknown field'],
  ])('refuse %j', async (wrong, field, message) => {
    const target = answering('CreateInvitation', invitation);
    const { status, body } = await asAdmin('post', '', wrong);
    expect([status, body.errors[0]]).toEqual([400, { field, message }]);
    expect(target).toEqual([]);
  });
});

describe('the invited person', () => {
  it('reads the invitation and accepts it without a session', async () => {
    answering('GetInvitation', invitation);
    const read = await asInvited('', { token: 'the-token' });
    expect([read.status, read.body.data]).toEqual([200, json]);
    expect(read.headers['cache-control']).toContain('no-store');
    const accepted = answering('AcceptInvitation', { email: 'mo@example.com' });
    const { status, body } = await asInvited('/accept', { token: 'the-token', password: 'a shelf cloud' });
    expect([status, body.data]).toEqual([200, { email: 'mo@example.com' }]);
    expect(accepted[0]).toMatchObject({ token: 'the-token', password: 'a shelf cloud' });
  });

  it.each([
    [notFound('This link isn’t valid.'), 404, 'This link isn’t valid.'],
    [unprocessable('This invitation was already used.'), 422, 'This invitation was already used.'],
  ])('is told why an invitation can’t be used', async (error, code, message) => {
    answering('AcceptInvitation', error);
    const { status, body } = await asInvited('/accept', { token: 'used', password: 'a shelf cloud' });
    expect([status, body.message]).toEqual([code, message]);
  });

  it('is told about a short password', async () => {
    const target = answering('AcceptInvitation', { email: '' });
    const { status, body } = await asInvited('/accept', { token: 'the-token', password: 'short' });
    expect([status, body.errors[0].field]).toEqual([400, 'password']);
    expect(target).toEqual([]);
  });
});
