import { status } from '@grpc/grpc-js';
import type { GetContentOverviewResponse } from '@site/proto/gen/nest/content/v1/overview';
import type { Caller } from '@site/proto/grpc';
import { admin, moderator } from '../testing/callers.js';
import { builders, startContent, type TestContent } from '../testing/content.js';

describe('the content overview', () => {
  let content: TestContent;
  beforeAll(async () => {
    content = await startContent();
  });
  afterAll(() => content.close());
  const overview = (caller?: Caller) =>
    content.service.call<GetContentOverviewResponse>('content.v1.OverviewService', 'getContentOverview', {}, caller);

  it('counts unpublished posts, with the oldest draft and the next scheduled time', async () => {
    expect(await overview({ ...admin, role: 'editor' })).toMatchObject({ drafts: 0, scheduledPosts: 0 });
    const { post } = builders(content.database);
    await post();
    const draft = async (createdAt: string) => {
      const id = await post({ createdAt: new Date(createdAt) });
      await content.database.dataSource.query("UPDATE posts SET status = 'draft' WHERE id = $1", [id]);
      return id;
    };
    await draft('2026-11-02T12:00:00Z');
    await draft('2026-11-01T12:00:00Z');
    const removed = await draft('2026-10-01T12:00:00Z');
    await content.database.dataSource.query('UPDATE posts SET deleted_at = now() WHERE id = $1', [removed]);
    for (const at of ['2027-01-02T12:00:00Z', '2027-01-01T12:00:00Z'])
      await content.database.dataSource.query("UPDATE posts SET status = 'scheduled', publish_at = $2 WHERE id = $1", [
        await post(),
        at,
      ]);
    expect(await overview(admin)).toEqual({
      drafts: 2,
      oldestDraftAt: '2026-11-01T12:00:00.000Z',
      scheduledPosts: 2,
      nextPostAt: '2027-01-01T12:00:00.000Z',
    });
  });

  it('is for users who can write posts', async () => {
    await expect(overview(moderator)).rejects.toMatchObject({ code: status.PERMISSION_DENIED });
    await expect(overview()).rejects.toMatchObject({ code: status.UNAUTHENTICATED });
  });
});
