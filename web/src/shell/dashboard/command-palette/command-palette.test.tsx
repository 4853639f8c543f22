import { screen, waitFor, within } from '@testing-library/react';
import { callsTo, failure, openScreen } from '@/testing/dashboard.js';
import type { FakeRoutes } from '@/testing/fake-gateway.js';

const post = { id: 'p1', title: 'Shelf clouds over Conway', status: 'draft' };
const found: FakeRoutes = {
  'GET /admin/main/storm-banner': { data: null },
  'GET /admin/main/post': { data: [post], next_cursor: null },
  'GET /admin/main/media': { data: [{ id: 'm1', name: 'Shelf cloud', alt: 'A shelf cloud' }], next_cursor: null },
  'GET /admin/main/contact-us': {
    data: [{ id: 'c1', name: 'Nora Shelf', feedback: 'Thank you' }],
    next_cursor: null,
  },
  'GET /admin/main/faqs': { data: [{ id: 'f1', question: 'What is a shelf cloud?' }], next_cursor: null },
  'GET /admin/main/sponsor': {
    data: {
      approvedSponsor: [{ id: 's1', name: 'Lee', company_name: 'Shelf & Sons' }],
      pendingSponsor: [{ id: 's2', name: 'Kim', company_name: 'Ozark Feed' }],
      sponsor_view: '1',
    },
  },
  'GET /admin/main/people': {
    data: [
      { id: 'a', name: 'Ada Shelf', email: 'ada@example.com' },
      { id: 'b', name: 'Bo', email: 'bo@example.com' },
    ],
  },
};

async function openPalette(routes: FakeRoutes = found, role = 'admin', path = '/dashboard/roles') {
  const app = await openScreen(path, routes, role);
  await app.user.keyboard('{Control>}k{/Control}');
  const dialog = await screen.findByRole('dialog', { name: 'Search or jump to' });
  return { ...app, dialog: within(dialog), box: within(dialog).getByRole('combobox') };
}
const optionNames = () => screen.queryAllByRole('option').map(({ textContent }) => textContent);

