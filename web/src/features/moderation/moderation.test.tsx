import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { FakeAnswer, FakeRoutes, SeenCall } from '../../testing/fake-gateway.js';
import { renderApp } from '../../testing/render-app.js';
import { snapshotListsQuery, type ModeratedPicture, type ModeratedSnapshot } from './snapshot-lists.js';
import { sizeFor } from '../../components/admin/private-picture.js';

const listAddress = '/admin/main/snapshot';
const failure = (status: number, message: string): FakeAnswer => ({
  status,
  body: { status: false, action: message, message, errors: [{ message }] },
});

const buildPicture = (name: string, change: Partial<ModeratedPicture> = {}): ModeratedPicture => ({
  state: 'ready',
  width: 1280,
  height: 960,
  placeholder: '',
  sizes: [640, 1280].flatMap((width) =>
    ['webp', 'jpeg'].map((format) => ({
      src: `/media/${name}-${width}.${format}`,
      width,
      height: width * 0.75,
      type: `image/${format}`,
    })),
  ),
  duplicate_of: [],
  rejected_because: '',
  ...change,
});

function buildSnapshot(id: string, change: Partial<ModeratedSnapshot> = {}): ModeratedSnapshot {
  const status = change.status ?? 'pending';
  return {
    id,
    file: null,
    first_name: id,
    last_name: 'Field',
    email: `${id}@example.com`,
    location: 'Conway',
    comment: `The sky of ${id}`,
    status,
    created_at: '2026-11-20T12:00:00Z',
    decided_at: status === 'pending' ? null : '2026-11-20T13:00:00Z',
    reject_reason: null,
    picture: buildPicture(`${status === 'pending' ? 'pending/' : ''}snapshots/${id}`),
    ...change,
  };
}

/** A gateway that remembers what was decided. */
function house(pending: ModeratedSnapshot[], approved: ModeratedSnapshot[] = []) {
  const state = { pending, approved };
  const take = (id: string) => {
    const found = [...state.pending, ...state.approved].find((snapshot) => snapshot.id === id);
    state.pending = state.pending.filter((snapshot) => snapshot !== found);
    state.approved = state.approved.filter((snapshot) => snapshot !== found);
    return found;
  };
  const routes: FakeRoutes = {
    'GET /admin/main/overview': failure(503, 'Down'),
    [`GET ${listAddress}`]: () => ({
      data: { approvedSnapshots: state.approved, pendingSnapshots: state.pending },
      next_cursors: { approved: null, pending: null },
    }),
  };
  for (const { id } of [...pending, ...approved]) {
    routes[`GET ${listAddress}/approve/${id}`] = () => {
      const now = { ...take(id)!, status: 'approved', picture: buildPicture(`snapshots/${id}`) };
      state.approved = [now, ...state.approved];
      return { data: now };
    };
    routes[`GET ${listAddress}/reject/${id}`] = () => ({ data: { ...take(id), status: 'rejected' } });
    routes[`GET ${listAddress}/delete/${id}`] = () => {
      take(id);
      return { data: null };
    };
    for (const width of [640, 1280]) {
      routes[`GET /media/pending/snapshots/${id}-${width}.webp`] = { status: 200, body: 'bytes' };
    }
  }
  return { routes, state };
}

const signedInAs = (type: string) =>
  localStorage.setItem(
    'userData',
    JSON.stringify({ type, token: 't', name: 'Ada Lovelace', email: 'ada@example.com' }),
  );

async function open(path: string, routes: FakeRoutes, type = 'admin') {
  signedInAs(type);
  const app = renderApp(path, { routes });
  await screen.findByRole('heading', { level: 1 });
  return { user: userEvent.setup(), ...app };
}
const openPending = (routes: FakeRoutes) => open('/dashboard/snapshot?tab=pending', routes);

