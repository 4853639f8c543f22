import type { AlertDispatch, KillSwitch, Notifications } from '@site/proto/notifications/v1/deliveries.responses';
import { act, screen, waitFor, within } from '@testing-library/react';
import { callsTo, failure, openScreen } from '@/testing/dashboard.js';
import type { FakeRoutes } from '@/testing/fake-gateway.js';

const overview = 'GET /admin/main/notifications/overview';
const dispatchesPath = 'GET /admin/main/notifications/dispatches';
const killSwitchCall = 'POST /admin/main/notifications/kill-switch';

const notPaused: KillSwitch = { paused: false, reason: '', by: '', at: '' };
const buildOverview = (change: Partial<Notifications> = {}): Notifications => ({
  channels: [
    { channel: 'push', state: 'confirmed', count: 1_200 },
    { channel: 'push', state: 'pending', count: 7 },
    { channel: 'mail', state: 'confirmed', count: 34 },
  ],
  kill_switch: notPaused,
  delivery: {
    periods: [
      {
        period: 'day',
        dispatches: 2,
        accepted: 970,
        late: 0,
        gone: 30,
        failed: 0,
        displayed: [],
        already_active: 0,
        source_lag: null,
        own_lag: { count: 1_000, p50: 1.5, p90: 3, p99: 7 },
      },
    ],
    warnings: [],
    since: '2026-11-01T00:00:00Z',
    stuck_since: null,
  },
  ...change,
});
const buildDispatch = (change: Partial<AlertDispatch> = {}): AlertDispatch => ({
  kind: 'new',
  state: 'finished',
  id: 'r1',
  event_key: 'KLZK.TO.W.0042.2026',
  revision: 1,
  event: 'Tornado Warning',
  priority: 0,
  counties: ['05119'],
  sent: '2026-11-20T21:00:00Z',
  first_seen_at: '2026-11-20T21:00:12Z',
  created_at: '2026-11-20T21:00:12Z',
  send_until: '2026-11-20T21:45:00Z',
  finished_at: '2026-11-20T21:00:20Z',
  reserved: 1_000,
  accepted: 960,
  late: 0,
  gone: 37,
  failed: 3,
  maybe_repeated: 0,
  pause_reason: '',
  ...change,
});

function house(dispatches: AlertDispatch[] = [], killSwitch = notPaused) {
  const state = { killSwitch };
  const routes: FakeRoutes = {
    [overview]: () => ({ data: buildOverview({ kill_switch: state.killSwitch }) }),
    [dispatchesPath]: { data: dispatches, next_cursor: null },
    'GET /admin/main/notifications/segments': { data: { counties: [], kinds: [] } },
    [killSwitchCall]: ({ body }) => {
      const target = JSON.parse(String(body)) as { paused: boolean; reason: string };
      state.killSwitch = target.paused ? { ...target, by: 'Ada Lovelace', at: new Date().toISOString() } : notPaused;
      return { data: state.killSwitch, action: target.paused ? 'All sending is held.' : 'Sending goes on.' };
    },
  };
  return { routes, state };
}
const open = (routes: FakeRoutes) => openScreen('/dashboard/notifications', routes);

describe('the figures', () => {
  it('count subscribers by channel and state', async () => {
    await open(house().routes);
    const table = within(await screen.findByRole('table', { name: 'Subscribers' }));
    const rows = table
      .getAllByRole('row')
      .slice(1)
      .map((row) =>
        within(row)
          .getAllByRole('cell')
          .map((cell) => cell.textContent),
      );
    expect(rows).toEqual([
      ['1,200', '7', '0', '0'],
      ['34', '0', '0', '0'],
      ['0', '0', '0', '0'],
      ['0', '0', '0', '0'],
    ]);
    expect(screen.getByText('1,234')).toBeVisible();
    expect(screen.getByRole('region', { name: 'Last 24 hours' })).toHaveTextContent('Accepted97%');
  });

  it('show an error while the dispatches stay', async () => {
    const { routes } = house([buildDispatch()]);
    routes[overview] = failure(503, 'A part is down.');
    await open(routes);
    expect(await screen.findByText('We couldn’t load the figures. Try again.')).toBeVisible();
    expect(await screen.findByRole('list', { name: 'Dispatches' })).toBeVisible();
  });
});

