import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { callsTo, failure } from '@/testing/dashboard.js';
import type { FakeRoutes } from '@/testing/fake-gateway.js';
import { renderApp } from '@/testing/render-app.js';

const read = 'POST /admin/auth/invitation';
const accept = 'POST /admin/auth/invitation/accept';
const invitation = {
  id: 'i1',
  name: 'Ivy Lee',
  email: 'ivy@example.com',
  role: 'editor',
  invited_by: 'Ada Lovelace',
  created_at: '2026-11-20T12:00:00Z',
  expires_at: '2026-11-27T12:00:00Z',
};
const open = (routes: FakeRoutes) => ({
  user: userEvent.setup(),
  ...renderApp('/dashboard/join#the-token', { routes: { [read]: { data: invitation }, ...routes } }),
});

describe('an invitation’s page', () => {
  it('creates the account with the chosen password, and opens the sign-in', async () => {
    const { user, calls, router } = open({
      [accept]: { action: 'Your account is ready.', data: { email: 'ivy@example.com' } },
    });
    expect(
      await screen.findByText('Ada Lovelace invites you to become an editor. Choose a password for ivy@example.com.'),
    ).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Create account' }));
    expect(await screen.findByText('Password is required')).toBeVisible();
    await user.type(screen.getByLabelText(/^Password/), 'a shelf cloud');
    await user.click(screen.getByRole('button', { name: 'Create account' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard/login'));
    expect(screen.getByText('Your account is ready.')).toBeVisible();
    expect(JSON.parse(String(callsTo(calls, read)[0]?.body))).toEqual({ token: 'the-token' });
    expect(JSON.parse(String(callsTo(calls, accept)[0]?.body))).toEqual({
      token: 'the-token',
      password: 'a shelf cloud',
    });
  });

  it.each([
    'This invitation was already used. Sign in with the password you chose.',
    'This invitation has expired. Ask Ada Lovelace to send it again.',
  ])('shows “%s”, and the way to sign in', async (message) => {
    open({ [read]: failure(422, message) });
    expect(await screen.findByRole('alert')).toHaveTextContent(message);
    expect(screen.queryByLabelText(/^Password/)).not.toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Sign in instead' })).toHaveAttribute('href', '/dashboard/login');
  });

  it('shows beside the field why a password is refused', async () => {
    const message = 'This password is too common.';
    const { user } = open({ [accept]: failure(400, message, [{ field: 'password', message }]) });
    await user.type(await screen.findByLabelText(/^Password/), 'password1');
    await user.click(screen.getByRole('button', { name: 'Create account' }));
    expect(await screen.findByText(message)).toBeVisible();
  });
});
