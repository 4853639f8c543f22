import { act, screen, waitFor, within } from '@testing-library/react';
import { sizeFor } from '@/dashboard-kit/admin-image.js';
import { failure, openScreen } from '@/testing/dashboard.js';
import type { FakeResponse } from '@/testing/fake-gateway.js';
import {
  buildImage,
  buildSnapshot,
  cardNames,
  cardOf,
  decisions,
  house,
  listAddress,
  listCalls,
  openPending,
} from '@/testing/moderation.js';
import { renderApp } from '@/testing/render-app.js';
import { snapshots } from './snapshots.js';

describe('the lists', () => {
  it('load in one request, with the approved photos first and the number of pending ones', async () => {
    const { routes } = house([buildSnapshot('p1'), buildSnapshot('p2')], [buildSnapshot('a1', { status: 'approved' })]);
    const { calls } = await openScreen('/dashboard/snapshot', routes);
    const tabs = await screen.findAllByRole('tab');
    expect(tabs.map((tab) => tab.textContent)).toEqual(['Approved Requests', 'Pending Requests 2', 'Decisions']);
    expect(tabs[0]).toHaveAttribute('aria-selected', 'true');
    expect(cardNames()).toEqual(['a1']);
    expect(listCalls(calls)).toHaveLength(1);
    expect(listCalls(calls)[0]).toMatchObject({ method: 'GET', headers: { authorization: 'Bearer t' } });
  });

  it('show image, name, e-mail address and location, and the actions of each state', async () => {
    const { routes } = house([buildSnapshot('p1')], [buildSnapshot('a1', { status: 'approved' })]);
    const { user } = await openScreen('/dashboard/snapshot', routes);
    const approved = (await cardOf('a1')).card;
    expect(approved.getByRole('img', { name: 'Photo from Conway by a1 Field' })).toHaveAttribute(
      'src',
      '/media/snapshots/a1-1280.jpeg',
    );
    expect(approved.getAllByRole('term').map((term) => term.textContent)).toEqual(['Name', 'Email', 'Location']);
    expect(approved.getAllByRole('definition').map((value) => value.textContent)).toEqual([
      'a1 Field',
      'a1@example.com',
      'Conway',
    ]);
    expect(approved.getByRole('button', { name: 'Delete' })).toBeVisible();
    expect(approved.queryByRole('button', { name: 'Approve' })).not.toBeInTheDocument();

    await user.click(screen.getByRole('tab', { name: /Pending/ }));
    const pending = (await cardOf('p1')).card;
    expect(pending.getByRole('button', { name: 'Reject' })).toHaveAccessibleDescription('p1 Field');
    expect(pending.getByRole('button', { name: 'Approve' })).toBeVisible();
    expect(pending.queryByRole('button', { name: 'Delete' })).not.toBeInTheDocument();
  });

  it('keep the open tab in the address', async () => {
    const { user, router } = await openScreen('/dashboard/snapshot', house([]).routes);
    await user.click(await screen.findByRole('tab', { name: /Pending/ }));
    expect(router.state.location.search).toBe('?tab=pending');
    expect(screen.getByRole('tab', { name: /Pending/ })).toHaveAttribute('aria-selected', 'true');
  });

  it('show empty states', async () => {
    const { user } = await openScreen('/dashboard/snapshot', house([]).routes);
    expect(await screen.findByText('There are no approved snapshots')).toBeVisible();
    await user.click(screen.getByRole('tab', { name: /Pending/ }));
    expect(
      screen.getByText('All photo requests have been processed. There are no pending requests at the moment.'),
    ).toBeVisible();
  });

  it('show loading states', async () => {
    await openScreen('/dashboard/snapshot', { [`GET ${listAddress}`]: 'no answer' });
    expect(await screen.findByText('Loading photos')).toBeInTheDocument();
  });

  it.each<[string, FakeResponse]>([
    ['the server fails', failure(503, 'A part is down.')],
    ['there is no connection', 'network failure'],
  ])('show an error when %s, with a retry', async (_case, response) => {
    const { routes } = house([], [buildSnapshot('a1', { status: 'approved' })]);
    const working = routes[`GET ${listAddress}`]!;
    routes[`GET ${listAddress}`] = response;
    const { user } = await openScreen('/dashboard/snapshot', routes);
    expect(await screen.findByText('Failed to fetch snapshots. Please try again.')).toBeVisible();
    routes[`GET ${listAddress}`] = working;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await cardOf('a1');
    expect(screen.queryByText('Failed to fetch snapshots. Please try again.')).not.toBeInTheDocument();
  });

  it('load the next page by its cursor, and keep as many on reload', async () => {
    const first = buildSnapshot('p1');
    const second = buildSnapshot('p2');
    const { routes } = house([first, second]);
    routes[`GET ${listAddress}`] = ({ query }) =>
      query.get('cursor') === 'c1'
        ? { data: { approvedSnapshots: [], pendingSnapshots: [second] }, next_cursor: null }
        : {
            data: { approvedSnapshots: [], pendingSnapshots: [first] },
            next_cursors: { approved: null, pending: 'c1' },
          };
    const { user, calls, client } = await openPending(routes);
    expect(await screen.findByRole('tab', { name: 'Pending Requests 1+' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Show more' }));
    await cardOf('p2');
    expect(cardNames()).toEqual(['p1', 'p2']);
    expect(listCalls(calls).at(-1)?.query.toString()).toBe('state=pending&cursor=c1');
    expect(screen.queryByRole('button', { name: 'Show more' })).not.toBeInTheDocument();
    await act(() => client.invalidateQueries());
    await waitFor(() => expect(listCalls(calls)).toHaveLength(4));
    expect(cardNames()).toEqual(['p1', 'p2']);
  });
});

describe('pictures under review', () => {
  it('are fetched with the token, shown from a blob URL, and revoked', async () => {
    const created: string[] = [];
    const released: string[] = [];
    const original = { create: URL.createObjectURL, revoke: URL.revokeObjectURL };
    URL.createObjectURL = () => {
      created.push(`blob:${created.length}`);
      return created.at(-1)!;
    };
    URL.revokeObjectURL = (url) => void released.push(url);
    try {
      const { routes } = house([buildSnapshot('p1')]);
      const { calls, unmount } = await openPending(routes);
      const photo = () => screen.getByRole('img', { name: 'Photo from Conway by p1 Field' });
      await waitFor(() => expect(photo()).toHaveAttribute('src', 'blob:0'));
      const fetched = calls.filter(({ path }) => path.startsWith('/media/'));
      expect(fetched).toHaveLength(1);
      expect(fetched[0]).toMatchObject({
        path: '/media/pending/snapshots/p1-640.webp',
        headers: { authorization: 'Bearer t' },
      });
      unmount();
      expect(released).toEqual(created);
    } finally {
      URL.createObjectURL = original.create;
      URL.revokeObjectURL = original.revoke;
    }
  });

  it('are requested in the size that the screen needs', () => {
    const picture = buildImage('x');
    expect(sizeFor(picture, 300)?.src).toBe('/media/x-640.webp');
    expect(sizeFor(picture, 700)?.src).toBe('/media/x-1280.webp');
    expect(sizeFor(picture, 5_000)?.src).toBe('/media/x-1280.webp');
    expect(sizeFor({ ...picture, sizes: [] }, 300)).toBeUndefined();
  });

  it('can be retried after a failure', async () => {
    const { routes } = house([buildSnapshot('p1')]);
    const address = 'GET /media/pending/snapshots/p1-640.webp';
    const working = routes[address]!;
    routes[address] = 'network failure';
    const { user } = await openPending(routes);
    expect(await screen.findByText('We couldn’t load the picture.')).toBeVisible();
    routes[address] = working;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(screen.getByRole('img').tagName).toBe('IMG'));
  });

  it('being processed say so, can’t be approved, and are polled', async () => {
    const waiting = buildSnapshot('p1', { picture: buildImage('x', { state: 'processing', sizes: [] }) });
    const { routes, state } = house([waiting]);
    const { user, calls } = await openPending(routes);
    expect(await screen.findByText('The picture is being prepared…')).toBeVisible();
    const approve = screen.getByRole('button', { name: 'Approve' });
    expect(approve).toHaveAttribute('aria-disabled', 'true');
    expect(approve).toHaveAccessibleDescription(/as soon as the picture is ready/);
    await user.click(approve);
    await user.keyboard('a');
    await user.click((await cardOf('p1')).opener);
    await user.keyboard('a');
    expect(screen.getAllByRole('dialog').map((dialog) => dialog.textContent)).toEqual([expect.stringContaining('p1')]);
    await user.keyboard('{Escape}');
    state.pending = [buildSnapshot('p1')];
    expect(await screen.findByRole('img', {}, { timeout: 5_000 })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Approve' })).not.toHaveAttribute('aria-disabled');
    expect(decisions(calls)).toEqual([]);
  });

  it('that can’t be shown say why and can only be rejected', async () => {
    const broken = buildImage('x', { state: 'rejected', sizes: [], rejected_because: 'The file is damaged.' });
    await openPending(house([buildSnapshot('p1', { picture: broken })]).routes);
    expect(await screen.findByText('The file is damaged.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Approve' })).toHaveAttribute('aria-disabled', 'true');
    expect(screen.getByRole('button', { name: 'Reject' })).not.toHaveAttribute('aria-disabled');
  });

  it('that failed to process say why and can be retried', async () => {
    const why = 'The picture store was unreachable.';
    const failed = buildImage('x', { state: 'failed', sizes: [], rejected_because: why, retry_id: 'picture-1' });
    const { routes, state } = house([buildSnapshot('p1', { picture: failed })]);
    const address = 'POST /admin/main/pictures/picture-1/retry';
    routes[address] = 'network failure';
    const { user } = await openPending(routes);
    expect(await screen.findByText(why)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Approve' })).toHaveAccessibleDescription(/couldn’t be prepared/);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('That didn’t work. Try again.')).toBeVisible();
    expect(screen.queryByText(why)).not.toBeInTheDocument();

    routes[address] = () => {
      state.pending = [buildSnapshot('p1', { picture: buildImage('x', { state: 'processing', sizes: [] }) })];
      return { data: null };
    };
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('The picture is being prepared…')).toBeVisible();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('that look like an earlier one are marked', async () => {
    const copy = buildImage('pending/snapshots/p1', { duplicate_of: ['p0'] });
    await openPending(house([buildSnapshot('p1', { picture: copy }), buildSnapshot('p2')]).routes);
    expect((await cardOf('p1')).card.getByText('Looks like an earlier photo')).toBeVisible();
    expect((await cardOf('p2')).card.queryByText('Looks like an earlier photo')).not.toBeInTheDocument();
  });
});

describe('a photo, opened', () => {
  it('shows everything about it', async () => {
    const { user } = await openPending(house([buildSnapshot('p1')]).routes);
    await user.click((await cardOf('p1')).opener);
    const dialog = within(await screen.findByRole('dialog', { name: 'p1 Field' }));
    expect(dialog.getAllByRole('term').map((term) => term.textContent)).toEqual([
      'First Name',
      'Last Name',
      'Location',
      'Email Address',
      'Comment',
    ]);
    expect(dialog.getAllByRole('definition').map((value) => value.textContent)).toEqual([
      'p1',
      'Field',
      'Conway',
      'p1@example.com',
      'The sky of p1',
    ]);
    expect(dialog.getByRole('img', { name: 'Photo from Conway by p1 Field' })).toBeVisible();
    expect(dialog.getByRole('group', { name: 'Photo by p1 Field' })).toHaveFocus();
  });

  it('moves to the next and previous photo by arrow keys and buttons, and returns to its card', async () => {
    const { user } = await openPending(house([buildSnapshot('p1'), buildSnapshot('p2')]).routes);
    await user.click((await cardOf('p1')).opener);
    await screen.findByRole('dialog', { name: 'p1 Field' });
    expect(screen.getByText('Photo 1 of 2')).toBeVisible();
    await user.keyboard('{ArrowRight}');
    expect(await screen.findByRole('dialog', { name: 'p2 Field' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Next photo' })).toHaveAttribute('aria-disabled', 'true');
    await user.click(screen.getByRole('button', { name: 'Previous photo' }));
    expect(await screen.findByRole('dialog', { name: 'p1 Field' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Next photo' }));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    const { opener } = await cardOf('p2');
    await waitFor(() => expect(opener).toHaveFocus());
  });

  it('says when another moderator has decided on it', async () => {
    const { routes, state } = house([buildSnapshot('p1'), buildSnapshot('p2')]);
    const { user, client } = await openPending(routes);
    await user.click((await cardOf('p1')).opener);
    await screen.findByRole('dialog', { name: 'p1 Field' });
    state.pending = state.pending.slice(1);
    await act(() => client.refetchQueries(snapshots.query(client)));
    const dialog = within(screen.getByRole('dialog', { name: 'p1 Field' }));
    expect(await dialog.findByText('Someone else has already decided on this photo.')).toBeVisible();
    expect(dialog.queryByRole('button', { name: 'Approve' })).not.toBeInTheDocument();
  });
});

describe('a photo that looks like others', () => {
  const copy = buildImage('pending/snapshots/p1', { duplicate_of: ['a1', 'r1'] });
  const address = `GET ${listAddress}/look-alikes/p1`;

  it('is shown beside them with each one’s decision, date and moderator', async () => {
    const { routes } = house([buildSnapshot('p1', { picture: copy }), buildSnapshot('p2')]);
    routes[address] = {
      data: [
        buildSnapshot('a1', { status: 'approved', decided_by_name: 'Mo' }),
        buildSnapshot('r1', { status: 'rejected', picture: null }),
      ],
    };
    const { user, calls } = await openPending(routes);
    await user.click((await cardOf('p1')).opener);
    const nearby = within(await screen.findByRole('region', { name: 'Similar photos' }));
    const [approved, rejected] = await nearby.findAllByRole('listitem');
    expect(approved).toHaveTextContent(/^Approved .* by MoSent .* by a1 Field, Conway$/);
    expect(rejected).toHaveTextContent(/Rejected .*Sent .* by r1 Field, Conway$/);
    expect(within(approved!).getByRole('img', { name: 'Photo from Conway by a1 Field' })).toBeVisible();
    await user.keyboard('{ArrowRight}');
    await screen.findByRole('dialog', { name: 'p2 Field' });
    expect(screen.queryByRole('region', { name: 'Similar photos' })).not.toBeInTheDocument();
    expect(calls.filter(({ path }) => path.includes('look-alikes'))).toHaveLength(1);
  });

  it('shows an error with a retry', async () => {
    const { routes } = house([buildSnapshot('p1', { picture: copy })]);
    routes[address] = failure(503, 'Down');
    const { user } = await openPending(routes);
    await user.click((await cardOf('p1')).opener);
    expect(await screen.findByText(/We couldn’t load them/)).toBeVisible();
    routes[address] = { data: [] };
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('The earlier photo has been permanently deleted.')).toBeVisible();
  });
});

describe('a search', () => {
  it('runs on the server, and is kept in the address along with the tab', async () => {
    const { routes } = house([]);
    const both = [buildSnapshot('p1'), buildSnapshot('p2')];
    routes[`GET ${listAddress}`] = ({ query }) => ({
      data: {
        approvedSnapshots: [],
        pendingSnapshots: both.filter(({ id }) => id.includes(query.get('q') ?? '')),
      },
      next_cursors: { approved: null, pending: null },
    });
    const { user, router } = await openPending(routes);
    await cardOf('p1');
    await user.type(screen.getByLabelText('Search photos'), 'p2');
    await waitFor(() => expect(cardNames()).toEqual(['p2']));
    expect(router.state.location.search).toBe('?tab=pending&q=p2');
    await user.type(screen.getByLabelText('Search photos'), 'zz');
    expect(await screen.findByText('No photos here match “p2zz”.')).toBeVisible();
  });
});

describe('the time of a card', () => {
  it('is that of Arkansas', async () => {
    await openPending(house([buildSnapshot('p1', { created_at: '2026-01-20T04:30:00Z' })]).routes);
    expect((await cardOf('p1')).card.getByText('January 19, 2026')).toHaveAttribute(
      'title',
      'January 19, 2026 at 10:30 PM CST',
    );
  });
});

describe('/moderate', () => {
  it('lets moderators undo their decisions too', async () => {
    const { user } = await openScreen('/moderate', house([buildSnapshot('p1')]).routes, 'moderator');
    await user.click((await cardOf('p1')).card.getByRole('button', { name: 'Reject' }));
    await user.click(await screen.findByRole('button', { name: 'Yes, Reject' }));
    expect(await screen.findByText('Rejected the photo by p1 Field.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Undo' })).toBeVisible();
  });

  it.each(['moderator', 'admin'])(
    'shows a signed-in %s the review queue, without sidebar and approved photos',
    async (type) => {
      const { routes } = house([buildSnapshot('p1')], [buildSnapshot('a1', { status: 'approved' })]);
      const { calls } = await openScreen('/moderate', routes, type);
      expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Pending Requests');
      await cardOf('p1');
      expect(cardNames()).toEqual(['p1']);
      expect(screen.getByText('1 photo is pending review.')).toBeVisible();
      expect(screen.queryByRole('navigation', { name: 'Dashboard' })).not.toBeInTheDocument();
      expect(calls.some(({ path }) => path === '/admin/main/overview')).toBe(false);
    },
  );

  it('redirects to the sign-in without a session', async () => {
    const { router } = renderApp('/moderate', { routes: {} });
    await screen.findByRole('heading', { name: 'Sign In To Your Account' });
    expect(router.state.location.pathname).toBe('/dashboard/login');
  });

  it('decides and signs out', async () => {
    const { routes } = house([buildSnapshot('p1')]);
    routes['POST /admin/auth/logout'] = { data: null };
    const { user, calls, router } = await openScreen('/moderate', routes, 'moderator');
    await user.click((await cardOf('p1')).card.getByRole('button', { name: 'Reject' }));
    await user.click(await screen.findByRole('button', { name: 'Yes, Reject' }));
    await waitFor(() => expect(cardNames()).toEqual([]));
    expect(decisions(calls)).toEqual([`${listAddress}/reject/p1`]);
    await user.click(screen.getByRole('button', { name: 'Sign Out' }));
    await user.click(await screen.findByRole('button', { name: 'Yes, Sign Out' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard/login'));
    expect(localStorage.getItem('userData')).toBeNull();
  });
});
