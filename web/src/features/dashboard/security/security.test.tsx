import { screen, waitFor, within } from '@testing-library/react';
import type { SecondFactor, SecondFactors } from '@site/proto/auth/v1/second-factors.responses';
import type { OpenSession } from '@site/proto/auth/v1/sessions.responses';
import { callsTo, failure, openScreen } from '@/testing/dashboard.js';
import type { FakeRoutes, SeenCall } from '@/testing/fake-gateway.js';
import { fakePasskeys, passkeyOrder, passkeyRequest } from '@/testing/passkeys.js';

const factors = 'GET /admin/auth/second-factors';
const sessions = 'GET /admin/auth/sessions';
const begin = 'POST /admin/auth/second-factors';
const complete = 'POST /admin/auth/second-factors/confirm';
const newCodes = 'POST /admin/auth/second-factors/recovery-codes';
const confirm = 'POST /admin/auth/confirm';
const endOthers = 'POST /admin/auth/sessions/end-others';

const app: SecondFactor = {
  id: 'f1',
  kind: 'totp',
  label: 'Phone',
  created_at: '2026-11-20T12:00:00Z',
  last_used_at: '2026-11-21T12:00:00Z',
};
const own = (change: Partial<SecondFactors> = {}): SecondFactors => ({
  factors: [],
  recovery_codes_left: 0,
  required: false,
  fresh_until: '2026-11-20T12:00:00Z',
  passkeys_possible: true,
  ...change,
});
const here: OpenSession = {
  id: 's1',
  device: 'Firefox on Windows',
  network: '192.0.2.0/24',
  created_at: '2026-11-22T09:00:00Z',
  last_seen_at: new Date().toISOString(),
  expires_at: '2026-11-22T21:00:00Z',
  current: true,
};
const elsewhere: OpenSession = { ...here, id: 's2', device: 'Safari on an iPhone', current: false };
const notFresh = failure(403, 'Please confirm that it’s you first.', [
  { field: 'confirm', message: 'Please confirm that it’s you first.' },
]);

const open = (routes: FakeRoutes = {}, type = 'admin') =>
  openScreen(
    type === 'admin' ? '/dashboard/security' : '/moderate/security',
    { [factors]: { data: own() }, [sessions]: { data: { sessions: [here, elsewhere], idle_minutes: 120 } }, ...routes },
    type,
  );
const button = (name: string) => screen.getByRole('button', { name });
const bodies = (calls: SeenCall[], address: string): unknown[] =>
  callsTo(calls, address).map(({ body }) => JSON.parse(String(body)) as unknown);
const rowOf = (name: string) => within(screen.getByText(name).closest('li') as HTMLElement);

/** Requires reauthentication once before sensitive actions. */
function wary(publicResponses: FakeRoutes): FakeRoutes {
  let isFresh = false;
  const guarded = Object.entries(publicResponses).map(([address, response]): [string, FakeRoutes[string]] => [
    address,
    (call) => (!isFresh ? notFresh : typeof response === 'function' ? response(call) : response),
  ]);
  return {
    ...Object.fromEntries(guarded),
    [confirm]: ({ body }) => {
      const { password } = JSON.parse(String(body)) as { password?: string };
      if (password === 'wrong one') {
        return failure(400, 'Password is wrong', [{ field: 'password', message: 'Password is wrong' }]);
      }
      isFresh = true;
      return { data: { fresh_until: '2026-11-22T12:00:00Z' } };
    },
  };
}

