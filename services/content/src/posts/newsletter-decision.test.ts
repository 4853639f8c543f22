import { status } from '@grpc/grpc-js';
import { newId } from '@site/platform/base/ids';
import { testLogger } from '@site/platform/testing/logger';
import { until } from '@site/platform/testing/until';
import type { CreateDraftResponse, GetEditedPostResponse, Post } from '@site/proto/gen/nest/content/v1/posts';
import type { Caller } from '@site/proto/grpc';
import { admin, editor } from '../testing/callers.js';
import { builders, startContent, type TestContent } from '../testing/content.js';
import { sweepRetention } from '../retention.js';
import { PostSchedule } from './schedule.js';

describe('the decision to email a post', () => {
  let content: TestContent;
  beforeAll(async () => {
    content = await startContent();
  });
  afterAll(() => content.close());

  const sql = <Row>(statement: string, parameters: unknown[] = []) =>
    content.database.dataSource.query<Row[]>(statement, parameters);
  const call = <Result>(method: string, request: object, caller?: Caller) =>
    content.service.call<Result>('content.v1.PostsService', method, request, caller);
  const claim = () => ({ idempotency: { key: newId(), fingerprint: 'f'.repeat(64) } });
  const words = (title: string, mediaId?: string) => ({
    title,
    document: JSON.stringify({
      type: 'doc',
      content: [
        { type: 'paragraph', content: [{ type: 'text', text: `${title}.` }] },
        ...(mediaId ? [{ type: 'image', attrs: { mediaId } }] : []),
      ],
    }),
  });
  const draft = async (title: string, mediaId?: string) => {
    const request = { values: words(title, mediaId), ...claim() };
    return (await call<CreateDraftResponse>('createDraft', request, editor)).post?.post?.id ?? '';
  };
  const decide = (id: string, revision: number, decision: object, caller: Caller) =>
    call('publishPost', { id, revision, ...decision, ...claim() }, caller);
  const soon = () => new Date(Date.now() + 3_600_000).toISOString();
  const scheduled = { status: 'scheduled', publishAt: soon(), sendNewsletter: true };
  const schedule = async (title: string, mediaId?: string) => {
    const id = await draft(title, mediaId);
    await decide(id, 1, scheduled, admin);
    return id;
  };
  const fillIn = (id: string, title: string, caller: Caller) =>
    call('updatePost', { id, title, description: `${title}.`, ...claim() }, caller);
  const save = (id: string, baseRevision: number, title: string) =>
    call('saveRevision', { id, kind: 'saved', baseRevision, values: words(title) }, editor);
  const desk = async (id: string) => (await call<GetEditedPostResponse>('getEditedPost', { id }, editor)).post;
  const letCome = async (id: string) => {
    await sql("UPDATE posts SET publish_at = now() - interval '1 second' WHERE id = $1", [id]);
    await new PostSchedule(content.database.dataSource, testLogger).publishDue();
    // The service's schedule may be publishing it already.
    await until('it to be published', async () => (await desk(id))?.post?.status === 'published');
  };
  const campaigns = async (id: string) =>
    (
      await sql<{ number: number }>(
        `SELECT number FROM outbox JOIN post_revisions ON post_revisions.id::text = payload->>'revisionId'
         WHERE name = 'campaign-of-post' AND payload->>'postId' = $1 AND post_id = $1::uuid`,
        [id],
      )
    ).map(({ number }) => number);
  const mailed = async (id: string, number: number) => {
    const [row] = await sql<{ id: string }>('SELECT id FROM post_revisions WHERE post_id = $1 AND number = $2', [
      id,
      number,
    ]);
    return await call<Post>('getNewsletterPost', { id: row?.id ?? 'none' });
  };
  const audited = async (id: string) =>
    (
      await sql<{ entry: string }>(
        `SELECT concat_ws(' | ', principal_name, action, nullif(detail, '')) AS entry FROM audit
         WHERE subject_id = $1 AND action <> 'post.create' ORDER BY id`,
        [id],
      )
    ).map(({ entry }) => entry);
  const off = {
    sendNewsletter: false,
    newsletterClearedAt: expect.any(String) as string,
    newsletterClearedBy: editor.name,
  };

  it('sends the approved version, regardless of later saves', async () => {
    const id = await schedule('Decided');
    await save(id, 1, 'Later');
    await expect(desk(id)).resolves.toMatchObject({ sendNewsletter: true, newsletterClearedBy: '' });
    await letCome(id);
    await expect(campaigns(id)).resolves.toEqual([1]);
    await expect(mailed(id, 1)).resolves.toMatchObject({ title: 'Decided', description: 'Decided.', slug: 'decided' });
  });

  it('is revoked visibly when a user who may not send newsletters edits the form', async () => {
    const id = await schedule('Before');
    await fillIn(id, 'After', editor);
    await expect(desk(id)).resolves.toMatchObject({ post: { title: 'After', status: 'scheduled' }, ...off });
    await expect(audited(id)).resolves.toEqual([
      expect.stringMatching(/^Ada Admin \| post\.schedule \| .*, version 1 with the newsletter$/) as string,
      'Ed Editor | post.clear_newsletter | by an edit',
      'Ed Editor | post.edit',
    ]);
    await letCome(id);
    await expect(campaigns(id)).resolves.toEqual([]);
    await expect(desk(id)).resolves.toMatchObject({ post: { status: 'published' }, ...off });
  });

  it.each([
    ['publishes it', { status: 'published' }],
    ['gives it another time', { status: 'scheduled', publishAt: soon() }],
    ['takes it back', { status: 'draft' }],
    ['publishes it unlisted', { status: 'unlisted' }],
  ])('is revoked visibly when a user who may not send newsletters %s', async (_what, decision) => {
    const id = await schedule('Decided otherwise');
    await decide(id, 1, decision, editor);
    await expect(desk(id)).resolves.toMatchObject(off);
    await expect(audited(id)).resolves.toContain(
      `Ed Editor | post.clear_newsletter | by another decision: ${decision.status}`,
    );
    await expect(campaigns(id)).resolves.toEqual([]);
  });

  it('is revoked visibly when the post is deleted and restored', async () => {
    const id = await schedule('Restored');
    await call('deletePost', { id }, editor);
    await content.service.call('trash.v1.TrashService', 'restoreFromTrash', { type: 'post', id }, editor);
    await expect(desk(id)).resolves.toMatchObject({ post: { status: 'draft' }, ...off });
  });

  it('is checked whenever a public post leaves the site or comes back', async () => {
    const checks = async (id: string) =>
      (await sql(`SELECT FROM outbox WHERE name = 'check-campaigns' AND payload->>'postId' = $1`, [id])).length;
    const states = async (...ids: string[]) => (await call<{ states: string[] }>('getPostStates', { ids })).states;
    const id = await draft('On and off');
    const never = await draft('Never public');
    await decide(id, 1, { status: 'published' }, editor);
    await expect(states(id, never, newId(), 'x')).resolves.toEqual(['published', 'draft', 'deleted', 'deleted']);
    await expect(checks(id)).resolves.toBe(0);
    for (const [index, status] of ['unlisted', 'published', 'draft'].entries()) {
      await decide(id, 1, { status }, editor);
      await expect(states(id)).resolves.toEqual([status]);
      await expect(checks(id)).resolves.toBe(index + 1);
    }
    await decide(id, 1, { ...scheduled, sendNewsletter: false }, editor);
    await letCome(id);
    await expect(checks(id)).resolves.toBe(5);
    await call('deletePost', { id }, editor);
    await expect(states(id)).resolves.toEqual(['deleted']);
    await content.service.call('trash.v1.TrashService', 'restoreFromTrash', { type: 'post', id }, editor);
    await expect(states(id)).resolves.toEqual(['published']);
    await expect(checks(id)).resolves.toBe(7);
    await call('deletePost', { id: never }, editor);
    await expect(checks(never)).resolves.toBe(0);
  });

  it('can be made again by an admin, which removes the notice', async () => {
    const id = await schedule('Again');
    await fillIn(id, 'Corrected', editor);
    await decide(id, 2, scheduled, admin);
    const edited = await desk(id);
    expect(edited).toMatchObject({ sendNewsletter: true, newsletterClearedBy: '' });
    expect(edited).not.toHaveProperty('newsletterClearedAt');
    await letCome(id);
    await expect(campaigns(id)).resolves.toEqual([2]);
  });

  it('follows the form of an admin', async () => {
    const id = await schedule('Mistyped');
    await fillIn(id, 'Typed', admin);
    await expect(desk(id)).resolves.toMatchObject({ sendNewsletter: true });
    await letCome(id);
    await expect(campaigns(id)).resolves.toEqual([2]);
    await expect(mailed(id, 2)).resolves.toMatchObject({ title: 'Typed' });
  });

  it('emails the published version even if the post changes before its campaign is created', async () => {
    const id = await draft('Published');
    await decide(id, 1, { status: 'published', sendNewsletter: true }, admin);
    await fillIn(id, 'Changed', editor);
    await save(id, 2, 'Changed again');
    await decide(id, 3, { status: 'published' }, editor);
    await expect(campaigns(id)).resolves.toEqual([1]);
    await expect(mailed(id, 1)).resolves.toMatchObject({ title: 'Published', description: 'Published.' });
    for (const revision of [0, 2, 3])
      await expect(mailed(id, revision)).rejects.toMatchObject({ code: status.NOT_FOUND });
  });

  it('emails nothing for a deleted post', async () => {
    const id = await draft('Gone');
    await decide(id, 1, { status: 'published', sendNewsletter: true }, admin);
    await call('deletePost', { id }, editor);
    await expect(mailed(id, 1)).rejects.toMatchObject({ code: status.NOT_FOUND });
  });

  it.each(['draft', 'unlisted'])('emails nothing for a post that has become %s', async (became) => {
    const id = await draft('Withdrawn');
    await decide(id, 1, { status: 'published', sendNewsletter: true }, admin);
    await decide(id, 1, { status: became }, editor);
    await expect(mailed(id, 1)).rejects.toMatchObject({ code: status.NOT_FOUND });
  });

  it('emails the picture texts as they were at the time of the decision', async () => {
    const mediaId = newId();
    const imageId = await builders(content.database).createReadyImage('cover');
    await sql("INSERT INTO media (id, image_id, name, alt, credit) VALUES ($1, $2, 'a.jpg', 'A cloud', 'Maria')", [
      mediaId,
      imageId,
    ]);
    const id = await schedule('Pictured', mediaId);
    const request = {
      id: mediaId,
      name: 'a.jpg',
      alt: 'Buy now',
      credit: 'Spam',
      focalX: 0.5,
      focalY: 0.5,
      ...claim(),
    };
    await content.service.call('content.v1.MediaService', 'updateMediaItem', request, editor);
    await letCome(id);
    await expect(mailed(id, 1)).resolves.toMatchObject({ media: [{ id: mediaId, alt: 'A cloud', credit: 'Maria' }] });
  });

  it('keeps the emailed version, however many are saved later', async () => {
    const id = await schedule('Kept');
    await sql(
      `INSERT INTO post_revisions (id, post_id, number, kind, values, author_id, author_name)
       SELECT gen_random_uuid(), $1, number, 'saved', '{}', $2, 'Ed' FROM generate_series(2, 150) AS number`,
      [id, editor.id],
    );
    await sweepRetention(content.database.dataSource);
    await expect(
      sql('SELECT min(number) AS first, count(*)::int FROM post_revisions WHERE post_id = $1', [id]),
    ).resolves.toEqual([{ first: 1, count: 101 }]);
  });

  it('does not cover a text written to the row without the form', async () => {
    const id = await schedule('Bound');
    await sql('UPDATE posts SET shown_revision = 2 WHERE id = $1', [id]);
    await letCome(id);
    await expect(campaigns(id)).resolves.toEqual([]);
    await expect(audited(id)).resolves.toContain('Schedule | post.clear_newsletter | not the approved version');
  });

  it('numbers the version of a post from before revisions', async () => {
    const id = await builders(content.database).post({ title: 'Old', description: 'Words.' });
    await decide(id, 0, { status: 'draft' }, admin);
    await sql('UPDATE posts SET shown_revision = 0 WHERE id = $1', [id]);
    await sql('DELETE FROM post_revisions WHERE post_id = $1', [id]);
    await decide(id, 0, scheduled, admin);
    await letCome(id);
    await expect(campaigns(id)).resolves.toEqual([1]);
    await expect(mailed(id, 1)).resolves.toMatchObject({ title: 'Old' });
  });
});
