import { screen, waitFor, within } from '@testing-library/react';
import type { Mention, PersonalData } from '@site/proto/submissions/v1/personal-data.responses';
import { callsTo, failure, openScreen } from '@/testing/dashboard.js';
import type { FakeRoutes, SeenCall } from '@/testing/fake-gateway.js';
import { collectSavedFiles } from '@/testing/saved-files.js';

const exportRoute = 'POST /admin/main/personal-data/export';
const erase = 'POST /admin/main/personal-data/erase';

const message = {
  id: 'm1',
  name: 'Maria Field',
  phone: '',
  email: 'maria@example.com',
  feedback: 'The county is wrong.',
  created_at: '2026-11-20T12:00:00Z',
  deleted_at: '',
  note: '',
  handled_at: '',
  replies: [],
};
const storedItems = (change: Partial<PersonalData> = {}): PersonalData => ({
  receipt: 'r1',
  email: 'maria@example.com',
  phone: '',
  push: '',
  exported_at: '2026-11-22T12:00:00Z',
  found: 3,
  snapshots: [],
  sponsors: [],
  messages: [message, { ...message, id: 'm2' }],
  newsletter: {
    id: 'n1',
    email: 'maria@example.com',
    state: 'confirmed',
    frequency: 'each',
    consent_source: '',
    signed_up_at: '2026-11-20T12:00:00Z',
    confirmed_at: '2026-11-20T12:00:00Z',
    unsubscribed_at: '',
    deliveries: [],
  },
  alerts: {
    state: 'confirmed',
    counties: ['05119'],
    kinds: ['tornado'],
    min_level: 3,
    quiet_from: '',
    quiet_until: '',
    signed_up_at: '2026-11-20T12:00:00Z',
    confirmed_at: '2026-11-20T12:00:00Z',
    consent_version: '2026-11',
    consent_network: '192.0.2.0/24',
    messages: 4,
    language: 'en',
  },
  mentions: [],
  log: [],
  account: null,
  notes: ['Backups hold it for 14 days.'],
  ...change,
});

const open = (routes: FakeRoutes) => openScreen('/dashboard/personal-data', routes);
type User = Awaited<ReturnType<typeof open>>['user'];
async function lookUp(user: User, email = 'maria@example.com') {
  await user.type(screen.getByLabelText('Email address, phone number or subscription link'), email);
  await user.click(screen.getByRole('button', { name: 'Show data' }));
}
const bodies = (calls: SeenCall[], address: string): unknown[] =>
  callsTo(calls, address).map(({ body }) => JSON.parse(String(body)) as unknown);

describe('a person’s data', () => {
  const saved = collectSavedFiles();

  it.each([
    ['', 'Please enter an email address, a phone number or the link to a subscription.'],
    ['maria@example', 'Please enter a valid email address.'],
    ['911', 'Phone number must have 10 to 15 digits, with an optional + before them'],
  ])('isn’t looked up for %j', async (email, text) => {
    const { user, calls } = await open({ [exportRoute]: { data: storedItems() } });
    if (email) await user.type(screen.getByLabelText('Email address, phone number or subscription link'), email);
    await user.click(screen.getByRole('button', { name: 'Show data' }));
    expect(await screen.findByText(text)).toBeVisible();
    expect(callsTo(calls, exportRoute)).toEqual([]);
  });

  it('is shown in figures, with the server’s notes, and saved as a file', async () => {
    const { user, calls } = await open({ [exportRoute]: { data: storedItems() } });
    await lookUp(user);
    await waitFor(() => expect(screen.getByRole('heading', { name: 'maria@example.com' })).toHaveFocus());
    expect(screen.getByText('2 messages')).toBeVisible();
    expect(screen.getByText('A newsletter subscription (confirmed)')).toBeVisible();
    expect(screen.getByText('A subscription to warnings (confirmed)')).toBeVisible();
    expect(screen.getByText('Backups hold it for 14 days.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Download all data' }));
    expect(saved.map(({ name }) => name)).toEqual(['personal-data.json']);
    expect(JSON.parse((await saved[0]?.text()) ?? '')).toEqual(storedItems());
    // Each look-up is logged.
    expect(bodies(calls, exportRoute)).toEqual([{ email: 'maria@example.com' }]);
  });

  it('may be empty', async () => {
    const { user } = await open({
      [exportRoute]: { data: storedItems({ found: 0, messages: [], newsletter: null, alerts: null }) },
    });
    await lookUp(user);
    expect(await screen.findByText('We have no data about this person.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Erase' })).not.toBeInTheDocument();
  });

  it('shows why the look-up failed, and keeps the address', async () => {
    const { user } = await open({ [exportRoute]: failure(503, 'A part is down.') });
    await lookUp(user);
    expect(await screen.findByRole('alert')).toHaveTextContent('We couldn’t look up the data.A part is down.');
    expect(screen.getByLabelText('Email address, phone number or subscription link')).toHaveValue('maria@example.com');
  });
});