/** The calls that decide something. */
const decisions = (calls: SeenCall[]) =>
  calls.filter(({ path }) => /\/snapshot\/(approve|reject|delete)\//.test(path)).map(({ path }) => path);
const listCalls = (calls: SeenCall[]) => calls.filter(({ path }) => path === listAddress);
const cardOf = async (name: string) => {
  const opener = await screen.findByRole('button', { name: `Open the photo by ${name} Field from Conway` });
  const card = opener.closest('li');
  if (!card) throw new Error('the photo stands in no card');
  return { opener, card: within(card) };
};
const cardNames = () =>
  screen.queryAllByRole('button', { name: /^Open the photo/ }).map((opener) => opener.ariaLabel?.split(' ')[4]);

describe('the lists', () => {
  it('come in one call, with the approved ones first and the number of waiting ones', async () => {
    const { routes } = house([buildSnapshot('p1'), buildSnapshot('p2')], [buildSnapshot('a1', { status: 'approved' })]);
    const { calls } = await open('/dashboard/snapshot', routes);
    const tabs = await screen.findAllByRole('tab');
    expect(tabs.map((tab) => tab.textContent)).toEqual(['Approved Requests', 'Pending Requests 2']);
    expect(tabs[0]).toHaveAttribute('aria-selected', 'true');
    expect(cardNames()).toEqual(['a1']);
    expect(listCalls(calls)).toHaveLength(1);
    expect(listCalls(calls)[0]).toMatchObject({ method: 'GET', headers: { authorization: 'Bearer t' } });
  });

  it('show image, name, e-mail address and location, and the actions of each state', async () => {
    const { routes } = house([buildSnapshot('p1')], [buildSnapshot('a1', { status: 'approved' })]);
    const { user } = await open('/dashboard/snapshot', routes);
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
    const { user, router } = await open('/dashboard/snapshot', house([]).routes);
    await user.click(await screen.findByRole('tab', { name: /Pending/ }));
    expect(router.state.location.search).toBe('?tab=pending');
    expect(screen.getByRole('tab', { name: /Pending/ })).toHaveAttribute('aria-selected', 'true');
  });

  it('say that nothing is there', async () => {
    const { user } = await open('/dashboard/snapshot', house([]).routes);
    expect(await screen.findByText('There are no approved snapshots')).toBeVisible();
    await user.click(screen.getByRole('tab', { name: /Pending/ }));
    expect(
      screen.getByText('All sponsor requests have been processed. There are no pending requests at the moment.'),
    ).toBeVisible();
  });

  it('say that they load', async () => {
    await open('/dashboard/snapshot', { [`GET ${listAddress}`]: 'no answer' });
    expect(await screen.findByText('Loading photos')).toBeInTheDocument();
  });

  it.each<[string, FakeAnswer]>([
    ['the server fails', failure(503, 'A part is down.')],
    ['there is no connection', 'network failure'],
  ])('say that they could not be fetched when %s, and try again', async (_case, answer) => {
    const { routes } = house([], [buildSnapshot('a1', { status: 'approved' })]);
    const working = routes[`GET ${listAddress}`]!;
    routes[`GET ${listAddress}`] = answer;
    const { user } = await open('/dashboard/snapshot', routes);
    expect(await screen.findByText('Failed to fetch snapshots. Please try again.')).toBeVisible();
    routes[`GET ${listAddress}`] = working;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await cardOf('a1');
    expect(screen.queryByText('Failed to fetch snapshots. Please try again.')).not.toBeInTheDocument();
  });

  it('show more by the cursor of the last page, and keep as many when they are loaded again', async () => {
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
  it('are fetched with the token, shown from memory, and given back', async () => {
    const made: string[] = [];
    const released: string[] = [];
    const original = { create: URL.createObjectURL, revoke: URL.revokeObjectURL };
    URL.createObjectURL = () => {
      made.push(`blob:${made.length}`);
      return made.at(-1)!;
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
      expect(released).toEqual(made);
    } finally {
      URL.createObjectURL = original.create;
      URL.revokeObjectURL = original.revoke;
    }
  });

  it('are asked for in the size that the screen needs', () => {
    const picture = buildPicture('x');
    expect(sizeFor(picture, 300)?.src).toBe('/media/x-640.webp');
    expect(sizeFor(picture, 700)?.src).toBe('/media/x-1280.webp');
    expect(sizeFor(picture, 5_000)?.src).toBe('/media/x-1280.webp');
    expect(sizeFor({ ...picture, sizes: [] }, 300)).toBeUndefined();
  });

  it('can be fetched again when that failed', async () => {
    const { routes } = house([buildSnapshot('p1')]);
    const address = 'GET /media/pending/snapshots/p1-640.webp';
    const working = routes[address]!;
    routes[address] = 'network failure';
    const { user } = await openPending(routes);
    expect(await screen.findByText('The picture could not be loaded.')).toBeVisible();
    routes[address] = working;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(screen.getByRole('img').tagName).toBe('IMG'));
  });

  it('in preparation say so, cannot be approved, and are asked for again by themselves', async () => {
    const waiting = buildSnapshot('p1', { picture: buildPicture('x', { state: 'processing', sizes: [] }) });
    const { routes, state } = house([waiting]);
    const { user, calls } = await openPending(routes);
    expect(await screen.findByText('The picture is being prepared…')).toBeVisible();
    const approve = screen.getByRole('button', { name: 'Approve' });
    expect(approve).toHaveAttribute('aria-disabled', 'true');
    expect(approve).toHaveAccessibleDescription(/as soon as the picture is prepared/);
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

  it('that cannot be shown say why and can only be rejected', async () => {
    const broken = buildPicture('x', { state: 'rejected', sizes: [], rejected_because: 'The file is damaged.' });
    await openPending(house([buildSnapshot('p1', { picture: broken })]).routes);
    expect(await screen.findByText('The file is damaged.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Approve' })).toHaveAttribute('aria-disabled', 'true');
    expect(screen.getByRole('button', { name: 'Reject' })).not.toHaveAttribute('aria-disabled');
  });

  it('that look like an earlier one are marked', async () => {
    const copy = buildPicture('pending/snapshots/p1', { duplicate_of: ['p0'] });
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

  it('leads to the next and the previous one by arrow keys and buttons, and back to its card', async () => {
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

  it('says when somebody else has decided on it', async () => {
    const { routes, state } = house([buildSnapshot('p1'), buildSnapshot('p2')]);
    const { user, client } = await openPending(routes);
    await user.click((await cardOf('p1')).opener);
    await screen.findByRole('dialog', { name: 'p1 Field' });
    state.pending = state.pending.slice(1);
    await act(() => client.refetchQueries(snapshotListsQuery(client)));
    const dialog = within(screen.getByRole('dialog', { name: 'p1 Field' }));
    expect(await dialog.findByText('Somebody else has decided on this photo.')).toBeVisible();
    expect(dialog.queryByRole('button', { name: 'Approve' })).not.toBeInTheDocument();
  });
});

describe('a decision', () => {
  const cases = [
    ['Approve', 'Approve Request?', 'Yes, Approve', 'approve', 'Failed to approve snapshot. Please try again.'],
    ['Reject', 'Reject Request?', 'Yes, Reject', 'reject', 'Failed to reject snapshot. Please try again.'],
    ['Delete', 'Delete Request?', 'Yes, Delete', 'delete', 'Failed to delete snapshot. Please try again.'],
  ] as const;

  async function ask(button: (typeof cases)[number][0], routes: FakeRoutes) {
    const app = await open(`/dashboard/snapshot${button === 'Delete' ? '' : '?tab=pending'}`, routes);
    await app.user.click((await cardOf('s1')).card.getByRole('button', { name: button }));
    return app;
  }
  const houseFor = (button: string) =>
    button === 'Delete' ? house([], [buildSnapshot('s1', { status: 'approved' })]) : house([buildSnapshot('s1')]);

  it.each(cases)('%s asks first, and cancelling makes no call', async (button, question) => {
    const { user, calls } = await ask(button, houseFor(button).routes);
    const dialog = within(await screen.findByRole('dialog', { name: question }));
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(decisions(calls)).toEqual([]);
    await cardOf('s1');
  });

  it.each(cases)(
    '%s: two clicks make one call; then the lists are loaded again',
    async (button, question, yes, path) => {
      const { user, calls } = await ask(button, houseFor(button).routes);
      const before = listCalls(calls).length;
      await user.dblClick(
        within(await screen.findByRole('dialog', { name: question })).getByRole('button', { name: yes }),
      );
      await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
      await waitFor(() => expect(cardNames()).toEqual([]));
      expect(decisions(calls)).toEqual([`${listAddress}/${path}/s1`]);
      expect(calls.find((call) => call.path.endsWith('/s1'))).toMatchObject({ method: 'GET' });
      await waitFor(() => expect(listCalls(calls).length).toBeGreaterThan(before));
      if (button === 'Approve') {
        await user.click(screen.getByRole('tab', { name: /Approved/ }));
        await cardOf('s1');
      }
    },
  );

  it.each(cases)('%s says that it is under way and cannot be left meanwhile', async (button, question, yes, path) => {
    const { routes } = houseFor(button);
    routes[`GET ${listAddress}/${path}/s1`] = 'no answer';
    const { user } = await ask(button, routes);
    const dialog = within(await screen.findByRole('dialog', { name: question }));
    await user.click(dialog.getByRole('button', { name: yes }));
    expect(await dialog.findByRole('button', { name: 'Processing...' })).toHaveAttribute('aria-disabled', 'true');
    await user.keyboard('{Escape}');
    expect(screen.getByRole('dialog', { name: question })).toBeVisible();
  });

  it.each(cases)('%s that fails says so, and can be tried again', async (button, question, yes, path, text) => {
    const { routes } = houseFor(button);
    const address = `GET ${listAddress}/${path}/s1`;
    const working = routes[address]!;
    routes[address] = failure(503, 'A part is down.');
    const { user, calls } = await ask(button, routes);
    const dialog = within(await screen.findByRole('dialog', { name: question }));
    await user.click(dialog.getByRole('button', { name: yes }));
    const alert = within(await dialog.findByRole('alert'));
    expect(alert.getByText(text)).toBeVisible();
    expect(alert.getByText('A part is down.')).toBeVisible();
    routes[address] = working;
    await user.click(dialog.getByRole('button', { name: yes }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(decisions(calls)).toHaveLength(2);
  });

  it('sends the reason of a rejection, which survives a failure', async () => {
    const { routes } = houseFor('Reject');
    const address = `GET ${listAddress}/reject/s1`;
    const seen: (string | null)[] = [];
    const working = routes[address] as () => FakeAnswer;
    routes[address] = ({ query }) => {
      seen.push(query.get('reason'));
      return seen.length === 1 ? failure(503, 'Down') : working();
    };
    const { user } = await ask('Reject', routes);
    const reason = await screen.findByLabelText('Reason (optional)');
    expect(reason).toHaveFocus();
    await user.type(reason, ' Not a weather photo & blurred {Enter}');
    await screen.findByText('Failed to reject snapshot. Please try again.');
    expect(reason).toHaveValue(' Not a weather photo & blurred ');
    await user.click(screen.getByRole('button', { name: 'Yes, Reject' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(seen).toEqual(['Not a weather photo & blurred', 'Not a weather photo & blurred']);
  });

  it('that contradicts another’s loads the lists again', async () => {
    const { routes, state } = houseFor('Approve');
    routes[`GET ${listAddress}/approve/s1`] = () => {
      state.pending = [];
      return failure(409, 'This snapshot was already rejected.');
    };
    const { user } = await ask('Approve', routes);
    await user.click(await screen.findByRole('button', { name: 'Yes, Approve' }));
    expect(await screen.findByText('This snapshot was already rejected.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(cardNames()).toEqual([]));
  });

  it('that the session was too old for is made again after signing in, with its reason', async () => {
    const { routes } = houseFor('Reject');
    const address = `GET ${listAddress}/reject/s1`;
    const working = routes[address] as () => FakeAnswer;
    routes[address] = ({ headers, query }) =>
      headers.authorization === 'Bearer t2' && query.get('reason') === 'Blurred'
        ? working()
        : failure(401, 'Your session has ended.');
    routes['POST /admin/auth/login'] = { data: { type: 'admin', token: 't2', name: 'Ada', email: 'ada@example.com' } };
    const { user, calls } = await ask('Reject', routes);
    await user.type(await screen.findByLabelText('Reason (optional)'), 'Blurred{Enter}');
    const signIn = within(await screen.findByRole('dialog', { name: 'Your session has ended' }));
    expect(screen.getByText('Failed to reject snapshot. Please try again.')).toBeInTheDocument();
    await user.type(signIn.getByLabelText('Password'), 'secret word{Enter}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(decisions(calls)).toHaveLength(2);
    await waitFor(() => expect(cardNames()).toEqual([]));
  });
});

describe('moderating with the keyboard', () => {
  const three = () => [buildSnapshot('p1'), buildSnapshot('p2'), buildSnapshot('p3')];

  it('goes from card to card with the arrow keys', async () => {
    const { user } = await openPending(house(three()).routes);
    const { opener } = await cardOf('p1');
    act(() => opener.focus());
    await user.keyboard('{ArrowRight}');
    expect((await cardOf('p2')).opener).toHaveFocus();
    await user.keyboard('{ArrowRight}{ArrowRight}{ArrowLeft}');
    expect((await cardOf('p2')).opener).toHaveFocus();
  });

  it('approves with A and Enter, rejects with R and Enter, and goes on with the next photo', async () => {
    const { user, calls } = await openPending(house(three()).routes);
    const { opener } = await cardOf('p2');
    act(() => opener.focus());
    await user.keyboard('a');
    expect(await screen.findByRole('button', { name: 'Yes, Approve' })).toHaveFocus();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(cardNames()).toEqual(['p1', 'p3']));
    await waitFor(async () => expect((await cardOf('p3')).opener).toHaveFocus());
    expect(screen.getByText('Approved the photo by p2 Field.')).toBeVisible();
    await user.keyboard('R');
    await screen.findByRole('dialog', { name: 'Reject Request?' });
    await user.keyboard('{Enter}');
    await waitFor(() => expect(cardNames()).toEqual(['p1']));
    // It was the last of the list: the one before it is next.
    await waitFor(async () => expect((await cardOf('p1')).opener).toHaveFocus());
    expect(decisions(calls)).toEqual([`${listAddress}/approve/p2`, `${listAddress}/reject/p3`]);
  });

  it('does so on the opened photo, too: the next one opens by itself, and after the last one the list has the focus', async () => {
    const { user } = await openPending(house(three().slice(0, 2)).routes);
    await user.click((await cardOf('p1')).opener);
    await screen.findByRole('dialog', { name: 'p1 Field' });
    await user.keyboard('a');
    await screen.findByRole('dialog', { name: 'Approve Request?' });
    await user.keyboard('{Enter}');
    const next = within(await screen.findByRole('dialog', { name: 'p2 Field' }));
    expect(next.getByRole('status')).toHaveTextContent('Approved the photo by p1 Field. Photo 1 of 1');
    await waitFor(() => expect(next.getByRole('group', { name: 'Photo by p2 Field' })).toHaveFocus());
    await user.keyboard('r');
    await screen.findByRole('dialog', { name: 'Reject Request?' });
    await user.keyboard('{Enter}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await waitFor(() => expect(screen.getByRole('group', { name: 'Pending Requests' })).toHaveFocus());
    expect(screen.getByText(/All sponsor requests have been processed/)).toBeVisible();
    expect(screen.getByText('Rejected the photo by p2 Field.')).toBeVisible();
  });

  it('leaves A and R alone on approved photos, with a modifier, and where text is typed', async () => {
    const { routes } = house(three(), [buildSnapshot('a1', { status: 'approved' })]);
    const { user, calls } = await open('/dashboard/snapshot', routes);
    const { opener } = await cardOf('a1');
    act(() => opener.focus());
    await user.keyboard('ar');
    await user.click(screen.getByRole('tab', { name: /Pending/ }));
    const pending = await cardOf('p1');
    act(() => pending.opener.focus());
    await user.keyboard('{Control>}a{/Control}');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    await user.keyboard('r');
    await user.type(await screen.findByLabelText('Reason (optional)'), 'a rare raa');
    expect(screen.getAllByRole('dialog')).toHaveLength(1);
    expect(decisions(calls)).toEqual([]);
  });
});

describe('several photos at once', () => {
  const three = () => [buildSnapshot('p1'), buildSnapshot('p2'), buildSnapshot('p3')];
  const select = async (user: Awaited<ReturnType<typeof open>>['user'], ...names: string[]) => {
    for (const name of names) {
      await user.click((await cardOf(name)).card.getByRole('checkbox', { name: `Select the photo by ${name} Field` }));
    }
  };
  const bar = () => within(screen.getByRole('group', { name: 'Selected photos' }));

  it('are approved with one question and a call each', async () => {
    const { user, calls } = await openPending(house(three()).routes);
    await select(user, 'p1', 'p3');
    expect(bar().getByRole('status')).toHaveTextContent('2 photos selected');
    await user.click(bar().getByRole('button', { name: 'Approve 2' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Approve 2 Requests?' }));
    await user.dblClick(dialog.getByRole('button', { name: 'Yes, Approve' }));
    await waitFor(() => expect(cardNames()).toEqual(['p2']));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(decisions(calls).sort()).toEqual([`${listAddress}/approve/p1`, `${listAddress}/approve/p3`]);
    expect(screen.getByText('Approved 2 photos.')).toBeVisible();
    expect(screen.queryByRole('group', { name: 'Selected photos' })).not.toBeInTheDocument();
  });

  it('are selected with X, all together, and not any more', async () => {
    const { user } = await openPending(house(three()).routes);
    const { opener } = await cardOf('p2');
    act(() => opener.focus());
    await user.keyboard('x');
    expect((await cardOf('p2')).card.getByRole('checkbox')).toBeChecked();
    await user.click(bar().getByRole('button', { name: 'Select all 3' }));
    expect(screen.getAllByRole('checkbox').filter((box) => (box as HTMLInputElement).checked)).toHaveLength(3);
    await user.click(bar().getByRole('button', { name: 'Clear the selection' }));
    expect(screen.queryByRole('group', { name: 'Selected photos' })).not.toBeInTheDocument();
  });

  it('are rejected with the same reason, which can be undone', async () => {
    const { routes, state } = house(three());
    const all = state.pending;
    for (const { id } of all.slice(0, 2)) {
      routes[`POST /admin/main/trash/snapshot/${id}/restore`] = () => {
        state.pending = [...all.filter((one) => one.id === id), ...state.pending];
        return { data: null };
      };
    }
    const { user, calls } = await openPending(routes);
    await select(user, 'p1', 'p2');
    await user.click(bar().getByRole('button', { name: 'Reject 2' }));
    await user.type(await screen.findByLabelText('Reason (optional)'), 'Blurred{Enter}');
    await waitFor(() => expect(cardNames()).toEqual(['p3']));
    const rejected = calls.filter(({ path }) => path.includes('/reject/'));
    expect(rejected.map(({ query }) => query.get('reason'))).toEqual(['Blurred', 'Blurred']);
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(cardNames().sort()).toEqual(['p1', 'p2', 'p3']));
    expect(screen.getByText('They are back.')).toBeVisible();
  });

  it('leave out those that cannot be approved yet', async () => {
    const inWork = buildSnapshot('p2', { picture: buildPicture('x', { state: 'processing', sizes: [] }) });
    const { user } = await openPending(house([buildSnapshot('p1'), inWork]).routes);
    await select(user, 'p1', 'p2');
    await user.click(bar().getByRole('button', { name: 'Approve 1' }));
    expect(await screen.findByRole('dialog', { name: 'Approve 1 Request?' })).toBeVisible();
  });

  it('that could not all be decided on stay selected, and say why', async () => {
    const { routes } = house(three());
    const address = `GET ${listAddress}/approve/p2`;
    const working = routes[address]!;
    routes[address] = failure(503, 'The photo store does not answer.');
    const { user } = await openPending(routes);
    await select(user, 'p1', 'p2');
    await user.click(bar().getByRole('button', { name: 'Approve 2' }));
    await user.click(await screen.findByRole('button', { name: 'Yes, Approve' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Approve 1 Request?' }));
    expect(dialog.getByRole('alert')).toHaveTextContent(
      '1 photo could not be approved.The photo store does not answer.',
    );
    routes[address] = working;
    await user.click(dialog.getByRole('button', { name: 'Yes, Approve' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(cardNames()).toEqual(['p3']);
  });

  it('are deleted together where they are approved', async () => {
    const approved = [buildSnapshot('a1', { status: 'approved' }), buildSnapshot('a2', { status: 'approved' })];
    const { user, calls } = await open('/dashboard/snapshot', house([], approved).routes);
    await select(user, 'a1', 'a2');
    await user.click(bar().getByRole('button', { name: 'Delete 2' }));
    await user.click(await screen.findByRole('button', { name: 'Yes, Delete' }));
    expect(await screen.findByText('There are no approved snapshots')).toBeVisible();
    expect(decisions(calls).sort()).toEqual([`${listAddress}/delete/a1`, `${listAddress}/delete/a2`]);
  });

  it('are decided on after signing in again, where the session had ended', async () => {
    const { routes } = house(three());
    for (const id of ['p1', 'p2']) {
      const address = `GET ${listAddress}/approve/${id}`;
      const working = routes[address] as () => FakeAnswer;
      routes[address] = ({ headers }) =>
        headers.authorization === 'Bearer t2' ? working() : failure(401, 'Your session has ended.');
    }
    routes['POST /admin/auth/login'] = { data: { type: 'admin', token: 't2', name: 'Ada', email: 'ada@example.com' } };
    const { user } = await openPending(routes);
    await select(user, 'p1', 'p2');
    await user.click(bar().getByRole('button', { name: 'Approve 2' }));
    await user.click(await screen.findByRole('button', { name: 'Yes, Approve' }));
    const signIn = within(await screen.findByRole('dialog', { name: 'Your session has ended' }));
    await user.type(signIn.getByLabelText('Password'), 'secret word{Enter}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(cardNames()).toEqual(['p3']);
  });
});

describe('an undo', () => {
  const restoring = (routes: FakeRoutes, state: { pending: ModeratedSnapshot[] }, snapshot: ModeratedSnapshot) => {
    routes[`POST /admin/main/trash/snapshot/${snapshot.id}/restore`] = () => {
      state.pending = [snapshot, ...state.pending];
      return { data: null };
    };
  };

  it('brings a rejected photo back into the list', async () => {
    const snapshot = buildSnapshot('p1');
    const { routes, state } = house([snapshot]);
    restoring(routes, state, snapshot);
    const { user } = await openPending(routes);
    await user.click((await cardOf('p1')).card.getByRole('button', { name: 'Reject' }));
    await user.click(await screen.findByRole('button', { name: 'Yes, Reject' }));
    await screen.findByText(/All sponsor requests have been processed/);
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await cardOf('p1');
    expect(screen.getByText('It is back.')).toBeVisible();
  });

  it('is offered while the next photo is open', async () => {
    const snapshot = buildSnapshot('p1');
    const { routes, state } = house([snapshot, buildSnapshot('p2')]);
    restoring(routes, state, snapshot);
    const { user } = await openPending(routes);
    await user.click((await cardOf('p1')).opener);
    await screen.findByRole('dialog', { name: 'p1 Field' });
    await user.keyboard('r');
    await user.click(await screen.findByRole('button', { name: 'Yes, Reject' }));
    const next = within(await screen.findByRole('dialog', { name: 'p2 Field' }));
    await user.click(next.getByRole('button', { name: 'Undo' }));
    expect(await next.findByText('Photo 2 of 2', { exact: false })).toBeVisible();
    expect(next.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
  });

  it('that is not possible says so', async () => {
    const { routes } = house([buildSnapshot('p1')]);
    routes['POST /admin/main/trash/snapshot/p1/restore'] = failure(409, 'This photo is damaged.');
    const { user } = await openPending(routes);
    await user.click((await cardOf('p1')).card.getByRole('button', { name: 'Reject' }));
    await user.click(await screen.findByRole('button', { name: 'Yes, Reject' }));
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('This photo is damaged.')).toBeVisible();
  });
});

describe('a search', () => {
  it('is the server’s, kept in the address beside the tab', async () => {
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
    expect(await screen.findByText('No photo here holds “p2zz”.')).toBeVisible();
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
  it('offers no undo, which moderators may not do', async () => {
    const { user } = await open('/moderate', house([buildSnapshot('p1')]).routes, 'moderator');
    await user.click((await cardOf('p1')).card.getByRole('button', { name: 'Reject' }));
    await user.click(await screen.findByRole('button', { name: 'Yes, Reject' }));
    expect(await screen.findByText('Rejected the photo by p1 Field.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
  });

  it.each(['moderator', 'admin'])(
    'is the review queue of a signed-in %s, without sidebar and approved photos',
    async (type) => {
      const { routes } = house([buildSnapshot('p1')], [buildSnapshot('a1', { status: 'approved' })]);
      const { calls } = await open('/moderate', routes, type);
      expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Pending Requests');
      await cardOf('p1');
      expect(cardNames()).toEqual(['p1']);
      expect(screen.getByText('1 photo waits for a decision.')).toBeVisible();
      expect(screen.queryByRole('navigation', { name: 'Dashboard' })).not.toBeInTheDocument();
      expect(calls.some(({ path }) => path === '/admin/main/overview')).toBe(false);
    },
  );

  it('sends to the sign-in whoever is not signed in', async () => {
    const { router } = renderApp('/moderate', { routes: {} });
    await screen.findByRole('heading', { name: 'Sign In To Your Account' });
    expect(router.state.location.pathname).toBe('/dashboard/login');
  });

  it('decides, and signs out', async () => {
    const { routes } = house([buildSnapshot('p1')]);
    routes['POST /admin/auth/logout'] = { data: null };
    const { user, calls, router } = await open('/moderate', routes, 'moderator');
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
