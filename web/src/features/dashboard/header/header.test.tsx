import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { callsTo, failure, fieldsOf, openScreen, signInAs } from '@/testing/dashboard.js';
import type { FakeResponse, FakeRoutes } from '@/testing/fake-gateway.js';
import { renderApp } from '@/testing/render-app.js';

const header = { id: 'header-1', header: 'Severe weather awareness week', version: 3 };
const someoneElse = 'Someone else changed this in the meantime. Reload to see the latest version.';
const ended = failure(401, 'Your session has ended. Please sign in again.');

const open = (routes: FakeRoutes = {}) =>
  openScreen('/dashboard/header', { 'GET /admin/main/header': { data: null }, ...routes });
const openWith = (stored: object, routes: FakeRoutes = {}) =>
  open({ 'GET /admin/main/header': { data: stored }, ...routes });
const button = (name: string) => screen.getByRole('button', { name });

async function openEditor(routes: FakeRoutes = {}) {
  const app = await openWith(header, routes);
  await app.user.click(await screen.findByRole('button', { name: 'Edit' }));
  return { ...app, dialog: await screen.findByRole('dialog', { name: 'Edit Header' }) };
}

async function retype(user: ReturnType<typeof userEvent.setup>, text: string) {
  await user.clear(screen.getByLabelText('Header'));
  await user.type(screen.getByLabelText('Header'), text);
}

