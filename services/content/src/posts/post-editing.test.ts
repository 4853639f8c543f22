import { status, type ServiceError } from '@grpc/grpc-js';
import { newId } from '@site/platform/base/ids';
import type { RichTextDocument } from '@site/domain/content/rich-text';
import type {
  CreateDraftResponse,
  CreatePostResponse,
  CreatePreviewResponse,
  EditedPost,
  GetEditedPostResponse,
  Post,
  Revision,
  ListEditedPostsResponse,
  ListPostsResponse,
  ListRevisionsResponse,
  SaveRevisionResponse,
} from '@site/proto/gen/nest/content/v1/posts';
import { metadataKeys, type Caller, type FieldError } from '@site/proto/grpc';
import { admin, moderator, otherAdmin } from '../testing/callers.js';
import { builders, startContent, type TestContent } from '../testing/content.js';
import { sweepRetention } from '../retention.js';

const editor: Caller = { ...otherAdmin, id: newId(), name: 'Edith Editor', role: 'editor' };

const documentOf = (text: string, ...mediaIds: string[]): RichTextDocument => ({
  type: 'doc',
  content: [
    { type: 'paragraph', content: [{ type: 'text', text }] },
    ...mediaIds.map((mediaId) => ({ type: 'image', attrs: { mediaId } }) as const),
  ],
});

/** `document` may be malformed. */
interface TimeParts {
  document?: unknown;
  [field: string]: unknown;
}
const values = (changes: TimeParts = {}) => ({
  title: 'Ice tonight',
  excerpt: '',
  slug: '',
  author: 'Ada',
  tags: ['winter'],
  url: '',
  coverMediaId: '',
  ...changes,
  document: JSON.stringify(changes.document ?? documentOf('Stay home.')),
});

