import { screen, waitFor, within } from '@testing-library/react';
import { callsTo, failure, openScreen } from '@/testing/dashboard.js';
import type { FakeRoutes } from '@/testing/fake-gateway.js';
import { buildPostEditorData, buildEditedPost, buildSavedRevision } from '@/testing/post-editing.js';
import type { EditedPost } from '@site/proto/content/v1/posts.responses';
import type { RevisionInput } from '@site/proto/content/v1/posts.schema';

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
    'GET /admin/main/post/filters': { data: { authors: ['Ada', 'Nora'], tags: ['ice'] } },
    [draft]: () => {
      const made = buildEditedPost('new', { title: '', status: 'draft', published_at: null, revision: 0 });
      state.posts = [made, ...state.posts];
      return { data: buildPostEditorData({ post: made }) };
    },
    'GET /admin/main/post/new': { data: buildPostEditorData({ post: buildEditedPost('new', { status: 'draft' }) }) },
    'GET /admin/main/post/p1': { data: buildPostEditorData({ post: buildEditedPost('p1') }) },
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
    expect((await cardOf('Text of p3')).getByText('Draft')).toBeVisible();
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

  it('show what was autosaved of a draft, by whom, in place of a missing title', async () => {
    const autosaved = { title: '', excerpt: 'It comes from the west.', created_at: '2026-11-20T18:00:00Z' };
    await open(house([buildEditedPost('p1', { status: 'draft', title: '', autosaved, edited_by: 'Nora' })]).routes);
    const card = await cardOf('It comes from the west.');
    expect(card.getByText(/^Autosaved/)).toHaveTextContent(/^Autosaved .+ by Nora$/);
  });

  it('are a list or cards, as last chosen', async () => {
    const { routes } = house([buildEditedPost('p1', { tags: ['ice', 'roads'] })]);
    const { user, unmount } = await open(routes);
    await cardOf('Title p1');
    expect(screen.getByRole('button', { name: 'Cards' })).toHaveAttribute('aria-pressed', 'true');
    await user.click(screen.getByRole('button', { name: 'List' }));
    expect((await cardOf('Title p1')).getByText('ice, roads')).toBeVisible();
    unmount();
    await open(routes);
    expect((await cardOf('Title p1')).getByText('ice, roads')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Cards' }));
  });

  it('are filtered by author and tag, and sorted', async () => {
    const { user, calls } = await open(house([buildEditedPost('p1')]).routes);
    await cardOf('Title p1');
    await user.selectOptions(await screen.findByLabelText('Filter by author'), await screen.findByText('Nora'));
    await user.selectOptions(screen.getByLabelText('Filter by tag'), 'ice');
    await user.selectOptions(screen.getByLabelText('Sort'), 'By title');
    await waitFor(() =>
      expect(Object.fromEntries(callsTo(calls, list).at(-1)?.query ?? [])).toEqual({
        author: 'Nora',
        tag: 'ice',
        sort: 'title',
      }),
    );
    expect(await screen.findByText('1 post, by title')).toBeVisible();
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

describe('several selected posts', () => {
  const publish = (id: string) => `POST /admin/main/post/${id}/publish`;

  async function select(routes: FakeRoutes, ...titles: string[]) {
    const app = await open(routes);
    for (const title of titles)
      await app.user.click(await screen.findByRole('checkbox', { name: `Select “${title}”` }));
    return app;
  }
  const confirm = async (user: Awaited<ReturnType<typeof open>>['user'], title: string, button: string) => {
    const dialog = within(await screen.findByRole('dialog', { name: title }));
    await user.click(dialog.getByRole('button', { name: button }));
    return dialog;
  };

  it('are published, with the reason for each that couldn’t be', async () => {
    const unpublished = { status: 'draft', published_at: null } as const;
    const { routes } = house([
      buildEditedPost('p1', unpublished),
      buildEditedPost('p2', { ...unpublished, title: '', description: 'First words' }),
      buildEditedPost('p3'),
    ]);
    routes[publish('p1')] = { data: buildEditedPost('p1') };
    routes[publish('p2')] = failure(400, 'Title is required');
    const { user, calls } = await select(routes, 'Title p1', 'First words', 'Title p3');
    await user.click(screen.getByRole('button', { name: 'Publish 2' }));
    const dialog = await confirm(user, 'Publish 2 Posts?', 'Yes, Publish');
    expect(await dialog.findByText('“First words”: Title is required')).toBeVisible();
    expect(screen.getByText('1 post published.')).toBeVisible();
    expect(JSON.parse(String(callsTo(calls, publish('p1'))[0]?.body))).toEqual({
      revision: 1,
      status: 'published',
      publish_at: '',
      send_newsletter: false,
    });
    expect(callsTo(calls, publish('p3'))).toEqual([]);
    routes[publish('p2')] = { data: buildEditedPost('p2') };
    await user.click(dialog.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(callsTo(calls, publish('p1'))).toHaveLength(1);
  });

  it('get a tag without losing unsaved text, and are published again only without other changes', async () => {
    const { routes } = house([buildEditedPost('p1'), buildEditedPost('p2', { has_changes: true })]);
    routes['GET /admin/main/post/p2'] = {
      data: buildPostEditorData({ post: buildEditedPost('p2', { has_changes: true }) }),
    };
    for (const id of ['p1', 'p2']) {
      routes[`PUT /admin/main/post/${id}/revision`] = { data: buildSavedRevision({ revision: 2 }) };
      routes[publish(id)] = { data: buildEditedPost(id) };
    }
    const { user, calls } = await select(routes, 'Title p1', 'Title p2');
    await user.click(screen.getByRole('button', { name: 'Tag 2' }));
    const dialog = await confirm(user, 'Tag 2 Posts?', 'Yes, Tag');
    expect(dialog.getByText('Tag is required')).toBeVisible();
    await user.type(dialog.getByLabelText('Tag'), ' ice ');
    await user.click(dialog.getByRole('button', { name: 'Yes, Tag' }));
    expect(await screen.findByText('2 posts tagged.')).toBeVisible();
    const saved = JSON.parse(String(callsTo(calls, 'PUT /admin/main/post/p1/revision')[0]?.body)) as RevisionInput;
    expect(saved).toMatchObject({ kind: 'saved', base_revision: 1, replaces: '', values: { tags: ['ice'] } });
    expect(saved.tab).not.toBe('');
    expect(callsTo(calls, publish('p1'))).toHaveLength(1);
    expect(callsTo(calls, publish('p2'))).toEqual([]);
  });

  it('are deleted, and come back with Undo', async () => {
    const { routes } = house([buildEditedPost('p1'), buildEditedPost('p2')]);
    routes['GET /admin/main/post/delete/p2'] = { data: null };
    for (const id of ['p1', 'p2']) routes[`POST /admin/main/trash/post/${id}/restore`] = { data: null };
    const { user, calls } = await select(routes, 'Title p1', 'Title p2');
    await user.click(screen.getByRole('button', { name: 'Delete 2' }));
    await confirm(user, 'Delete 2 Posts?', 'Yes, Delete');
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('They’re back.')).toBeVisible();
    expect(callsTo(calls, 'POST /admin/main/trash/post/p2/restore')).toHaveLength(1);
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
