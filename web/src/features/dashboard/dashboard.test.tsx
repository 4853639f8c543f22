import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { FakeRoutes } from '../../testing/fake-gateway.js';
import { renderApp } from '../../testing/render-app.js';
import { auditText, countText, durationText, overviewQuery } from './overview.js';

const overview = {
  waiting: { snapshots: 3, sponsors: 1 },
  outbox: { unprocessed: 2, oldest_age_seconds: 75 },
  latest_audit: [
    {
      id: '1',
      principal_name: 'Ada Lovelace',
      action: 'snapshot.approve',
      subject_id: 'x',
      at: new Date().toISOString(),
      client_address: '203.0.113.7',
    },
  ],
  services: { content: 'up', submissions: 'up', auth: 'up', weather: 'down' },
};
const lists = {
  data: { approvedSnapshots: [], pendingSnapshots: [] },
  next_cursors: { approved: null, pending: null },
};
const routes: FakeRoutes = {
  'GET /admin/main/overview': { data: overview },
  'GET /admin/main/snapshot': lists,
};
const signedIn = () =>
  localStorage.setItem(
    'userData',
    JSON.stringify({ type: 'admin', token: 't', name: 'Ada Lovelace', email: 'ada@example.com' }),
  );

async function openHome(answers: FakeRoutes = {}) {
  signedIn();
  const app = renderApp('/dashboard/home', { routes: { ...routes, ...answers } });
  await screen.findByRole('heading', { name: 'Home', level: 1 });
  return { user: userEvent.setup(), ...app };
}