describe('the kill switch', () => {
  it('requires a reason and shows it to everyone', async () => {
    const { user, calls } = await open(house().routes);
    await user.click(await screen.findByRole('button', { name: 'Pause sending' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Pause all warnings?' }));
    expect(dialog.getByRole('textbox', { name: 'Reason' })).toHaveFocus();
    await user.click(dialog.getByRole('button', { name: 'Yes, Pause Sending' }));
    expect(dialog.getByText(/Enter a reason/)).toBeVisible();
    expect(callsTo(calls, killSwitchCall)).toEqual([]);
    await user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'A test by the county');
    await user.dblClick(dialog.getByRole('button', { name: 'Yes, Pause Sending' }));
    expect(await screen.findByRole('heading', { name: 'Sending is paused' })).toBeVisible();
    expect(screen.getByText(/A test by the county/)).toHaveTextContent('Paused by Ada Lovelace');
    expect(callsTo(calls, killSwitchCall).map(({ body }) => JSON.parse(String(body)) as unknown)).toEqual([
      { paused: true, reason: 'A test by the county' },
    ]);
  });

  it('asks first and can be reverted', async () => {
    const current = { paused: true, reason: 'Too many dispatches', by: '', at: '2026-11-20T21:00:00Z' };
    const { user } = await open(house([], current).routes);
    expect(await screen.findByText(/Paused automatically/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Resume sending' }));
    await user.click(await screen.findByRole('button', { name: 'Yes, Resume' }));
    expect(await screen.findByRole('heading', { name: 'Warnings are being sent' })).toBeVisible();
  });

  it('shows an error and can be retried', async () => {
    const { routes } = house();
    routes[killSwitchCall] = failure(503, 'A part is down.');
    const { user } = await open(routes);
    await user.click(await screen.findByRole('button', { name: 'Pause sending' }));
    await user.type(screen.getByRole('textbox', { name: 'Reason' }), 'Why');
    await user.click(screen.getByRole('button', { name: 'Yes, Pause Sending' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('We couldn’t change this. Try again.');
  });
});

describe('the dispatches', () => {
  it('show their results', async () => {
    await open(house([buildDispatch({ maybe_repeated: 2 })]).routes);
    const item = within(await screen.findByRole('list', { name: 'Dispatches' })).getByRole('listitem');
    expect(item).toHaveTextContent(/Tornado Warning.*: Pulaski/);
    expect(item).toHaveTextContent('960 accepted');
    expect(item).toHaveTextContent('37 gone');
    expect(item).toHaveTextContent('3 failed');
    expect(item).toHaveTextContent('2 possibly sent twice');
    expect(item).toHaveTextContent('took 8 seconds');
    expect(item).not.toHaveTextContent('late');
  });

  it('are polled until they finish', async () => {
    const sending = buildDispatch({ state: 'sending', accepted: 400, gone: 0, failed: 0, finished_at: null });
    const { routes } = house([sending]);
    let now = sending;
    routes['GET /admin/main/notifications/dispatches/r1'] = () => ({ data: now });
    const { client } = await open(routes);
    expect(await screen.findByText('Sending')).toBeVisible();
    expect(screen.getByText('600 in progress')).toBeVisible();
    now = buildDispatch();
    await act(() => client.refetchQueries({ queryKey: ['admin', 'notification dispatch', 'r1'] }));
    await waitFor(() => expect(screen.getByText('Finished')).toBeVisible());
  });

  it('say why they are paused, and when there are no subscribers', async () => {
    const current = buildDispatch({
      id: 'r2',
      state: 'held',
      reserved: 0,
      pause_reason: 'More than 6 runs in 10 minutes.',
    });
    const { routes } = house([current, buildDispatch({ reserved: 0 })]);
    routes['GET /admin/main/notifications/dispatches/r2'] = { data: current };
    await open(routes);
    expect(await screen.findByText('More than 6 runs in 10 minutes.')).toBeVisible();
    expect(screen.getByText('No subscribers for this warning.')).toBeVisible();
  });

  it('show an empty state', async () => {
    await open(house().routes);
    expect(await screen.findByText('No warnings have been sent yet.')).toBeVisible();
  });
});
