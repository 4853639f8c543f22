import { act, screen, waitFor, within } from '@testing-library/react';
import { failure, openScreen } from '@/testing/dashboard.js';
import type { FakeResponse } from '@/testing/fake-gateway.js';
import {
  buildImage,
  buildSnapshot,
  cardNames,
  cardOf,
  decisions,
  decisionsTogether,
  house,
  listAddress,
  openPending,
} from '@/testing/moderation.js';

describe('several photos at once', () => {
  const three = () => [buildSnapshot('p1'), buildSnapshot('p2'), buildSnapshot('p3')];
  const select = async (user: Awaited<ReturnType<typeof openScreen>>['user'], ...names: string[]) => {
    for (const name of names) {
      await user.click((await cardOf(name)).card.getByRole('checkbox', { name: `Select the photo by ${name} Field` }));
    }
  };
  const bar = () => within(screen.getByRole('group', { name: 'Selected photos' }));

  it('are approved with one confirmation and one request', async () => {
    const { user, calls } = await openPending(house(three()).routes);
    await select(user, 'p1', 'p3');
    expect(bar().getByRole('status')).toHaveTextContent('2 photos selected');
    await user.click(bar().getByRole('button', { name: 'Approve 2' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Approve 2 Requests?' }));
    await user.dblClick(dialog.getByRole('button', { name: 'Yes, Approve' }));
    await waitFor(() => expect(cardNames()).toEqual(['p2']));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(decisionsTogether(calls)).toEqual([{ decision: 'approve', ids: ['p1', 'p3'], reason: '' }]);
    expect(decisions(calls)).toEqual([]);
    expect(screen.getByText('Approved 2 photos.')).toBeVisible();
    expect(screen.queryByRole('group', { name: 'Selected photos' })).not.toBeInTheDocument();
  });

  it('are selected with X, all at a time, and deselected', async () => {
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
      routes[`GET ${listAddress}/undo/${id}`] = () => {
        const [back] = all.filter((one) => one.id === id);
        state.pending = [back!, ...state.pending];
        return { data: back };
      };
    }
    const { user, calls } = await openPending(routes);
    await select(user, 'p1', 'p2');
    await user.click(bar().getByRole('button', { name: 'Reject 2' }));
    await user.type(await screen.findByLabelText('Reason (optional)'), 'Blurred{Enter}');
    await waitFor(() => expect(cardNames()).toEqual(['p3']));
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(cardNames().sort()).toEqual(['p1', 'p2', 'p3']));
    expect(decisionsTogether(calls)).toEqual([
      { decision: 'reject', ids: ['p1', 'p2'], reason: 'Blurred' },
      { decision: 'undo', ids: ['p1', 'p2'], reason: '' },
    ]);
    expect(screen.queryByRole('group', { name: 'Selected photos' })).not.toBeInTheDocument();
    expect(screen.getByText('They’re back.')).toBeVisible();
  });

  it('skip those that can’t be approved yet', async () => {
    const inWork = buildSnapshot('p2', { picture: buildImage('x', { state: 'processing', sizes: [] }) });
    const { user } = await openPending(house([buildSnapshot('p1'), inWork]).routes);
    await select(user, 'p1', 'p2');
    await user.click(bar().getByRole('button', { name: 'Approve 1' }));
    expect(await screen.findByRole('dialog', { name: 'Approve 1 Request?' })).toBeVisible();
  });

  it('stay selected with the reason when they fail', async () => {
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
      '1 photo couldn’t be approved.The photo store does not answer.p2 Field, Conway',
    );
    routes[address] = working;
    await user.click(dialog.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(cardNames()).toEqual(['p3']);
  });

  it('are listed on failure, grouped by reason', async () => {
    const { routes } = house(three());
    routes[`GET ${listAddress}/approve/p1`] = failure(409, 'This snapshot was already rejected.');
    routes[`GET ${listAddress}/approve/p2`] = failure(503, 'The photo store does not answer.');
    routes[`GET ${listAddress}/approve/p3`] = failure(503, 'The photo store does not answer.');
    const { user } = await openPending(routes);
    await select(user, 'p1', 'p2', 'p3');
    await user.click(bar().getByRole('button', { name: 'Approve 3' }));
    await user.click(await screen.findByRole('button', { name: 'Yes, Approve' }));
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent(
      [
        '3 photos couldn’t be approved.',
        'This snapshot was already rejected.',
        'p1 Field, Conway',
        'The photo store does not answer.',
        'p2 Field, Conway',
        'p3 Field, Conway',
      ].join(''),
    );
  });

  it('show progress, and send unprocessed photos again', async () => {
    const { routes, state } = house(three());
    state.decidedAtOnce = 2;
    const address = `GET ${listAddress}/approve/p3`;
    const working = routes[address] as () => FakeResponse;
    let goOn = () => {};
    routes[address] = async () => {
      await new Promise<void>((resolve) => (goOn = resolve));
      return working();
    };
    const { user, calls } = await openPending(routes);
    await select(user, 'p1', 'p2', 'p3');
    await user.click(bar().getByRole('button', { name: 'Approve 3' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Approve 3 Requests?' }));
    await user.click(dialog.getByRole('button', { name: 'Yes, Approve' }));
    expect(await dialog.findByText('2 of 3 done')).toBeVisible();
    await waitFor(() => expect(decisionsTogether(calls)).toHaveLength(2));
    goOn();
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(decisionsTogether(calls).map(({ ids }) => ids)).toEqual([['p1', 'p2', 'p3'], ['p3']]);
    expect(screen.getByText('Approved 3 photos.')).toBeVisible();
  });

  it('stay selected without a response, and can be retried', async () => {
    const { routes } = house(three());
    const address = `POST ${listAddress}/decide`;
    const working = routes[address]!;
    routes[address] = 'network failure';
    const { user } = await openPending(routes);
    await select(user, 'p1', 'p2');
    await user.click(bar().getByRole('button', { name: 'Approve 2' }));
    await user.click(await screen.findByRole('button', { name: 'Yes, Approve' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('2 photos couldn’t be approved.');
    routes[address] = working;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(cardNames()).toEqual(['p3']));
  });

  it('are deleted together in the approved list', async () => {
    const approved = [buildSnapshot('a1', { status: 'approved' }), buildSnapshot('a2', { status: 'approved' })];
    const { user, calls } = await openScreen('/dashboard/snapshot', house([], approved).routes);
    await select(user, 'a1', 'a2');
    await user.click(bar().getByRole('button', { name: 'Delete 2' }));
    await user.click(await screen.findByRole('button', { name: 'Yes, Delete' }));
    expect(await screen.findByText('There are no approved snapshots')).toBeVisible();
    expect(decisionsTogether(calls)).toEqual([{ decision: 'delete', ids: ['a1', 'a2'], reason: '' }]);
  });

  it('are processed after signing in again when the session has ended', async () => {
    const { routes } = house(three());
    for (const id of ['p1', 'p2']) {
      const address = `GET ${listAddress}/approve/${id}`;
      const working = routes[address] as () => FakeResponse;
      routes[address] = ({ headers }) =>
        headers.authorization === 'Bearer t2' ? working() : failure(401, 'Your session has ended.');
    }
    routes['POST /admin/auth/login'] = {
      data: { type: 'admin', id: 'ada', token: 't2', name: 'Ada', email: 'ada@example.com' },
    };
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
