import { screen, waitFor, within } from '@testing-library/react';
import { callsTo, failure, openScreen } from '../../../testing/dashboard.js';
import type { FakeRoutes } from '../../../testing/fake-gateway.js';
import { buildDesk, buildEditedPost } from '../../../testing/post-desk.js';
import type { EditedPost } from '@site/proto/content/v1/posts.answers';

const list = 'GET /admin/main/post';
const draft = 'POST /admin/main/post/draft';
const removal = 'GET /admin/main/post/delete/p1';

function house(posts: EditedPost[]) {
  const state = { posts };
  const routes: FakeRoutes = {
    [list]: ({ query }) => ({
      data: state.posts.filter(
        ({ title, status }) =>
          title.includes(query.get('q') ?? '') && (!query.has('status') || status === query.get('status')),
      ),
      next_cursor: null,
    }),
    [draft]: () => {
      const made = buildEditedPost('new', { title: '', status: 'draft', published_at: null, revision: 0 });
      state.posts = [made, ...state.posts];
      return { data: buildDesk({ post: made }) };
    },
    'GET /admin/main/post/new': { data: buildDesk({ post: buildEditedPost('new', { status: 'draft' }) }) },
    'GET /admin/main/post/p1': { data: buildDesk({ post: buildEditedPost('p1') }) },
    [removal]: () => {
      state.posts = state.posts.filter(({ id }) => id !== 'p1');
      return { data: null };
    },
  };
  return { routes, state };
}
const open = (routes: FakeRoutes, search = '') => openScreen(`/dashboard/blog${search}`, routes);
const cardOf = async (title: string) => {
  const card = (await screen.findByRole('heading', { name: title, level: 2 })).closest('li');
  if (!card) throw new Error('the post stands in no card');
  return within(card);
};

describe('the posts', () => {
  it('are shown as cards with the first 100 characters and a link to the public page', async () => {
    const exact = `${'d'.repeat(99)}!`;
    await open(
      house([buildEditedPost('p1', { description: exact }), buildEditedPost('p2', { description: `${exact}!` })])
        .routes,
    );
    const card = await cardOf('Title p1');
    expect(card.getByText(exact)).toBeVisible();
    expect(card.getByRole('link', { name: /View on the site/ })).toHaveAttribute('href', '/blogdetail?id=p1');
    expect((await cardOf('Title p2')).getByText(`${exact}…`)).toBeVisible();
  });

  it('show their status', async () => {
    await open(
      house([
        buildEditedPost('p1', { has_changes: true }),
        buildEditedPost('p2', { status: 'scheduled', publish_at: '2026-11-26T13:30:00Z' }),
        buildEditedPost('p3', { status: 'draft', title: '', published_at: null }),
        buildEditedPost('p4', { status: 'unlisted' }),
      ]).routes,
    );
    const published = await cardOf('Title p1');
    expect(published.getByText('Published')).toBeVisible();
    expect(published.getByText('Unpublished changes')).toBeVisible();
    const scheduled = await cardOf('Title p2');
    expect(scheduled.getByText('Scheduled for November 26, 2026 at 7:30 AM CST')).toBeVisible();
    expect(scheduled.queryByRole('link', { name: /View on the site/ })).not.toBeInTheDocument();
    expect((await cardOf('Untitled')).getByText('Draft')).toBeVisible();
    expect((await cardOf('Title p4')).getByText('Unlisted')).toBeVisible();
  });

  it('show empty, loading and error states', async () => {
    const empty = await open(house([]).routes);
    expect(await screen.findByText(/There are no blog posts yet/)).toHaveTextContent(
      'There are no blog posts yet. Click Create New to write the first one.',
    );
    empty.unmount();
    const waiting = await open({ [list]: 'no answer' });
    expect(screen.getByText('Loading the posts').parentElement?.querySelectorAll(':scope > span')).toHaveLength(1 + 3);
    waiting.unmount();
    await open({ [list]: failure(503, 'A part is down.') });
    expect(await screen.findByRole('alert')).toHaveTextContent('We couldn’t load the posts. Try again.A part is down.');
  });

  it('are searched, with the words in the address', async () => {
    const { user, router, calls } = await open(house([buildEditedPost('p1'), buildEditedPost('p2')]).routes);
    await cardOf('Title p1');
    await user.type(screen.getByLabelText('Search posts'), 'p2');
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'Title p1' })).not.toBeInTheDocument());
    await cardOf('Title p2');
    expect(router.state.location.search).toBe('?q=p2');
    expect(callsTo(calls, list).at(-1)?.query.toString()).toBe('q=p2');
    await user.type(screen.getByLabelText('Search posts'), 'zzz');
    expect(await screen.findByText('No posts match “p2zzz”.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Clear the search' }));
    await cardOf('Title p1');
    expect(router.state.location.search).toBe('');
  });

  it('are filtered by status, kept in the address', async () => {
    const posts = [buildEditedPost('p1'), buildEditedPost('p2', { status: 'draft' })];
    const { user, router } = await open(house(posts).routes, '?status=draft');
    await cardOf('Title p2');
    expect(screen.queryByRole('heading', { name: 'Title p1' })).not.toBeInTheDocument();
    await user.selectOptions(screen.getByLabelText('Filter by status'), 'Scheduled');
    expect(await screen.findByText('No posts have this status.')).toBeVisible();
    expect(router.state.location.search).toBe('?status=scheduled');
    await user.selectOptions(screen.getByLabelText('Filter by status'), 'All posts');
    await cardOf('Title p1');
    expect(router.state.location.search).toBe('');
  });

  it('load the next page by its cursor', async () => {
    const { user, calls } = await open({
      [list]: ({ query }) =>
        query.get('cursor') === 'c1'
          ? { data: [buildEditedPost('p2')], next_cursor: null }
          : { data: [buildEditedPost('p1')], next_cursor: 'c1' },
    });
    await user.click(await screen.findByRole('button', { name: 'Show more' }));
    await cardOf('Title p2');
    expect(callsTo(calls, list).map(({ query }) => query.toString())).toEqual(['', 'cursor=c1']);
  });
});

