import type { Overview } from '@site/proto/submissions/v1/overview.responses';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  buildAuditEntry,
  buildCampaign,
  buildOverview,
  callsTo,
  failure,
  openScreen,
  signInAs,
} from '@/testing/dashboard.js';
import type { FakeRoutes } from '@/testing/fake-gateway.js';
import { renderApp } from '@/testing/render-app.js';
import { overviewQuery } from './overview.js';

const address = 'GET /admin/main/overview';
const storm = 'GET /admin/main/storm-banner';
const openHome = (change: Partial<Overview> = {}) =>
  openScreen('/dashboard/home', { [address]: { data: buildOverview(change) }, [storm]: { data: null } });
const emptyText: Overview['waiting'] = {
  snapshots: 0,
  sponsors: 0,
  contact_messages: 0,
  new_messages: 0,
  drafts: 0,
  scheduled_posts: 0,
  planned_campaigns: 0,
  paused_campaigns: 0,
};
const rowsOf = (region: string, list: string) =>
  within(within(screen.getByRole('region', { name: region })).getByRole('list', { name: list }))
    .getAllByRole('listitem')
    .map((item) => item.textContent);

describe('pending work', () => {
  it('links to the screen for the decision', async () => {
    await openHome();
    const snapshots = await screen.findByRole('link', { name: /3\s*snapshots to review/ });
    expect(snapshots).toHaveAttribute('href', '/dashboard/snapshot?tab=pending');
    expect(screen.getByRole('link', { name: /1\s*sponsor request to review/ })).toHaveAttribute(
      'href',
      '/dashboard/sponsor?tab=pending',
    );
    expect(screen.queryByText('You’re all caught up.')).not.toBeInTheDocument();
  });

  it('hides what isn’t waiting', async () => {
    await openHome({ waiting: { ...emptyText, snapshots: 1 }, failed_jobs: 0 });
    await screen.findByRole('link', { name: /1\s*snapshot to review/ });
    for (const name of [/sponsor requests?/, /new message/, /failed job/, /draft/, /scheduled/])
      expect(screen.queryByRole('link', { name })).not.toBeInTheDocument();
    expect(screen.queryByRole('heading', { name: 'In the works' })).not.toBeInTheDocument();
  });

  it.each([
    ['snapshot', /snapshots to review/, { approvedSnapshots: [], pendingSnapshots: [] }],
    ['sponsor', /sponsor request to review/, { approvedSponsor: [], pendingSponsor: [], sponsor_view: '1' }],
  ])('opens the pending tab of the %s screen', async (screenName, link, data) => {
    const { user } = await openScreen('/dashboard/home', {
      [address]: { data: buildOverview({}) },
      [`GET /admin/main/${screenName}`]: { data, next_cursors: { approved: null, pending: null } },
    });
    await user.click(await screen.findByRole('link', { name: link }));
    expect(await screen.findByRole('tab', { name: /Pending Requests/ })).toHaveAttribute('aria-selected', 'true');
  });

  it('is shown as “a thousand or more”, and as unknown', async () => {
    await openHome({ waiting: { ...emptyText, snapshots: 1_000, sponsors: null, new_messages: 999 } });
    expect(await screen.findByText('1,000+')).toBeVisible();
    expect(screen.getByText('999')).toBeVisible();
    expect(screen.getByText('sponsor requests to review: unknown')).toBeVisible();
  });

  it('counts as nothing only when that is known', async () => {
    const { client, calls } = await openHome({ waiting: emptyText });
    expect(await screen.findByText('You’re all caught up.')).toBeVisible();
    expect(callsTo(calls, address)).toHaveLength(1);
    client.setQueryData(overviewQuery.queryKey, buildOverview({ waiting: { ...emptyText, sponsors: null } }));
    await waitFor(() => expect(screen.queryByText('You’re all caught up.')).not.toBeInTheDocument());
  });

  it('shows newsletters on hold', async () => {
    await openHome({ waiting: { ...emptyText, paused_campaigns: 1 } });
    expect(await screen.findByRole('link', { name: /1\s*newsletter on hold/ })).toHaveAttribute(
      'href',
      '/dashboard/newsletter',
    );
    expect(screen.queryByText('You’re all caught up.')).not.toBeInTheDocument();
  });

  it('shows the age of the oldest item and the time of the next', async () => {
    const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
    await openHome({
      waiting: { ...emptyText, snapshots: 2, new_messages: 1, scheduled_posts: 1, planned_campaigns: 1 },
      waiting_since: { snapshots: hoursAgo(3), sponsors: hoursAgo(9), new_messages: hoursAgo(1), drafts: null },
      coming: { post_at: '2030-01-02T13:30:00Z', campaign_at: null },
    });
    expect(await screen.findByRole('link', { name: /2\s*snapshots.*oldest 3 hours ago/ })).toBeVisible();
    expect(screen.getByRole('link', { name: /1\s*new message from a visitor\s*oldest 1 hour ago/ })).toBeVisible();
    expect(screen.getByRole('link', { name: /1\s*scheduled post\s*next Wed, Jan 2, 7:30 AM CST/ })).toBeVisible();
    expect(screen.queryByText(/9 hours ago/)).not.toBeInTheDocument();
  });
});