describe('the security page', () => {
  it('is linked in the sidebar, also for moderators', async () => {
    const { unmount } = await open();
    expect(screen.getByRole('heading', { name: 'Security', level: 1 })).toBeVisible();
    const settings = within(screen.getByRole('group', { name: 'Settings' }));
    expect(settings.getByRole('link', { name: 'Security' })).toHaveAttribute('href', '/dashboard/security');
    unmount();
    await open({}, 'moderator');
    const navigation = within(screen.getByRole('navigation', { name: 'Moderation' }));
    expect(navigation.getByRole('link', { name: 'Security' })).toHaveAttribute('aria-current', 'page');
    expect(await screen.findByText('Firefox on Windows')).toBeVisible();
  });

  it('says that only the password protects the account, or that the role requires more', async () => {
    const { unmount } = await open();
    expect(await screen.findByText(/Only your password protects this account/)).toBeVisible();
    expect(within(screen.getByRole('main')).getByRole('link', { name: 'Change Password' })).toHaveAttribute(
      'href',
      '/dashboard/changePassword',
    );
    unmount();
    await open({ [factors]: { data: own({ required: true }) } });
    expect(await screen.findByText(/Your role needs a second factor/)).toBeVisible();
  });

  it('lists the factors and how many recovery codes are left', async () => {
    const key: SecondFactor = { ...app, id: 'f2', kind: 'passkey', label: 'Blue key', last_used_at: null };
    await open({ [factors]: { data: own({ factors: [app, key], recovery_codes_left: 9 }) } });
    expect(await screen.findByText('Phone')).toBeVisible();
    expect(screen.getByText(/^Authenticator app, added .*, last used/)).toBeVisible();
    expect(screen.getByText(/^Passkey, added .*, not used yet$/)).toBeVisible();
    expect(screen.getByText('9 recovery codes are left.')).toBeVisible();
    expect(rowOf('Blue key').getByRole('button', { name: 'Remove' })).toHaveAccessibleDescription('Blue key');
  });

  it('says which section failed to load', async () => {
    await open({ [factors]: failure(503, 'A part is down.') });
    expect(await screen.findByRole('alert')).toHaveTextContent('We couldn’t load your second factors.');
    expect(await screen.findByText('Safari on an iPhone')).toBeVisible();
  });
});

