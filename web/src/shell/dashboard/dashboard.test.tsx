import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { FakeRoutes } from '@/testing/fake-gateway.js';
import { renderApp } from '@/testing/render-app.js';
import { buildOverview, openScreen, signInAs } from '@/testing/dashboard.js';

const overview = buildOverview();
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

async function openHome(publicResponses: FakeRoutes = {}) {
  signedIn();
  const app = renderApp('/dashboard/home', { routes: { ...routes, ...publicResponses } });
  await screen.findByRole('heading', { name: 'Home', level: 1 });
  return { user: userEvent.setup(), ...app };
}

describe('the guard', () => {
  it.each([
    ['nothing is stored', undefined],
    ['what is stored is no JSON', '{"type":"admin"'],
    ['what is stored is no record', '"admin"'],
    ['null is stored', 'null'],
    ['the type is written in another way', '{"type":"Admin","token":"t"}'],
  ])('shows the sign-in when %s', async (_case, stored) => {
    if (stored !== undefined) localStorage.setItem('userData', stored);
    const { router, calls } = renderApp('/dashboard/snapshot', { routes });
    await screen.findByRole('heading', { name: 'Sign In To Your Account' });
    expect(router.state.location.pathname).toBe('/dashboard/login');
    expect(screen.queryByRole('navigation', { name: 'Dashboard' })).not.toBeInTheDocument();
    expect(calls.filter(({ path }) => path.startsWith('/admin/'))).toEqual([]);
  });

  it.each(['/dashboard', '/dashboard/home', '/dashboard/snapshot', '/dashboard/newsletter'])(
    'takes a moderator who opens %s to the sign-in, which leads to their own screens',
    async (path) => {
      signInAs('moderator');
      const { router, calls } = renderApp(path, { routes });
      expect(await screen.findByText('Ada Lovelace is signed in as a moderator.')).toBeVisible();
      expect(router.state.location.pathname).toBe('/dashboard/login');
      expect(calls.filter(({ path: called }) => called.startsWith('/admin/'))).toEqual([]);
      await userEvent.click(screen.getByRole('link', { name: 'Go to Ada Lovelace’s screens' }));
      await waitFor(() => expect(router.state.location.pathname).toBe('/moderate'));
    },
  );

  it('says who is signed in with an unknown type, which has no screens', async () => {
    signInAs('owner');
    const { router } = renderApp('/dashboard/blog', { routes });
    expect(await screen.findByText('Ada Lovelace is signed in.')).toBeVisible();
    expect(router.state.location.pathname).toBe('/dashboard/login');
    expect(screen.queryByRole('link', { name: /screens/ })).not.toBeInTheDocument();
  });

  it.each(['/dashboard/header', '/dashboard/logo'])(
    'takes a moderator who opens the unguarded %s to their own screen, and says why',
    async (path) => {
      signInAs('moderator');
      const { router, calls } = renderApp(path, { routes });
      expect(await screen.findByText('You don’t have access to the page you opened.')).toBeVisible();
      expect(screen.getByText(/^You’re signed in as a moderator/)).toBeVisible();
      expect(router.state.location.pathname).toBe('/moderate');
      expect(calls.filter(({ path: called }) => /newsletter|header/.test(called))).toEqual([]);
    },
  );

  it('accepts a session record that contains only the type', async () => {
    localStorage.setItem('userData', '{"type":"admin"}');
    const { router } = renderApp('/dashboard/home', { routes });
    await screen.findByRole('heading', { name: 'Home' });
    expect(router.state.location.pathname).toBe('/dashboard/home');
  });

  describe('of an editor', () => {
    it('offers only permitted screens', async () => {
      await openScreen('/dashboard/home', routes, 'editor');
      const [sidebar] = screen.getAllByRole('navigation', { name: 'Dashboard' });
      const names = within(sidebar as HTMLElement)
        .getAllByRole('link')
        .map(({ textContent }) => textContent);
      expect(names).toEqual(expect.arrayContaining(['Home', 'Header', 'Logo', 'Blog Post', 'Our Team', "FAQ's"]));
      for (const name of ['Sponsors', 'Snapshots', 'Newsletter', 'People', 'Trash'])
        expect(screen.queryByRole('link', { name })).not.toBeInTheDocument();
      expect(screen.getByRole('link', { name: 'Security' })).toBeVisible();
    });

    it.each(['people', 'newsletter', 'snapshot', 'audit'])(
      'says that %s isn’t permitted, and sends no request',
      async (name) => {
        const { user, calls } = await openScreen(`/dashboard/${name}`, {}, 'editor');
        expect(screen.getByText(/^You don’t have access to this: you’re signed in as an editor\./)).toBeVisible();
        expect(calls.filter(({ path }) => path.startsWith('/admin/'))).toEqual([]);
        await user.click(screen.getByRole('link', { name: 'See roles and permissions' }));
        expect(await screen.findByRole('heading', { name: 'Roles and permissions' })).toBeVisible();
      },
    );

    it('opens the posts instead of the moderators’ screens, and says why', async () => {
      signInAs('editor');
      const posts = { 'GET /admin/main/post': { data: [], next_cursor: null } };
      const user = userEvent.setup();
      const { router } = renderApp('/moderate', { routes: { ...routes, ...posts } });
      expect(await screen.findByText('You don’t have access to the page you opened.')).toBeVisible();
      expect(router.state.location.pathname).toBe('/dashboard/blog');
      await user.click(screen.getByRole('link', { name: 'Home' }));
      await screen.findByRole('heading', { name: 'Home', level: 1 });
      expect(screen.queryByText('You don’t have access to the page you opened.')).not.toBeInTheDocument();
    });
  });

  it('opens the home screen at /dashboard', async () => {
    signedIn();
    const { router } = renderApp('/dashboard', { routes });
    await screen.findByRole('heading', { name: 'Home' });
    expect(router.state.location.pathname).toBe('/dashboard/home');
  });

  it('shows a message for an unknown screen', async () => {
    signedIn();
    renderApp('/dashboard/nowhere', { routes });
    expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Go to the dashboard home' })).toHaveAttribute('href', '/dashboard/home');
  });
});

