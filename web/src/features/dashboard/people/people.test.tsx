import { screen, waitFor, within } from '@testing-library/react';
import type { Invitation } from '@site/proto/auth/v1/invitations.responses';
import type { Colleague } from '@site/proto/auth/v1/people.responses';
import { callsTo, failure, openScreen } from '@/testing/dashboard.js';
import type { FakeRoutes } from '@/testing/fake-gateway.js';

const list = 'GET /admin/main/people';
const role = 'POST /admin/main/people/mo/role';
const reset = 'POST /admin/main/people/mo/reset-second-factor';

const person = (id: string, change: Partial<Colleague> = {}): Colleague => ({
  id,
  name: `Person ${id}`,
  email: `${id}@example.com`,
  role: 'moderator',
  created_at: '2026-11-20T12:00:00Z',
  second_factor: true,
  ...change,
});
const ada = person('ada', { name: 'Ada Lovelace', role: 'admin' });
const mo = person('mo', { name: 'Mo Field' });
const boss = person('boss', { name: 'Bo Hill', role: 'admin', second_factor: false });

const invitations = 'GET /admin/main/people/invitations';
const invited: Invitation = {
  id: 'i1',
  name: 'Ivy Lee',
  email: 'ivy@example.com',
  role: 'editor',
  invited_by: 'Ada Lovelace',
  created_at: '2026-11-20T12:00:00Z',
  expires_at: '2099-11-27T12:00:00Z',
};
const openInvitations = (...found: Invitation[]) => ({ data: { invitations: found, mail_delivered: true } });

const open = (routes: FakeRoutes = {}) =>
  openScreen('/dashboard/people', {
    [list]: { data: [ada, boss, mo] },
    [invitations]: openInvitations(),
    ...routes,
  });
const rowOf = async (name: string) =>
  within((await within(screen.getByRole('main')).findByText(name)).closest('li') as HTMLElement);
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));