describe('system health', () => {
  it('says in words what is down and late', async () => {
    const { user } = await openHome();
    await screen.findByRole('region', { name: 'Health' });
    expect(rowsOf('Health', 'Services')).toEqual(['WeatherDown']);
    await user.click(screen.getByRole('button', { name: 'Show details' }));
    expect(rowsOf('Health', 'Services')).toEqual(['ContentUp', 'SubmissionsUp', 'Sign-inUp', 'WeatherDown']);
    expect(rowsOf('Health', 'Background work')).toEqual(['Queue2 waiting, oldest 75 seconds', 'JobsNone failed']);
  });

  it('is one line while everything runs, and expands on request', async () => {
    const { user } = await openHome({
      services: { content: 'up', submissions: 'up', auth: 'up', weather: 'up' },
      outbox: { unprocessed: 2, oldest_age_seconds: 3 },
      failed_jobs: 0,
      providers: [{ name: 'facebook', state: 'off', last_success_at: null, detail: '' }],
    });
    const health = within(await screen.findByRole('region', { name: 'Health' }));
    expect(health.getByText('Everything is running')).toBeVisible();
    expect(health.queryByRole('list')).not.toBeInTheDocument();
    await user.click(health.getByRole('button', { name: 'Show details', expanded: false }));
    expect(health.getByRole('list', { name: 'Services' })).toBeVisible();
    await user.click(health.getByRole('button', { name: 'Hide details', expanded: true }));
    expect(health.queryByRole('list')).not.toBeInTheDocument();
  });

  it('counts the problems and lists only them until asked for the details', async () => {
    const { user } = await openHome({
      services: { content: 'down', submissions: 'up', auth: 'up', weather: 'up' },
      outbox: { unprocessed: 2, oldest_age_seconds: 3_600 },
      failed_jobs: 1,
      providers: [{ name: 'nws', state: 'failing', last_success_at: null, detail: 'Down.' }],
    });
    const health = within(await screen.findByRole('region', { name: 'Health' }));
    expect(health.getByText('4 issues need attention')).toBeVisible();
    expect(health.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'ContentDown',
      'Queue2 waiting, oldest 60 minutes',
      'Jobs1 job failed',
      'National Weather ServiceDown.Failing',
    ]);
    await user.click(health.getByRole('button', { name: 'Show details' }));
    expect(health.getByText('Sign-in')).toBeVisible();
    await user.click(health.getByRole('button', { name: 'Hide details' }));
    expect(health.getAllByRole('listitem')).toHaveLength(4);
  });

  it('comes last, after pending work and the latest actions', async () => {
    await openHome({ waiting: { ...emptyText, snapshots: 1, drafts: 1 } });
    await screen.findByRole('region', { name: 'Health' });
    const regions = within(screen.getByRole('main')).getAllByRole('region');
    expect(regions.map((region) => region.querySelector('h2')?.textContent)).toEqual([
      'Waiting for you',
      'In the works',
      'Storm mode',
      'Latest actions',
      'Newsletter',
      'Health',
    ]);
  });

  it('links to the failed jobs', async () => {
    await openHome({ failed_jobs: 2 });
    expect(await screen.findByRole('link', { name: '2 jobs failed' })).toHaveAttribute('href', '/dashboard/jobs');
  });

  it('shows each provider with its last response and error', async () => {
    const { user } = await openHome({
      providers: [
        { name: 'nws', state: 'ok', last_success_at: new Date().toISOString(), detail: '' },
        { name: 'weatherapi', state: 'failing', last_success_at: null, detail: 'The key was refused.' },
        { name: 'facebook', state: 'off', last_success_at: null, detail: 'No page is set up.' },
      ],
    });
    await user.click(await screen.findByRole('button', { name: 'Show details' }));
    expect(rowsOf('Health', 'Providers')).toEqual([
      'National Weather ServiceLast response just nowResponding',
      'WeatherAPIThe key was refused.Failing',
      'FacebookNo page is set up.Off',
    ]);
  });

  it('says what is unknown', async () => {
    const { user } = await openHome({
      services: { content: 'up' },
      outbox: { unprocessed: null, oldest_age_seconds: null },
      failed_jobs: null,
      providers: [],
    });
    await user.click(await screen.findByRole('button', { name: 'Show details' }));
    await screen.findByRole('region', { name: 'Health' });
    expect(rowsOf('Health', 'Background work')).toEqual(['QueueUnknown', 'JobsUnknown']);
    expect(rowsOf('Health', 'Providers')).toEqual(['Unknown']);
  });
});

