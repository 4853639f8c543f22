import { screen, within } from '@testing-library/react';
import { openScreen } from '@/testing/dashboard.js';
import { buildSnapshot, cardOf, house, listAddress, openPending } from '@/testing/moderation.js';

const rejected = buildSnapshot('old', {
  status: 'rejected',
  reject_reason: 'The photo is blurred.',
  decided_by_name: 'Mo',
});
const savedReason = { id: 's1', title: 'Blurred', text: 'The photo is blurred.' };

it('shows what else came from the sender', async () => {
  const { routes } = house([buildSnapshot('p1'), buildSnapshot('p2')]);
  routes[`GET ${listAddress}/history/p1`] = { data: { snapshots: [rejected], approved: 4, rejected: 1, pending: 0 } };
  routes[`GET ${listAddress}/history/p2`] = { data: { snapshots: [], approved: 0, rejected: 0, pending: 0 } };
  const { user } = await openPending(routes);
  await user.click((await cardOf('p1')).opener);
  await user.click(await screen.findByText('Other photos from this address: 4 approved, 1 rejected, 0 pending'));
  const [photo] = within(screen.getByRole('list', { name: 'Other photos from this address' })).getAllByRole('listitem');
  expect(photo).toHaveTextContent(/Rejected .* by Mo.*Reason: The photo is blurred\./);
  await user.keyboard('{ArrowRight}');
  expect(await screen.findByText('No other photos from this address.')).toBeVisible();
});

it.each([
  ['/dashboard/snapshot?tab=decisions', 'admin'],
  ['/moderate?tab=decisions', 'moderator'],
])('lists past decisions at %s', async (path, role) => {
  const { routes } = house([]);
  routes[`GET ${listAddress}/decisions`] = ({ query }) => ({
    data: query.get('q') ? [] : [rejected],
    next_cursor: null,
  });
  const { user } = await openScreen(path, routes, role);
  const list = within(await screen.findByRole('list', { name: 'Decisions' }));
  expect(list.getByRole('listitem')).toHaveTextContent('old@example.com');
  expect(screen.getByText('1 decision, latest first')).toBeVisible();
  await user.type(screen.getByLabelText('Search photos'), 'hail');
  expect(await screen.findByText('No decisions match “hail”.')).toBeVisible();
});

it('fills in a saved reason', async () => {
  const { routes } = house([buildSnapshot('p1')]);
  routes['GET /admin/main/saved-texts'] = ({ query }) => ({
    data: query.get('kind') === 'reason' ? [savedReason] : [],
  });
  const { user } = await openPending(routes);
  await user.click((await cardOf('p1')).opener);
  await user.click(await screen.findByRole('button', { name: 'Reject with a reason…' }));
  const question = within(screen.getByRole('dialog', { name: 'Reject Request?' }));
  await user.click(await question.findByText('Saved reasons (1)'));
  await user.click(question.getByRole('button', { name: /^Blurred/ }));
  expect(question.getByLabelText('Reason (optional)')).toHaveValue('The photo is blurred.');
});
