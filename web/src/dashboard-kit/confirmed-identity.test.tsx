import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { buildPost } from '../testing/builders.js';
import { buildCampaign, callsTo, failure, openScreen } from '../testing/dashboard.js';
import type { FakeResponse, FakeRoutes } from '../testing/fake-gateway.js';
import { collectSavedFiles } from '../testing/saved-files.js';

collectSavedFiles();

const text = 'Please confirm that it’s you first.';
const rejection = failure(403, text, [{ field: 'confirm', message: text }]);
const noRows: FakeResponse = { data: [], next_cursor: null };
const notPaused = { paused: false, reason: '', by: '', at: '' };
const webhook = {
  id: 'w1',
  name: 'Pulaski OEM',
  host: 'oem.example',
  counties: ['05119'],
  kinds: ['tornado'],
  min_level: 3,
  created_at: '2026-11-20T21:00:00Z',
  last_ok_at: null,
  last_error: null,
  last_error_at: null,
};
const newsletter: FakeRoutes = {
  'GET /admin/main/newsletter': {
    data: {
      subscribers: { pending: 0, confirmed: 1, unsubscribed: 0, bounced: 0, complained: 0 },
      readers: { each_mail: 1, weekly_mail: 0 },
      campaigns: [buildCampaign({ state: 'paused' })],
      link_counts: false,
      import_confirmations: true,
    },
    next_cursor: null,
  },
  'GET /admin/main/newsletter/campaign/c1': { data: { ...buildCampaign({ state: 'paused' }), links: [] } },
  'GET /admin/main/newsletter/subscribers': noRows,
  'GET /admin/main/post': { data: [buildPost({ id: 'p1', title: 'Shelf clouds' })], next_cursor: null },
  'POST /admin/main/newsletter/preview': { data: { subject: 's', html: '<p>h</p>', text: 't', version: 4 } },
};
const notifications: FakeRoutes = {
  'GET /admin/main/notifications/overview': {
    data: {
      channels: [],
      kill_switch: notPaused,
      delivery: { periods: [], warnings: [], since: null, stuck_since: null },
    },
  },
  'GET /admin/main/notifications/dispatches': noRows,
  'GET /admin/main/notifications/segments': { data: { counties: [], kinds: [] } },
  'GET /admin/main/notifications/webhooks': { data: { webhooks: [webhook] } },
};
const personalData = {
  receipt: 'r1',
  email: 'maria@example.com',
  phone: '',
  push: '',
  exported_at: '2026-11-22T12:00:00Z',
  found: 1,
  snapshots: [],
  sponsors: [],
  messages: [],
  newsletter: null,
  log: [],
  account: null,
  notes: [],
  alerts: null,
  mentions: [],
};
const moderator = {
  id: 'm1',
  name: 'Mo Field',
  email: 'mo@example.com',
  created_at: '2026-11-20T12:00:00Z',
  version: 1,
};

interface Action {
  path: string;
  routes: FakeRoutes;
  /** Null unless given. */
  data?: unknown;
  act: (user: UserEvent) => Promise<unknown>;
}

const button = (name: string | RegExp) => screen.findByRole('button', { name });
const lookUp = async (user: UserEvent) => {
  await user.type(await screen.findByLabelText(/^Email address, phone number/), 'maria@example.com');
  await user.click(await button('Show data'));
};

