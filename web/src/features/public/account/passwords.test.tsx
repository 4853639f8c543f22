import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { FakeResponse, FakeRoutes, SeenCall } from '@/testing/fake-gateway.js';
import { collectLog } from '@/testing/collect-log.js';
import { renderApp } from '@/testing/render-app.js';

const sent = 'If this address belongs to an account, a code is on its way to it.';
const requested = (data: object = { valid_minutes: 10, mail_delivered: true }): FakeResponse => ({
  action: sent,
  data,
});
const failure = (status: number, body: object): FakeResponse => ({ status, body: { status: false, ...body } });
const atField = (field: string, message: string) =>
  failure(400, { action: message, message, errors: [{ field, message }] });
const session = { id: 'ada', type: 'admin', name: 'Ada Lovelace', email: 'ada@example.com', token: 'token-1' };
const authCalls = (calls: SeenCall[], path: string) => calls.filter((call) => call.path === `/admin/auth/${path}`);
const fieldsOf = ({ body }: SeenCall) => Object.fromEntries((body as FormData).entries());

describe('a forgotten password', () => {
  async function open(routes: FakeRoutes = {}) {
    const user = userEvent.setup();
    const app = renderApp('/dashboard/forgot-password', { routes });
    await screen.findByRole('heading', { name: 'Forgot Password', level: 1 });
    return { user, ...app };
  }

  it('is linked from the sign-in page', async () => {
    const user = userEvent.setup();
    renderApp('/dashboard/login');
    await user.click(await screen.findByRole('link', { name: 'Forgot Password' }));
    expect(await screen.findByRole('heading', { name: 'Forgot Password', level: 1 })).toBeVisible();
  });

  it.each([
    ['', 'Email is required'],
    ['ada@example', 'Invalid email format'],
  ])('rejects %j with “%s” without a request', async (email, text) => {
    const { user, calls } = await open();
    if (email) await user.type(screen.getByLabelText('Email Address'), email);
    await user.click(screen.getByRole('button', { name: 'Get Code' }));
    expect(await screen.findByText(text)).toBeVisible();
    expect(screen.getByLabelText('Email Address')).toHaveFocus();
    expect(authCalls(calls, 'forgot/password')).toEqual([]);
  });

  it("requests a code and opens the code page, with the server's message", async () => {
    const { user, calls, router } = await open({ 'POST /admin/auth/forgot/password': requested() });
    await user.type(screen.getByLabelText('Email Address'), ' ada@example.com ');
    await user.dblClick(screen.getByRole('button', { name: 'Get Code' }));
    await screen.findByRole('heading', { name: 'Enter Confirmation Code', level: 1 });
    expect(router.state.location.pathname).toBe('/dashboard/otp');
    expect(screen.getByText(`${sent} It’s valid for 10 minutes.`)).toBeVisible();
    const [call, ...others] = authCalls(calls, 'forgot/password');
    expect(others).toEqual([]);
    expect(JSON.parse(String(call?.body))).toEqual({ email: 'ada@example.com' });
    expect(screen.queryByText(/doesn’t send email yet/)).not.toBeInTheDocument();
  });

  it("says when the site doesn't send mail", async () => {
    const { user } = await open({
      'POST /admin/auth/forgot/password': requested({ valid_minutes: 10, mail_delivered: false }),
    });
    await user.type(screen.getByLabelText('Email Address'), 'ada@example.com');
    await user.click(screen.getByRole('button', { name: 'Get Code' }));
    expect(await screen.findByText(/This site doesn’t send email yet/)).toBeVisible();
  });

  it('says when to try again, and keeps the address', async () => {
    const message = 'Too many codes were requested. Please try again later.';
    const { user } = await open({
      'POST /admin/auth/forgot/password': {
        status: 429,
        headers: { 'Retry-After': '120' },
        body: { status: false, message, errors: [{ message }] },
      },
    });
    await user.type(screen.getByLabelText('Email Address'), 'ada@example.com');
    await user.click(screen.getByRole('button', { name: 'Get Code' }));
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent(message);
    expect(alert).toHaveTextContent(/You can try again at \d{1,2}:\d{2} [AP]M\./);
    expect(screen.getByLabelText('Email Address')).toHaveValue('ada@example.com');
  });

  it('shows progress, and reports a missing response', async () => {
    const routes: FakeRoutes = { 'POST /admin/auth/forgot/password': 'no answer' };
    const { user } = await open(routes);
    await user.type(screen.getByLabelText('Email Address'), 'ada@example.com');
    await user.click(screen.getByRole('button', { name: 'Get Code' }));
    expect(await screen.findByRole('button', { name: 'Sending a code…' })).toHaveAttribute('aria-disabled', 'true');
  });

  it('reports a lost connection', async () => {
    const { user } = await open({ 'POST /admin/auth/forgot/password': 'network failure' });
    await user.type(screen.getByLabelText('Email Address'), 'ada@example.com');
    await user.click(screen.getByRole('button', { name: 'Get Code' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Something went wrong. Please try again later.');
    expect(screen.getByRole('alert')).toHaveTextContent("The site didn't respond");
  });
});

describe('the confirmation code', () => {
  const logged = collectLog();

  async function open(routes: FakeRoutes = {}, state: unknown = { email: 'ada@example.com', sent }) {
    const user = userEvent.setup();
    const app = renderApp('/dashboard/otp', { routes, state });
    await screen.findByRole('heading', { name: 'Enter Confirmation Code', level: 1 });
    const boxes = () => within(screen.getByRole('group', { name: 'Code' })).getAllByRole<HTMLInputElement>('textbox');
    const digits = () =>
      boxes()
        .map(({ value }) => value || '_')
        .join('');
    const box = (number: number) => boxes()[number - 1] as HTMLInputElement;
    return { user, boxes, digits, box, ...app };
  }
  const confirm = () => screen.getByRole('button', { name: 'Confirm Code' });

  it('takes one digit per box, advances automatically and rejects other input', async () => {
    const { user, digits, box, boxes } = await open();
    expect(boxes()).toHaveLength(6);
    await user.click(box(1));
    await user.keyboard('1a 2-x3');
    expect(digits()).toBe('123___');
    expect(box(4)).toHaveFocus();
    await user.keyboard('4567');
    expect(digits()).toBe('123457');
    expect(box(6)).toHaveFocus();
  });

  it('moves with Backspace and the arrow keys', async () => {
    const { user, digits, box } = await open();
    await user.click(box(1));
    await user.keyboard('1234');
    await user.keyboard('{Backspace}');
    expect(digits()).toBe('123___');
    expect(box(4)).toHaveFocus();
    await user.keyboard('{Backspace}{Backspace}');
    expect(digits()).toBe('1_____');
    expect(box(2)).toHaveFocus();
    await user.keyboard('{ArrowLeft}9');
    expect(digits()).toBe('9_____');
    await user.keyboard('{ArrowRight}8');
    expect(digits()).toBe('9_8___');
  });

  it('accepts a pasted code with any separators, in any box', async () => {
    const { user, digits, box } = await open();
    await user.click(box(3));
    await user.paste(' 123-456 ');
    expect(digits()).toBe('123456');
    expect(box(6)).toHaveFocus();
    await user.click(box(2));
    await user.paste('78');
    expect(digits()).toBe('178456');
    await user.paste('no digits');
    expect(digits()).toBe('178456');
  });

  it('accepts a code that the phone autofills', async () => {
    const { user, digits, box } = await open();
    expect(box(1)).toHaveAttribute('autocomplete', 'one-time-code');
    expect(box(1)).toHaveAttribute('inputmode', 'numeric');
    await user.click(box(1));
    // One input event, not one per key.
    await user.paste('246801');
    expect(digits()).toBe('246801');
  });

  it.each([
    ['', 'Code is required'],
    ['123', 'Code must have 6 digits'],
  ])('rejects %j with “%s” without a request', async (typed, text) => {
    const { user, box, calls } = await open();
    await user.click(box(1));
    if (typed) await user.keyboard(typed);
    await user.click(confirm());
    expect(await screen.findByText(text)).toBeVisible();
    expect(authCalls(calls, 'verify/otp')).toEqual([]);
    await waitFor(() => expect(box(1)).toHaveFocus());
  });

  it('exchanges the code for a token without logging it', async () => {
    const { user, box, calls, router } = await open({
      'POST /admin/auth/verify/otp': { data: { reset_token: 'reset-1' } },
    });
    await user.click(box(1));
    await user.keyboard('123456');
    await user.dblClick(confirm());
    await screen.findByRole('heading', { name: 'Reset Password', level: 1 });
    expect(router.state.location.pathname).toBe('/dashboard/changePassword');
    expect(router.state.location.search).toBe('');
    const [call, ...others] = authCalls(calls, 'verify/otp');
    expect(others).toEqual([]);
    expect(JSON.parse(String(call?.body))).toEqual({ email: 'ada@example.com', code: '123456' });
    expect(logged.join()).not.toContain('123456');
  });

  it('shows beside the boxes that the code is wrong, and keeps it', async () => {
    const { user, box, digits } = await open({
      'POST /admin/auth/verify/otp': atField('code', 'The code is wrong or has expired.'),
    });
    await user.click(box(1));
    await user.keyboard('123456');
    await user.click(confirm());
    expect(await screen.findByText('The code is wrong or has expired.')).toBeVisible();
    await waitFor(() => expect(box(1)).toHaveFocus());
    expect(box(1)).toHaveAccessibleDescription('The code is wrong or has expired.');
    expect(digits()).toBe('123456');
    await user.keyboard('9');
    expect(screen.queryByText('The code is wrong or has expired.')).not.toBeInTheDocument();
  });

  it('shows progress', async () => {
    const { user, box } = await open({ 'POST /admin/auth/verify/otp': 'no answer' });
    await user.click(box(1));
    await user.keyboard('123456');
    await user.click(confirm());
    expect(await screen.findByRole('button', { name: 'Confirming…' })).toHaveAttribute('aria-disabled', 'true');
  });

  it('sends a new code on request', async () => {
    const { user, box, digits, calls } = await open({ 'POST /admin/auth/forgot/password': requested() });
    await user.click(box(1));
    await user.keyboard('12');
    await user.click(screen.getByRole('button', { name: 'Send a new code' }));
    await waitFor(() => expect(digits()).toBe('______'));
    expect(JSON.parse(String(authCalls(calls, 'forgot/password')[0]?.body))).toEqual({ email: 'ada@example.com' });
  });

  it('asks for the address when opened directly', async () => {
    const { user, box, calls } = await open(
      { 'POST /admin/auth/verify/otp': { data: { reset_token: 'reset-1' } } },
      null,
    );
    await user.click(box(1));
    await user.keyboard('123456');
    await user.click(confirm());
    expect(await screen.findByText('Email is required')).toBeVisible();
    await user.type(screen.getByLabelText('Email Address'), 'ada@example.com');
    await user.click(confirm());
    await screen.findByRole('heading', { name: 'Reset Password', level: 1 });
    expect(JSON.parse(String(authCalls(calls, 'verify/otp')[0]?.body))).toEqual({
      email: 'ada@example.com',
      code: '123456',
    });
  });
});

describe('a new password after a confirmed code', () => {
  async function open(routes: FakeRoutes = {}) {
    const user = userEvent.setup();
    const state = { email: 'ada@example.com', reset_token: 'reset-1' };
    const app = renderApp('/dashboard/changePassword', { routes, state });
    await screen.findByRole('heading', { name: 'Reset Password', level: 1 });
    return { user, ...app };
  }
  const reset = () => screen.getByRole('button', { name: 'Reset Password' });

  it("doesn't ask for the old password, and lists the requirements", async () => {
    const { user, calls } = await open();
    expect(screen.queryByLabelText('Old Password')).not.toBeInTheDocument();
    await user.click(reset());
    expect(await screen.findByText('New password is required')).toBeVisible();
    await user.type(screen.getByLabelText('New Password'), '1234567');
    expect(await screen.findByText('Password must be at least 8 characters')).toBeVisible();
    expect(authCalls(calls, 'reset/password')).toEqual([]);
  });

  it("changes it, drops this browser's session and opens the sign-in page", async () => {
    localStorage.setItem('userData', JSON.stringify(session));
    const { user, calls, router } = await open({
      'POST /admin/auth/reset/password': { action: 'Password reset successfully', data: null },
    });
    await user.type(screen.getByLabelText('New Password'), 'a long new one');
    await user.dblClick(reset());
    await screen.findByRole('heading', { name: 'Sign In To Your Account' });
    expect(screen.getByText('Password reset successfully')).toBeVisible();
    expect(router.state.location.pathname).toBe('/dashboard/login');
    expect(localStorage.getItem('userData')).toBeNull();
    const [call, ...others] = authCalls(calls, 'reset/password');
    expect(others).toEqual([]);
    expect(JSON.parse(String(call?.body))).toEqual({ reset_token: 'reset-1', new_password: 'a long new one' });
  });

  it('says that the code has expired, and offers a new one', async () => {
    const text = 'Your time to choose a password has run out. Please request a new code.';
    const { user } = await open({ 'POST /admin/auth/reset/password': atField('reset_token', text) });
    await user.type(screen.getByLabelText('New Password'), 'a long new one');
    await user.click(reset());
    expect(await screen.findByRole('alert')).toHaveTextContent(text);
    await user.click(screen.getByRole('link', { name: 'Request a new code' }));
    expect(await screen.findByLabelText('Email Address')).toHaveValue('ada@example.com');
  });

  it("shows the server's validation error beside the field", async () => {
    const text = 'This password is used by many people. Please choose another one.';
    const { user } = await open({ 'POST /admin/auth/reset/password': atField('new_password', text) });
    await user.type(screen.getByLabelText('New Password'), 'password1');
    await user.click(reset());
    expect(await screen.findByText(text)).toBeVisible();
    expect(screen.getByLabelText('New Password')).toHaveValue('password1');
  });
});

describe('changing the password', () => {
  async function open(routes: FakeRoutes = {}, stored: object | null = session) {
    if (stored) localStorage.setItem('userData', JSON.stringify(stored));
    const user = userEvent.setup();
    const app = renderApp('/dashboard/changePassword', { routes });
    await screen.findByRole('heading', { name: 'Change Password', level: 1 });
    return { user, ...app };
  }
  async function change(user: ReturnType<typeof userEvent.setup>, old: string, next: string) {
    if (old) await user.type(screen.getByLabelText('Old Password'), old);
    if (next) await user.type(screen.getByLabelText('New Password'), next);
    await user.click(screen.getByRole('button', { name: 'Change Password' }));
  }

  it('is linked from the sidebar', async () => {
    localStorage.setItem('userData', JSON.stringify(session));
    renderApp('/dashboard/header', { routes: { 'GET /admin/main/header': { data: null } } });
    expect(await screen.findByRole('link', { name: 'Change Password' })).toHaveAttribute(
      'href',
      '/dashboard/changePassword',
    );
  });

  it.each(['Old Password', 'New Password'])('shows and hides the %s', async (label) => {
    const { user } = await open();
    const box = screen.getByLabelText(label);
    expect(box).toHaveAttribute('type', 'password');
    await user.click(screen.getByRole('button', { name: `Show ${label.toLowerCase()}` }));
    expect(box).toHaveAttribute('type', 'text');
    await user.click(screen.getByRole('button', { name: `Hide ${label.toLowerCase()}` }));
    expect(box).toHaveAttribute('type', 'password');
  });

  it.each([
    ['', '', ['Old password is required', 'New password is required']],
    ['old one', '', ['New password is required']],
    ['', 'a long new one', ['Old password is required']],
    ['old one', '1234567', ['Password must be at least 8 characters']],
  ])('rejects %j and %j without a request', async (old, next, content) => {
    const { user, calls } = await open();
    await change(user, old, next);
    for (const text of content) expect(await screen.findByText(text)).toBeVisible();
    expect(authCalls(calls, 'change/password')).toEqual([]);
  });

  it('sends both as multipart with the token, drops the session and opens the sign-in page', async () => {
    const { user, calls, router } = await open({
      'POST /admin/auth/change/password': { action: 'Password changed successfully', data: null },
    });
    await change(user, 'old one', '12345678');
    await screen.findByRole('heading', { name: 'Sign In To Your Account' });
    expect(router.state.location.pathname).toBe('/dashboard/login');
    const done = screen.getByText('Password changed successfully').closest('[role=status]');
    expect(done).toHaveTextContent('You were signed out on every device. Sign in with your new password.');
    const [call] = authCalls(calls, 'change/password');
    expect(call?.headers.authorization).toBe('Bearer token-1');
    expect(call && fieldsOf(call)).toEqual({ old_password: 'old one', new_password: '12345678' });
    // The server has already ended the session.
    expect(authCalls(calls, 'logout')).toEqual([]);
    expect(localStorage.getItem('userData')).toBeNull();
  });

  it.each<[string, FakeResponse, string]>([
    [
      'the action of an answer that says no',
      { status: 200, body: { status: false, action: 'The action', message: 'The message' } },
      'The action',
    ],
    ['its own text for a refusal', failure(403, {}), 'Failed to change password. Please check your credentials.'],
    [
      'its own text for a failing server',
      failure(500, {}),
      'Failed to change password. Please check your credentials.',
    ],
    ['its own text without an answer', 'network failure', 'Failed to change password. Please check your credentials.'],
  ])('shows %s, and keeps the input', async (_case, answer, text) => {
    const { user, router } = await open({ 'POST /admin/auth/change/password': answer });
    await change(user, 'old one', 'a long new one');
    expect(within(await screen.findByRole('alert')).getByText(text)).toBeVisible();
    expect(screen.getByLabelText('Old Password')).toHaveValue('old one');
    expect(screen.getByLabelText('New Password')).toHaveValue('a long new one');
    expect(router.state.location.pathname).toBe('/dashboard/changePassword');
    expect(localStorage.getItem('userData')).not.toBeNull();
  });

  it('shows beside the field that the old password is wrong', async () => {
    const { user } = await open({
      'POST /admin/auth/change/password': atField('old_password', 'Old password is wrong'),
    });
    await change(user, 'old one', 'a long new one');
    await waitFor(() =>
      expect(screen.getByLabelText('Old Password')).toHaveAccessibleDescription('Old password is wrong'),
    );
    expect(screen.getByRole('alert')).toHaveTextContent('Failed to change password. Please check your credentials.');
    expect(screen.getAllByText('Old password is wrong')).toHaveLength(1);
    expect(screen.getByLabelText('Old Password')).toHaveFocus();
  });

  it('shows progress, and sends one request for two clicks', async () => {
    const { user, calls } = await open({ 'POST /admin/auth/change/password': 'no answer' });
    await change(user, 'old one', 'a long new one');
    const busy = await screen.findByRole('button', { name: 'Changing…' });
    expect(busy).toHaveAttribute('aria-disabled', 'true');
    await user.click(busy);
    expect(authCalls(calls, 'change/password')).toHaveLength(1);
  });

  it('opens without a session, and says that there is none', async () => {
    await open({}, null);
    expect(screen.getByText('No authentication token found.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Back to sign in' })).toHaveAttribute('href', '/dashboard/login');
  });
});