describe('editing posts', () => {
  let content: TestContent;
  let build: ReturnType<typeof builders>;
  beforeAll(async () => {
    content = await startContent();
    build = builders(content.database);
  });
  afterAll(() => content.close());

  const sql = <Row>(statement: string, parameters: unknown[] = []) =>
    content.database.dataSource.query<Row[]>(statement, parameters);
  const call = <Result>(method: string, request: object, caller?: Caller) =>
    content.service.call<Result>('content.v1.PostsService', method, request, caller);
  const claim = () => ({ idempotency: { key: newId(), fingerprint: 'f'.repeat(64) } });
  const draft = async (words: TimeParts = {}, caller: Caller = editor) => {
    const { post } = await call<CreateDraftResponse>('createDraft', { values: values(words), ...claim() }, caller);
    return post as EditedPost & { post: { id: string } };
  };
  const desk = async (id: string, caller: Caller = editor) =>
    (await call<GetEditedPostResponse>('getEditedPost', { id }, caller)).post as EditedPost;
  const save = (id: string, baseRevision: number, words: TimeParts = {}, caller: Caller = editor, kind = 'saved') =>
    call<SaveRevisionResponse>('saveRevision', { id, kind, baseRevision, values: values(words) }, caller);
  const autosave = (id: string, base: number, words: TimeParts = {}, caller: Caller = editor) =>
    save(id, base, words, caller, 'autosave');
  const publish = (id: string, revision: number, decision: object = {}, caller: Caller = editor) =>
    call<GetEditedPostResponse>('publishPost', { id, revision, status: 'published', ...decision, ...claim() }, caller);
  const read = async (name: { id?: string; slug?: string }) => await call<Post>('getPost', { id: '', ...name });
  const readMessage = (id: string) => read({ id });
  const media = async (alt = 'A frozen creek', name = 'creek.jpg') => {
    const id = newId();
    const picture = await build.createReadyImage('cover');
    await sql('INSERT INTO media (id, image_id, name, alt) VALUES ($1, $2, $3, $4)', [id, picture, name, alt]);
    return id;
  };
  const refusedFields = async (response: Promise<unknown>): Promise<FieldError[]> => {
    const error = (await response.then(
      () => new Error('was not refused'),
      (reason: unknown) => reason,
    )) as ServiceError;
    expect(error.code).toBe(status.INVALID_ARGUMENT);
    return JSON.parse(String(error.metadata.get(metadataKeys.fieldErrors)[0])) as FieldError[];
  };
  const refusesField = async (response: Promise<unknown>, field: string) =>
    expect(await refusedFields(response)).toEqual([expect.objectContaining({ field })]);

  it('shows a draft to its editors only, until its last saved version is published', async () => {
    const { post } = await draft();
    const { id } = post;
    await expect(readMessage(id)).rejects.toMatchObject({ code: status.NOT_FOUND });
    await save(id, 1, { title: 'Ice and snow tonight', document: documentOf('Stay in.') });
    await expect(desk(id)).resolves.toMatchObject({
      post: { title: 'Ice and snow tonight', description: 'Stay in.', slug: '', status: 'draft' },
      revision: 2,
      hasChanges: false,
      othersAtWork: [],
    });
    await publish(id, 2);
    const visible = await read({ slug: 'ice-and-snow-tonight' });
    expect(visible).toMatchObject({
      id,
      title: 'Ice and snow tonight',
      description: 'Stay in.',
      excerpt: 'Stay in.',
      author: 'Ada',
      tags: ['winter'],
      hasDocument: true,
      status: 'published',
    });
    expect(JSON.parse(visible?.document ?? '')).toEqual(documentOf('Stay in.'));
    const { posts } = await call<ListPostsResponse>('listPosts', { limit: 100 });
    expect(posts.find((one) => one.id === id)).toMatchObject({ hasDocument: true, slug: 'ice-and-snow-tonight' });
    expect(posts.find((one) => one.id === id)).not.toHaveProperty('document');
    await expect(desk(id)).resolves.toMatchObject({ revision: 2, hasChanges: false });
  });

  it('keeps the published version while the next one is being written', async () => {
    const { post } = await draft({ title: 'Kept' });
    await publish(post.id, 1);
    await save(post.id, 1, { title: 'Kept no longer' });
    await expect(readMessage(post.id)).resolves.toMatchObject({ title: 'Kept' });
    await expect(desk(post.id)).resolves.toMatchObject({
      hasChanges: true,
      revision: 2,
      post: { title: 'Kept' },
      values: { title: 'Kept no longer', slug: '' },
    });
    await publish(post.id, 2);
    await expect(readMessage(post.id)).resolves.toMatchObject({ title: 'Kept no longer', slug: 'kept' });
  });

  it('lets two editors autosave concurrently, and rejects the second save over the first', async () => {
    const { post } = await draft({ title: 'Two' });
    const { id } = post;
    await autosave(id, 1, { title: 'Two by Edith' });
    await expect(autosave(id, 1, { title: 'Two by Ada' }, admin)).resolves.toMatchObject({
      revision: 1,
      latestBy: 'Edith Editor',
      othersAtWork: ['Edith Editor'],
    });
    await expect(save(id, 1, { title: 'Two saved by Ada' }, admin)).resolves.toMatchObject({
      revision: 2,
      latestBy: '',
    });
    await expect(save(id, 1, { title: 'Two saved by Edith' })).rejects.toMatchObject({ code: status.ABORTED });
    await expect(desk(id)).resolves.toMatchObject({
      values: { title: 'Two saved by Ada' },
      othersAtWork: ['Ada Admin'],
      autosave: { number: 0, baseRevision: 1, values: { title: 'Two by Edith' } },
    });
    expect((await desk(id, admin)).autosave ?? undefined).toBeUndefined();
    await call('discardAutosave', { id }, editor);
    expect((await desk(id)).autosave ?? undefined).toBeUndefined();
  });

  it('records when a version was published, which is later than it was written', async () => {
    const { id } = (await draft({ title: 'Later' })).post;
    await sql(`UPDATE post_revisions SET created_at = now() - interval '2 minutes' WHERE post_id = $1`, [id]);
    await publish(id, 1);
    await save(id, 1, { title: 'Later on' });
    const { revisions } = await call<ListRevisionsResponse>('listRevisions', { id, limit: 2 }, editor);
    expect(revisions).toMatchObject([
      { number: 2, kind: 'saved' },
      { number: 1, kind: 'published' },
    ]);
    const [saved, published] = revisions;
    expect(saved?.publishedAt).toBeUndefined();
    const apartMs = Date.parse(published?.publishedAt ?? '') - Date.parse(published?.createdAt ?? '');
    expect(apartMs).toBeGreaterThanOrEqual(120_000);
  });

  it('never overwrites the autosave of the same editor’s other tab unless it has loaded it', async () => {
    const { id } = (await draft({ title: 'Tabs' })).post;
    const write = (title: string, tab: string, replaces = '', kind = 'autosave') =>
      call('saveRevision', { id, kind, baseRevision: 1, values: values({ title }), tab, replaces }, editor);
    const kept = async () => (await desk(id)).autosave;
    await write('One', 'a');
    await expect(write('Two', 'b')).rejects.toMatchObject({ code: status.ABORTED });
    await expect(kept()).resolves.toMatchObject({ values: { title: 'One' }, tab: 'a' });
    const loaded = (await kept())?.createdAt ?? '';
    await write('One more', 'a');
    await expect(write('Two', 'b', loaded)).rejects.toMatchObject({ code: status.ABORTED });
    await write('Two', 'b', (await kept())?.createdAt);
    await expect(write('Three', 'a')).rejects.toMatchObject({ code: status.ABORTED });
    await write('Saved', 'a', '', 'saved');
    await call('discardAutosave', { id, tab: 'a', replaces: '' }, editor);
    await expect(kept()).resolves.toMatchObject({ values: { title: 'Two' }, tab: 'b', baseRevision: 1 });
    await call('discardAutosave', { id, tab: 'b', replaces: '' }, editor);
    await expect(kept()).resolves.toBeFalsy();
  });

  it('keeps an autosave made while the post is published', async () => {
    const { post } = await draft({ title: 'Race' });
    await Promise.all([publish(post.id, 1), autosave(post.id, 1, { title: 'Race, and more' })]);
    await expect(readMessage(post.id)).resolves.toMatchObject({ title: 'Race' });
    await expect(desk(post.id)).resolves.toMatchObject({ autosave: { values: { title: 'Race, and more' } } });
  });

  it('lists revisions with author and time, and returns each of them', async () => {
    const { post } = await draft({ title: 'First' });
    await save(post.id, 1, { title: 'Second' }, admin);
    await publish(post.id, 2);
    const list = (cursor?: string) =>
      call<ListRevisionsResponse>('listRevisions', { id: post.id, limit: 1, cursor }, editor);
    const first = await list();
    const second = await list(first.nextCursor);
    expect([...first.revisions, ...second.revisions]).toMatchObject([
      { number: 2, kind: 'published', authorName: 'Ada Admin' },
      { number: 1, kind: 'saved', authorName: 'Edith Editor' },
    ]);
    expect(second.nextCursor).toBeUndefined();
    await expect(call<Revision>('getRevision', { id: post.id, number: 1 }, editor)).resolves.toMatchObject({
      values: { title: 'First', tags: ['winter'] },
    });
    await expect(call('getRevision', { id: post.id, number: 9 }, editor)).rejects.toMatchObject({
      code: status.NOT_FOUND,
    });
  });

  it('keeps resolving an old slug, and gives it to no other post', async () => {
    const { post } = await draft({ title: 'Flood watch' });
    await publish(post.id, 1);
    await save(post.id, 1, { slug: 'flood-of-the-century' });
    await publish(post.id, 2);
    await expect(read({ slug: 'flood-watch' })).resolves.toMatchObject({ slug: 'flood-of-the-century' });
    const second = await draft({ title: 'Flood watch' });
    await publish(second.post.id, 1);
    await expect(readMessage(second.post.id)).resolves.toMatchObject({ slug: 'flood-watch-2' });
    const third = await draft({ title: 'Another', slug: 'flood-watch' });
    await refusesField(publish(third.post.id, 1), 'slug');
    await expect(desk(third.post.id)).resolves.toMatchObject({ post: { status: 'draft' } });
  });

  it.each([
    ['Гроза в Литл-Рок 2026', 'groza-v-litl-rok-2026'],
    ['إعصار', 'aasr'],
    ['雷雨', 'lei-yu'],
  ])('writes the slug of “%s” in Latin letters', async (title, slug) => {
    const { post } = await draft({ title });
    await publish(post.id, 1);
    await expect(readMessage(post.id)).resolves.toMatchObject({ slug });
  });

  it('reports all missing fields together, and changes nothing', async () => {
    const silent = await media('', 'silent.jpg');
    const removed = await media();
    const { post } = await draft({
      title: '',
      coverMediaId: removed,
      document: { type: 'doc', content: [{ type: 'image', attrs: { mediaId: silent } }] },
    });
    await sql('UPDATE media SET deleted_at = now() WHERE id = $1', [removed]);
    await expect(refusedFields(publish(post.id, 1))).resolves.toEqual([
      { field: 'title', message: 'Title is required' },
      { field: 'document', message: 'Description is required' },
      { field: 'document', message: 'Describe the picture “silent.jpg” for readers who can’t see it' },
      { field: 'cover_media_id', message: expect.stringContaining('deleted') as string },
    ]);
    await expect(desk(post.id)).resolves.toMatchObject({ revision: 1, values: { coverMediaId: removed } });
  });

  it('rejects a text with a picture deleted in the meantime, and keeps the text', async () => {
    const removed = await media();
    const { post } = await draft({ title: 'Pictures', document: documentOf('Look:', removed) });
    await sql('UPDATE media SET deleted_at = now() WHERE id = $1', [removed]);
    await refusesField(publish(post.id, 1), 'document');
    await save(post.id, 1, { title: 'Pictures', document: documentOf('Look away.') });
    await publish(post.id, 2);
    await expect(readMessage(post.id)).resolves.toMatchObject({ description: 'Look away.' });
  });

  it('takes a PDF only as a file, without alt text', async () => {
    const pdf = await media('', 'report');
    await sql(
      `UPDATE images SET media_type = 'application/pdf', size_bytes = 31
       WHERE id = (SELECT image_id FROM media WHERE id = $1)`,
      [pdf],
    );
    const { post } = await draft({ title: 'As a picture', coverMediaId: pdf, document: documentOf('See.', pdf) });
    await expect(refusedFields(publish(post.id, 1))).resolves.toEqual([
      { field: 'document', message: expect.stringContaining('can’t be shown') as string },
      { field: 'cover_media_id', message: expect.stringContaining('can’t be shown') as string },
    ]);
    const block = { type: 'file', attrs: { mediaId: pdf, name: 'Report.pdf', bytes: 31 } };
    await save(post.id, 1, { title: 'As a file', document: { type: 'doc', content: [block] } });
    await publish(post.id, 2);
    await expect(readMessage(post.id)).resolves.toMatchObject({
      description: 'Report.pdf (PDF, 1 kB)',
      media: [{ id: pdf, fileBytes: 31 }],
    });
  });

  it('shows the cover and the pictures of the text', async () => {
    const cover = await media('Cover');
    const inText = await media('A frozen creek');
    const { post } = await draft({ title: 'With pictures', coverMediaId: cover, document: documentOf('See.', inText) });
    await expect(desk(post.id)).resolves.toMatchObject({ media: [{ id: cover }, { id: inText }] });
    await publish(post.id, 1);
    await expect(readMessage(post.id)).resolves.toMatchObject({
      cover: { state: 'ready', width: 640 },
      media: [{ id: inText, alt: 'A frozen creek', picture: { state: 'ready' } }],
    });
  });

  it.each([
    ['an unknown node', { document: { type: 'doc', content: [{ type: 'script' }] } }, 'values.document'],
    ['a text that is no JSON', { document: 'not a document' }, 'values.document'],
    [
      'a link that runs a script',
      {
        document: {
          type: 'doc',
          content: [
            {
              type: 'paragraph',
              content: [{ type: 'text', text: 'x', marks: [{ type: 'link', attrs: { href: 'javascript:alert(1)' } }] }],
            },
          ],
        },
      },
      'values.document',
    ],
    ['an address with capitals', { slug: 'Not-A-Slug' }, 'values.slug'],
    ['too many tags', { tags: Array.from({ length: 11 }, (_, number) => `tag ${number}`) }, 'values.tags'],
  ])('rejects %s and keeps the previous values', async (_what, words, field) => {
    const { post } = await draft({ title: 'Checked' });
    await refusesField(autosave(post.id, 1, words), field);
    await expect(desk(post.id)).resolves.toMatchObject({ values: { title: 'Checked' } });
  });

  it('takes a post off the site and back, keeping its slug and original date', async () => {
    const { post } = await draft({ title: 'Off and on' });
    const { post: first } = await publish(post.id, 1);
    await publish(post.id, 1, { status: 'draft' });
    await expect(readMessage(post.id)).rejects.toMatchObject({ code: status.NOT_FOUND });
    await publish(post.id, 1, { status: 'unlisted' });
    await expect(readMessage(post.id)).resolves.toMatchObject({ status: 'unlisted', slug: 'off-and-on' });
    const { posts } = await call<ListPostsResponse>('listPosts', { limit: 100 });
    expect(posts.map(({ id }) => id)).not.toContain(post.id);
    expect((await desk(post.id)).publishedAt).toBe(first?.publishedAt);
  });

  it('publishes only the revision the editor saw', async () => {
    const { post } = await draft({ title: 'Seen' });
    await save(post.id, 1, { title: 'Not seen' }, admin);
    await expect(publish(post.id, 1)).rejects.toMatchObject({ code: status.ABORTED });
  });

  it('allows an empty draft, and creates one draft for a repeated request', async () => {
    const request = { values: {}, idempotency: { fingerprint: newId().padEnd(64) } };
    const make = () => call<CreateDraftResponse>('createDraft', request, editor);
    const first = await make();
    await expect(make()).resolves.toMatchObject({ replayed: true, post: { post: { id: first.post?.post?.id } } });
    await autosave(first.post?.post?.id ?? '', 1);
    await expect(make()).resolves.toMatchObject({ replayed: false });
  });

  it('restores a deleted draft or scheduled post as a draft', async () => {
    const { post } = await draft({ title: '' });
    const { post: timed } = await draft({ title: 'Timed' });
    await publish(timed.id, 1, { status: 'scheduled', publishAt: new Date(Date.now() + 60_000).toISOString() });
    for (const { id } of [post, timed]) {
      await call('deletePost', { id }, editor);
      await expect(desk(id)).rejects.toMatchObject({ code: status.NOT_FOUND });
      await content.service.call('trash.v1.TrashService', 'restoreFromTrash', { type: 'post', id }, admin);
      await expect(desk(id)).resolves.toMatchObject({ post: { status: 'draft' } });
    }
  });

  it('revokes previews permanently when their post is deleted', async () => {
    const { id } = (await draft({ title: 'Deleted' })).post;
    const { token } = await call<CreatePreviewResponse>('createPreview', { id }, editor);
    await call('deletePost', { id }, editor);
    await expect(call('getPreview', { token })).rejects.toMatchObject({ code: status.NOT_FOUND });
    await content.service.call('trash.v1.TrashService', 'restoreFromTrash', { type: 'post', id }, editor);
    await expect(call('getPreview', { token })).rejects.toMatchObject({ code: status.NOT_FOUND });
    await expect(desk(id)).resolves.toMatchObject({ hasPreviews: false });
    const { token: next } = await call<CreatePreviewResponse>('createPreview', { id }, editor);
    await expect(call('getPreview', { token: next })).resolves.toMatchObject({ title: 'Deleted' });
  });

  it('shows the last saved version to the holder of a preview token, until it is revoked', async () => {
    const inText = await media('Ice on a wire');
    const { post } = await draft({ title: 'Secret', document: documentOf('Shh.', inText) });
    const { token } = await call<CreatePreviewResponse>('createPreview', { id: post.id }, editor);
    const show = (secret = token) => call<Post>('getPreview', { token: secret });
    await save(post.id, 1, { title: 'Secret, second', document: documentOf('Shh.', inText) });
    await expect(show()).resolves.toMatchObject({
      id: post.id,
      title: 'Secret, second',
      status: 'draft',
      excerpt: 'Shh.',
      media: [{ id: inText }],
    });
    await expect(desk(post.id)).resolves.toMatchObject({ hasPreviews: true });
    await expect(sql('SELECT FROM post_previews WHERE hash = $1', [token])).resolves.toEqual([]);
    await expect(show('guessed')).rejects.toMatchObject({ code: status.NOT_FOUND });
    await sql("UPDATE post_previews SET expires_at = now() - interval '1 second'");
    await expect(show()).rejects.toMatchObject({ code: status.NOT_FOUND });
    const { token: second } = await call<CreatePreviewResponse>('createPreview', { id: post.id }, editor);
    await call('endPreviews', { id: post.id }, editor);
    await expect(show(second)).rejects.toMatchObject({ code: status.NOT_FOUND });
  });

  it('opens a post of plain text as a document, and keeps it when a form changes another field', async () => {
    const { post: created } = await call<CreatePostResponse>(
      'createPost',
      { title: 'Plain', description: 'One.\n\nTwo.', ...claim() },
      editor,
    );
    const id = created?.id ?? '';
    expect(created).toMatchObject({ slug: 'plain', hasDocument: false });
    const edited = await desk(id);
    expect(JSON.parse(edited.values?.document ?? '')).toMatchObject({ content: [{ type: 'paragraph' }, {}] });
    await save(id, edited.revision, { title: 'Plain', document: documentOf('Rich.') });
    await publish(id, edited.revision + 1);
    const update = (words: object) =>
      call('updatePost', { id, title: 'Plain', description: 'Rich.', ...words, ...claim() }, editor);
    await update({ title: 'Plainer' });
    await expect(readMessage(id)).resolves.toMatchObject({ title: 'Plainer', hasDocument: true });
    await update({ description: 'Poor.' });
    await expect(readMessage(id)).resolves.toMatchObject({ description: 'Poor.', hasDocument: false });
    await expect(desk(id)).resolves.toMatchObject({ hasChanges: false, values: { title: 'Plain' } });
  });

  it('keeps the text of a post from before revisions in its history', async () => {
    const id = await build.post({ title: 'Old', description: 'Words of old.' });
    await expect(desk(id)).resolves.toMatchObject({ revision: 0, hasChanges: false, values: { title: 'Old' } });
    await save(id, 0, { title: 'New' });
    const { revisions } = await call<ListRevisionsResponse>('listRevisions', { id, limit: 10 }, editor);
    expect(revisions).toMatchObject([
      { number: 2, kind: 'saved', authorName: 'Edith Editor' },
      { number: 1, kind: 'published', authorName: '' },
    ]);
    await expect(desk(id)).resolves.toMatchObject({ revision: 2, hasChanges: true });
    await publish(id, 2);
    await expect(readMessage(id)).resolves.toMatchObject({ title: 'New', slug: 'new' });
  });

  it('lists posts in every state, most recently edited first', async () => {
    const { post: first } = await draft({ title: 'Listed zebra' });
    const { post: second } = await draft({ title: 'Listed zebra too' });
    await publish(second.id, 1);
    await save(first.id, 1, { title: 'Listed zebra again' });
    const list = async (request: object) =>
      (await call<ListEditedPostsResponse>('listEditedPosts', { limit: 10, ...request }, editor)).posts.map(
        ({ post }) => post?.id,
      );
    await expect(list({ q: 'zebra' })).resolves.toEqual([first.id, second.id]);
    await expect(list({ q: 'zebra', status: 'published' })).resolves.toEqual([second.id]);
    await refusesField(list({ status: 'lost' }), 'status');
  });

  it.each([
    ['nobody', undefined, status.UNAUTHENTICATED],
    ['a moderator', moderator, status.PERMISSION_DENIED],
  ])('is closed to %s', async (_who, caller, code) => {
    const { post } = await draft();
    const { id } = post;
    for (const [method, request] of [
      ['listEditedPosts', { limit: 1 }],
      ['getEditedPost', { id }],
      ['createDraft', { values: values(), ...claim() }],
      ['saveRevision', { id, kind: 'saved', baseRevision: 1, values: values() }],
      ['discardAutosave', { id }],
      ['listRevisions', { id, limit: 1 }],
      ['getRevision', { id, number: 1 }],
      ['publishPost', { id, revision: 1, status: 'published', ...claim() }],
      ['createPreview', { id }],
      ['endPreviews', { id }],
    ] as const)
      await expect(call(method, request, caller)).rejects.toMatchObject({ code });
  });

  it('purges old autosaves, expired previews and all but the last hundred revisions', async () => {
    const { post } = await draft({ title: 'Long history' });
    const { id } = post;
    await autosave(id, 1);
    await autosave(id, 1, {}, admin);
    await call('createPreview', { id }, editor);
    await sql("UPDATE post_previews SET expires_at = now() - interval '1 hour' WHERE post_id = $1", [id]);
    await sql(
      `UPDATE post_revisions SET created_at = now() - interval '31 days' WHERE post_id = $1 AND author_id = $2`,
      [id, editor.id],
    );
    await sql(
      `INSERT INTO post_revisions (id, post_id, number, kind, values, author_id, author_name)
       SELECT gen_random_uuid(), $1, number, 'saved', '{}', $2, 'Ada' FROM generate_series(2, 102) number`,
      [id, admin.id],
    );
    await sweepRetention(content.database.dataSource);
    const [left] = await sql(
      'SELECT min(number) AS least, count(*)::int AS rows FROM post_revisions WHERE post_id = $1',
      [id],
    );
    // The other editor's autosave, and the numbers 3 to 102.
    expect(left).toEqual({ least: 0, rows: 101 });
    await expect(sql('SELECT FROM post_previews WHERE post_id = $1', [id])).resolves.toEqual([]);
  });
});
