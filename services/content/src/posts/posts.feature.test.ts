import { status } from '@grpc/grpc-js';
import { newId } from '@site/platform/base/ids';
import { encodeCursor } from '@site/platform/data/keyset';
import { pageBudgetBytes } from '@site/platform/data/lists';
import type { ListPostsResponse, Post as PostMessage } from '@site/proto/gen/nest/content/v1/posts';
import { Post } from './posts.feature.js';
import { builders, startContent, type TestContent } from '../testing/content.js';

describe('PostsService', () => {
  let content: TestContent;
  let build: ReturnType<typeof builders>;
  beforeAll(async () => {
    content = await startContent();
    build = builders(content.database);
  });
  afterAll(() => content.close());
  beforeEach(() => content.database.dataSource.query('DELETE FROM posts'));

  const list = (request: object) =>
    content.service.call<ListPostsResponse>('content.v1.PostsService', 'listPosts', request);
  const get = (id: string) => content.service.call<PostMessage>('content.v1.PostsService', 'getPost', { id });

  async function everyPage(limit: number) {
    const titles: string[] = [];
    let pages = 0;
    for (let cursor: string | undefined; ; pages += 1) {
      const response: ListPostsResponse = await list({ limit, cursor });
      titles.push(...response.posts.map(({ title }) => title));
      cursor = response.nextCursor;
      if (!cursor) return { titles, pages: pages + 1 };
    }
  }

  it('returns an empty list and no cursor when there is no post', async () => {
    await expect(list({ limit: 10 })).resolves.toEqual({ posts: [] });
  });

  it.each([0, -1, 101])('rejects a limit of %d', async (limit) => {
    await expect(list({ limit })).rejects.toMatchObject({ code: status.INVALID_ARGUMENT });
  });

  it.each([
    ['not base64url at all', '%%%'],
    ['without an id', Buffer.from('2026-01-01T00:00:00.000Z').toString('base64url')],
    ['with a foreign id', Buffer.from('2026-01-01T00:00:00.000Z|1 OR 1=1').toString('base64url')],
    ['with a time that is none', encodeCursor({ at: 'yesterday', id: newId() })],
    ['with a time that only JavaScript reads', encodeCursor({ at: '1', id: newId() })],
    ['with a day that does not exist', encodeCursor({ at: '2026-02-30T00:00:00.000Z', id: newId() })],
    ['with a year beyond the calendar', encodeCursor({ at: '+275760-09-13T00:00:00.000Z', id: newId() })],
    ['with a NUL', encodeCursor({ at: '2026-01-01T00:00:00.000Z\u0000', id: newId() })],
    ['that is empty', ''],
  ])('rejects a cursor %s', async (_what, cursor) => {
    await expect(list({ limit: 10, cursor })).rejects.toMatchObject({ code: status.INVALID_ARGUMENT });
  });

  it('pages newest first through posts with the same time without losing or repeating one', async () => {
    const createdAt = new Date('2026-05-01T12:00:00.123Z');
    const earlier = new Date('2026-04-01T12:00:00.000Z');
    for (const title of ['d', 'c', 'b', 'a']) await build.post({ title, createdAt });
    for (const title of ['f', 'e']) await build.post({ title, createdAt: earlier });
    await expect(everyPage(2)).resolves.toEqual({ titles: ['a', 'b', 'c', 'd', 'e', 'f'], pages: 3 });
    await expect(everyPage(4)).resolves.toEqual({ titles: ['a', 'b', 'c', 'd', 'e', 'f'], pages: 2 });
    await expect(everyPage(100)).resolves.toEqual({ titles: ['a', 'b', 'c', 'd', 'e', 'f'], pages: 1 });
  });

  it('keeps its place when a newer post arrives between two pages', async () => {
    for (const title of ['c', 'b', 'a']) await build.post({ title });
    const first = await list({ limit: 2 });
    await build.post({ title: 'newest' });
    const second = await list({ limit: 2, cursor: first.nextCursor });
    expect([...first.posts, ...second.posts].map(({ title }) => title)).toEqual(['a', 'b', 'c']);
  });

  it('finds posts that contain every word, in any case and order, page by page', async () => {
    await build.post({ title: 'Ice in the Ozarks', description: 'Roads are 100% closed_down.' });
    await build.post({ title: 'Heat', description: 'No ICE anywhere in the ozarks' });
    await build.post({ title: 'Ozarks', description: 'Dry' });
    const titles = async (q: string) => (await list({ limit: 10, q })).posts.map(({ title }) => title);
    await expect(titles('  ozarks ice ')).resolves.toEqual(['Heat', 'Ice in the Ozarks']);
    await expect(titles('0%')).resolves.toEqual(['Ice in the Ozarks']);
    await expect(titles('d_d')).resolves.toEqual(['Ice in the Ozarks']);
    await expect(titles('%')).resolves.toEqual(['Ice in the Ozarks']);
    await expect(titles("' OR true --")).resolves.toEqual([]);
    await expect(titles('')).resolves.toHaveLength(3);
    const first = await list({ limit: 1, q: 'ozarks' });
    const second = await list({ limit: 1, q: 'ozarks', cursor: first.nextCursor });
    const third = await list({ limit: 1, q: 'ozarks', cursor: second.nextCursor });
    expect([first, second, third].flatMap(({ posts }) => posts.map(({ title }) => title))).toEqual([
      'Ozarks',
      'Heat',
      'Ice in the Ozarks',
    ]);
    expect(third.nextCursor).toBeUndefined();
  });

  it('ends a page of very long posts early instead of exceeding the message size', async () => {
    const description = '🌩'.repeat(50_000);
    for (let number = 1; number <= 6; number += 1) await build.post({ title: String(number), description });
    const { posts } = await list({ limit: 100 });
    expect(Buffer.byteLength(JSON.stringify(posts))).toBeLessThanOrEqual(pageBudgetBytes);
    const { titles } = await everyPage(100);
    expect(titles).toEqual(['6', '5', '4', '3', '2', '1']);
  });

  it('returns a post with its cover, and without absent parts', async () => {
    const coverId = await build.createReadyImage('cover');
    const createdAt = new Date('2026-05-01T12:00:00.120Z');
    const updatedAt = new Date('2026-05-02T12:00:00.120Z');
    const full = await build.post({ title: 'Full', url: 'https://www.weather.gov/', coverId, createdAt, updatedAt });
    const bare = await build.post({ title: 'Bare' });
    await expect(get(full)).resolves.toEqual({
      id: full,
      title: 'Full',
      description: 'Some words.',
      url: 'https://www.weather.gov/',
      createdAt: '2026-05-01T12:00:00.120Z',
      updatedAt: '2026-05-02T12:00:00.120Z',
      version: 1,
      slug: '',
      excerpt: 'Some words.',
      author: '',
      tags: [],
      hasDocument: false,
      media: [],
      status: 'published',
      cover: {
        state: 'ready',
        width: 640,
        height: 360,
        placeholder: 'data:image/webp;base64,AA',
        rejectedBecause: '',
        retryId: '',
        duplicateOf: [],
        sizes: [
          {
            key: `covers/ab/${coverId}-640.webp`,
            width: 640,
            height: 360,
            mediaType: 'image/webp',
            sizeBytes: 1_234,
          },
        ],
      },
    });
    const post = await get(bare);
    expect(post).not.toHaveProperty('url');
    expect(post.cover ?? undefined).toBeUndefined();
  });

  it('shows a cover that the worker has not finished as processing', async () => {
    const id = await build.post({ coverId: await build.picture('cover') });
    expect((await get(id)).cover).toMatchObject({ state: 'processing', sizes: [] });
  });

  it('hides a deleted post everywhere', async () => {
    const id = await build.post();
    await content.database.dataSource.getRepository(Post).softDelete(id);
    await expect(get(id)).rejects.toMatchObject({ code: status.NOT_FOUND });
    await expect(list({ limit: 10 })).resolves.toEqual({ posts: [] });
  });

  it.each(['', 'nonsense', '0190-', "'; DROP TABLE posts; --", newId()])(
    'returns NOT_FOUND for the id "%s"',
    async (id) => {
      await expect(get(id)).rejects.toMatchObject({ code: status.NOT_FOUND });
    },
  );
});