/** By the call that needs a confirmation. */
const actions: Record<string, Action> = {
  'POST /admin/main/newsletter/subscribers/import': {
    path: '/dashboard/newsletter',
    routes: newsletter,
    data: {
      added: 1,
      known: 0,
      problems: [],
      problem_count: 0,
      unsubscribed: 0,
      bounced: 0,
      complained: 0,
      confirmations_left: 10,
    },
    act: async (user) => {
      await user.click(await button('Import CSV'));
      await user.upload(
        await screen.findByLabelText('CSV file'),
        new File(['a@example.org'], 'list.csv', { type: 'text/csv' }),
      );
      await user.type(screen.getByLabelText('Source of the consent'), 'Fair');
      await user.click(await button('Import'));
    },
  },
  'GET /admin/main/newsletter/subscribers.csv': {
    path: '/dashboard/newsletter',
    routes: newsletter,
    act: async (user) => user.click(await button('Export CSV')),
  },
  'POST /admin/main/newsletter/campaign': {
    path: '/dashboard/newsletter',
    routes: newsletter,
    data: buildCampaign(),
    act: async (user) => {
      await user.click(await button('New campaign'));
      await user.click(await screen.findByRole('radio', { name: /Shelf clouds/ }));
      await user.click(await button('Continue'));
      await user.click(await button('Send to 1 reader'));
    },
  },
  'POST /admin/main/newsletter/campaign/c1/resume': {
    path: '/dashboard/newsletter',
    routes: newsletter,
    data: buildCampaign(),
    act: async (user) => user.click(await button('Resume')),
  },
  'POST /admin/main/notifications/kill-switch': {
    path: '/dashboard/notifications',
    routes: notifications,
    data: notPaused,
    act: async (user) => {
      await user.click(await button('Pause sending'));
      await user.type(await screen.findByLabelText(/^Reason/), 'A test');
      await user.click(await button('Yes, Pause Sending'));
    },
  },
  'POST /admin/main/notifications/webhooks': {
    path: '/dashboard/notifications',
    routes: notifications,
    data: { webhook, secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' },
    act: async (user) => {
      await user.click(await button('Add a webhook'));
      const dialog = within(await screen.findByRole('dialog', { name: 'Add a webhook' }));
      await user.type(dialog.getByLabelText('Name'), 'OEM');
      await user.type(dialog.getByLabelText('Address'), 'https://oem.example/in');
      await user.click(dialog.getByRole('button', { name: /^All 75/ }));
      await user.click(dialog.getByRole('button', { name: 'Add webhook' }));
    },
  },
  'DELETE /admin/main/notifications/webhooks/w1': {
    path: '/dashboard/notifications',
    routes: notifications,
    act: async (user) => {
      await user.click(await button('Delete'));
      await user.click(await button('Yes, Delete'));
    },
  },
  'GET /admin/main/audit/export': {
    path: '/dashboard/audit',
    routes: { 'GET /admin/main/audit': noRows, 'GET /admin/main/people': { data: [] } },
    act: async (user) => user.click(await button('Export')),
  },
  'POST /admin/main/personal-data/export': {
    path: '/dashboard/personal-data',
    routes: {},
    data: personalData,
    act: lookUp,
  },
  'POST /admin/main/personal-data/erase': {
    path: '/dashboard/personal-data',
    routes: { 'POST /admin/main/personal-data/export': { data: personalData } },
    data: {
      receipt: 'r1',
      erased: { snapshots: 1, sponsors: 0, messages: 0, newsletter: 0, alerts: 0 },
      mentions: [],
      kept: [],
    },
    act: async (user) => {
      await lookUp(user);
      await user.click(await button('Erase'));
      await user.type(await screen.findByLabelText('Type it again to confirm'), 'maria@example.com');
      await user.click(await button('Erase permanently'));
    },
  },
  'POST /admin/main/moderator/edit': {
    path: '/dashboard/moderate',
    routes: { 'GET /admin/main/moderator': { data: [moderator], next_cursor: null } },
    data: moderator,
    act: async (user) => {
      await user.click(await button('Edit'));
      await user.type(await screen.findByLabelText('Password'), 'thunder over conway');
      await user.click(await button('Update'));
    },
  },
};

async function openRefused(address: string) {
  const { path, routes, data = null, act } = actions[address]!;
  let isConfirmed = false;
  const app = await openScreen(path, {
    ...routes,
    'GET /admin/auth/second-factors': {
      data: { factors: [], recovery_codes_left: 0, required: false, passkeys_possible: true, fresh_until: '' },
    },
    'POST /admin/auth/confirm': () => {
      isConfirmed = true;
      return { data: { fresh_until: '2099-01-01T00:00:00Z' } };
    },
    [address]: () => (isConfirmed ? { data } : rejection),
  });
  await act(app.user);
  const dialog = within(await screen.findByRole('dialog', { name: 'Confirm it’s you' }));
  return { ...app, dialog };
}

/** Forms are different objects with the same fields. */
const sent = ({ body, query }: { body: unknown; query: URLSearchParams }) => [
  query.toString(),
  body instanceof FormData ? [...body.entries()] : body,
];

describe.each(Object.keys(actions))('%s', (address) => {
  it('asks for the password, then repeats the same call', async () => {
    const { user, calls, dialog } = await openRefused(address);
    expect(callsTo(calls, address)).toHaveLength(1);
    await user.type(await dialog.findByLabelText('Password'), 'secret word{Enter}');
    await waitFor(() => expect(callsTo(calls, address)).toHaveLength(2));
    const [first, second] = callsTo(calls, address).map(sent);
    expect(second).toEqual(first);
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Confirm it’s you' })).not.toBeInTheDocument());
  });
});

it('keeps the chosen file and the typed text when the dialog is closed', async () => {
  const address = 'POST /admin/main/newsletter/subscribers/import';
  const { user, calls } = await openRefused(address);
  await user.keyboard('{Escape}');
  expect(await screen.findByText(text)).toBeVisible();
  expect(screen.getByLabelText('Source of the consent')).toHaveValue('Fair');
  expect(screen.getByLabelText<HTMLInputElement>('CSV file').files?.[0]?.name).toBe('list.csv');
  expect(callsTo(calls, address)).toHaveLength(1);
});

it('asks again after the screen was left with the dialog open', async () => {
  const address = 'GET /admin/main/newsletter/subscribers.csv';
  const { unmount } = await openRefused(address);
  unmount();
  const { user, calls, dialog } = await openRefused(address);
  await user.type(await dialog.findByLabelText('Password'), 'secret word{Enter}');
  await waitFor(() => expect(callsTo(calls, address)).toHaveLength(2));
});