describe('adding a second factor', () => {
  const added = { factor: app, recovery_codes: ['aaaaaa-bbbbbb-cccccc-dddddd'] };

  it('reauthenticates, then adds the app and shows the codes once', async () => {
    let now = own();
    const routes = wary({
      [begin]: { data: { secret: 'GEZDGNBVGY3TQOJQ', uri: 'otpauth://totp/x?secret=GEZDGNBVGY3TQOJQ', options: null } },
      [complete]: () => {
        now = own({ factors: [app], recovery_codes_left: 10 });
        return { data: added };
      },
    });
    const { user, calls } = await open({ ...routes, [factors]: () => ({ data: now }) });
    await user.click(await screen.findByRole('button', { name: 'Add' }));
    await user.click(await screen.findByText('Authenticator app'));
    const question = within(await screen.findByRole('dialog', { name: 'Confirm it’s you' }));
    const password = await question.findByLabelText('Password');
    await waitFor(() => expect(password).toHaveFocus());
    await user.keyboard('wrong one{Enter}');
    expect(await question.findByText('Password is wrong')).toBeVisible();
    await user.clear(password);
    await user.type(password, 'secret word{Enter}');

    await user.click(await screen.findByLabelText('Digit 1 of 6'));
    await user.keyboard('123456{Enter}');
    const codes = within(await screen.findByRole('dialog', { name: 'Recovery codes' }));
    expect(codes.getByText('aaaaaa-bbbbbb-cccccc-dddddd')).toBeVisible();
    await user.keyboard('{Escape}');
    expect(screen.getByRole('dialog', { name: 'Recovery codes' })).toBeVisible();
    await user.click(codes.getByLabelText('I have saved these codes where I can find them.'));
    await user.click(codes.getByRole('button', { name: 'Continue' }));
    expect(await screen.findByText('10 recovery codes are left.')).toBeVisible();
    await waitFor(() => expect(button('Add')).toHaveFocus());
    expect(bodies(calls, begin)).toEqual([{ kind: 'totp' }, { kind: 'totp' }]);
    expect(bodies(calls, complete)).toEqual([{ label: 'Authenticator app', code: '123456' }]);
    expect(bodies(calls, confirm)).toEqual([{ password: 'wrong one' }, { password: 'secret word' }]);
  });

  it('asks for a code with an app, never for a password, and offers passkeys only where possible', async () => {
    fakePasskeys();
    const key: SecondFactor = { ...app, id: 'f2', kind: 'passkey', label: 'Blue key' };
    const { user } = await open({
      ...wary({ [begin]: { data: null } }),
      [factors]: { data: own({ factors: [app, key], passkeys_possible: false }) },
    });
    await user.click(await screen.findByRole('button', { name: 'Add' }));
    await user.click(await screen.findByText('Authenticator app', { selector: 'button *' }));
    const question = within(await screen.findByRole('dialog', { name: 'Confirm it’s you' }));
    expect(await question.findByText('Enter the six digits that your authenticator app shows.')).toBeVisible();
    expect(question.queryByRole('list', { name: 'Other ways' })).not.toBeInTheDocument();
    expect(question.queryByLabelText('Password')).not.toBeInTheDocument();
  });

  it('says what to do when no factor can be used', async () => {
    fakePasskeys();
    const key: SecondFactor = { ...app, kind: 'passkey', label: 'Blue key' };
    const { user } = await open({
      ...wary({ [begin]: { data: null } }),
      [factors]: { data: own({ factors: [key], passkeys_possible: false }) },
    });
    await user.click(await screen.findByRole('button', { name: 'Add' }));
    await user.click(await screen.findByText('Authenticator app', { selector: 'button *' }));
    const question = within(await screen.findByRole('dialog', { name: 'Confirm it’s you' }));
    expect(await question.findByText(/sign out and sign in again with a recovery code/)).toBeVisible();
  });

  it('adds nothing when the dialog is closed', async () => {
    const { user, calls } = await open(wary({ [begin]: { data: null } }));
    await user.click(await screen.findByRole('button', { name: 'Add' }));
    await user.click(await screen.findByText('Authenticator app'));
    await screen.findByRole('dialog', { name: 'Confirm it’s you' });
    await user.keyboard('{Escape}');
    expect(await screen.findByText('Please confirm that it’s you first.')).toBeVisible();
    expect(bodies(calls, confirm)).toEqual([]);
  });

  it('adds a second passkey without new codes', async () => {
    const passkeys = fakePasskeys();
    const { user, calls } = await open({
      [factors]: { data: own({ factors: [app], recovery_codes_left: 10 }) },
      [begin]: { data: { secret: null, uri: null, options: passkeyOrder } },
      [complete]: { data: { factor: { ...app, kind: 'passkey', label: 'Blue key' }, recovery_codes: [] } },
    });
    await user.click(await screen.findByRole('button', { name: 'Add' }));
    await user.click(await screen.findByText('Passkey'));
    await user.click(button('Create a passkey'));
    expect(await screen.findByText('Added: Blue key.')).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(passkeys.creations).toHaveLength(1);
    expect(bodies(calls, complete)).toMatchObject([{ label: 'Passkey', passkey: { id: 'cred' } }]);
  });

  it('offers no passkey at an address that doesn’t support them', async () => {
    fakePasskeys();
    const { user } = await open({ [factors]: { data: own({ passkeys_possible: false }) } });
    await user.click(await screen.findByRole('button', { name: 'Add' }));
    expect(await screen.findByText('Authenticator app')).toBeVisible();
    expect(screen.queryByText('Passkey')).not.toBeInTheDocument();
  });
});

