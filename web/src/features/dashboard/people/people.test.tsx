import { screen, waitFor, within } from '@testing-library/react';
import type { Colleague } from '@site/proto/auth/v1/people.answers';
import { callsTo, failure, openScreen } from '../../../testing/dashboard.js';
import type { FakeRoutes } from '../../../testing/fake-gateway.js';

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

const open = (routes: FakeRoutes = {}) =>
  openScreen('/dashboard/people', { [list]: { data: [ada, boss, mo] }, ...routes });
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
    ]);
    expect(screen.getByRole('link', { name: 'See roles and permissions' })).toHaveAttribute('href', '/dashboard/roles');
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