describe('header and logo, which open without a session', () => {
  it.each([
    ['/dashboard/header', 'Header'],
    ['/dashboard/header/', 'Header'],
    ['/dashboard/logo', 'Logo'],
  ])('%s is shown beside the sidebar and says that there is no token, without a request', async (path, title) => {
    const { router, calls } = renderApp(path, { routes });
    expect(await screen.findByRole('heading', { name: title, level: 1 })).toBeVisible();
    expect(screen.getByRole('alert')).toHaveTextContent('No authentication token found.');
    expect(screen.getByRole('navigation', { name: 'Dashboard' })).toBeVisible();
    expect(router.state.location.pathname).toBe(path);
    expect(calls.filter(({ path: called }) => called.startsWith('/admin/'))).toEqual([]);
  });

  it('guards all other screens', async () => {
    const { router } = renderApp('/dashboard/header', { routes });
    await screen.findByRole('heading', { name: 'Header', level: 1 });
    act(() => router.navigate('/dashboard/sponsor'));
    await screen.findByRole('heading', { name: 'Sign In To Your Account' });
    expect(screen.queryByRole('navigation', { name: 'Dashboard' })).not.toBeInTheDocument();
  });

  it('loads them after signing in in another tab', async () => {
    renderApp('/dashboard/header', { routes: { ...routes, 'GET /admin/main/header': { data: null } } });
    await screen.findByText('No authentication token found.');
    signedIn();
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'userData' })));
    expect(await screen.findByText('No header found. Start creating a header now!')).toBeVisible();
  });

  it('keeps the sidebar when moving to a guarded screen', async () => {
    const { user } = await openHome({ 'GET /admin/main/header': { data: null } });
    const navigation = screen.getByRole('navigation', { name: 'Dashboard' });
    await user.click(screen.getByRole('link', { name: 'Header' }));
    await screen.findByRole('heading', { name: 'Header', level: 1 });
    await user.click(screen.getByRole('link', { name: 'Snapshots' }));
    await screen.findByRole('heading', { name: 'Snapshots', level: 1 });
    expect(screen.getByRole('navigation', { name: 'Dashboard' })).toBe(navigation);
  });
});

