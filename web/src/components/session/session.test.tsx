import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { buildOverview } from '@/testing/dashboard.js';
import type { FakeResponse, FakeRoutes } from '@/testing/fake-gateway.js';
import { renderApp } from '@/testing/render-app.js';

const admin = {
  id: '0198f000-0000-7000-8000-000000000001',
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  type: 'admin',
  token: 'token-1',
  expires_at: '2026-11-21T12:00:00Z',
};
const moderator = { ...admin, id: '0198f000-0000-7000-8000-000000000002', name: 'Mo Field', type: 'moderator' };
const lists = {
  data: { approvedSnapshots: [], pendingSnapshots: [] },
  next_cursors: { approved: null, pending: null },
};
const screens: FakeRoutes = {
  'GET /admin/main/overview': { data: buildOverview() },
  'GET /admin/main/snapshot': lists,
};
const failure = (status: number, body: object): FakeResponse => ({ status, body: { status: false, ...body } });
const ended = failure(401, { message: 'Your session has ended. Please sign in again.', errors: [] });

const signedInAs = (session: object) => localStorage.setItem('userData', JSON.stringify(session));

async function openSignIn(routes: FakeRoutes = {}) {
  const user = userEvent.setup();
  const app = renderApp('/dashboard/login', { routes: { ...screens, ...routes } });
  await screen.findByRole('heading', { name: 'Sign In To Your Account' });
  return { user, ...app };
}

async function signIn(user: ReturnType<typeof userEvent.setup>, email: string, password: string) {
  await user.clear(screen.getByLabelText('Email Address'));
  if (email) await user.type(screen.getByLabelText('Email Address'), email);
  await user.clear(screen.getByLabelText('Password'));
  if (password) await user.type(screen.getByLabelText('Password'), password);
  await user.click(screen.getByRole('button', { name: 'Sign In' }));
}

const loginCalls = (calls: { path: string }[]) => calls.filter(({ path }) => path === '/admin/auth/login');

describe('signing in', () => {
  it('is open to everyone, has one heading and hides the password by default', async () => {
    const { user } = await openSignIn();
    expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1);
    expect(document.title).toContain('Sign In To Your Account');
    const password = screen.getByLabelText('Password');
    expect(password).toHaveAttribute('type', 'password');
    await user.click(screen.getByRole('button', { name: 'Show password' }));
    expect(password).toHaveAttribute('type', 'text');
    await user.click(screen.getByRole('button', { name: 'Hide password' }));
    expect(password).toHaveAttribute('type', 'password');
  });

  it.each([
    ['', '', ['Email is required', 'Password is required']],
    ['   ', 'secret', ['Email is required']],
    ['ada@example', 'secret', ['Invalid email format']],
    ['ada@example.com', '', ['Password is required']],
    ['ada@example.com', '12345', ['Password must be at least 6 characters']],
  ])('rejects %j with the password %j without a call', async (email, password, content) => {
    const { user, calls } = await openSignIn();
    await signIn(user, email, password);
    for (const text of content) expect(await screen.findByText(text)).toBeVisible();
    expect(document.activeElement).toHaveAttribute('aria-invalid', 'true');
    expect(loginCalls(calls)).toEqual([]);
  });

  it('accepts a password of exactly six characters, stores the response as JSON and opens the dashboard', async () => {
    const { user, calls, router } = await openSignIn({ 'POST /admin/auth/login': { data: admin } });
    await signIn(user, 'ada@example.com', '123456');
    await screen.findByRole('heading', { name: 'Home' });
    expect(router.state.location.pathname).toBe('/dashboard/home');
    expect(JSON.parse(localStorage.getItem('userData') ?? '')).toEqual(admin);
    const [call] = loginCalls(calls) as { body?: unknown; headers?: Record<string, string> }[];
    expect(call?.headers).toMatchObject({ 'content-type': 'application/json' });
    expect(JSON.parse(String(call?.body))).toEqual({ email: 'ada@example.com', password: '123456' });
    expect(calls.find(({ path }) => path === '/admin/main/overview')?.headers.authorization).toBe('Bearer token-1');
  });

  it('sends an editor to the posts', async () => {
    const { user, router } = await openSignIn({
      'POST /admin/auth/login': { data: { ...admin, type: 'editor' } },
      'GET /admin/main/post': { data: [], next_cursor: null },
    });
    await signIn(user, 'ed@example.com', 'secret word');
    await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard/blog'));
  });

  it('sends a moderator to the review queue', async () => {
    const { user, router } = await openSignIn({ 'POST /admin/auth/login': { data: moderator } });
    await signIn(user, 'mo@example.com', 'secret word');
    await waitFor(() => expect(router.state.location.pathname).toBe('/moderate'));
  });

  it.each<[string, FakeResponse, string]>([
    [
      'the first error',
      failure(401, { message: 'No', errors: [{ message: 'First' }, { message: 'Second' }] }),
      'First',
    ],
    ['the message', failure(401, { message: 'The message', errors: [] }), 'The message'],
    ['its own text', failure(401, {}), 'Invalid email or password'],
    ['its own text for an answer that is no JSON', { status: 502, body: '<html>' }, 'Invalid email or password'],
    ['its own text without an answer', 'network failure', 'Invalid email or password'],
  ])('shows %s on failure, and keeps the input', async (_case, answer, text) => {
    const { user, router } = await openSignIn({ 'POST /admin/auth/login': answer });
    await signIn(user, 'ada@example.com', 'secret word');
    expect(within(await screen.findByRole('alert')).getByText(text)).toBeVisible();
    expect(screen.getByLabelText('Email Address')).toHaveValue('ada@example.com');
    expect(router.state.location.pathname).toBe('/dashboard/login');
    expect(localStorage.getItem('userData')).toBeNull();
  });

  it('says when to try again after too many attempts', async () => {
    const message = 'Too many sign-in attempts. Please try again in 2 minutes.';
    const body = { status: false, message, errors: [{ message }] };
    const { user } = await openSignIn({
      'POST /admin/auth/login': { status: 429, headers: { 'Retry-After': '120' }, body },
    });
    await signIn(user, 'ada@example.com', 'secret word');
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent(message);
    expect(alert).toHaveTextContent(/You can try again at \d{1,2}:\d{2} [AP]M\./);
  });

  it('makes one call for two clicks', async () => {
    const { user, calls } = await openSignIn({ 'POST /admin/auth/login': 'no answer' });
    await user.type(screen.getByLabelText('Email Address'), 'ada@example.com');
    await user.type(screen.getByLabelText('Password'), 'secret word');
    await user.dblClick(screen.getByRole('button', { name: 'Sign In' }));
    expect(await screen.findByRole('button', { name: 'Signing In...' })).toHaveAttribute('aria-disabled', 'true');
    expect(loginCalls(calls)).toHaveLength(1);
  });
});

