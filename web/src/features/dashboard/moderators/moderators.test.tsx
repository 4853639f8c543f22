import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { callsTo, failure, fieldsOf, openScreen, signInAs } from '@/testing/dashboard.js';
import type { FakeResponse, FakeRoutes } from '@/testing/fake-gateway.js';
import { renderApp } from '@/testing/render-app.js';

const moderator = (number: number) => ({
  id: `moderator-${number}`,
  name: `Mo Number${number}`,
  email: `mo${number}@example.com`,
  created_at: '2026-11-20T18:00:00Z',
  version: number,
});
const list = 'GET /admin/main/moderator';
const open = (people: object[] = [], routes: FakeRoutes = {}) =>
  openScreen('/dashboard/moderate', { [list]: { data: people, next_cursor: null }, ...routes });
const button = (name: string) => screen.getByRole('button', { name });
const cardOf = (name: string) => within(screen.getByText(name).closest('li') as HTMLElement);

async function openNew(routes: FakeRoutes = {}) {
  const app = await open([], routes);
  await app.user.click(button('Create New'));
  return { ...app, dialog: within(await screen.findByRole('dialog', { name: 'Add New Moderator' })) };
}

async function openEditor(routes: FakeRoutes = {}) {
  const app = await open([moderator(1), moderator(2)], routes);
  await screen.findByText('Mo Number2');
  await app.user.click(cardOf('Mo Number2').getByRole('button', { name: 'Edit' }));
  return { ...app, dialog: within(await screen.findByRole('dialog', { name: 'Edit Moderate Member' })) };
}
type Dialog = Awaited<ReturnType<typeof openNew>>['dialog'];

async function fill(user: ReturnType<typeof userEvent.setup>, dialog: Dialog, values: Record<string, string>) {
  for (const [label, value] of Object.entries(values)) {
    await user.clear(dialog.getByLabelText(label));
    if (value) await user.type(dialog.getByLabelText(label), value);
  }
}
const good = { 'Full Name': 'Mo Field', Email: 'mo@example.com', Password: 'a long one' };

