import { status } from '@grpc/grpc-js';
import { newId } from '@site/platform/base/ids';
import { testLogger } from '@site/platform/testing/logger';
import { until } from '@site/platform/testing/until';
import { watchChanges } from '@site/platform/testing/watch-changes';
import type { CreateDraftResponse, GetEditedPostResponse, Post } from '@site/proto/gen/nest/content/v1/posts';
import type { ListFailedJobsResponse } from '@site/proto/gen/nest/jobs/v1/jobs';
import type { Caller } from '@site/proto/grpc';
import { stateInstant } from '@site/regions/state-time';
import { Client } from 'pg';
import { admin, otherAdmin } from '../testing/callers.js';
import { builders, startContent, type TestContent } from '../testing/content.js';
import { PostSchedule } from './schedule.js';

const editor: Caller = { ...otherAdmin, id: newId(), name: 'Edith Editor', role: 'editor' };
const soon = () => new Date(Date.now() + 3_600_000).toISOString();

describe('the schedule of posts', () => {
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
  const words = (title: string, ...mediaIds: string[]) => ({
    title,
    document: JSON.stringify({
      type: 'doc',
      content: [
        { type: 'paragraph', content: [{ type: 'text', text: `${title}.` }] },
        ...mediaIds.map((mediaId) => ({ type: 'image', attrs: { mediaId } })),
      ],
    }),
  });
  const draft = async (title: string, ...mediaIds: string[]) => {
    const request = { values: words(title, ...mediaIds), ...claim() };
    return (await call<CreateDraftResponse>('createDraft', request, editor)).post?.post?.id ?? '';
  };
  const decide = (id: string, revision: number, decision: object, caller: Caller = editor) =>
    call<GetEditedPostResponse>('publishPost', { id, revision, ...decision, ...claim() }, caller);
  const schedule = async (title: string, sendNewsletter = false, ...mediaIds: string[]) => {
    const id = await draft(title, ...mediaIds);
    await decide(id, 1, { status: 'scheduled', publishAt: soon(), sendNewsletter }, sendNewsletter ? admin : editor);
    return id;
  };
  const letCome = (...ids: string[]) =>
    sql("UPDATE posts SET publish_at = now() - interval '1 second' WHERE id = ANY($1)", [ids]);
  const desk = async (id: string) => (await call<GetEditedPostResponse>('getEditedPost', { id }, editor)).post;
  const read = async (id: string) => await call<Post>('getPost', { id });
  const replica = () => new PostSchedule(content.database.dataSource, testLogger);
  const campaigns = (id: string) =>
    sql(
      "SELECT name FROM outbox WHERE queue = 'newsletter' AND name = 'campaign-of-post' AND payload->>'postId' = $1",
      [id],
    );
  const failedJobs = async (id: string) =>
    (
      await content.service.call<ListFailedJobsResponse>('jobs.v1.JobsService', 'listFailedJobs', {}, admin)
    ).jobs.filter(({ payload }) => payload['postId'] === id);

  it('publishes the scheduled version at its time, not later edits', async () => {
    const id = await schedule('Dawn');
    await expect(desk(id)).resolves.toMatchObject({
      post: { status: 'scheduled', slug: 'dawn' },
      hasChanges: false,
      publishAt: expect.any(String) as string,
    });
    const later = { id, kind: 'saved', baseRevision: 1, values: words('Dusk') };
    await call('saveRevision', later, editor);
    await expect(replica().publishDue()).resolves.toEqual([]);
    await expect(read(id)).rejects.toMatchObject({ code: status.NOT_FOUND });
    await letCome(id);
    const watched = watchChanges('content', content.service.address);
    await until('the stream to open', () => watched.notices.length > 0);
    await replica().publishDue();
    await until('the notice', () => watched.notices.some((notice) => notice.id === id));
    watched.close();
    await expect(read(id)).resolves.toMatchObject({ title: 'Dawn', slug: 'dawn', status: 'published' });
    const edited = await desk(id);
    expect(edited).toMatchObject({ hasChanges: true, revision: 2, values: { title: 'Dusk' } });
    expect(edited).not.toHaveProperty('publishAt');
    await expect(
      sql("SELECT principal_name FROM audit WHERE action = 'post.publish' AND subject_id = $1", [id]),
    ).resolves.toEqual([{ principal_name: 'Schedule' }]);
  });

  it('publishes each post and its campaign once, with any number of replicas', async () => {
    const ids: string[] = [];
    for (let number = 1; number <= 6; number += 1) ids.push(await schedule(`Replica ${number}`, true));
    await letCome(...ids);
    const published = (await Promise.all([replica(), replica(), replica()].map((one) => one.publishDue()))).flat();
    // This file's service polls, too.
    expect(new Set(published).size).toBe(published.length);
    const stillDue = () => sql("SELECT id FROM posts WHERE id = ANY($1) AND status <> 'published'", [ids]);
    await until('all to be published', async () => (await stillDue()).length === 0);
    for (const id of ids) await expect(campaigns(id)).resolves.toHaveLength(1);
  });

  it('publishes posts whose time passed while no service was running', async () => {
    const id = await schedule('Outage');
    await sql("UPDATE posts SET publish_at = now() - interval '5 hours' WHERE id = $1", [id]);
    const started = replica();
    started.onModuleInit();
    await until('the post to be published', async () => (await desk(id))?.post?.status === 'published');
    await started.onModuleDestroy();
  });

  it.each([
    ['2027-03-14T01:59', '2027-03-14T07:59:00.000Z'],
    ['2027-03-14T03:00', '2027-03-14T08:00:00.000Z'],
    // Occurs twice: the first one counts.
    ['2027-11-07T01:30', '2027-11-07T06:30:00.000Z'],
    ['2027-11-07T02:00', '2027-11-07T08:00:00.000Z'],
  ])('keeps the instant of %s on a day when the clocks change', async (local, instant) => {
    expect(stateInstant(local)).toMatchObject({ at: new Date(instant) });
    const id = await draft(`Clock ${local}`);
    const { post } = await decide(id, 1, { status: 'scheduled', publishAt: instant });
    expect(post?.publishAt).toBe(instant);
    await expect(sql('SELECT publish_at FROM posts WHERE id = $1', [id])).resolves.toEqual([
      { publish_at: new Date(instant) },
    ]);
  });

  it('records in the failed jobs why a post missed its time, and publishes the others', async () => {
    const mediaId = newId();
    const imageId = await builders(content.database).createReadyImage('cover');
    await sql("INSERT INTO media (id, image_id, name, alt) VALUES ($1, $2, 'a.jpg', 'A')", [mediaId, imageId]);
    const stuck = await schedule('Stuck', false, mediaId);
    const free = await schedule('Free');
    await sql('UPDATE media SET deleted_at = now() WHERE id = $1', [mediaId]);
    await letCome(stuck, free);
    await expect(replica().publishDue()).resolves.toEqual([free]);
    await replica().publishDue();
    await expect(desk(stuck)).resolves.toMatchObject({ post: { status: 'scheduled' } });
    await expect(failedJobs(stuck)).resolves.toMatchObject([
      { name: 'publish-post', reason: expect.stringContaining('“Stuck” was not published at its time') as string },
    ]);
    await decide(stuck, 1, { status: 'draft' });
    await expect(failedJobs(stuck)).resolves.toEqual([]);
  });

  it('publishes a post that missed its time on a retry, as soon as it can be published', async () => {
    const mediaId = newId();
    const imageId = await builders(content.database).createReadyImage('cover');
    await sql("INSERT INTO media (id, image_id, name, alt) VALUES ($1, $2, 'a.jpg', 'A')", [mediaId, imageId]);
    const id = await schedule('Retried', true, mediaId);
    await sql('UPDATE media SET deleted_at = now() WHERE id = $1', [mediaId]);
    await letCome(id);
    await replica().publishDue();
    const [missed] = await failedJobs(id);
    expect(missed).toMatchObject({ queue: 'newsletter', name: 'publish-post', payload: { postId: id } });

    await content.service.call('jobs.v1.JobsService', 'retryJob', { queue: 'newsletter', id: missed?.id }, admin);
    await until('the job to be queued', async () => {
      const rows = await sql('SELECT FROM outbox WHERE id = $1 AND enqueued_at IS NOT NULL', [missed?.id]);
      return rows.length > 0;
    });
    await expect(failedJobs(id)).resolves.toEqual([]);
    await call('publishMissedPost', { id });
    await expect(failedJobs(id)).resolves.toMatchObject([{ id: missed?.id, reason: missed?.reason }]);
    await expect(desk(id)).resolves.toMatchObject({ post: { status: 'scheduled' } });

    await sql('UPDATE media SET deleted_at = NULL WHERE id = $1', [mediaId]);
    await Promise.all([1, 2].map(() => call('publishMissedPost', { id })));
    await expect(read(id)).resolves.toMatchObject({ title: 'Retried', status: 'published' });
    await expect(failedJobs(id)).resolves.toEqual([]);
    await expect(campaigns(id)).resolves.toHaveLength(1);
  });

  it.each([
    ['deleted', (id: string) => call('deletePost', { id }, admin)],
    ['no longer scheduled', (id: string) => decide(id, 1, { status: 'draft' })],
  ])(
    'removes a missed post from the failed jobs when it is %s, and a retry then publishes nothing',
    async (_how, end) => {
      const mediaId = newId();
      const imageId = await builders(content.database).createReadyImage('cover');
      await sql("INSERT INTO media (id, image_id, name, alt) VALUES ($1, $2, 'a.jpg', 'A')", [mediaId, imageId]);
      const id = await schedule('Ended', false, mediaId);
      await sql('UPDATE media SET deleted_at = now() WHERE id = $1', [mediaId]);
      await letCome(id);
      await replica().publishDue();
      await expect(failedJobs(id)).resolves.toHaveLength(1);
      await end(id);
      await expect(failedJobs(id)).resolves.toEqual([]);
      await call('publishMissedPost', { id });
      await expect(read(id)).rejects.toMatchObject({ code: status.NOT_FOUND });
    },
  );

  it('leaves no failed job when a post is deleted while a replica reports its missed time', async () => {
    const mediaId = newId();
    const imageId = await builders(content.database).createReadyImage('cover');
    await sql("INSERT INTO media (id, image_id, name, alt) VALUES ($1, $2, 'a.jpg', 'A')", [mediaId, imageId]);
    const ids = await Promise.all([1, 2, 3, 4, 5, 6].map((number) => schedule(`Crossed ${number}`, false, mediaId)));
    await sql('UPDATE media SET deleted_at = now() WHERE id = $1', [mediaId]);
    await letCome(...ids);
    await replica().publishDue();
    // Both lock the post and its failed job.
    await Promise.all([
      ...[1, 2, 3].map(() => replica().publishDue()),
      ...ids.map((id) => call('deletePost', { id }, admin)),
    ]);
    for (const id of ids) await expect(failedJobs(id)).resolves.toEqual([]);
  });

  it('wakes every replica when a post is scheduled, possibly before the next poll', async () => {
    const replicas = new Client({ connectionString: content.database.settings.url });
    await replicas.connect();
    try {
      let notices = 0;
      replicas.on('notification', () => (notices += 1));
      await replicas.query('LISTEN content_schedule');
      const id = await draft('Soon');
      await decide(id, 1, { status: 'scheduled', publishAt: new Date(Date.now() + 1_500).toISOString() });
      await until('the notice', () => notices > 0);
      await until('it to be published', async () => (await desk(id))?.post?.status === 'published');
    } finally {
      await replicas.end();
    }
  });

  it('publishes once when an editor and the schedule do so at the same moment', async () => {
    const id = await schedule('Same moment', true);
    await letCome(id);
    await Promise.allSettled([replica().publishDue(), decide(id, 1, { status: 'published' })]);
    await expect(read(id)).resolves.toMatchObject({ title: 'Same moment' });
    expect((await campaigns(id)).length).toBeLessThanOrEqual(1);
  });

  it.each([
    ['in the past', { publishAt: new Date(Date.now() - 1_000).toISOString() }],
    ['that is none', { publishAt: 'tomorrow' }],
    ['that is missing', {}],
  ])('rejects a time %s', async (_what, decision) => {
    const id = await draft('Refused');
    await expect(decide(id, 1, { status: 'scheduled', ...decision })).rejects.toMatchObject({
      code: status.INVALID_ARGUMENT,
    });
    await expect(desk(id)).resolves.toMatchObject({ post: { status: 'draft' } });
  });

  it('rejects scheduling a published post, and says what to do', async () => {
    const id = await draft('On the site');
    await decide(id, 1, { status: 'published' });
    await expect(decide(id, 1, { status: 'scheduled', publishAt: soon() })).rejects.toMatchObject({
      code: status.INVALID_ARGUMENT,
      details: expect.stringContaining('take it off the site first') as string,
    });
  });

  it('sends the newsletter for an admin only, and with a published post only', async () => {
    const id = await draft('With the newsletter');
    const withIt = { status: 'published', sendNewsletter: true };
    await expect(decide(id, 1, withIt)).rejects.toMatchObject({ code: status.PERMISSION_DENIED });
    await expect(decide(id, 1, { ...withIt, status: 'unlisted' }, admin)).rejects.toMatchObject({
      code: status.INVALID_ARGUMENT,
    });
    await decide(id, 1, withIt, admin);
    await expect(campaigns(id)).resolves.toHaveLength(1);
  });

  it.each([0, 1, 2])('publishes the others when post %s of three fails, and that one later', async (bad) => {
    const ids = [await schedule(`Left ${bad}`), await schedule(`Middle ${bad}`), await schedule(`Right ${bad}`)];
    const [rejected = ''] = ids.slice(bad, bad + 1);
    await sql(`CREATE OR REPLACE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'this post is refused'; END $$`);
    await sql(`CREATE TRIGGER refused BEFORE UPDATE ON posts FOR EACH ROW
      WHEN (NEW.id = '${rejected}' AND NEW.status = 'published') EXECUTE FUNCTION refuse()`);
    for (const [place, id] of ids.entries())
      await sql(`UPDATE posts SET publish_at = now() - interval '1 second' * $2 WHERE id = $1`, [id, 10 - place]);
    const one = replica();
    const other = replica();
    await Promise.all([one.publishDue(), other.publishDue()]);
    const statuses = async () =>
      (
        await sql<{ status: string }>(
          'SELECT status FROM posts WHERE id = ANY($1::uuid[]) ORDER BY array_position($1::uuid[], id)',
          [ids],
        )
      ).map(({ status: is }) => is);
    expect(await statuses()).toEqual([0, 1, 2].map((place) => (place === bad ? 'scheduled' : 'published')));
    expect(await failedJobs(rejected)).toMatchObject([
      { name: 'publish-post', reason: expect.stringContaining('this post is refused') as string },
    ]);
    await sql('DROP TRIGGER refused ON posts');
    await until('it to be published', async () => {
      await one.publishDue();
      return (await statuses())[bad] === 'published';
    });
    expect(await failedJobs(rejected)).toEqual([]);
  });
});