describe('a second factor and its codes', () => {
  const withApp = { data: own({ factors: [app], recovery_codes_left: 2 }) };

  it('is removed once, after a confirmation', async () => {
    const remove = 'DELETE /admin/auth/second-factors/f1';
    const { user, calls } = await open({ [factors]: withApp, [remove]: { data: null } });
    await user.click(await screen.findByRole('button', { name: 'Remove' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Remove this second factor?' }));
    expect(dialog.getByText(/all your other sessions end/)).toBeVisible();
    await user.dblClick(dialog.getByRole('button', { name: 'Remove' }));
    expect(await screen.findByText('Removed: Phone.')).toBeVisible();
    expect(callsTo(calls, remove)).toHaveLength(1);
  });

  it('stays when the server refuses, with its reason', async () => {
    const text = 'Your role needs a second factor. Add another one before you remove this one.';
    const { user } = await open({ [factors]: withApp, 'DELETE /admin/auth/second-factors/f1': failure(422, text) });
    await user.click(await screen.findByRole('button', { name: 'Remove' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remove' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(`We couldn’t remove it.${text}`);
  });

  it('accepts a passkey for reauthentication', async () => {
    fakePasskeys();
    const key: SecondFactor = { ...app, kind: 'passkey' };
    const remove = 'DELETE /admin/auth/second-factors/f1';
    const { user, calls } = await open({
      ...wary({ [remove]: { data: null } }),
      [factors]: { data: own({ factors: [key] }) },
      'POST /admin/auth/confirm/passkey-options': { data: { options: passkeyRequest } },
    });
    await user.click(await screen.findByRole('button', { name: 'Remove' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remove' }));
    const question = within(await screen.findByRole('dialog', { name: 'Confirm it’s you' }));
    await user.click(await question.findByRole('button', { name: 'Use a passkey' }));
    expect(await screen.findByText('Removed: Phone.')).toBeVisible();
    expect(bodies(calls, confirm)).toMatchObject([{ passkey: { id: 'cred' } }]);
  });

  it('gets new recovery codes, after a confirmation', async () => {
    const { user } = await open({
      [factors]: withApp,
      [newCodes]: { data: { recovery_codes: ['eeeeee-ffffff-gggggg-hhhhhh'] } },
    });
    await user.click(await screen.findByRole('button', { name: 'Generate new codes' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Generate new recovery codes?' }));
    expect(dialog.getByText(/will stop working/)).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Generate new codes' }));
    expect(await screen.findByText('eeeeee-ffffff-gggggg-hhhhhh')).toBeVisible();
  });
});

describe('sessions', () => {
  it('show device, network and last use, and mark the current one', async () => {
    await open();
    expect(await screen.findByText('Safari on an iPhone')).toBeVisible();
    const current = rowOf('Firefox on Windows');
    expect(current.getByText('This device')).toBeVisible();
    expect(current.getByText(/Network 192\.0\.2\.0\/24, last seen/)).toBeVisible();
    expect(current.queryByRole('button')).not.toBeInTheDocument();
    expect(screen.getByText(/end after 120 minutes of inactivity/)).toBeVisible();
  });

  it('are ended one by one', async () => {
    let list = [here, elsewhere];
    const end = 'DELETE /admin/auth/sessions/s2';
    const { user } = await open({
      [sessions]: () => ({ data: { sessions: list, idle_minutes: 120 } }),
      [end]: () => {
        list = [here];
        return { data: null };
      },
    });
    await user.click(await screen.findByRole('button', { name: 'End' }));
    expect(await screen.findByText('Ended: Safari on an iPhone.')).toBeVisible();
    await waitFor(() => expect(screen.queryByText('Safari on an iPhone')).not.toBeInTheDocument());
    expect(screen.getByRole('list', { name: 'Sessions' })).toHaveFocus();
    expect(screen.queryByRole('button', { name: 'End all others' })).not.toBeInTheDocument();
  });

  it('show why one couldn’t be ended', async () => {
    const { user } = await open({ 'DELETE /admin/auth/sessions/s2': failure(404, 'This session does not exist.') });
    await user.click(await screen.findByRole('button', { name: 'End' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'We couldn’t end the session.This session does not exist.',
    );
  });

  it('are all ended except this one, after a confirmation', async () => {
    const { user, calls } = await open({ [endOthers]: { data: { ended: 3 } } });
    await user.click(await screen.findByRole('button', { name: 'End all others' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'End all other sessions?' }));
    await user.click(dialog.getByRole('button', { name: 'End all others' }));
    expect(await screen.findByText('3 sessions ended.')).toBeVisible();
    expect(callsTo(calls, endOthers)).toHaveLength(1);
  });
});
