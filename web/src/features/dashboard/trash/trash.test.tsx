import type { TrashItem } from '@site/proto/trash/v1/trash.responses';
import { screen, waitFor, within } from '@testing-library/react';
import { callsTo, failure, openScreen } from '@/testing/dashboard.js';
import type { FakeRoutes } from '@/testing/fake-gateway.js';
import { timeLeft, timeLeftText } from './trash-page.js';

const address = 'GET /admin/main/trash';
const dayMs = 86_400_000;
const buildItem = (id: string, change: Partial<TrashItem> = {}): TrashItem => ({
  type: 'post',
  id,
  title: `Title of ${id}`,
  detail: '',
  deleted_at: new Date(Date.now() - 2 * dayMs - 60_000).toISOString(),
  purge_at: new Date(Date.now() + 28 * dayMs - 60_000).toISOString(),
  ...change,
});
const restoreOf = ({ type, id }: TrashItem) => `POST /admin/main/trash/${type}/${id}/restore`;

function house(items: TrashItem[]) {
  const state = { items };
  const routes: FakeRoutes = { [address]: () => ({ data: state.items, next_cursor: null }) };
  for (const item of items) {
    routes[restoreOf(item)] = () => {
      state.items = state.items.filter((one) => one !== item);
      return { data: null };
    };
  }
  return routes;
}

describe('the trash', () => {
  it('shows what was deleted, when, and how long it is kept', async () => {
    await openScreen(
      '/dashboard/trash',
      house([
        buildItem('p1'),
        buildItem('m1', {
          type: 'contact',
          title: 'Maria',
          detail: 'A tree fell',
          purge_at: new Date(Date.now() + 3_600_000).toISOString(),
        }),
      ]),
    );
    const [first, second] = within(await screen.findByRole('list', { name: 'Deleted' })).getAllByRole('listitem');
    expect(first).toHaveTextContent('Blog postTitle of p1Deleted 2 days ago27 days left');
    expect(second).toHaveTextContent('MessageMariaA tree fell');
    expect(second).toHaveTextContent('Less than a day left');
  });

  it('restores an item with one request and focuses the list', async () => {
    const items = [buildItem('p1'), buildItem('f1', { type: 'faq' })];
    const { user, calls } = await openScreen('/dashboard/trash', house(items));
    const [restore] = await screen.findAllByRole('button', { name: 'Restore' });
    expect(restore).toHaveAccessibleDescription('Title of p1');
    await user.click(restore!);
    await waitFor(() => expect(screen.getAllByRole('button', { name: 'Restore' })).toHaveLength(1));
    expect(callsTo(calls, restoreOf(items[0]!))).toHaveLength(1);
    expect(callsTo(calls, restoreOf(items[0]!))[0]?.headers).toMatchObject({ authorization: 'Bearer t' });
    expect(screen.getByText('Restored: Blog post “Title of p1”.')).toBeVisible();
    expect(screen.getByRole('list', { name: 'Deleted' })).toHaveFocus();
  });

  it('says why an item can’t be restored', async () => {
    const item = buildItem('h1', { type: 'header' });
    const routes = house([item]);
    routes[restoreOf(item)] = failure(409, 'There is another header now. Delete it first.');
    const { user } = await openScreen('/dashboard/trash', routes);
    await user.click(await screen.findByRole('button', { name: 'Restore' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'We couldn’t restore it.There is another header now. Delete it first.',
    );
    expect(screen.getByRole('button', { name: 'Restore' })).toBeVisible();
  });

  it('shows a busy state', async () => {
    const item = buildItem('p1');
    const routes = house([item]);
    routes[restoreOf(item)] = 'no answer';
    const { user } = await openScreen('/dashboard/trash', routes);
    await user.click(await screen.findByRole('button', { name: 'Restore' }));
    expect(await screen.findByRole('button', { name: 'Restoring…' })).toHaveAttribute('aria-disabled', 'true');
  });

  it('loads the next page by its cursor', async () => {
    const { user } = await openScreen('/dashboard/trash', {
      [address]: ({ query }) =>
        query.get('cursor') === 'c1'
          ? { data: [buildItem('p2')], next_cursor: null }
          : { data: [buildItem('p1')], next_cursor: 'c1' },
    });
    await user.click(await screen.findByRole('button', { name: 'Show more' }));
    expect(await screen.findByText('Title of p2')).toBeVisible();
    expect(screen.getByText('Title of p1')).toBeVisible();
  });

  it('shows empty, loading and error states', async () => {
    const empty = await openScreen('/dashboard/trash', house([]));
    expect(await screen.findByText('The trash is empty.')).toBeVisible();
    empty.unmount();
    const waiting = await openScreen('/dashboard/trash', { [address]: 'no answer' });
    expect(screen.getByText('Loading the trash')).toBeInTheDocument();
    waiting.unmount();
    await openScreen('/dashboard/trash', { [address]: failure(503, 'A part is down.') });
    expect(await screen.findByRole('alert')).toHaveTextContent('We couldn’t load the trash.A part is down.');
  });
});

describe('the remaining time', () => {
  const item = buildItem('x', { deleted_at: '2026-11-01T00:00:00Z', purge_at: '2026-12-01T00:00:00Z' });
  it.each([
    ['2026-11-01T00:00:00Z', 30, 1, '30 days left'],
    ['2026-11-16T00:00:00Z', 15, 0.5, '15 days left'],
    ['2026-11-29T12:00:00Z', 1, 0.05, '1 day left'],
    ['2026-12-02T00:00:00Z', 0, 0, 'Less than a day left'],
  ])('at %s is %p days', (now, days, share, text) => {
    const left = timeLeft(item, Date.parse(now));
    expect(left.days).toBe(days);
    expect(left.share).toBeCloseTo(share);
    expect(timeLeftText(left.days)).toBe(text);
  });
});
