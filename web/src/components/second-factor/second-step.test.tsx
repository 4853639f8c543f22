import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { SecondStep } from '@site/proto/auth/v1/sessions.responses';
import { buildOverview, callsTo, failure } from '@/testing/dashboard.js';
import type { FakeRoutes } from '@/testing/fake-gateway.js';
import { fakePasskeys, passkeyOrder, passkeyRequest } from '@/testing/passkeys.js';
import { renderApp } from '@/testing/render-app.js';
import { collectSavedFiles } from '@/testing/saved-files.js';

const session = {
  id: 'ada',
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  type: 'admin',
  token: 'token-1',
  expires_at: '2026-11-21T12:00:00Z',
};
const half = (change: Partial<SecondStep> = {}): SecondStep => ({
  second_factor_required: true,
  half_token: 'half-1',
  expires_at: '2026-11-21T00:05:00Z',
  enrol: false,
  methods: ['totp', 'recovery_code'],
  ...change,
});
const verify = 'POST /admin/auth/second-factor/verify';
const home: FakeRoutes = {
  'GET /admin/main/overview': { data: buildOverview() },
  'GET /admin/main/snapshot': {
    data: { approvedSnapshots: [], pendingSnapshots: [] },
    next_cursors: { approved: null, pending: null },
  },
};
const atField = (field: string, message: string) => failure(400, message, [{ field, message }]);
const bodyOf = (call: { body: unknown } | undefined): unknown => JSON.parse(String(call?.body));

/** The correct password isn't enough. */
async function openStep(answer: SecondStep, routes: FakeRoutes = {}) {
  const user = userEvent.setup();
  const app = renderApp('/dashboard/login', {
    routes: { ...home, 'POST /admin/auth/login': { data: answer }, ...routes },
  });
  await user.type(await screen.findByLabelText('Email Address'), 'ada@example.com');
  await user.type(screen.getByLabelText('Password'), 'secret word{Enter}');
  await screen.findByRole('heading', { name: answer.enrol ? 'Protect your account' : 'Confirm it’s you' });
  return { user, ...app };
}
const box = (number: number) => screen.getByLabelText(`Digit ${number} of 6`);
const button = (name: string) => screen.getByRole('button', { name });