describe('the command palette', () => {
  it('opens by shortcut with the focus in its box, and returns the focus', async () => {
    const { user } = await openScreen('/dashboard/roles', found);
    const [button] = screen.getAllByRole('button', { name: 'Search or jump to…' });
    button?.focus();
    await user.keyboard('{Meta>}k{/Meta}');
    expect(await screen.findByRole('combobox')).toHaveFocus();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(button).toHaveFocus();
  });

  it('opens a page by keyboard alone', async () => {
    const { user, router, box } = await openPalette();
    await user.type(box, 'audit');
    const option = screen.getByRole('option', { name: 'Audit' });
    expect(option).toHaveAttribute('aria-selected', 'true');
    await waitFor(() => expect(box).toHaveAttribute('aria-activedescendant', option.id));
    await user.keyboard('{Enter}');
    await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard/audit'));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('finds records from two letters on, grouped under headings', async () => {
    const { user, router, calls, box, dialog } = await openPalette();
    await user.type(box, 's');
    expect(calls.filter(({ query }) => query.has('q'))).toEqual([]);
    await user.type(box, 'helf');
    await dialog.findByRole('option', { name: /Shelf clouds over Conway/ });
    await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(6));
    const groups = within(dialog.getByRole('listbox'))
      .getAllByRole('group')
      .map((group) => [
        document.getElementById(group.getAttribute('aria-labelledby') ?? '')?.textContent,
        within(group).getAllByRole('option').length,
      ]);
    expect(groups).toEqual([
      ['Posts', 1],
      ['Pictures', 1],
      ['Messages', 1],
      ['FAQs', 1],
      ['Sponsors', 1],
      ['People', 1],
    ]);
    expect(callsTo(calls, 'GET /admin/main/post').map(({ query }) => query.get('q'))).toEqual(['shelf']);
    expect(dialog.getByText('6 results')).toBeVisible();
    await user.click(dialog.getByRole('option', { name: /Shelf clouds over Conway/ }));
    await waitFor(() => expect(router.state.location.search).toBe('?post=p1'));
  });

  it('finds mistyped names and words in any order', async () => {
    const { user, box, router } = await openPalette();
    for (const [typed, expected] of [
      ['newsleter', 'Newsletter'],
      ['poeple', 'People'],
      ['post new', 'New post'],
      ['2fa', 'Second factor'],
      ['stories', 'Blog Post'],
    ] as const) {
      await user.clear(box);
      await user.type(box, typed);
      expect(optionNames()).toContain(expected);
    }
    await user.clear(box);
    await user.type(box, 'ozrk');
    await user.click(await screen.findByRole('option', { name: /Ozark Feed/ }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard/sponsor'));
    expect(router.state.location.search).toBe('?tab=pending');
  });

  it('searches only an editor’s records, and offers only permitted actions', async () => {
    const { user, calls, box } = await openPalette(found, 'editor');
    const offered = optionNames();
    expect(offered).toEqual(expect.arrayContaining(['New post', 'Storm banner', 'Sign Out', 'Blog Post']));
    for (const name of ['Write a newsletter', 'Review photos', 'People', 'Trash']) expect(offered).not.toContain(name);
    await user.type(box, 'shelf');
    await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(3));
    const target = new Set(calls.map(({ path }) => path).filter((path) => path.startsWith('/admin/main/')));
    expect([...target].sort()).toEqual([
      '/admin/main/faqs',
      '/admin/main/media',
      '/admin/main/post',
      '/admin/main/storm-banner',
    ]);
  });

  it('is available to moderators', async () => {
    const snapshots = { data: { approvedSnapshots: [], pendingSnapshots: [] }, next_cursors: {} };
    const { user, box, router } = await openPalette(
      { ...found, 'GET /admin/main/snapshot': snapshots },
      'moderator',
      '/moderate',
    );
    expect(optionNames()).not.toContain('New post');
    await user.type(box, 'nora');
    await user.click(await screen.findByRole('option', { name: /Nora Shelf/ }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/moderate/messages'));
    expect(router.state.location.search).toBe('?q=Nora+Shelf');
  });

  it('says what couldn’t be searched, and shows the rest', async () => {
    const { user, box, dialog } = await openPalette({
      ...found,
      'GET /admin/main/post': failure(503, 'A part is down.'),
    });
    await user.type(box, 'shelf');
    expect(await dialog.findByText('Posts couldn’t be searched.')).toBeVisible();
    expect(await dialog.findByRole('option', { name: /Nora Shelf/ })).toBeVisible();
    await user.clear(box);
    await user.type(box, 'zzzz');
    await waitFor(() => expect(dialog.getByRole('status')).toHaveTextContent(/results?|No other results\./));
  });

  it('says when there are no results', async () => {
    const none = Object.fromEntries(
      Object.keys(found).map((route) => [route, { data: route.endsWith('banner') ? null : [], next_cursor: null }]),
    );
    const { user, box, dialog } = await openPalette({
      ...none,
      'GET /admin/main/sponsor': { data: { approvedSponsor: [], pendingSponsor: [], sponsor_view: '1' } },
    });
    await user.type(box, 'zzzz');
    expect(await dialog.findByText('No results.')).toBeVisible();
  });

  it('starts a new post, opens storm mode and asks before signing out', async () => {
    const { user, router, calls, box } = await openPalette({
      ...found,
      'POST /admin/main/post/draft': { data: { post } },
    });
    await user.type(box, 'new post');
    await user.keyboard('{Enter}');
    await waitFor(() => expect(router.state.location.search).toBe('?post=p1'));
    const [draft] = callsTo(calls, 'POST /admin/main/post/draft');
    expect(draft?.headers['idempotency-key']).toBeTruthy();
    await user.keyboard('{Control>}k{/Control}');
    await user.type(await screen.findByRole('combobox'), 'storm ba');
    await user.keyboard('{Enter}');
    expect(await screen.findByRole('dialog', { name: 'Storm mode' })).toBeVisible();
    // Not over another dialog.
    await user.keyboard('{Control>}k{/Control}');
    expect(screen.queryByRole('combobox')).not.toBeInTheDocument();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await user.keyboard('{Control>}k{/Control}');
    await user.type(await screen.findByRole('combobox'), 'sign out');
    await user.keyboard('{Enter}');
    expect(await screen.findByRole('dialog', { name: /sign/i })).toBeVisible();
  });
});