describe('the people screen', () => {
  it('lists role and protection, and offers no actions on oneself', async () => {
    await open();
    const own = await rowOf('Ada Lovelace');
    expect(screen.getByText('3 people, admins first')).toBeVisible();
    expect(own.getByText('Admin')).toBeVisible();
    expect(own.getByText('ada@example.com, with a second factor')).toBeVisible();
    expect(own.getByText('This is you.')).toBeVisible();
    expect(own.queryByRole('button')).not.toBeInTheDocument();
    const other = await rowOf('Bo Hill');
    expect(other.getByText('boss@example.com, password only')).toBeVisible();
    expect(other.queryByRole('button', { name: 'Reset second factor' })).not.toBeInTheDocument();
    const mo = await rowOf('Mo Field');
    expect(mo.getByRole('button', { name: 'Make an admin' })).toHaveAccessibleDescription(/^Mo Field/);
    expect(mo.getAllByRole('button').map((button) => button.textContent)).toEqual([
      'Reset second factor',
      'Make an admin',
      'Make an editor',
      'Delete',
    ]);
    const tabs = within(screen.getByRole('navigation', { name: 'People' }));
    expect(tabs.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      '/dashboard/people',
      '/dashboard/moderate',
      '/dashboard/roles',
    ]);
  });

  it('deletes a moderator, which can be undone', async () => {
    let people = [ada, mo];
    const { user, calls } = await open({
      [list]: () => ({ data: people }),
      'GET /admin/main/moderator/delete/mo': () => {
        people = [ada];
        return { data: null };
      },
      'POST /admin/main/trash/moderator/mo/restore': () => {
        people = [ada, mo];
        return { data: null };
      },
    });
    await user.click((await rowOf('Mo Field')).getByRole('button', { name: 'Delete' }));
    const question = await dialog('Delete the account?');
    expect(question.getByText('Mo Field (mo@example.com)')).toBeVisible();
    await user.click(question.getByRole('button', { name: 'Yes, Delete' }));
    await waitFor(() => expect(screen.queryByText('mo@example.com', { exact: false })).not.toBeInTheDocument());
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await rowOf('Mo Field');
    expect(callsTo(calls, 'POST /admin/main/trash/moderator/mo/restore')).toHaveLength(1);
  });

  it('makes someone an admin once, after a confirmation', async () => {
    let people = [ada, mo];
    const { user, calls } = await open({
      [list]: () => ({ data: people }),
      [role]: () => {
        people = [ada, { ...mo, role: 'admin' }];
        return { data: people[1] };
      },
    });
    await user.click((await rowOf('Mo Field')).getByRole('button', { name: 'Make an admin' }));
    const question = await dialog('Make Mo Field an admin?');
    expect(question.getByText(/change roles/)).toBeVisible();
    expect(question.getByRole('button', { name: 'Cancel' })).toHaveFocus();
    await user.dblClick(question.getByRole('button', { name: 'Make an admin' }));
    expect(await screen.findByText('Mo Field is now an admin.')).toBeVisible();
    expect(await (await rowOf('Mo Field')).findByRole('button', { name: 'Make a moderator' })).toBeVisible();
    const [call, ...others] = callsTo(calls, role);
    expect(others).toEqual([]);
    expect(JSON.parse(String(call?.body))).toEqual({ role: 'admin' });
  });

  it('makes someone an editor', async () => {
    let people = [ada, mo];
    const { user, calls } = await open({
      [list]: () => ({ data: people }),
      [role]: () => {
        people = [ada, { ...mo, role: 'editor' }];
        return { data: people[1] };
      },
    });
    await user.click((await rowOf('Mo Field')).getByRole('button', { name: 'Make an editor' }));
    const question = await dialog('Make Mo Field an editor?');
    expect(question.getByText(/They can’t manage photos, messages or newsletters/)).toBeVisible();
    await user.click(question.getByRole('button', { name: 'Make an editor' }));
    expect(await screen.findByText('Mo Field is now an editor.')).toBeVisible();
    expect(await (await rowOf('Mo Field')).findByText('Editor')).toBeVisible();
    expect(callsTo(calls, role).map(({ body }) => JSON.parse(String(body)) as unknown)).toEqual([{ role: 'editor' }]);
  });

  it('keeps the role and shows the reason when the server refuses', async () => {
    const text = 'There must be at least one admin.';
    const { user } = await open({ 'POST /admin/main/people/boss/role': failure(422, text) });
    await user.click((await rowOf('Bo Hill')).getByRole('button', { name: 'Make a moderator' }));
    const question = await dialog('Make Bo Hill a moderator?');
    await user.click(question.getByRole('button', { name: 'Make a moderator' }));
    expect(await question.findByRole('alert')).toHaveTextContent(`We couldn’t change the role.${text}`);
    await user.click(question.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  it('resets a second factor after confirmation and reauthentication', async () => {
    let isFresh = false;
    const text = 'Please confirm that it’s you first.';
    const { user, calls } = await open({
      [reset]: () => (isFresh ? { data: null } : failure(403, text, [{ field: 'confirm', message: text }])),
      'GET /admin/auth/second-factors': failure(503, 'Down'),
      'POST /admin/auth/confirm': () => {
        isFresh = true;
        return { data: { fresh_until: '2026-11-22T12:00:00Z' } };
      },
    });
    await user.click((await rowOf('Mo Field')).getByRole('button', { name: 'Reset second factor' }));
    const question = await dialog('Reset the second factor of Mo Field?');
    expect(question.getByText(/someone who knows their password may be asking/)).toBeVisible();
    await user.click(question.getByRole('button', { name: 'Reset second factor' }));
    await user.type(await (await dialog('Confirm it’s you')).findByLabelText('Password'), 'secret word{Enter}');
    expect(await screen.findByText('Reset the second factor of Mo Field.')).toBeVisible();
    expect(callsTo(calls, reset)).toHaveLength(2);
  });

  it('shows an error when loading fails', async () => {
    await open({ [list]: failure(503, 'A part is down.') });
    expect(await screen.findByRole('alert')).toHaveTextContent('We couldn’t load the people.A part is down.');
  });
});

describe('invitations', () => {
  const create = 'POST /admin/main/people/invitations';

  it('are sent with name, address, role and expiry', async () => {
    let found: Invitation[] = [];
    const { user, calls } = await open({
      [invitations]: () => openInvitations(...found),
      [create]: () => {
        found = [invited];
        return { data: invited };
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Invite someone' }));
    const form = await dialog('Invite someone');
    expect(form.getByLabelText('Full Name')).toHaveFocus();
    await user.type(form.getByLabelText('Full Name'), 'Ivy Lee');
    await user.type(form.getByLabelText('Email'), 'ivy@example.com');
    await user.click(form.getByRole('radio', { name: 'Editor' }));
    await user.click(form.getByRole('radio', { name: '30 days' }));
    await user.dblClick(form.getByRole('button', { name: 'Send invitation' }));
    expect(await screen.findByText('Invited Ivy Lee. The link is on its way to ivy@example.com.')).toBeVisible();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(callsTo(calls, create).map(({ body }) => JSON.parse(String(body)) as unknown)).toEqual([
      { name: 'Ivy Lee', email: 'ivy@example.com', role: 'editor', valid_days: 30 },
    ]);
    expect((await rowOf('Ivy Lee')).getByText(/^ivy@example\.com, invited by Ada Lovelace\. Expires/)).toBeVisible();
  });

  it('say beside the address why it can’t be invited, and keep the input', async () => {
    const message = 'Another account already uses this email address.';
    const { user } = await open({ [create]: failure(400, message, [{ field: 'email', message }]) });
    await user.click(await screen.findByRole('button', { name: 'Invite someone' }));
    const form = await dialog('Invite someone');
    await user.type(form.getByLabelText('Full Name'), 'Ivy Lee');
    await user.type(form.getByLabelText('Email'), 'mo@example.com');
    await user.click(form.getByRole('button', { name: 'Send invitation' }));
    expect(await form.findByText(message)).toBeVisible();
    expect(form.getByLabelText('Full Name')).toHaveValue('Ivy Lee');
  });

  it('can be sent again and revoked', async () => {
    let found = [{ ...invited, expires_at: '2026-01-01T00:00:00Z' }];
    const { user, calls } = await open({
      [invitations]: () => openInvitations(...found),
      'POST /admin/main/people/invitations/i1/resend': () => {
        found = [invited];
        return { data: invited };
      },
      'POST /admin/main/people/invitations/i1/revoke': () => {
        found = [];
        return { data: null };
      },
    });
    expect((await rowOf('Ivy Lee')).getByText('Expired')).toBeVisible();
    await user.click((await rowOf('Ivy Lee')).getByRole('button', { name: 'Send again' }));
    expect(await screen.findByText('Sent a new link to ivy@example.com. The old one no longer works.')).toBeVisible();
    await waitFor(() => expect(screen.queryByText('Expired')).not.toBeInTheDocument());
    await user.click((await rowOf('Ivy Lee')).getByRole('button', { name: 'Revoke' }));
    await user.click((await dialog('Revoke the invitation of Ivy Lee?')).getByRole('button', { name: 'Yes, Revoke' }));
    await waitFor(() => expect(screen.queryByRole('list', { name: 'Open invitations' })).not.toBeInTheDocument());
    expect(callsTo(calls, 'POST /admin/main/people/invitations/i1/revoke')).toHaveLength(1);
  });

  it('say when mail isn’t delivered', async () => {
    const { user } = await open({ [invitations]: { data: { invitations: [], mail_delivered: false } } });
    await user.click(await screen.findByRole('button', { name: 'Invite someone' }));
    expect(await (await dialog('Invite someone')).findByText(/doesn’t send email/)).toBeVisible();
  });
});