describe('the moderators screen', () => {
  it('has a title and an empty state', async () => {
    await open();
    expect(screen.getByRole('heading', { name: 'Manage Moderate Team', level: 1 })).toBeVisible();
    expect(await screen.findByText('No team members found. Start building your team now!')).toBeVisible();
    expect(button('Create New')).toBeVisible();
    expect(screen.queryByRole('search')).not.toBeInTheDocument();
  });

  it('lists Full Name and Email with Delete and Edit', async () => {
    await open([moderator(1), moderator(2)]);
    await screen.findByText('Mo Number1');
    const cards = screen.getAllByText('Full Name').map((label) => label.closest('li'));
    expect(cards).toHaveLength(2);
    const card = cardOf('Mo Number2');
    expect(card.getByText('Email').nextElementSibling).toHaveTextContent('mo2@example.com');
    expect(card.getByRole('button', { name: 'Delete' })).toHaveAccessibleDescription('Mo Number2');
    expect(card.getByRole('button', { name: 'Edit' })).toHaveAccessibleDescription('Mo Number2');
  });

  it('shows three placeholders while loading', async () => {
    const { container } = await open([], { [list]: 'no answer' });
    expect(screen.getByText('Loading the moderators')).toBeInTheDocument();
    expect(container.querySelectorAll('[role=status] > .card')).toHaveLength(3);
  });

  it('shows an error with a retry', async () => {
    const routes: FakeRoutes = { [list]: failure(503, 'A part is down.') };
    signInAs('admin');
    renderApp('/dashboard/moderate', { routes });
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('Failed to fetch team members. Please try again later.A part is down.');
    routes[list] = { data: [moderator(1)], next_cursor: null };
    await userEvent.click(within(alert).getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Mo Number1')).toBeVisible();
  });

  it('says that there is no token and sends no request', async () => {
    localStorage.setItem('userData', '{"type":"admin"}');
    const { calls } = renderApp('/dashboard/moderate', { routes: {} });
    expect(await screen.findByText('No authentication token found.')).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Manage Moderate Team', level: 1 })).toBeVisible();
    expect(calls.filter(({ path }) => path.startsWith('/admin/'))).toEqual([]);
  });

  it('loads the next page', async () => {
    const { user } = await open([], {
      [list]: ({ query }) =>
        query.get('cursor') === 'c1'
          ? { data: [moderator(2)], next_cursor: null }
          : { data: [moderator(1)], next_cursor: 'c1' },
    });
    await user.click(await screen.findByRole('button', { name: 'Show more' }));
    expect(await screen.findByText('Mo Number2')).toBeVisible();
    expect(screen.getByText('Mo Number1')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Show more' })).not.toBeInTheDocument();
  });

  it('searches during typing, keeps the words in the address, and says when there are no matches', async () => {
    const { user, router } = await open([], {
      [list]: ({ query }) => ({
        data: [moderator(1), moderator(2)].filter(({ name }) => name.includes(query.get('q') ?? '')),
        next_cursor: null,
      }),
    });
    const box = await screen.findByRole('textbox', { name: 'Search moderators' });
    await user.type(box, 'Number2');
    await waitFor(() => expect(screen.queryByText('Mo Number1')).not.toBeInTheDocument());
    expect(screen.getByText('Mo Number2')).toBeVisible();
    expect(router.state.location.search).toBe('?q=Number2');
    await user.type(box, '9');
    expect(await screen.findByText('No moderators match “Number29”.')).toBeVisible();
    await user.keyboard('{Escape}');
    expect(await screen.findByText('Mo Number1')).toBeVisible();
    expect(router.state.location.search).toBe('');
    expect(box).toHaveFocus();
  });
});

describe('adding a moderator', () => {
  const address = 'POST /admin/main/moderator/create';

  it.each<[Record<string, string>, string[]]>([
    [{}, ['Name is required', 'Email is required', 'Password is required']],
    [{ ...good, 'Full Name': '  ' }, ['Name is required']],
    [{ ...good, Email: 'mo@example' }, ['Please enter a valid email address.']],
    [{ ...good, Password: '1234567' }, ['Password must be at least 8 characters']],
  ])('rejects %j and sends nothing', async (values, content) => {
    const { user, dialog, calls } = await openNew();
    await fill(user, dialog, values);
    await user.click(dialog.getByRole('button', { name: 'Add Member' }));
    for (const text of content) expect(await dialog.findByText(text)).toBeVisible();
    expect(document.activeElement).toHaveAttribute('aria-invalid', 'true');
    expect(callsTo(calls, address)).toEqual([]);
  });

  it('keeps what was typed, but never a password, in this browser', async () => {
    const { user, dialog } = await openNew();
    await user.type(dialog.getByLabelText('Full Name'), 'Mo Field');
    await user.type(dialog.getByLabelText('Password'), 'a long one');
    const stored = JSON.stringify({ ...localStorage });
    expect(stored).toContain('Mo Field');
    expect(stored).not.toContain('a long one');
  });

  it('has an email field of that type and a hidden password that can be shown', async () => {
    const { user, dialog } = await openNew();
    expect(dialog.getByLabelText('Email')).toHaveAttribute('type', 'email');
    expect(dialog.getByLabelText('Password')).toHaveAttribute('type', 'password');
    await user.click(dialog.getByRole('button', { name: 'Show password' }));
    expect(dialog.getByLabelText('Password')).toHaveAttribute('type', 'text');
  });

  it('sends the three fields once, closes and shows the new moderator', async () => {
    let people: object[] = [];
    const { user, dialog, calls } = await openNew({
      [list]: () => ({ data: people, next_cursor: null }),
      [address]: () => {
        people = [{ ...moderator(1), name: 'Mo Field' }];
        return { action: 'Moderator Created Successfully', data: people[0] };
      },
    });
    await fill(user, dialog, good);
    await user.dblClick(dialog.getByRole('button', { name: 'Add Member' }));
    expect(await screen.findByText('Mo Field')).toBeVisible();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(screen.getByText('Moderator Created Successfully')).toBeVisible();
    const [call, ...others] = callsTo(calls, address);
    expect(others).toEqual([]);
    expect(fieldsOf(call)).toEqual({ name: 'Mo Field', email: 'mo@example.com', password: 'a long one' });
    expect(call?.headers['idempotency-key']).toBeDefined();
    expect(call?.headers['if-match']).toBeUndefined();
  });

  it('shows a busy state', async () => {
    const { user, dialog } = await openNew({ [address]: 'no answer' });
    await fill(user, dialog, good);
    await user.click(dialog.getByRole('button', { name: 'Add Member' }));
    expect(await dialog.findByRole('button', { name: 'Adding...' })).toHaveAttribute('aria-disabled', 'true');
  });

  it('shows at the field that the address is taken', async () => {
    const text = 'This address belongs to somebody already.';
    const { user, dialog } = await openNew({ [address]: failure(400, text, [{ field: 'email', message: text }]) });
    await fill(user, dialog, good);
    await user.click(dialog.getByRole('button', { name: 'Add Member' }));
    expect(await dialog.findByText(text)).toBeVisible();
    expect(dialog.getByLabelText('Email')).toHaveFocus();
    expect(dialog.getByRole('alert')).toHaveTextContent('Failed to create team member.');
    await user.type(dialog.getByLabelText('Email'), 'x');
    expect(dialog.queryByText(text)).not.toBeInTheDocument();
  });

  it.each<[string, FakeResponse]>([
    ['a failing server', failure(500, 'Something broke.')],
    ['a lost connection', 'network failure'],
  ])('shows %s and keeps the input', async (_case, response) => {
    const { user, dialog } = await openNew({ [address]: response });
    await fill(user, dialog, good);
    await user.click(dialog.getByRole('button', { name: 'Add Member' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent('Failed to create team member.');
    expect(dialog.getByLabelText('Full Name')).toHaveValue('Mo Field');
  });
});

describe('changing a moderator', () => {
  const address = 'POST /admin/main/moderator/edit';

  it('starts with the stored values without the password, and doesn’t send an empty one', async () => {
    const { user, dialog, calls } = await openEditor({ [address]: { data: moderator(2) } });
    expect(dialog.getByLabelText('Full Name')).toHaveValue('Mo Number2');
    expect(dialog.getByLabelText('Email')).toHaveValue('mo2@example.com');
    expect(dialog.getByLabelText('Password')).toHaveValue('');
    await fill(user, dialog, { 'Full Name': 'Mo Hill' });
    await user.click(dialog.getByRole('button', { name: 'Update' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    const [call] = callsTo(calls, address);
    expect(fieldsOf(call)).toEqual({ moderator_id: 'moderator-2', name: 'Mo Hill', email: 'mo2@example.com' });
    expect(call?.headers['if-match']).toBe('"2"');
  });

  it('validates and sends a new password', async () => {
    const { user, dialog, calls } = await openEditor({ [address]: { data: moderator(2) } });
    await fill(user, dialog, { Password: 'short' });
    await user.click(dialog.getByRole('button', { name: 'Update' }));
    expect(await dialog.findByText('Password must be at least 8 characters')).toBeVisible();
    expect(callsTo(calls, address)).toEqual([]);
    await fill(user, dialog, { Password: 'a long one' });
    await user.click(dialog.getByRole('button', { name: 'Update' }));
    await waitFor(() => expect(callsTo(calls, address)).toHaveLength(1));
    expect(fieldsOf(callsTo(calls, address)[0])).toMatchObject({ password: 'a long one' });
  });

  it.each([
    ['Full Name', 'Name is required'],
    ['Email', 'Email is required'],
  ])('requires the %s', async (label, text) => {
    const { user, dialog, calls } = await openEditor();
    await fill(user, dialog, { [label]: '' });
    await user.click(dialog.getByRole('button', { name: 'Update' }));
    expect(await dialog.findByText(text)).toBeVisible();
    expect(callsTo(calls, address)).toEqual([]);
  });

  it('shows a busy state', async () => {
    const { user, dialog } = await openEditor({ [address]: 'no answer' });
    await user.click(dialog.getByRole('button', { name: 'Update' }));
    expect(await dialog.findByRole('button', { name: 'Updating...' })).toHaveAttribute('aria-disabled', 'true');
  });

  it('shows an error', async () => {
    const { user, dialog } = await openEditor({ [address]: failure(500, 'Something broke.') });
    await user.click(dialog.getByRole('button', { name: 'Update' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent('Failed to update team member.Something broke.');
  });

  it('takes over another user’s changes and keeps edited fields', async () => {
    let stored = [moderator(1), moderator(2)];
    const { user, dialog, calls } = await openEditor({
      [list]: () => ({ data: stored, next_cursor: null }),
      [address]: ({ headers }) =>
        headers['if-match'] === '"3"'
          ? { data: moderator(2) }
          : failure(409, 'Someone else changed this in the meantime. Reload to see the latest version.'),
    });
    await fill(user, dialog, { 'Full Name': 'Mo Hill' });
    stored = [moderator(1), { ...moderator(2), email: 'hill@example.com', version: 3 }];
    await user.click(dialog.getByRole('button', { name: 'Update' }));
    await user.click(await dialog.findByRole('button', { name: 'Load the latest version' }));
    await waitFor(() => expect(dialog.getByLabelText('Email')).toHaveValue('hill@example.com'));
    expect(dialog.getByLabelText('Full Name')).toHaveValue('Mo Hill');
    await user.click(dialog.getByRole('button', { name: 'Update' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(fieldsOf(callsTo(calls, address)[1])).toEqual({
      moderator_id: 'moderator-2',
      name: 'Mo Hill',
      email: 'hill@example.com',
    });
  });
});

describe('deleting a moderator', () => {
  const address = 'GET /admin/main/moderator/delete/moderator-1';

  async function ask(routes: FakeRoutes = {}) {
    const app = await open([moderator(1), moderator(2)], routes);
    await screen.findByText('Mo Number1');
    await app.user.click(cardOf('Mo Number1').getByRole('button', { name: 'Delete' }));
    const dialog = await screen.findByRole('dialog', { name: 'Delete Team Member?' });
    expect(dialog).toHaveTextContent('Are you sure you want to delete this team member?');
    expect(dialog).toHaveTextContent('Mo Number1 (mo1@example.com)');
    return { ...app, dialog: within(dialog) };
  }

  it('sends one request and removes the card', async () => {
    let people = [moderator(1), moderator(2)];
    const { user, dialog, calls } = await ask({
      [list]: () => ({ data: people, next_cursor: null }),
      [address]: () => {
        people = [moderator(2)];
        return { data: null };
      },
    });
    await user.dblClick(dialog.getByRole('button', { name: 'Yes, Delete' }));
    await waitFor(() => expect(screen.queryByText('Mo Number1')).not.toBeInTheDocument());
    expect(screen.getByText('Deleted Mo Number1.')).toBeVisible();
    expect(callsTo(calls, address)).toHaveLength(1);
    await waitFor(() => expect(screen.getByRole('group', { name: 'Manage Moderate Team' })).toHaveFocus());
  });

  it('sends nothing when canceled', async () => {
    const { user, dialog, calls } = await ask();
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(callsTo(calls, address)).toEqual([]);
  });

  it('shows an error and keeps the card', async () => {
    const { user, dialog } = await ask({ [address]: failure(500, 'Something broke.') });
    await user.click(dialog.getByRole('button', { name: 'Yes, Delete' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent(
      'Failed to delete team member. Please try again.Something broke.',
    );
    expect(screen.getByText('Mo Number1')).toBeInTheDocument();
  });

  it('shows a busy state', async () => {
    const { user, dialog } = await ask({ [address]: 'no answer' });
    await user.click(dialog.getByRole('button', { name: 'Yes, Delete' }));
    expect(await dialog.findByRole('button', { name: 'Deleting...' })).toHaveAttribute('aria-disabled', 'true');
  });
});