describe('a new post', () => {
  it('is created once with the signed-in user as author, and opened', async () => {
    const { user, calls, router } = await open(house([buildEditedPost('p1')]).routes);
    await user.dblClick(screen.getByRole('button', { name: 'Create New' }));
    await waitFor(() => expect(router.state.location.search).toBe('?post=new'));
    // A second click may be sent; its idempotency key makes it harmless.
    expect(new Set(callsTo(calls, draft).map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
    expect(JSON.parse(String(callsTo(calls, draft)[0]?.body))).toEqual({ values: { author: 'Ada Lovelace' } });
    expect(callsTo(calls, draft)[0]?.headers['idempotency-key']).toBeTruthy();
  });

  it('shows why it couldn’t be created, and keeps its idempotency key on retry', async () => {
    const { routes } = house([]);
    const { [draft]: works } = routes;
    routes[draft] = failure(503, 'A part is down.');
    const { user, calls } = await open(routes);
    await user.click(screen.getByRole('button', { name: 'Create New' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('We couldn’t create the post.A part is down.');
    routes[draft] = works!;
    await user.click(screen.getByRole('button', { name: 'Create New' }));
    await waitFor(() => expect(callsTo(calls, draft)).toHaveLength(2));
    const [first, second] = callsTo(calls, draft).map(({ headers }) => headers['idempotency-key']);
    expect(second).toBe(first);
  });
});

it('Edit opens the desk', async () => {
  const { user, router } = await open(house([buildEditedPost('p1')]).routes);
  await user.click((await cardOf('Title p1')).getByRole('button', { name: 'Edit' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Edit Blog Post' })).toBeVisible();
  expect(router.state.location.search).toBe('?post=p1');
});

describe('a deletion', () => {
  it('asks first, removes the post with one request, and can be undone', async () => {
    const { routes, state } = house([buildEditedPost('p1')]);
    routes['POST /admin/main/trash/post/p1/restore'] = () => {
      state.posts = [buildEditedPost('p1')];
      return { data: null };
    };
    const { user, calls } = await open(routes);
    await user.click((await cardOf('Title p1')).getByRole('button', { name: 'Delete' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete Blog?' }));
    await user.dblClick(dialog.getByRole('button', { name: 'Yes, Delete' }));
    expect(await screen.findByText(/There are no blog posts yet/)).toBeVisible();
    expect(callsTo(calls, removal)).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await cardOf('Title p1');
  });

  it('warns that a planned newsletter will be on hold', async () => {
    const { routes } = house([buildEditedPost('p1')]);
    routes['GET /admin/main/post/p1/campaign'] = {
      data: { state: 'planned', scheduled_at: '2026-11-26T13:30:00Z' },
    };
    const { user } = await open(routes);
    await user.click((await cardOf('Title p1')).getByRole('button', { name: 'Delete' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete Blog?' }));
    expect(
      await dialog.findByText(
        'The newsletter about this post is scheduled for November 26, 2026 at 7:30 AM CST. It will be on hold until the post is back on the site.',
      ),
    ).toBeVisible();
  });

  it('shows an error when it fails', async () => {
    const { routes } = house([buildEditedPost('p1')]);
    routes[removal] = failure(503, 'A part is down.');
    const { user } = await open(routes);
    await user.click((await cardOf('Title p1')).getByRole('button', { name: 'Delete' }));
    await user.click(await screen.findByRole('button', { name: 'Yes, Delete' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'We couldn’t delete the post. Try again.A part is down.',
    );
  });
});