describe('the header screen', () => {
  it('has a title and, with no header, says so and offers to create one', async () => {
    await open();
    expect(screen.getByRole('heading', { name: 'Header', level: 1 })).toBeVisible();
    expect(await screen.findByText('No header found. Start creating a header now!')).toBeVisible();
    expect(button('Create New')).toBeVisible();
  });

  it('shows the one header with Delete and Edit, and no way to create another', async () => {
    await openWith(header);
    expect(await screen.findByText('Severe weather awareness week')).toBeVisible();
    expect(button('Delete')).toBeVisible();
    expect(button('Edit')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Create New' })).not.toBeInTheDocument();
  });

  it('shows a loading state without actions', async () => {
    await open({ 'GET /admin/main/header': 'no answer' });
    expect(screen.getByText('Loading the header')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Create New' })).not.toBeInTheDocument();
  });

  it('shows an error with a retry', async () => {
    const routes: FakeRoutes = { 'GET /admin/main/header': failure(503, 'A part is down.') };
    signInAs('admin');
    renderApp('/dashboard/header', { routes });
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('Failed to fetch header. Please try again later.A part is down.');
    routes['GET /admin/main/header'] = { data: header };
    await userEvent.click(within(alert).getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Severe weather awareness week')).toBeVisible();
  });

  it('keeps stale data when the site stops responding, with its age', async () => {
    const routes: FakeRoutes = { 'GET /admin/main/header': { data: header } };
    signInAs('admin');
    const { client } = renderApp('/dashboard/header', { routes });
    await screen.findByText('Severe weather awareness week');
    routes['GET /admin/main/header'] = 'network failure';
    await act(() => client.refetchQueries({ queryKey: ['admin', 'header'] }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to fetch header. Please try again later.');
    expect(screen.getByText('Severe weather awareness week')).toBeVisible();
  });
});

describe('creating the header', () => {
  async function openNew(routes: FakeRoutes = {}) {
    const app = await open(routes);
    await app.user.click(await screen.findByRole('button', { name: 'Create New' }));
    return { ...app, dialog: within(await screen.findByRole('dialog', { name: 'Add New Header' })) };
  }

  it.each(['', '   '])('rejects %j and sends nothing', async (text) => {
    const { user, calls, dialog } = await openNew();
    if (text) await user.type(dialog.getByLabelText('Header'), text);
    await user.click(dialog.getByRole('button', { name: 'Add Header' }));
    expect(await dialog.findByText('Header is required')).toBeVisible();
    expect(dialog.getByLabelText('Header')).toHaveFocus();
    expect(callsTo(calls, 'POST /admin/main/header/create')).toEqual([]);
  });

  it('sends it once as multipart with an idempotency key, closes and shows it', async () => {
    const created = { ...header, header: 'Watch the sky' };
    const routes: FakeRoutes = {
      'GET /admin/main/header': { data: null },
      'POST /admin/main/header/create': () => {
        routes['GET /admin/main/header'] = { data: created };
        return { action: 'Header Created Successfully', data: created };
      },
    };
    signInAs('admin');
    const user = userEvent.setup();
    const { calls } = renderApp('/dashboard/header', { routes });
    await user.click(await screen.findByRole('button', { name: 'Create New' }));
    // With a line break, as in a paste: the bar has one line.
    await user.type(screen.getByLabelText('Header'), ' Watch{Enter}the sky ');
    await user.dblClick(button('Add Header'));
    expect(await screen.findByText('Watch the sky')).toBeVisible();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(screen.getByText('Header Created Successfully')).toBeVisible();
    const [call, ...others] = callsTo(calls, 'POST /admin/main/header/create');
    expect(others).toEqual([]);
    expect(fieldsOf(call)).toEqual({ header: 'Watch the sky' });
    expect(call?.headers['idempotency-key']).toMatch(/^[0-9a-f-]{32,36}$/);
    expect(call?.headers.authorization).toBe('Bearer t');
    // The focused element is gone.
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
  });

  it('shows a busy state and can’t be closed meanwhile', async () => {
    const { user, dialog } = await openNew({ 'POST /admin/main/header/create': 'no answer' });
    await user.type(dialog.getByLabelText('Header'), 'Watch the sky');
    await user.click(dialog.getByRole('button', { name: 'Add Header' }));
    expect(await dialog.findByRole('button', { name: 'Adding...' })).toHaveAttribute('aria-disabled', 'true');
    await user.keyboard('{Escape}');
    expect(dialog.getByLabelText('Header')).toHaveValue('Watch the sky');
  });

  it.each<[string, FakeResponse, string]>([
    ['that there is one already', failure(409, 'There is a header already.'), 'There is a header already.'],
    ['a failing server', failure(500, 'Something broke.'), 'Something broke.'],
    ['a lost connection', 'network failure', ''],
  ])('shows %s and keeps the text and its idempotency key', async (_case, response, detail) => {
    const { user, dialog, calls } = await openNew({ 'POST /admin/main/header/create': response });
    await user.type(dialog.getByLabelText('Header'), 'Watch the sky');
    await user.click(dialog.getByRole('button', { name: 'Add Header' }));
    const alert = await dialog.findByRole('alert');
    expect(alert).toHaveTextContent(`Failed to create header.${detail}`);
    expect(dialog.getByLabelText('Header')).toHaveValue('Watch the sky');
    await user.click(dialog.getByRole('button', { name: 'Add Header' }));
    await waitFor(() => expect(callsTo(calls, 'POST /admin/main/header/create')).toHaveLength(2));
    const [first, second] = callsTo(calls, 'POST /admin/main/header/create');
    expect(second?.headers['idempotency-key']).toBe(first?.headers['idempotency-key']);
  });

  it('shows the server’s validation error at the field', async () => {
    const text = 'Header must be at most 300 characters';
    const { user, dialog } = await openNew({
      'POST /admin/main/header/create': failure(400, text, [{ field: 'header', message: text }]),
    });
    await user.type(dialog.getByLabelText('Header'), 'Watch the sky');
    await user.click(dialog.getByRole('button', { name: 'Add Header' }));
    await waitFor(() =>
      expect(dialog.getByLabelText('Header')).toHaveAccessibleDescription(expect.stringContaining(text)),
    );
    expect(dialog.getAllByText(text)).toHaveLength(1);
  });
});

describe('editing the header', () => {
  it('starts with the stored text and sends id, text and version', async () => {
    const { user, calls, dialog } = await openEditor({
      'POST /admin/main/header/edit': {
        action: 'Header Updated Successfully',
        data: { ...header, header: 'New', version: 4 },
      },
    });
    expect(within(dialog).getByLabelText('Header')).toHaveValue('Severe weather awareness week');
    await retype(user, 'New');
    await user.click(button('Update'));
    expect(await screen.findByText('Header Updated Successfully')).toBeVisible();
    const [call] = callsTo(calls, 'POST /admin/main/header/edit');
    expect(fieldsOf(call)).toEqual({ header_id: 'header-1', header: 'New' });
    expect(call?.headers['if-match']).toBe('"3"');
  });

  it('shows a busy state', async () => {
    const { user } = await openEditor({ 'POST /admin/main/header/edit': 'no answer' });
    await retype(user, 'New');
    await user.click(button('Update'));
    expect(await screen.findByRole('button', { name: 'Updating...' })).toHaveAttribute('aria-disabled', 'true');
  });

  it('shows an error and keeps the text', async () => {
    const { user } = await openEditor({ 'POST /admin/main/header/edit': failure(500, 'Something broke.') });
    await retype(user, 'New');
    await user.click(button('Update'));
    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to update header.Something broke.');
    expect(screen.getByLabelText('Header')).toHaveValue('New');
  });

  it('resets each time it is opened', async () => {
    const { user } = await openEditor();
    await user.click(button('Cancel'));
    await user.click(button('Edit'));
    expect(await screen.findByLabelText('Header')).toHaveValue('Severe weather awareness week');
    expect(screen.queryByText(/We restored what you typed before/)).not.toBeInTheDocument();
  });
});

describe('unsaved text', () => {
  it.each(['Cancel', 'Close'])('asks before %s discards it', async (way) => {
    const { user } = await openEditor();
    await retype(user, 'New');
    await user.click(button(way));
    const question = await screen.findByRole('dialog', { name: 'Discard your changes?' });
    await user.click(within(question).getByRole('button', { name: 'Keep editing' }));
    expect(await screen.findByLabelText('Header')).toHaveValue('New');
    await user.click(button(way));
    await user.click(
      within(await screen.findByRole('dialog', { name: 'Discard your changes?' })).getByRole('button', {
        name: 'Discard',
      }),
    );
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    await user.click(button('Edit'));
    expect(await screen.findByLabelText('Header')).toHaveValue('Severe weather awareness week');
  });

  it('doesn’t ask when nothing was changed', async () => {
    const { user } = await openEditor();
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    await waitFor(() => expect(button('Edit')).toHaveFocus());
  });

  it('makes the browser ask before closing the tab while unsaved', async () => {
    const { user } = await openEditor();
    const leave = () => {
      const event = new Event('beforeunload', { cancelable: true });
      window.dispatchEvent(event);
      return event.defaultPrevented;
    };
    expect(leave()).toBe(false);
    await retype(user, 'New');
    expect(leave()).toBe(true);
    await retype(user, header.header);
    expect(leave()).toBe(false);
  });

  it('is restored after leaving the screen with the browser’s Back', async () => {
    const { user, router } = await openEditor({
      'GET /admin/main/logo': { data: null },
      'POST /admin/main/header/edit': { data: header },
    });
    await retype(user, 'New');
    act(() => router.navigate('/dashboard/logo'));
    await screen.findByRole('heading', { name: 'Logo', level: 1 });
    act(() => router.navigate('/dashboard/header'));
    await user.click(await screen.findByRole('button', { name: 'Edit' }));
    expect(await screen.findByLabelText('Header')).toHaveValue('New');
    expect(screen.getByText('We restored what you typed before. It isn’t saved yet.')).toBeVisible();
    await user.click(button('Update'));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await user.click(button('Edit'));
    expect(await screen.findByLabelText('Header')).toHaveValue('Severe weather awareness week');
  });

  it('is restored after a reload', async () => {
    const { user, unmount } = await openEditor();
    await retype(user, 'New');
    unmount();
    await openEditor();
    expect(screen.getByLabelText('Header')).toHaveValue('New');
    expect(screen.getByText('We restored what you typed before. It isn’t saved yet.')).toBeVisible();
  });

  it('survives an expired session and is saved after signing in', async () => {
    const session = { type: 'admin', id: 'ada', name: 'Ada Lovelace', email: 'ada@example.com', token: 't2' };
    const { user, calls } = await openEditor({
      'POST /admin/main/header/edit': ({ headers }) =>
        headers.authorization === 'Bearer t2' ? { action: 'Header Updated Successfully', data: header } : ended,
      'POST /admin/auth/login': { data: session },
    });
    await retype(user, 'New');
    await user.click(button('Update'));
    const signIn = within(await screen.findByRole('dialog', { name: 'Your session has ended' }));
    await user.type(signIn.getByLabelText('Password'), 'secret word');
    await user.click(signIn.getByRole('button', { name: 'Sign In' }));
    expect(await screen.findByText('Header Updated Successfully')).toBeVisible();
    const [rejected, stored] = callsTo(calls, 'POST /admin/main/header/edit');
    expect(fieldsOf(stored)).toEqual({ header_id: 'header-1', header: 'New' });
    expect(stored?.headers['idempotency-key']).toBe(rejected?.headers['idempotency-key']);
  });

  it('stays in the form when signing in is canceled', async () => {
    const { user } = await openEditor({ 'POST /admin/main/header/edit': ended });
    await retype(user, 'New');
    await user.click(button('Update'));
    await screen.findByRole('dialog', { name: 'Your session has ended' });
    await user.keyboard('{Escape}');
    expect(await screen.findByLabelText('Header')).toHaveValue('New');
    expect(screen.getByText('Failed to update header.')).toBeVisible();
  });
});

describe('an edit of something that someone else changed', () => {
  const theirs = { ...header, header: 'Tornado drill today', version: 4 };

  /** Edits while another user changes the header; `now` is what is stored then. */
  async function collide(now: object | null) {
    let stored: object | null = header;
    const app = await openEditor({
      'GET /admin/main/header': () => ({ data: stored }),
      'POST /admin/main/header/edit': ({ headers }) =>
        headers['if-match'] === '"4"'
          ? { action: 'Header Updated Successfully', data: { ...theirs, version: 5 } }
          : failure(409, someoneElse),
    });
    await retype(app.user, 'Mine');
    stored = now;
    await app.user.click(button('Update'));
    expect(await screen.findByText(someoneElse)).toBeVisible();
    return app;
  }

  it('is detected instead of overwritten, and the input stays', async () => {
    await collide(theirs);
    expect(screen.getByLabelText('Header')).toHaveValue('Mine');
    expect(screen.queryByText('Failed to update header.')).not.toBeInTheDocument();
  });

  it('shows the latest version below the input, and can overwrite it on purpose', async () => {
    const { user, calls } = await collide(theirs);
    await user.click(button('Load the latest version'));
    const latest = (await screen.findByText('Latest version')).parentElement as HTMLElement;
    expect(latest).toHaveTextContent('Tornado drill today');
    expect(screen.getByLabelText('Header')).toHaveValue('Mine');
    await user.click(button('Update'));
    expect(await screen.findByText('Header Updated Successfully')).toBeVisible();
    const [, second] = callsTo(calls, 'POST /admin/main/header/edit');
    expect(second?.headers['if-match']).toBe('"4"');
    expect(fieldsOf(second)).toEqual({ header_id: 'header-1', header: 'Mine' });
  });

  it('uses the latest version on request', async () => {
    const { user } = await collide(theirs);
    await user.click(button('Load the latest version'));
    await user.click(await screen.findByRole('button', { name: 'Use this' }));
    expect(screen.getByLabelText('Header')).toHaveValue('Tornado drill today');
    expect(screen.queryByText('Latest version')).not.toBeInTheDocument();
    await user.click(button('Cancel'));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('says when the other user deleted it, and keeps the input', async () => {
    const { user } = await collide(null);
    await user.click(button('Load the latest version'));
    expect(await screen.findByText(/Someone else has deleted this/)).toBeVisible();
    expect(screen.getByLabelText('Header')).toHaveValue('Mine');
  });
});

describe('deleting the header', () => {
  async function ask(routes: FakeRoutes = {}) {
    const app = await openWith(header, routes);
    await app.user.click(await screen.findByRole('button', { name: 'Delete' }));
    const dialog = await screen.findByRole('dialog', { name: 'Delete Header?' });
    expect(dialog).toHaveTextContent('Are you sure you want to delete this header?');
    return { ...app, dialog: within(dialog) };
  }
  const address = 'GET /admin/main/header/delete/header-1';

  it('sends nothing when canceled, and returns the focus', async () => {
    const { user, dialog, calls } = await ask();
    expect(dialog.getByRole('button', { name: 'Cancel' })).toHaveFocus();
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(callsTo(calls, address)).toEqual([]);
    await waitFor(() => expect(button('Delete')).toHaveFocus());
  });

  it('sends one request, shows the empty state, and offers to undo it', async () => {
    let stored: object | null = header;
    const { user, dialog, calls } = await ask({
      'GET /admin/main/header': () => ({ data: stored }),
      [address]: () => {
        stored = null;
        return { data: null };
      },
      'POST /admin/main/trash/header/header-1/restore': () => {
        stored = header;
        return { data: null };
      },
    });
    await user.dblClick(dialog.getByRole('button', { name: 'Yes, Delete' }));
    expect(await screen.findByText('No header found. Start creating a header now!')).toBeVisible();
    expect(callsTo(calls, address)).toHaveLength(1);
    await user.click(button('Undo'));
    expect(await screen.findByText('Severe weather awareness week')).toBeVisible();
  });

  it('shows a busy state', async () => {
    const { user, dialog } = await ask({ [address]: 'no answer' });
    await user.click(dialog.getByRole('button', { name: 'Yes, Delete' }));
    expect(await dialog.findByRole('button', { name: 'Deleting...' })).toHaveAttribute('aria-disabled', 'true');
  });

  it('shows an error and can be retried', async () => {
    const { user, dialog, calls } = await ask({ [address]: failure(500, 'Something broke.') });
    await user.click(dialog.getByRole('button', { name: 'Yes, Delete' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent(
      'Failed to delete header. Please try again.Something broke.',
    );
    await user.click(dialog.getByRole('button', { name: 'Yes, Delete' }));
    await waitFor(() => expect(callsTo(calls, address)).toHaveLength(2));
  });
});