describe('the newsletter', () => {
  it('shows its subscribers in a table, and the last campaign’s progress', async () => {
    const running = buildCampaign({ state: 'sending', recipients: 40, sent: 9, failed: 1, finished_at: null });
    await openHome({ newsletter: { confirmed: 30, pending: 10, last_campaign: running } });
    const region = within(await screen.findByRole('region', { name: 'Newsletter' }));
    expect(region.getAllByRole('row').map((row) => row.textContent)).toEqual([
      'Confirmed3075%',
      'Not confirmed yet1025%',
    ]);
    expect(region.getByText('Sending')).toBeVisible();
    const bar = region.getByRole('progressbar', { name: 'Sending “Shelf clouds”' });
    expect(bar).toHaveAttribute('aria-valuenow', '10');
    expect(bar).toHaveAttribute('aria-valuetext', 'Sent to 9 of 40 subscribers.');
    expect(region.getByRole('link', { name: 'Open newsletter' })).toHaveAttribute('href', '/dashboard/newsletter');
  });

  it('says when nothing was sent, and what is unknown', async () => {
    await openHome({ newsletter: { confirmed: null, pending: null, last_campaign: null } });
    const region = within(await screen.findByRole('region', { name: 'Newsletter' }));
    expect(region.getAllByRole('row').map((row) => row.textContent)).toEqual(['Confirmed–', 'Not confirmed yet–']);
    expect(region.getByText('No campaigns have been sent yet.')).toBeVisible();
  });
});

describe('the latest actions', () => {
  it('show who did what, to which item, when (Arkansas time) and from where', async () => {
    await openHome({
      latest_audit: [
        buildAuditEntry({ action: 'post.edit', subject_label: 'Shelf clouds', at: '2026-01-20T04:30:00Z' }),
      ],
    });
    const latest = within(await screen.findByRole('region', { name: 'Latest actions' }));
    expect(latest.getByRole('listitem')).toHaveTextContent(
      'Ada Lovelace edited the blog post “Shelf clouds”January 19, 2026from 203.0.113.7',
    );
    expect(latest.getByText('January 19, 2026')).toHaveAttribute('title', 'January 19, 2026 at 10:30 PM CST');
    expect(latest.getByRole('link', { name: 'All actions' })).toHaveAttribute('href', '/dashboard/audit');
  });

  it('show an empty state', async () => {
    await openHome({ latest_audit: [] });
    expect(await screen.findByText(/No actions yet/)).toBeVisible();
  });
});

describe('the screen', () => {
  it('shows a loading state', async () => {
    await openScreen('/dashboard/home', { [address]: 'no answer' });
    expect(screen.getByText('Loading the overview')).toBeInTheDocument();
  });

  it('shows an error with a retry', async () => {
    signInAs('admin');
    const user = userEvent.setup();
    const routes: FakeRoutes = { [address]: failure(503, 'A part is down.') };
    renderApp('/dashboard/home', { routes });
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('We couldn’t load the overview.A part is down.');
    routes[address] = { data: buildOverview() };
    await user.click(within(alert).getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Latest actions')).toBeVisible();
  });

  it('keeps the last figures when the site stops responding, with their age', async () => {
    signInAs('admin');
    const routes: FakeRoutes = { [address]: { data: buildOverview() } };
    const { client } = renderApp('/dashboard/home', { routes });
    await screen.findByText('Latest actions');
    routes[address] = 'network failure';
    await client.refetchQueries({ queryKey: overviewQuery.queryKey });
    expect(await screen.findByRole('alert')).toHaveTextContent('These figures are from just now');
    expect(screen.getByText('Latest actions')).toBeVisible();
  });

  it('is refreshed every 15 seconds', async () => {
    const { client } = await openHome();
    await screen.findByText('Latest actions');
    const query = client.getQueryCache().find({ queryKey: overviewQuery.queryKey });
    const { refetchInterval } = query?.observers[0]?.options ?? {};
    expect(typeof refetchInterval === 'function' && query ? refetchInterval(query) : refetchInterval).toBe(15_000);
  });
});
