import type { ModeratedSnapshot } from '@site/proto/submissions/v1/snapshots.responses';
import { act, screen, waitFor, within } from '@testing-library/react';
import { failure, openScreen } from '@/testing/dashboard.js';
import type { FakeResponse, FakeRoutes } from '@/testing/fake-gateway.js';
import {
  buildSnapshot,
  cardNames,
  cardOf,
  decisions,
  decisionsTogether,
  house,
  listAddress,
  listCalls,
  openPending,
} from '@/testing/moderation.js';

describe('a decision', () => {
  const cases = [
    ['Approve', 'Approve Request?', 'Yes, Approve', 'approve', 'Failed to approve snapshot. Please try again.'],
    ['Reject', 'Reject Request?', 'Yes, Reject', 'reject', 'Failed to reject snapshot. Please try again.'],
    ['Delete', 'Delete Request?', 'Yes, Delete', 'delete', 'Failed to delete snapshot. Please try again.'],
  ] as const;

  async function fetch(button: (typeof cases)[number][0], routes: FakeRoutes) {
    const app = await openScreen(`/dashboard/snapshot${button === 'Delete' ? '' : '?tab=pending'}`, routes);
    await app.user.click((await cardOf('s1')).card.getByRole('button', { name: button }));
    return app;
  }
  const houseFor = (button: string) =>
    button === 'Delete' ? house([], [buildSnapshot('s1', { status: 'approved' })]) : house([buildSnapshot('s1')]);

  it.each(cases)('%s asks first and sends nothing when canceled', async (button, question) => {
    const { user, calls } = await fetch(button, houseFor(button).routes);
    const dialog = within(await screen.findByRole('dialog', { name: question }));
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(decisions(calls)).toEqual([]);
    await cardOf('s1');
  });

  it.each(cases)('%s sends one request for two clicks, then reloads the lists', async (button, question, yes, path) => {
    const { user, calls } = await fetch(button, houseFor(button).routes);
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
  });

  it.each(cases)('%s shows a busy state and can’t be closed meanwhile', async (button, question, yes, path) => {
    const { routes } = houseFor(button);
    routes[`GET ${listAddress}/${path}/s1`] = 'no answer';
    const { user } = await fetch(button, routes);
    const dialog = within(await screen.findByRole('dialog', { name: question }));
    await user.click(dialog.getByRole('button', { name: yes }));
    expect(await dialog.findByRole('button', { name: 'Processing...' })).toHaveAttribute('aria-disabled', 'true');
    await user.keyboard('{Escape}');
    expect(screen.getByRole('dialog', { name: question })).toBeVisible();
  });

  it.each(cases)('%s shows an error and can be retried', async (button, question, yes, path, text) => {
    const { routes } = houseFor(button);
    const address = `GET ${listAddress}/${path}/s1`;
    const working = routes[address]!;
    routes[address] = failure(503, 'A part is down.');
    const { user, calls } = await fetch(button, routes);
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

  it('sends the reason for a rejection and keeps it after a failure', async () => {
    const { routes } = houseFor('Reject');
    const address = `GET ${listAddress}/reject/s1`;
    const seen: (string | null)[] = [];
    const working = routes[address] as () => FakeResponse;
    routes[address] = ({ query }) => {
      seen.push(query.get('reason'));
      return seen.length === 1 ? failure(503, 'Down') : working();
    };
    const { user } = await fetch('Reject', routes);
    const reason = await screen.findByLabelText('Reason (optional)');
    expect(reason).toHaveFocus();
    await user.type(reason, ' Not a weather photo & blurred {Enter}');
    await screen.findByText('Failed to reject snapshot. Please try again.');
    expect(reason).toHaveValue(' Not a weather photo & blurred ');
    await user.click(screen.getByRole('button', { name: 'Yes, Reject' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(seen).toEqual(['Not a weather photo & blurred', 'Not a weather photo & blurred']);
  });

  it('reloads the lists when another moderator decided otherwise', async () => {
    const { routes, state } = houseFor('Approve');
    routes[`GET ${listAddress}/approve/s1`] = () => {
      state.pending = [];
      return failure(409, 'This snapshot was already rejected.');
    };
    const { user } = await fetch('Approve', routes);
    await user.click(await screen.findByRole('button', { name: 'Yes, Approve' }));
    expect(await screen.findByText('This snapshot was already rejected.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(cardNames()).toEqual([]));
  });

  it('is sent again with its reason after signing in, when the session had ended', async () => {
    const { routes } = houseFor('Reject');
    const address = `GET ${listAddress}/reject/s1`;
    const working = routes[address] as () => FakeResponse;
    routes[address] = ({ headers, query }) =>
      headers.authorization === 'Bearer t2' && query.get('reason') === 'Blurred'
        ? working()
        : failure(401, 'Your session has ended.');
    routes['POST /admin/auth/login'] = {
      data: { type: 'admin', id: 'ada', token: 't2', name: 'Ada', email: 'ada@example.com' },
    };
    const { user, calls } = await fetch('Reject', routes);
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

  it('moves between cards with the arrow keys', async () => {
    const { user } = await openPending(house(three()).routes);
    const { opener } = await cardOf('p1');
    act(() => opener.focus());
    await user.keyboard('{ArrowRight}');
    expect((await cardOf('p2')).opener).toHaveFocus();
    await user.keyboard('{ArrowRight}{ArrowRight}{ArrowLeft}');
    expect((await cardOf('p2')).opener).toHaveFocus();
  });

  it('approves with A and Enter, rejects with R and Enter, and moves to the next photo', async () => {
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
    // The last in the list, so the one before it is next.
    await waitFor(async () => expect((await cardOf('p1')).opener).toHaveFocus());
    expect(decisions(calls)).toEqual([`${listAddress}/approve/p2`, `${listAddress}/reject/p3`]);
  });

  it('decides on the open photo immediately, showing the next one before the server responds', async () => {
    const photos = Array.from({ length: 6 }, (_, index) => buildSnapshot(`p${index + 1}`));
    const { user, calls } = await openPending(house(photos).routes);
    await user.click((await cardOf('p1')).opener);
    await screen.findByRole('dialog', { name: 'p1 Field' });
    await user.keyboard('a');
    const dialog = within(screen.getByRole('dialog', { name: 'p2 Field' }));
    expect(dialog.getByText('Approved the photo by p1 Field.')).toBeVisible();
    expect(dialog.getByText('Photo 2 of 6', { exact: false })).toBeVisible();
    expect(dialog.getByRole('group', { name: 'Photo by p2 Field' })).toHaveFocus();
    await user.keyboard('aarar');
    const done = within(screen.getByRole('dialog', { name: 'All done' }));
    expect(done.getByText('4 photos approved, 2 rejected.')).toBeVisible();
    expect(done.getByRole('group', { name: 'Summary of your decisions' })).toHaveFocus();
    // If the keys arrive slowly, the decisions take more calls.
    const sent = (decision: string) =>
      decisionsTogether(calls).flatMap((one) => (one.decision === decision ? one.ids : []));
    await waitFor(() =>
      expect([sent('approve'), sent('reject')]).toEqual([
        ['p1', 'p2', 'p3', 'p5'],
        ['p4', 'p6'],
      ]),
    );
    expect(decisions(calls)).toEqual([]);
    await waitFor(() => expect(done.queryByText(/Saving/)).not.toBeInTheDocument());
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.getByRole('group', { name: 'Pending Requests' })).toHaveFocus());
    expect(screen.getByText(/All photo requests have been processed/)).toBeVisible();
  });

  it('sends queued decisions on its own', async () => {
    const { user, calls } = await openPending(house(three()).routes);
    await user.click((await cardOf('p1')).opener);
    await user.keyboard('aa');
    await waitFor(() => expect(decisionsTogether(calls).flatMap(({ ids }) => ids)).toEqual(['p1', 'p2']), {
      timeout: 4_000,
    });
    expect(screen.getByRole('dialog', { name: 'p3 Field' })).toBeVisible();
  });

  it('asks for a reason with “Reject with a reason”', async () => {
    const { user, calls } = await openPending(house(three()).routes);
    await user.click((await cardOf('p1')).opener);
    await user.click(await screen.findByRole('button', { name: 'Reject with a reason…' }));
    await user.type(await screen.findByLabelText('Reason (optional)'), 'Blurred{Enter}');
    expect(await screen.findByRole('dialog', { name: 'p2 Field' })).toBeVisible();
    expect(decisions(calls)).toEqual([`${listAddress}/reject/p1`]);
  });

  it('returns photos whose decision the server refused, and says why', async () => {
    const { routes } = house(three());
    routes[`GET ${listAddress}/approve/p2`] = failure(409, 'The photo is still being prepared.');
    const { user } = await openPending(routes);
    await user.click((await cardOf('p1')).opener);
    await user.keyboard('aaa');
    const done = within(screen.getByRole('dialog', { name: 'All done' }));
    expect(
      await screen.findByText('The photo by p2 Field wasn’t approved. The photo is still being prepared.'),
    ).toBeVisible();
    expect(done.getByText('2 photos approved, 0 rejected.')).toBeVisible();
    await user.click(done.getByRole('button', { name: 'Continue' }));
    expect(await screen.findByRole('dialog', { name: 'p2 Field' })).toBeVisible();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(cardNames()).toEqual(['p2']));
  });

  it('ignores A and R on approved photos, with a modifier, and in text fields', async () => {
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
  const undoing = (routes: FakeRoutes, state: { pending: ModeratedSnapshot[] }, snapshot: ModeratedSnapshot) => {
    routes[`GET ${listAddress}/undo/${snapshot.id}`] = () => {
      state.pending = [snapshot, ...state.pending];
      return { data: snapshot };
    };
  };

  it.each(['Approve', 'Reject'])('returns a photo to the list: %s', async (button) => {
    const snapshot = buildSnapshot('p1');
    const { routes, state } = house([snapshot]);
    undoing(routes, state, snapshot);
    const { user, calls } = await openPending(routes);
    await user.click((await cardOf('p1')).card.getByRole('button', { name: button }));
    await user.click(await screen.findByRole('button', { name: `Yes, ${button}` }));
    await screen.findByText(/All photo requests have been processed/);
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await cardOf('p1');
    expect(screen.getByText('It’s back.')).toBeVisible();
    expect(decisionsTogether(calls)).toEqual([{ decision: 'undo', ids: ['p1'], reason: '' }]);
  });

  it('of a deletion restores the photo from the trash', async () => {
    const snapshot = buildSnapshot('a1', { status: 'approved' });
    const { routes, state } = house([], [snapshot]);
    routes['POST /admin/main/trash/snapshot/a1/restore'] = () => {
      state.approved = [snapshot];
      return { data: null };
    };
    const { user } = await openScreen('/dashboard/snapshot', routes);
    await user.click((await cardOf('a1')).card.getByRole('button', { name: 'Delete' }));
    await user.click(await screen.findByRole('button', { name: 'Yes, Delete' }));
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await cardOf('a1');
  });

  it('has a key in the review dialog', async () => {
    const snapshot = buildSnapshot('p1');
    const { routes, state } = house([snapshot, buildSnapshot('p2')]);
    undoing(routes, state, snapshot);
    const { user } = await openPending(routes);
    await user.click((await cardOf('p1')).opener);
    await user.keyboard('au');
    const back = within(await screen.findByRole('dialog', { name: 'p1 Field' }));
    expect(back.getByText('The photo by p1 Field is pending again.')).toBeVisible();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(cardNames().sort()).toEqual(['p1', 'p2']));
  });

  it('undoes one decision after the other in the review dialog, latest first', async () => {
    const photos = [buildSnapshot('p1'), buildSnapshot('p2')];
    const { routes, state } = house(photos);
    for (const photo of photos) undoing(routes, state, photo);
    const { user, calls } = await openPending(routes);
    await user.click((await cardOf('p1')).opener);
    await user.keyboard('ar');
    await waitFor(() => expect(decisionsTogether(calls)).toHaveLength(2));
    const done = within(screen.getByRole('dialog', { name: 'All done' }));
    await waitFor(() => expect(done.queryByText(/Saving/)).not.toBeInTheDocument());
    await user.click(done.getByRole('button', { name: 'Undo' }));
    const second = within(await screen.findByRole('dialog', { name: 'p2 Field' }));
    await user.click(second.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByRole('dialog', { name: 'p1 Field' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
    const taken = decisionsTogether(calls).filter(({ decision }) => decision === 'undo');
    expect(taken.map(({ ids }) => ids)).toEqual([['p2'], ['p1']]);
  });

  it('shows an error when it isn’t possible', async () => {
    const { routes } = house([buildSnapshot('p1')]);
    routes[`GET ${listAddress}/undo/p1`] = failure(409, 'This can no longer be undone.');
    const { user } = await openPending(routes);
    await user.click((await cardOf('p1')).card.getByRole('button', { name: 'Reject' }));
    await user.click(await screen.findByRole('button', { name: 'Yes, Reject' }));
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('This can no longer be undone.')).toBeVisible();
  });
});