describe('the second step of a sign-in', () => {
  it("asks for the app's code, with focus in the first box, and stores nothing before", async () => {
    const { router } = await openStep(half());
    expect(box(1)).toHaveFocus();
    expect(box(1)).toHaveAttribute('autocomplete', 'one-time-code');
    expect(screen.getByRole('group', { name: 'Six-digit code from your authenticator app' })).toBeVisible();
    expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1);
    expect(screen.queryByLabelText('Password')).not.toBeInTheDocument();
    expect({ ...localStorage, ...sessionStorage }).toEqual({});
    expect(router.state.location.pathname).toBe('/dashboard/login');
  });

  it('signs in with the code', async () => {
    const { user, calls, router } = await openStep(half(), { [verify]: { data: session } });
    await user.keyboard('123456{Enter}');
    await screen.findByRole('heading', { name: 'Home', level: 1 });
    expect(router.state.location.pathname).toBe('/dashboard/home');
    expect(JSON.parse(localStorage.getItem('userData') ?? '')).toEqual(session);
    expect(callsTo(calls, verify).map(bodyOf)).toEqual([{ half_token: 'half-1', code: '123456' }]);
  });

  it('reports a wrong code beside the boxes, and accepts another', async () => {
    const text = 'This code is wrong, or was used already.';
    const routes: FakeRoutes = { [verify]: atField('code', text) };
    const { user } = await openStep(half(), routes);
    await user.keyboard('123456{Enter}');
    expect(await screen.findByText(text)).toBeVisible();
    await waitFor(() => expect(box(1)).toHaveFocus());
    expect(box(1)).toHaveAccessibleDescription(text);
    await user.keyboard('654321');
    expect(screen.queryByText(text)).not.toBeInTheDocument();
    expect([1, 2, 3, 4, 5, 6].map((number) => (box(number) as HTMLInputElement).value).join('')).toBe('654321');
  });

  it('rejects a code that is too short, without a call', async () => {
    const { user, calls } = await openStep(half());
    await user.keyboard('123{Enter}');
    expect(await screen.findByText('Code must have 6 digits')).toBeVisible();
    expect(callsTo(calls, verify)).toEqual([]);
  });

  it('says when to try again after too many codes, and still offers a recovery code', async () => {
    const message = 'Too many wrong codes. Please try again in 2 minutes.';
    const body = { status: false, message, errors: [{ message }] };
    const { user } = await openStep(half(), { [verify]: { status: 429, headers: { 'Retry-After': '120' }, body } });
    await user.keyboard('123456{Enter}');
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent(message);
    expect(alert).toHaveTextContent(/You can try again at \d{1,2}:\d{2} [AP]M\./);
    await user.click(button('Use a recovery code'));
    expect(screen.getByLabelText('Recovery code')).toHaveFocus();
  });

  it.each([
    ['', 'Recovery code is required'],
    ['k7mq2a', 'A recovery code has 24 letters and digits'],
  ])('rejects the recovery code %j, without a call', async (typed, text) => {
    const { user, calls } = await openStep(half());
    await user.click(button('Use a recovery code'));
    if (typed) await user.keyboard(typed);
    await user.keyboard('{Enter}');
    expect(await screen.findByText(text)).toBeVisible();
    expect(callsTo(calls, verify)).toEqual([]);
  });

  it('signs in with a recovery code, however it is typed', async () => {
    const { user, calls } = await openStep(half(), { [verify]: { data: session } });
    await user.click(button('Use a recovery code'));
    await user.keyboard('K7MQ2A 9xw4tn-pz3hce-5vbd8r{Enter}');
    await screen.findByRole('heading', { name: 'Home', level: 1 });
    expect(callsTo(calls, verify).map(bodyOf)).toEqual([
      { half_token: 'half-1', recovery_code: 'k7mq2a9xw4tnpz3hce5vbd8r' },
    ]);
  });

  it('returns to the password when the time has run out, and says so', async () => {
    const text = 'Your time to sign in has run out. Please sign in again.';
    const { user } = await openStep(half(), { [verify]: failure(401, text) });
    await user.keyboard('123456{Enter}');
    expect(await screen.findByRole('alert')).toHaveTextContent(text);
    expect(screen.getByLabelText('Email Address')).toHaveValue('ada@example.com');
    expect(screen.getByLabelText('Password')).toHaveValue('');
  });

  it('can return to the password', async () => {
    const { user } = await openStep(half());
    await user.click(button('Back to the password'));
    expect(screen.getByLabelText('Email Address')).toHaveValue('ada@example.com');
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it('offers no passkey in browsers without them', async () => {
    await openStep(half({ methods: ['passkey', 'totp'] }));
    expect(box(1)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Use a passkey' })).not.toBeInTheDocument();
  });

  it('signs in with a passkey, also after its window was closed once', async () => {
    const passkeys = fakePasskeys();
    const { user, calls } = await openStep(half({ methods: ['passkey', 'recovery_code'] }), {
      'POST /admin/auth/second-factor/passkey-options': { data: { options: passkeyRequest } },
      [verify]: { data: session },
    });
    expect(button('Use a passkey')).toHaveFocus();
    passkeys.rejectNext();
    await user.keyboard('{Enter}');
    expect(await screen.findByRole('alert')).toHaveTextContent("The passkey wasn't used: its window was closed");
    expect(callsTo(calls, verify)).toEqual([]);
    await user.click(button('Use a passkey'));
    await screen.findByRole('heading', { name: 'Home', level: 1 });
    expect(passkeys.requests).toHaveLength(2);
    expect(bodyOf(callsTo(calls, verify)[0])).toMatchObject({
      half_token: 'half-1',
      passkey: { id: 'cred', type: 'public-key' },
    });
  });

  it('appears over a screen whose session has ended, and reruns the rejected call', async () => {
    localStorage.setItem('userData', JSON.stringify({ ...session, token: 'old' }));
    const user = userEvent.setup();
    renderApp('/dashboard/home', {
      routes: {
        ...home,
        'GET /admin/main/overview': ({ headers }) =>
          headers.authorization === 'Bearer token-1'
            ? { data: buildOverview() }
            : failure(401, 'Your session has ended. Please sign in again.'),
        'POST /admin/auth/login': { data: half() },
        [verify]: { data: session },
      },
    });
    const dialog = within(await screen.findByRole('dialog', { name: 'Your session has ended' }));
    await user.type(dialog.getByLabelText('Password'), 'secret word{Enter}');
    await dialog.findByRole('heading', { name: 'Confirm it’s you' });
    await waitFor(() => expect(box(1)).toHaveFocus());
    await user.keyboard('123456{Enter}');
    expect(await screen.findByText('Latest actions')).toBeVisible();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });
});

describe('a user who must add a second factor', () => {
  const enrol = 'POST /admin/auth/second-factor/enrol';
  const complete = 'POST /admin/auth/second-factor/enrol/confirm';
  const enrolling = half({ enrol: true, methods: ['totp', 'passkey'] });
  const saved = collectSavedFiles();
  const codes = ['aaaaaa-bbbbbb-cccccc-dddddd', 'eeeeee-ffffff-gggggg-hhhhhh'];
  const uri = 'otpauth://totp/Arkansas%20Weather:ada%40example.com?secret=GEZDGNBVGY3TQOJQ&issuer=Arkansas%20Weather';
  const appRoutes: FakeRoutes = {
    [enrol]: { data: { secret: 'GEZDGNBVGY3TQOJQ', uri, options: null } },
    [complete]: { data: { session, recovery_codes: codes } },
  };

  it('adds an app by QR code, link or text, saves the recovery codes, and signs in', async () => {
    const { user, calls, router } = await openStep(enrolling, appRoutes);
    await user.click(button('Authenticator app An app on your phone shows six digits that change every 30 seconds.'));
    expect(await screen.findByRole('img', { name: 'QR code of the key below' })).toBeVisible();
    expect(screen.getByText('GEZD GNBV GY3T QOJQ')).toBeVisible();
    expect(screen.getByRole('link', { name: 'open it in an app on this device' })).toHaveAttribute('href', uri);
    expect(screen.getByLabelText('Name')).toHaveValue('Authenticator app');
    await user.click(box(1));
    await user.keyboard('123456{Enter}');

    await waitFor(() => expect(screen.getByRole('heading', { name: 'Save your recovery codes' })).toHaveFocus());
    expect(within(screen.getByRole('list', { name: 'Recovery codes' })).getAllByRole('listitem')).toHaveLength(2);
    expect(localStorage.getItem('userData')).toBeNull();
    await user.click(button('Continue'));
    expect(await screen.findByText(/Save the codes first/)).toBeVisible();
    await user.click(screen.getByLabelText('I have saved these codes where I can find them.'));
    await user.click(button('Continue'));
    await screen.findByRole('heading', { name: 'Home', level: 1 });
    expect(router.state.location.pathname).toBe('/dashboard/home');
    expect(callsTo(calls, enrol).map(bodyOf)).toEqual([{ half_token: 'half-1', kind: 'totp' }]);
    expect(callsTo(calls, complete).map(bodyOf)).toEqual([
      { half_token: 'half-1', label: 'Authenticator app', code: '123456' },
    ]);
    expect(JSON.parse(localStorage.getItem('userData') ?? '')).toEqual(session);
  });

  it('copies, downloads and prints the recovery codes', async () => {
    const { user } = await openStep(enrolling, appRoutes);
    await user.click(screen.getByText('Authenticator app'));
    await user.click(await screen.findByLabelText('Digit 1 of 6'));
    await user.keyboard('123456{Enter}');
    await user.click(await screen.findByRole('button', { name: 'Copy' }));
    expect(await screen.findByRole('button', { name: 'Copied' })).toBeVisible();
    expect(await navigator.clipboard.readText()).toBe(codes.join('\n'));

    await user.click(button('Download'));
    expect(saved.map(({ name }) => name)).toEqual(['recovery-codes.txt']);
    const text = await saved[0]?.text();
    for (const words of ['ada@example.com', ...codes]) expect(text).toContain(words);

    const { print } = window;
    let printed = 0;
    window.print = () => (printed += 1);
    await user.click(button('Print'));
    window.print = print;
    expect(printed).toBe(1);
  });

  it('adds a passkey', async () => {
    const passkeys = fakePasskeys();
    const { user, calls } = await openStep(enrolling, {
      [enrol]: { data: { secret: null, uri: null, options: passkeyOrder } },
      [complete]: { data: { session, recovery_codes: codes } },
    });
    await user.click(screen.getByText('Passkey'));
    await user.clear(screen.getByLabelText('Name'));
    await user.type(screen.getByLabelText('Name'), 'Blue key');
    await user.click(button('Create a passkey'));
    await screen.findByRole('heading', { name: 'Save your recovery codes' });
    expect(passkeys.creations).toHaveLength(1);
    expect(bodyOf(callsTo(calls, complete)[0])).toMatchObject({
      half_token: 'half-1',
      label: 'Blue key',
      passkey: { id: 'cred', response: { transports: ['internal'] } },
    });
  });

  it('shows why a passkey failed, and offers other methods', async () => {
    fakePasskeys();
    const text = 'Passkeys don’t work at this address.';
    const { user } = await openStep(enrolling, { [enrol]: failure(422, text) });
    await user.click(screen.getByText('Passkey'));
    await user.click(button('Create a passkey'));
    expect(await screen.findByRole('alert')).toHaveTextContent(text);
    await user.click(button('Choose something else'));
    expect(screen.getByText('Authenticator app')).toBeVisible();
  });

  it('starts again when the time has run out', async () => {
    const text = 'Your time to sign in has run out. Please sign in again.';
    const { user } = await openStep(enrolling, { [enrol]: failure(401, text) });
    await user.click(screen.getByText('Authenticator app'));
    expect(await screen.findByRole('alert')).toHaveTextContent(text);
    expect(screen.getByLabelText('Password')).toBeVisible();
  });
});
