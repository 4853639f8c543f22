import { status } from '@grpc/grpc-js';
import { newId } from '@site/platform/base/ids';
import { documentOfText } from '@site/domain/content/rich-text';
import type { GetContentOverviewResponse } from '@site/proto/gen/nest/content/v1/overview';
import type {
  CreateDraftResponse,
  GetPostFiltersResponse,
  ListEditedPostsResponse,
} from '@site/proto/gen/nest/content/v1/posts';
import { sweepRetention } from '../retention.js';
import { admin, editor, moderator } from '../testing/callers.js';
import { startContent, type TestContent } from '../testing/content.js';

const values = (changes: object = {}) => ({
  title: '',
  document: '',
  excerpt: '',
  slug: '',
  author: 'Ada',
  tags: [],
  url: '',
  coverMediaId: '',
  ...changes,
});

describe('the list of posts for editors', () => {
  let content: TestContent;
  beforeEach(async () => {
    content = await startContent();
  });
  afterEach(() => content.close());

  const call = <Result>(method: string, request: object, caller = editor) =>
    content.service.call<Result>('content.v1.PostsService', method, request, caller);
  const draft = async (changes: object = {}) => {
    const idempotency = { key: newId(), fingerprint: 'f'.repeat(64) };
    const { post } = await call<CreateDraftResponse>('createDraft', { values: values(changes), idempotency });
    return post?.post?.id ?? '';
  };
  const autosave = (id: string, changes: object, caller = editor) =>
    call('saveRevision', { id, kind: 'autosave', baseRevision: 1, values: values(changes) }, caller);
  const list = (request: object = {}) => call<ListEditedPostsResponse>('listEditedPosts', { limit: 10, ...request });
  const titles = async (request: object = {}) => (await list(request)).posts.map(({ post }) => post?.title);

  it('shows the first words, author and time of a draft that was only autosaved', async () => {
    const id = await draft();
    const document = JSON.stringify(documentOfText('Look west.\n\nIt comes closer.'));
    await autosave(id, { document }, admin);
    const [found] = (await list()).posts;
    expect(found).toMatchObject({
      post: { id, title: '', description: '' },
      editedBy: admin.name,
      autosaved: { title: '', excerpt: 'Look west. It comes closer.' },
    });
    expect(Date.parse(found?.autosaved?.createdAt ?? '')).toBeGreaterThan(Date.now() - 60_000);
    await call('saveRevision', { id, kind: 'saved', baseRevision: 1, values: values({ title: 'Saved', document }) });
    const [saved] = (await list()).posts;
    expect(saved).toMatchObject({ post: { title: 'Saved' }, editedBy: editor.name });
    expect(saved).not.toHaveProperty('autosaved');
  });

  it('leaves out drafts without content, which are deleted after a day', async () => {
    const empty = await draft();
    await autosave(empty, { document: JSON.stringify({ type: 'doc', content: [{ type: 'paragraph' }] }) });
    const kept = [
      await draft({ tags: ['ice'] }),
      await draft({ document: JSON.stringify({ type: 'doc', content: [{ type: 'warning', attrs: { event: 'x' } }] }) }),
      await draft({ title: 'Named' }),
    ];
    expect((await list()).posts.map(({ post }) => post?.id).sort()).toEqual([...kept].sort());
    const { drafts } = await content.service.call<GetContentOverviewResponse>(
      'content.v1.OverviewService',
      'getContentOverview',
      {},
      editor,
    );
    expect(drafts).toBe(3);
    const ids = async () =>
      (await content.database.dataSource.query<{ id: string }[]>('SELECT id FROM posts')).map(({ id }) => id);
    await sweepRetention(content.database.dataSource);
    expect(await ids()).toContain(empty);
    await content.database.dataSource.query("UPDATE posts SET created_at = now() - interval '25 hours'");
    await sweepRetention(content.database.dataSource);
    expect((await ids()).sort()).toEqual([...kept].sort());
  });

  it('is sorted and paged by edit, publication or title', async () => {
    const ids = [await draft({ title: 'beta' }), await draft({ title: 'Alpha' }), await draft({ title: 'gamma' })];
    const published = ['2026-11-02', '2026-11-01', '2026-11-03'];
    const edited = ['2026-11-06', '2026-11-05', '2026-11-04'];
    for (const [index, id] of ids.entries())
      await content.database.dataSource.query('UPDATE posts SET published_at = $2, edited_at = $3 WHERE id = $1', [
        id,
        published[index],
        edited[index],
      ]);
    const pages = async (sort?: string) => {
      const found: (string | undefined)[] = [];
      for (let cursor: string | undefined = undefined, more = true; more;) {
        const page: ListEditedPostsResponse = await list({ limit: 1, sort, cursor });
        found.push(...page.posts.map(({ post }) => post?.title));
        cursor = page.nextCursor;
        more = cursor !== undefined;
      }
      return found;
    };
    await expect(pages('title')).resolves.toEqual(['Alpha', 'beta', 'gamma']);
    await expect(pages('published')).resolves.toEqual(['gamma', 'beta', 'Alpha']);
    await expect(pages()).resolves.toEqual(['beta', 'Alpha', 'gamma']);
    await expect(list({ sort: 'color' })).rejects.toMatchObject({ code: status.INVALID_ARGUMENT });
  });

  it('is filtered by author and tag, and says which there are', async () => {
    await draft({ title: 'One', author: 'Ada', tags: ['ice', 'roads'] });
    await draft({ title: 'Two', author: 'Nora', tags: ['ice'] });
    await expect(titles({ author: 'Nora' })).resolves.toEqual(['Two']);
    await expect(titles({ tag: 'roads' })).resolves.toEqual(['One']);
    await expect(titles({ tag: 'ice', author: 'Ada', status: 'draft' })).resolves.toEqual(['One']);
    await expect(titles({ tag: 'ice', status: 'published' })).resolves.toEqual([]);
    await expect(call<GetPostFiltersResponse>('getPostFilters', {})).resolves.toEqual({
      authors: ['Ada', 'Nora'],
      tags: ['ice', 'roads'],
    });
    await expect(call('getPostFilters', {}, moderator)).rejects.toMatchObject({ code: status.PERMISSION_DENIED });
  });
});