describe('signing out', () => {
  async function confirmSignOut(routes: FakeRoutes) {
    signedInAs(admin);
    localStorage.setItem('theme', 'dark');
    const user = userEvent.setup();
    const app = renderApp('/dashboard/home', { routes: { ...screens, ...routes } });
    await user.click(await screen.findByRole('button', { name: 'Sign Out' }));
    const dialog = await screen.findByRole('dialog', { name: 'Sign Out' });
    expect(dialog).toHaveTextContent('Are you sure you want to sign out from this account?');
    return { user, dialog: within(dialog), ...app };
  }
  const logouts = (calls: { path: string; method: string; body: unknown; headers: Record<string, string> }[]) =>
    calls.filter(({ path }) => path === '/admin/auth/logout');

  it('makes no call when canceled', async () => {
    const { user, dialog, calls, router } = await confirmSignOut({});
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(logouts(calls)).toEqual([]);
    expect(router.state.location.pathname).toBe('/dashboard/home');
  });

  it('ends the session, deletes only it, then shows the sign-in', async () => {
    const { user, dialog, calls, router } = await confirmSignOut({ 'POST /admin/auth/logout': { data: null } });
    await user.dblClick(dialog.getByRole('button', { name: 'Yes, Sign Out' }));
    await screen.findByRole('heading', { name: 'Sign In To Your Account' });
    expect(router.state.location.pathname).toBe('/dashboard/login');
    expect(logouts(calls)).toHaveLength(1);
    expect(logouts(calls)[0]).toMatchObject({ body: null, headers: { authorization: 'Bearer token-1' } });
    expect(localStorage.getItem('userData')).toBeNull();
    expect(localStorage.getItem('theme')).toBe('dark');
  });

  it('shows that it is pending', async () => {
    const { user, dialog } = await confirmSignOut({ 'POST /admin/auth/logout': 'no answer' });
    await user.click(dialog.getByRole('button', { name: 'Yes, Sign Out' }));
    expect(await dialog.findByRole('button', { name: 'Signing Out...' })).toHaveAttribute('aria-disabled', 'true');
  });

  it('counts a session that the server no longer has as ended', async () => {
    const { user, dialog, router } = await confirmSignOut({ 'POST /admin/auth/logout': ended });
    await user.click(dialog.getByRole('button', { name: 'Yes, Sign Out' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard/login'));
    expect(localStorage.getItem('userData')).toBeNull();
  });

  it.each<[string, FakeResponse]>([
    ['a failing server', failure(503, { message: 'Down' })],
    ['a lost connection', 'network failure'],
  ])('only logs %s: the user stays signed in', async (_case, answer) => {
    const logged: unknown[] = [];
    /* eslint-disable no-console -- what is logged is what is tested */
    const { error } = console;
    console.error = (...words: unknown[]) => void logged.push(words[0]);
    try {
      const { user, dialog, router } = await confirmSignOut({ 'POST /admin/auth/logout': answer });
      await user.click(dialog.getByRole('button', { name: 'Yes, Sign Out' }));
      await waitFor(() => expect(logged).toContain('signing out failed'));
      expect(await dialog.findByRole('button', { name: 'Yes, Sign Out' })).toBeVisible();
      expect(router.state.location.pathname).toBe('/dashboard/home');
      expect(JSON.parse(localStorage.getItem('userData') ?? '')).toEqual(admin);
    } finally {
      console.error = error;
      /* eslint-enable no-console */
    }
  });
});

describe('a session that ends during work', () => {
  /** Rejects every token but this one. */
  function houseAccepting(token: { valid: string }, repeated: object): FakeRoutes {
    return {
      'GET /admin/main/overview': ({ headers }) =>
        headers.authorization === `Bearer ${token.valid}` ? { data: buildOverview() } : ended,
      'GET /admin/main/snapshot': lists,
      'POST /admin/auth/login': () => {
        token.valid = 'token-2';
        return { data: repeated };
      },
    };
  }

  it("shows the screen's own message and asks to sign in again in place; then repeats the call", async () => {
    signedInAs(admin);
    const user = userEvent.setup();
    const { router } = renderApp('/dashboard/home', {
      routes: houseAccepting({ valid: 'none' }, { ...admin, token: 'token-2' }),
    });
    const dialog = await screen.findByRole('dialog', { name: 'Your session has ended' });
    expect(screen.getByText('We couldn’t load the overview.')).toBeInTheDocument();
    expect(JSON.parse(localStorage.getItem('userData') ?? '')).toEqual(admin);
    expect(within(dialog).getByLabelText('Email Address')).toHaveValue('ada@example.com');
    expect(within(dialog).getByLabelText('Password')).toHaveFocus();
    await user.type(within(dialog).getByLabelText('Password'), 'secret word{Enter}');
    expect(await screen.findByText('Latest actions')).toBeVisible();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(router.state.location.pathname).toBe('/dashboard/home');
    expect(JSON.parse(localStorage.getItem('userData') ?? '')).toMatchObject({ token: 'token-2' });
  });

  it('can be postponed, and asks again on request', async () => {
    signedInAs(admin);
    const user = userEvent.setup();
    renderApp('/dashboard/home', { routes: houseAccepting({ valid: 'none' }, admin) });
    await screen.findByRole('dialog', { name: 'Your session has ended' });
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(screen.getByText('We couldn’t load the overview.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Sign in again' }));
    expect(await screen.findByRole('dialog', { name: 'Your session has ended' })).toBeVisible();
  });

  it('follows a sign-in in another tab, and asks when another tab signs out', async () => {
    signedInAs(admin);
    renderApp('/dashboard/home', { routes: screens });
    await screen.findByText('Latest actions');
    localStorage.removeItem('userData');
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'userData' })));
    await screen.findByRole('dialog', { name: 'Your session has ended' });
    signedInAs(admin);
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'userData' })));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(screen.getByText('Latest actions')).toBeVisible();
  });

  it('sends users without access to their own screen', async () => {
    signedInAs(admin);
    const user = userEvent.setup();
    const { router } = renderApp('/dashboard/home', { routes: houseAccepting({ valid: 'none' }, moderator) });
    const dialog = await screen.findByRole('dialog', { name: 'Your session has ended' });
    await user.type(within(dialog).getByLabelText('Password'), 'secret word{Enter}');
    await waitFor(() => expect(router.state.location.pathname).toBe('/moderate'));
  });
});
