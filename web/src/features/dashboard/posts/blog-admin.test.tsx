import { screen, waitFor, within } from '@testing-library/react';
import { buildPost } from '../../../testing/builders.js';
import { buildEditedPicture, callsTo, failure, fieldsOf, openScreen } from '../../../testing/dashboard.js';
import type { FakeRoutes } from '../../../testing/fake-gateway.js';
import type { EditedPost } from '@site/proto/content/v1/posts.answers';

const list = 'GET /admin/main/post';
const create = 'POST /admin/main/post/create';
const editByGet = 'GET /admin/main/post/edit';
const editByPost = 'POST /admin/main/post/edit';
const removal = 'GET /admin/main/post/delete/p1';
const buildAdminPost = (id: string, change: Partial<EditedPost> = {}): EditedPost => ({
  ...buildPost({ id, title: `Title ${id}`, description: `Text of ${id}` }),
  picture: null,
  updated_at: '2026-11-20T18:00:00Z',
  version: 5,
  ...change,
});
const photo = () => new File(['bytes'], 'cover.png', { type: 'image/png' });

function house(posts: EditedPost[]) {
  const state = { posts };
  const change = (id: string | null | undefined, title: string | null | undefined) => {
    state.posts = state.posts.map((post) => (post.id === id ? { ...post, title: title ?? '' } : post));
    return { data: state.posts.find((post) => post.id === id) };
  };
  const routes: FakeRoutes = {
    [list]: ({ query }) => ({
      data: state.posts.filter(({ title }) => title.includes(query.get('q') ?? '')),
      next_cursor: null,
    }),
    [create]: (call) => {
      const { title = '', description = '' } = fieldsOf(call);
      state.posts = [buildAdminPost('new', { title, description, version: 1 }), ...state.posts];
      return { data: state.posts[0] };
    },
    [editByGet]: ({ query }) => change(query.get('postId'), query.get('title')),
    [editByPost]: (call) => change(fieldsOf(call)['postId'], fieldsOf(call)['title']),
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
  it('stand in cards with the first 100 characters and the way to the public page', async () => {
    const exact = `${'d'.repeat(99)}!`;
    await open(
      house([buildAdminPost('p1', { description: exact }), buildAdminPost('p2', { description: `${exact}!` })]).routes,
    );
    const card = await cardOf('Title p1');
    expect(card.getByText(exact)).toBeVisible();
    expect(card.getByRole('link', { name: /View on the site/ })).toHaveAttribute('href', '/blogdetail?id=p1');
    expect((await cardOf('Title p2')).getByText(`${exact}…`)).toBeVisible();
  });

  it('say that there are none, that they load, and that they could not be loaded', async () => {
    const empty = await open(house([]).routes);
    expect(await screen.findByText(/There are no blog posts yet/)).toHaveTextContent(
      'There are no blog posts yet. Click Create New to write the first one.',
    );
    empty.unmount();
    const waiting = await open({ [list]: 'no answer' });
    expect(screen.getByText('Loading the posts').parentElement?.children).toHaveLength(1 + 3);
    waiting.unmount();
    await open({ [list]: failure(503, 'A part is down.') });
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'The posts could not be loaded. Please try again.A part is down.',
    );
  });

  it('are searched, with the words in the address', async () => {
    const { user, router, calls } = await open(house([buildAdminPost('p1'), buildAdminPost('p2')]).routes);
    await cardOf('Title p1');
    await user.type(screen.getByLabelText('Search posts'), 'p2');
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'Title p1' })).not.toBeInTheDocument());
    await cardOf('Title p2');
    expect(router.state.location.search).toBe('?q=p2');
    expect(callsTo(calls, list).at(-1)?.query.toString()).toBe('q=p2');
    await user.type(screen.getByLabelText('Search posts'), 'zzz');
    expect(await screen.findByText('No post holds “p2zzz”.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Clear the search' }));
    await cardOf('Title p1');
    expect(router.state.location.search).toBe('');
  });

  it('show more by the cursor of the last page', async () => {
    const { user, calls } = await open({
      [list]: ({ query }) =>
        query.get('cursor') === 'c1'
          ? { data: [buildAdminPost('p2')], next_cursor: null }
          : { data: [buildAdminPost('p1')], next_cursor: 'c1' },
    });
    await user.click(await screen.findByRole('button', { name: 'Show more' }));
    await cardOf('Title p2');
    expect(callsTo(calls, list).map(({ query }) => query.toString())).toEqual(['', 'cursor=c1']);
  });
});

