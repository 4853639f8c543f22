import type { ModeratedSnapshot } from '@site/proto/submissions/v1/snapshots.answers';
import { act, screen, waitFor, within } from '@testing-library/react';
import { failure, openScreen } from '../../../testing/dashboard.js';
import type { FakeAnswer, FakeRoutes } from '../../../testing/fake-gateway.js';
import {
  buildSnapshot,
  cardNames,
  cardOf,
  decisions,
  house,
  listAddress,
  listCalls,
  openPending,
} from '../../../testing/moderation.js';

describe('a decision', () => {
  const cases = [
    ['Approve', 'Approve Request?', 'Yes, Approve', 'approve', 'Failed to approve snapshot. Please try again.'],
    ['Reject', 'Reject Request?', 'Yes, Reject', 'reject', 'Failed to reject snapshot. Please try again.'],
    ['Delete', 'Delete Request?', 'Yes, Delete', 'delete', 'Failed to delete snapshot. Please try again.'],
  ] as const;

  async function ask(button: (typeof cases)[number][0], routes: FakeRoutes) {
    const app = await openScreen(`/dashboard/snapshot${button === 'Delete' ? '' : '?tab=pending'}`, routes);
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
    routes['POST /admin/auth/login'] = {
      data: { type: 'admin', id: 'ada', token: 't2', name: 'Ada', email: 'ada@example.com' },
    };
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
    expect(screen.getByText(/All photo requests have been processed/)).toBeVisible();
    expect(screen.getByText('Rejected the photo by p2 Field.')).toBeVisible();
  });

  it('leaves A and R alone on approved photos, with a modifier, and where text is typed', async () => {
    const { routes } = house(three(), [buildSnapshot('a1', { status: 'approved' })]);
    const { user, calls } = await openScreen('/dashboard/snapshot', routes);
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
    await screen.findByText(/All photo requests have been processed/);
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