describe('erasing it', () => {
  async function fetch(response: FakeRoutes[string]) {
    const app = await open({ [exportRoute]: { data: storedItems() }, [erase]: response });
    await lookUp(app.user);
    await app.user.click(await screen.findByRole('button', { name: 'Erase' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Erase this person’s data?' }));
    return { ...app, dialog };
  }

  it('requires the address again and sends nothing without it', async () => {
    const { user, dialog, calls } = await fetch({ data: null });
    expect(dialog.getByText(/can’t be undone/)).toBeVisible();
    expect(dialog.getByLabelText('Type it again to confirm')).toHaveFocus();
    await user.keyboard('mario@example.com{Enter}');
    expect(await dialog.findByText('Enter the same again to confirm.')).toBeVisible();
    expect(callsTo(calls, erase)).toEqual([]);
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Erase' })).toHaveFocus());
  });

  it('happens once, and reports what was erased and kept', async () => {
    const { user, calls } = await fetch({
      data: {
        receipt: 'r2',
        erased: { snapshots: 0, sponsors: 0, messages: 2, newsletter: 1, alerts: 1 },
        mentions: [],
        retained: ['Pictures are gone within a few minutes.'],
      },
    });
    await user.keyboard('Maria@example.com{Enter}');
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Erased: maria@example.com' })).toHaveFocus());
    expect(screen.getByText('2 messages, 1 newsletter subscription, 1 subscription to warnings.')).toBeVisible();
    expect(screen.getByText('Pictures are gone within a few minutes.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Erase' })).not.toBeInTheDocument();
    expect(bodies(calls, erase)).toEqual([{ email: 'maria@example.com', confirm: 'Maria@example.com' }]);
  });

  it.each([
    ['phone', '+15015550123', '(501) 555-0123'],
    ['push', 'https://weather.example/subscription?token=t', 'https://weather.example/subscription?token=t'],
  ])('works by %s, too', async (way, value, repeated) => {
    const { user, calls } = await open({
      [exportRoute]: { data: storedItems({ email: '', [way]: value }) },
      [erase]: {
        data: {
          receipt: 'r2',
          erased: { snapshots: 0, sponsors: 0, messages: 0, newsletter: 0, alerts: 1 },
          mentions: [],
          retained: [],
        },
      },
    });
    await lookUp(user, value);
    await user.click(await screen.findByRole('button', { name: 'Erase' }));
    expect(await screen.findByLabelText('Type it again to confirm')).toHaveFocus();
    await user.keyboard(`${repeated}{Enter}`);
    await waitFor(() => expect(screen.getByRole('heading', { name: `Erased: ${value}` })).toHaveFocus());
    expect(bodies(calls, exportRoute)).toEqual([{ [way]: value }]);
    expect(bodies(calls, erase)).toEqual([{ [way]: value, confirm: repeated }]);
  });

  it('shows why it failed', async () => {
    const { user, dialog } = await fetch(failure(503, 'A part is down.'));
    await user.keyboard('maria@example.com{Enter}');
    expect(await dialog.findByRole('alert')).toHaveTextContent('We couldn’t erase the data.A part is down.');
  });
});

describe('texts of others', () => {
  const redact = 'POST /admin/main/personal-data/redact';
  const text: Mention = {
    service: 'submissions',
    place: 'saved_texts',
    id: 's1',
    label: 'Saved text',
    fixed: '',
    excerpt: 'Ask maria@example.com',
  };
  const entry: Mention = { ...text, service: 'content', place: 'audit_details', id: 'a1', label: 'Audit log: details' };

  it('are redacted one by one after the erasure; the audit log says why it isn’t', async () => {
    const mentions = [text, { ...text, id: 's2', label: 'Blog post' }, { ...entry, fixed: 'It can’t be changed.' }];
    let tries = 0;
    const { user, calls } = await open({
      [exportRoute]: { data: storedItems({ mentions }) },
      [redact]: () => (++tries === 1 ? failure(503, 'A part is down.') : { data: { redacted: true } }),
    });
    await lookUp(user);
    const list = within(await screen.findByRole('list', { name: 'Also written in 3 texts' }));
    const rows = () => list.getAllByRole('listitem').map((row) => within(row));
    expect(rows()[2]?.getByText('It can’t be changed.')).toBeVisible();
    expect(rows()[2]?.queryByRole('button')).not.toBeInTheDocument();
    const button = rows()[0]!.getByRole('button', { name: 'Redact' });
    expect(button).toHaveAccessibleDescription(/Saved text.*Ask maria/);
    await user.click(button);
    expect(await rows()[0]!.findByText('A part is down.')).toBeVisible();
    await user.click(rows()[0]!.getByRole('button', { name: 'Redact' }));
    expect(await rows()[0]!.findByText('Redacted.')).toBeVisible();
    expect(rows()[0]!.queryByText('Ask maria@example.com')).not.toBeInTheDocument();
    expect(rows()[1]!.getByRole('button', { name: 'Redact' })).toBeVisible();
    const { service, place, id } = text;
    expect(bodies(calls, redact)[1]).toEqual({ email: 'maria@example.com', service, place, id });
  });
});