describe('a new post', () => {
  async function openNew(routes: FakeRoutes) {
    const app = await open(routes);
    await app.user.click(screen.getByRole('button', { name: 'Create New' }));
    return { ...app, dialog: within(await screen.findByRole('dialog', { name: 'Create Blog Post' })) };
  }

  it('has the four fields, and needs title and description', async () => {
    const { user, calls, dialog } = await openNew(house([]).routes);
    for (const label of ['Cover Image', 'Blog Title', 'URL', 'Description']) {
      expect(dialog.getByLabelText(label)).toBeInTheDocument();
    }
    await user.type(dialog.getByLabelText('Blog Title'), '  ');
    await user.type(dialog.getByLabelText('URL'), 'javascript:alert(1)');
    await user.click(dialog.getByRole('button', { name: 'Create' }));
    expect(dialog.getByText('Title is required')).toBeVisible();
    expect(dialog.getByText('Description is required')).toBeVisible();
    expect(dialog.getByText('URL must be a web address, like https://example.com')).toBeVisible();
    expect(callsTo(calls, create)).toEqual([]);
  });

  it('is sent once, with its picture, and stands first', async () => {
    const { user, calls, dialog } = await openNew(house([buildAdminPost('p1')]).routes);
    await user.type(dialog.getByLabelText('Blog Title'), 'Storms');
    await user.type(dialog.getByLabelText('Description'), 'They come.');
    await user.upload(dialog.getByLabelText('Cover Image'), photo());
    await user.dblClick(dialog.getByRole('button', { name: 'Create' }));
    await cardOf('Storms');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(callsTo(calls, create)).toHaveLength(1);
    expect(fieldsOf(callsTo(calls, create)[0])).toEqual({
      title: 'Storms',
      description: 'They come.',
      url: '',
      image: 'cover.png',
    });
    expect(callsTo(calls, create)[0]?.headers['idempotency-key']).toBeTruthy();
    expect(screen.getByText('Published “Storms”.')).toBeVisible();
  });

  it('says that it is under way', async () => {
    const { routes } = house([]);
    routes[create] = 'no answer';
    const { user, dialog } = await openNew(routes);
    await user.type(dialog.getByLabelText('Blog Title'), 'Storms');
    await user.type(dialog.getByLabelText('Description'), 'They come.');
    await user.click(dialog.getByRole('button', { name: 'Create' }));
    expect(await dialog.findByRole('button', { name: 'Creating...' })).toHaveAttribute('aria-disabled', 'true');
  });

  it('that cannot be created says why and keeps what was typed', async () => {
    const { routes } = house([]);
    routes[create] = failure(503, 'A part is down.');
    const { user, dialog } = await openNew(routes);
    await user.type(dialog.getByLabelText('Blog Title'), 'Storms');
    await user.type(dialog.getByLabelText('Description'), 'They come.');
    await user.click(dialog.getByRole('button', { name: 'Create' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent('The post could not be created.A part is down.');
    expect(dialog.getByLabelText('Description')).toHaveValue('They come.');
  });
});

describe('an edit', () => {
  async function openEdit(post: EditedPost) {
    const { routes, state } = house([post]);
    const app = await open(routes);
    await app.user.click((await cardOf('Title p1')).getByRole('button', { name: 'Edit' }));
    return { ...app, routes, state, dialog: within(await screen.findByRole('dialog', { name: 'Edit Blog Post' })) };
  }
  const withCover = buildAdminPost('p1', {
    url: 'https://example.com/',
    image: '/media/p1.jpg',
    picture: buildEditedPicture(),
  });

  it('goes as the specification’s GET with all five fields and the version', async () => {
    const { user, calls, dialog } = await openEdit(withCover);
    expect(dialog.getByLabelText('URL')).toHaveValue('https://example.com/');
    expect(dialog.getByRole('img', { name: 'The present cover' })).toBeVisible();
    await user.type(dialog.getByLabelText('Blog Title'), ' & more');
    await user.click(dialog.getByRole('button', { name: 'Update' }));
    await cardOf('Title p1 & more');
    const [call] = callsTo(calls, editByGet);
    expect(Object.fromEntries(call!.query)).toEqual({
      postId: 'p1',
      title: 'Title p1 & more',
      description: 'Text of p1',
      url: 'https://example.com/',
      image: '/media/p1.jpg',
    });
    expect(call?.headers['if-match']).toBe('"5"');
    expect(callsTo(calls, editByPost)).toEqual([]);
  });

  it('goes as multipart POST with a new picture', async () => {
    const { user, calls, dialog } = await openEdit(withCover);
    await user.upload(dialog.getByLabelText('Cover Image'), photo());
    await user.click(dialog.getByRole('button', { name: 'Update' }));
    await waitFor(() => expect(callsTo(calls, editByPost)).toHaveLength(1));
    expect(fieldsOf(callsTo(calls, editByPost)[0])).toEqual({
      postId: 'p1',
      title: 'Title p1',
      description: 'Text of p1',
      url: 'https://example.com/',
      image: 'cover.png',
    });
    expect(callsTo(calls, editByPost)[0]?.headers['if-match']).toBe('"5"');
    expect(callsTo(calls, editByGet)).toEqual([]);
  });

  it('changes from GET to POST where the query is longer than 2,000 characters', async () => {
    const rest = new URLSearchParams({ postId: 'p1', title: 'Title p1', description: '', url: '', image: '' });
    const room = 2_000 - rest.toString().length;
    for (const [length, address] of [
      [room, editByGet],
      [room + 1, editByPost],
    ] as const) {
      const { user, calls, dialog, unmount } = await openEdit(buildAdminPost('p1', { description: 'x' }));
      await user.clear(dialog.getByLabelText('Description'));
      await user.click(dialog.getByLabelText('Description'));
      await user.paste('y'.repeat(length));
      await user.click(dialog.getByRole('button', { name: 'Update' }));
      await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
      expect(calls.filter(({ path }) => path.endsWith('/edit')).map(({ method, path }) => `${method} ${path}`)).toEqual(
        [address],
      );
      unmount();
    }
  });

  it('takes the picture away by the word that says so', async () => {
    const { user, calls, dialog } = await openEdit(withCover);
    await user.click(dialog.getByRole('button', { name: 'Remove picture' }));
    await user.click(dialog.getByRole('button', { name: 'Update' }));
    await waitFor(() => expect(callsTo(calls, editByGet)).toHaveLength(1));
    expect(callsTo(calls, editByGet)[0]?.query.get('image')).toBe('remove');
  });

  it('of a post that somebody else changed keeps the text and offers the latest version', async () => {
    const { user, routes, dialog } = await openEdit(withCover);
    routes[editByGet] = failure(409, 'Someone else changed this in the meantime. Reload to see the latest version.');
    await user.type(dialog.getByLabelText('Blog Title'), '!');
    await user.click(dialog.getByRole('button', { name: 'Update' }));
    expect(
      await dialog.findByText('Someone else changed this in the meantime. Reload to see the latest version.'),
    ).toBeVisible();
    expect(dialog.getByLabelText('Blog Title')).toHaveValue('Title p1!');
    expect(dialog.getByRole('button', { name: 'Load the latest version' })).toBeVisible();
  });
});

describe('a deletion', () => {
  it('asks first, takes the post away with one call, and can be undone', async () => {
    const { routes, state } = house([buildAdminPost('p1')]);
    routes['POST /admin/main/trash/post/p1/restore'] = () => {
      state.posts = [buildAdminPost('p1')];
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

  it('that fails says so', async () => {
    const { routes } = house([buildAdminPost('p1')]);
    routes[removal] = failure(503, 'A part is down.');
    const { user } = await open(routes);
    await user.click((await cardOf('Title p1')).getByRole('button', { name: 'Delete' }));
    await user.click(await screen.findByRole('button', { name: 'Yes, Delete' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'The post could not be deleted. Please try again.A part is down.',
    );
  });
});