describe('the sidebar', () => {
  it('starts with the specification’s eleven items in order, and highlights the open one', async () => {
    await openHome();
    const navigation = screen.getByRole('navigation', { name: 'Dashboard' });
    const items = within(navigation).getAllByRole('listitem');
    expect(items.slice(0, 11).map((item) => item.textContent)).toEqual([
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

  it('has the operations and system screens in their own groups', async () => {
    await openHome();
    const group = screen.getByRole('group', { name: 'Operations' });
    expect(
      within(group)
        .getAllByRole('link')
        .map((link) => link.textContent),
    ).toEqual(['Notifications', 'Newsletter', 'People']);
    expect(
      within(screen.getByRole('group', { name: 'System' }))
        .getAllByRole('link')
        .map((link) => link.textContent),
    ).toEqual(['Jobs', 'Audit', 'Trash', 'Personal data']);
  });

  it('says where alerts are managed instead of linking to a screen of their own', async () => {
    const { user } = await openHome();
    expect(screen.queryByRole('link', { name: 'Get Alerts' })).not.toBeInTheDocument();
    const item = screen.getByRole('button', { name: 'Get Alerts' });
    expect(item).toHaveAttribute('aria-disabled', 'true');
    expect(item).toHaveAccessibleDescription('Managed in Notifications');
    await user.click(item);
    expect(await screen.findByText('Alerts are managed in Notifications.')).toBeVisible();
  });

  it('has the settings, without the public bar', async () => {
    await openHome();
    const settings = screen.getByRole('group', { name: 'Settings' });
    const items = within(settings).getAllByRole('listitem');
    expect(items.map((item) => item.textContent)).toEqual(['Security', 'Change Password', 'Sign Out']);
    expect(screen.queryByRole('region', { name: 'Announcement' })).not.toBeInTheDocument();
    expect(screen.queryByRole('navigation', { name: 'Main' })).not.toBeInTheDocument();
  });

  it('collapses a group except the open screen, and remembers it', async () => {
    const { user, unmount } = await openHome();
    const site = () => within(screen.getByRole('group', { name: 'Site' }));
    await user.click(site().getByRole('button', { name: 'Site' }));
    expect(site().getByRole('button', { name: 'Site' })).toHaveAttribute('aria-expanded', 'false');
    expect(
      site()
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['Home']);
    unmount();
    await openHome();
    expect(site().getAllByRole('listitem')).toHaveLength(1);
    expect(screen.getByRole('link', { name: 'Newsletter' })).toBeVisible();
    await user.click(site().getByRole('button', { name: 'Site' }));
    expect(site().getByRole('link', { name: 'Snapshots' })).toBeVisible();
  });

  it('is preceded by a skip link', async () => {
    const { user } = await openHome();
    (document.activeElement as HTMLElement | null)?.blur();
    await user.tab();
    expect(document.activeElement).toHaveTextContent('Skip to content');
    expect(document.querySelector(document.activeElement?.getAttribute('href') ?? '')?.tagName).toBe('MAIN');
  });

  it('opens another screen and focuses its heading', async () => {
    const { user } = await openHome();
    await user.click(screen.getByRole('link', { name: 'Snapshots' }));
    expect(await screen.findByRole('heading', { name: 'Snapshots', level: 1 })).toHaveFocus();
  });
});

describe('the drawer on narrow screens', () => {
  async function openDrawer() {
    const app = await openHome();
    await app.user.click(screen.getByRole('button', { name: 'Open menu' }));
    return { ...app, drawer: await screen.findByRole('dialog', { name: 'Menu' }) };
  }

  it('is 280 px wide, contains the sidebar and traps the focus', async () => {
    const { user, drawer } = await openDrawer();
    expect(drawer).toHaveClass('w-[280px]');
    for (const name of ['Home', 'Manage Moderate Team', 'Trash'])
      expect(within(drawer).getByRole('link', { name })).toBeVisible();
    expect(drawer).toContainElement(document.activeElement as HTMLElement);
    await user.tab({ shift: true });
    expect(drawer).toContainElement(document.activeElement as HTMLElement);
  });

  it('closes on Escape and returns focus', async () => {
    const { user } = await openDrawer();
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    await waitFor(() => expect(screen.getByRole('button', { name: 'Open menu' })).toHaveFocus());
  });

  it('closes on a click outside', async () => {
    const { drawer } = await openDrawer();
    // The page behind a modal ignores pointer events.
    const user = userEvent.setup({ pointerEventsCheck: 0 });
    const overlay = drawer.previousElementSibling;
    if (!overlay) throw new Error('no overlay');
    await user.click(overlay);
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  it('closes when another screen opens, or the open one is chosen again', async () => {
    const { user, drawer } = await openDrawer();
    await user.click(within(drawer).getByRole('link', { name: 'Snapshots' }));
    await screen.findByRole('heading', { name: 'Snapshots', level: 1 });
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Open menu' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('link', { name: 'Snapshots' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });
});
