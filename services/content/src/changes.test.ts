import { status } from '@grpc/grpc-js';
import { announce } from '@site/platform/data/changes';
import { until } from '@site/platform/testing/until';
import { watchChanges, type WatchedChanges } from '@site/platform/testing/watch-changes';
import type { ClaimImageResponse } from '@site/proto/gen/nest/images/v1/images';
import { builders, startContent, type TestContent } from './testing/content.js';

describe('change notices', () => {
  let content: TestContent;
  let watched: WatchedChanges;
  beforeAll(async () => {
    content = await startContent();
    watched = watchChanges('content', content.service.address);
    await until('the stream to open', () => watched.notices.length > 0);
  });
  afterAll(async () => {
    watched.close();
    await content.close();
  });
  const timing = (id: string) => watched.notices.some((notice) => notice.id === id);
  const announceId = (id: string) =>
    content.database.dataSource.transaction((manager) => announce(manager, 'posts', id));

  it('start with "anything may have changed"', () => {
    expect(watched.notices[0]?.topic).toBe('*');
  });

  it('are sent after a commit, in order, and never after a rollback', async () => {
    await content.database.dataSource
      .transaction(async (manager) => {
        await announce(manager, 'posts', 'rolled back');
        throw new Error('no');
      })
      .catch(() => undefined);
    await announceId('committed');
    await until('the notice', () => timing('committed'));
    expect(watched.notices.at(-1)).toEqual({ topic: 'posts', id: 'committed' });
    expect(timing('rolled back')).toBe(false);
  });

  it('reach every watcher, including one that connects later', async () => {
    const second = watchChanges('content', content.service.address);
    await until('the second stream to open', () => second.notices.length > 0);
    await announceId('for both');
    await until('both to hear it', () => timing('for both') && second.notices.some(({ id }) => id === 'for both'));
    second.close();
  });

  it('continue after the listening connection was killed, and announce that some may be lost', async () => {
    const before = watched.notices.length;
    const killed = await content.database.dataSource.query<unknown[]>(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN %'",
    );
    expect(killed).toHaveLength(1);
    await until('the feed to connect again', () => watched.notices.slice(before).some(({ topic }) => topic === '*'));
    await announceId('after the kill');
    await until('the notice', () => timing('after the kill'));
  });

  it('announce a finished picture once, however often the worker reports it', async () => {
    const imageId = await builders(content.database).picture('cover');
    const [job] = await content.database.dataSource.query<{ id: string; queue: string; payload: object }[]>(
      "SELECT id, queue, payload FROM outbox WHERE payload->>'pictureId' = $1",
      [imageId],
    );
    expect(job).toMatchObject({ queue: 'moderation', payload: { pictureId: imageId, owner: 'content' } });
    const call = <Response>(method: string, request: object) =>
      content.service.call<Response>('images.v1.ImagesService', method, request);
    await expect(call('claimImage', { id: imageId })).resolves.toMatchObject({ done: false, kind: 'cover' });
    const result = {
      imageId,
      outboxId: job?.id,
      width: 1_280,
      height: 720,
      sizes: [{ key: 'covers/x-640.webp', width: 640, height: 360, mediaType: 'image/webp', sizeBytes: 9 }],
      placeholder: 'data:,',
      perceptualHash: '0123456789abcdef',
    };
    await call('completeImage', result);
    await call('completeImage', result);
    await until('the notice', () => timing(imageId));
    await announceId('afterwards');
    await until('the next notice', () => timing('afterwards'));
    expect(watched.notices.filter(({ id }) => id === imageId)).toEqual([{ topic: 'pictures', id: imageId }]);
    await expect(call<ClaimImageResponse>('claimImage', { id: imageId })).resolves.toMatchObject({
      done: true,
    });
  });
});

it('a stopping service ends the streams of its watchers without waiting for them', async () => {
  const content = await startContent();
  const watched = watchChanges('content', content.service.address);
  try {
    await until('the stream to open', () => watched.notices.length > 0);
    await content.close();
    await until('the stream to end', () => watched.endedWith() !== undefined);
    // UNAVAILABLE would mean a lost connection.
    expect(watched.endedWith()).toBe(status.OK);
  } finally {
    watched.close();
  }
});