describe('the guard', () => {
  it.each([
    ['nothing is stored', undefined],
    ['what is stored is no JSON', '{"type":"admin"'],
    ['what is stored is no record', '"admin"'],
    ['null is stored', 'null'],
    ['the type is moderator', '{"type":"moderator","token":"t"}'],
    ['the type is written in another way', '{"type":"Admin","token":"t"}'],
  ])('shows the sign-in when %s', async (_case, stored) => {
    if (stored !== undefined) localStorage.setItem('userData', stored);
    const { router, calls } = renderApp('/dashboard/snapshot', { routes });
    await screen.findByRole('heading', { name: 'Sign In To Your Account' });
    expect(router.state.location.pathname).toBe('/dashboard/login');
    expect(screen.queryByRole('navigation', { name: 'Dashboard' })).not.toBeInTheDocument();
    expect(calls.filter(({ path }) => path.startsWith('/admin/'))).toEqual([]);
  });

  it('lets in a record that says no more than the type', async () => {
    localStorage.setItem('userData', '{"type":"admin"}');
    const { router } = renderApp('/dashboard/home', { routes });
    await screen.findByRole('heading', { name: 'Home' });
    expect(router.state.location.pathname).toBe('/dashboard/home');
  });

  it('opens the home screen at /dashboard', async () => {
    signedIn();
    const { router } = renderApp('/dashboard', { routes });
    await screen.findByRole('heading', { name: 'Home' });
    expect(router.state.location.pathname).toBe('/dashboard/home');
  });

  it('says so where there is no screen', async () => {
    signedIn();
    renderApp('/dashboard/nowhere', { routes });
    expect(await screen.findByRole('heading', { name: 'There is no such screen' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Go to the dashboard’s home' })).toHaveAttribute('href', '/dashboard/home');
  });
});

describe('the sidebar', () => {
  it('has the eleven items in order and highlights the open one', async () => {
    await openHome();
    const navigation = screen.getByRole('navigation', { name: 'Dashboard' });
    const items = within(navigation).getAllByRole('listitem');
    expect(items.map((item) => item.textContent)).toEqual([
      'Home',
      'Header',
      'Logo',
      'Sponsors',
      'Get Alerts',
      'Snapshots',
      'Blog Post',
      'Contact Us',
      'Our Team',
      "FAQ's",
      'Manage Moderate Team',
    ]);
    expect(within(navigation).getByRole('link', { name: 'Home' })).toHaveAttribute('aria-current', 'page');
    expect(within(navigation).getByRole('link', { name: 'Snapshots' })).not.toHaveAttribute('aria-current');
  });

  it('has no link to a screen that does not exist yet, and says why', async () => {
    await openHome();
    for (const name of ['Get Alerts', 'Blog Post', 'Change Password']) {
      expect(screen.queryByRole('link', { name })).not.toBeInTheDocument();
      const item = screen.getByRole('button', { name });
      expect(item).toHaveAttribute('aria-disabled', 'true');
      expect(item).toHaveAccessibleDescription('Not available yet');
    }
  });

  it('has the settings, and stands without the public bar', async () => {
    await openHome();
    const settings = screen.getByRole('region', { name: 'Settings' });
    const items = within(settings).getAllByRole('listitem');
    expect(items.map((item) => item.textContent)).toEqual(['Change Password', 'Sign Out']);
    expect(screen.queryByRole('region', { name: 'Announcement' })).not.toBeInTheDocument();
    expect(screen.queryByRole('navigation', { name: 'Main' })).not.toBeInTheDocument();
  });

  it('is preceded by a way past it', async () => {
    const { user } = await openHome();
    (document.activeElement as HTMLElement | null)?.blur();
    await user.tab();
    expect(document.activeElement).toHaveTextContent('Skip to content');
    expect(document.querySelector(document.activeElement?.getAttribute('href') ?? '')?.tagName).toBe('MAIN');
  });

  it('opens another screen and gives its heading the focus', async () => {
    const { user } = await openHome();
    await user.click(screen.getByRole('link', { name: 'Snapshots' }));
    expect(await screen.findByRole('heading', { name: 'Snapshots', level: 1 })).toHaveFocus();
  });
});

describe('the drawer of narrow screens', () => {
  async function openDrawer() {
    const app = await openHome();
    await app.user.click(screen.getByRole('button', { name: 'Open menu' }));
    return { ...app, drawer: await screen.findByRole('dialog', { name: 'Menu' }) };
  }

  it('is 280 px wide, holds the sidebar and keeps the focus inside', async () => {
    const { user, drawer } = await openDrawer();
    expect(drawer).toHaveClass('w-[280px]');
    expect(within(drawer).getAllByRole('listitem')).toHaveLength(13);
    expect(drawer).toContainElement(document.activeElement as HTMLElement);
    await user.tab({ shift: true });
    expect(drawer).toContainElement(document.activeElement as HTMLElement);
  });

  it('closes on Escape and returns the focus', async () => {
    const { user } = await openDrawer();
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    await waitFor(() => expect(screen.getByRole('button', { name: 'Open menu' })).toHaveFocus());
  });

  it('closes on a click beside it', async () => {
    const { drawer } = await openDrawer();
    // The page behind a modal takes no pointer events; the click lands there all the same.
    const user = userEvent.setup({ pointerEventsCheck: 0 });
    const overlay = drawer.previousElementSibling;
    if (!overlay) throw new Error('no overlay');
    await user.click(overlay);
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  it('closes when another screen opens, and when the open one is chosen again', async () => {
    const { user, drawer } = await openDrawer();
    await user.click(within(drawer).getByRole('link', { name: 'Snapshots' }));
    await screen.findByRole('heading', { name: 'Snapshots', level: 1 });
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Open menu' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('link', { name: 'Snapshots' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });
});

describe('the home screen', () => {
  it('shows what waits, with the way to its screen', async () => {
    await openHome();
    const card = await screen.findByRole('link', { name: /3\s*snapshots wait for a decision/ });
    expect(card).toHaveAttribute('href', '/dashboard/snapshot?tab=pending');
    expect(screen.getByText('sponsor request waits for a decision')).toBeVisible();
  });

  it('shows which services are down, in words, and a queue that is late', async () => {
    await openHome();
    const health = within(await screen.findByRole('region', { name: 'Services' }));
    expect(health.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      'ContentUp',
      'SubmissionsUp',
      'Sign-inUp',
      'WeatherDown',
      'Queue2 waiting, oldest 75 seconds',
    ]);
  });

  it('shows who did what last', async () => {
    await openHome();
    const latest = within(await screen.findByRole('region', { name: 'Latest actions' }));
    expect(latest.getByRole('listitem')).toHaveTextContent('Ada Lovelace approved a snapshotJust nowfrom 203.0.113.7');
  });

  it('says what is not known, and that nothing was done yet', async () => {
    await openHome({
      'GET /admin/main/overview': {
        data: {
          ...overview,
          waiting: { snapshots: null, sponsors: 0 },
          outbox: { unprocessed: null, oldest_age_seconds: null },
          latest_audit: [],
        },
      },
    });
    expect(await screen.findByText('snapshots wait for a decision: not known at the moment')).toBeVisible();
    expect(screen.getByText('Not known at the moment')).toBeVisible();
    expect(screen.getByText(/Nothing has been done yet/)).toBeVisible();
  });

  it('says that it loads', async () => {
    await openHome({ 'GET /admin/main/overview': 'no answer' });
    expect(screen.getByText('Loading the overview')).toBeInTheDocument();
  });

  it('says why it could not be loaded, and tries again', async () => {
    const answers: FakeRoutes = {
      'GET /admin/main/overview': { status: 503, body: { status: false, message: 'A part is down.' } },
    };
    signedIn();
    const user = userEvent.setup();
    const all = { ...routes, ...answers };
    renderApp('/dashboard/home', { routes: all });
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('The overview could not be loaded.A part is down.');
    all['GET /admin/main/overview'] = { data: overview };
    await user.click(within(alert).getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Latest actions')).toBeVisible();
  });

  it('keeps the last figures when the site stops answering, and says how old they are', async () => {
    const all: FakeRoutes = { ...routes };
    signedIn();
    const { client } = renderApp('/dashboard/home', { routes: all });
    await screen.findByText('Latest actions');
    all['GET /admin/main/overview'] = 'network failure';
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

describe('words of the overview', () => {
  it.each([
    [null, '–'],
    [0, '0'],
    [999, '999'],
    [1_000, '1,000+'],
  ])('counts %p as %s', (count, text) => expect(countText(count)).toBe(text));

  it.each([
    [0, '1 second'],
    [89, '89 seconds'],
    [90, '2 minutes'],
    [3_600, '60 minutes'],
    [7_200, '2 hours'],
  ])('tells %p seconds as %s', (seconds, text) => expect(durationText(seconds)).toBe(text));

  it.each([
    ['snapshot.reject', 'rejected a snapshot'],
    ['faq.edit', 'edited an FAQ'],
    ['newsletter.send', 'newsletter.send'],
  ])('tells %s as “%s”', (action, text) => expect(auditText(action)).toBe(text));
});
