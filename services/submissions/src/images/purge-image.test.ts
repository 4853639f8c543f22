import { randomUUID } from 'node:crypto';
import { addToOutbox } from '@site/platform/jobs/outbox';
import { until } from '@site/platform/testing/until';
import { scene } from '../testing/photos.js';
import { admin, Submissions } from '../testing/submissions.js';
import { addPurgeImageJob } from './purge-image.job.js';
import { sweepRetention } from '../retention.js';

let submissions: Submissions;
let photo: Buffer;
beforeAll(async () => {
  submissions = await Submissions.start();
  submissions.startWorker();
  photo = await scene(1, { width: 400, height: 300 }).jpeg().toBuffer();
});
afterAll(() => submissions.stop());

const query = <Row extends object>(statement: string, values: unknown[] = []) =>
  submissions.query<Row>(statement, values);
const getImage = async (id: string) =>
  (
    await query<{ id: string; sizes: { key: string }[] }>(
      'SELECT images.id, sizes FROM images JOIN snapshots ON image_id = images.id WHERE snapshots.id = $1',
      [id],
    )
  )[0]!;
const exists = async (imageId: string) => (await query('SELECT FROM images WHERE id = $1', [imageId])).length > 0;
const objectsOf = async (imageId: string) => (await submissions.store.list('')).filter((key) => key.includes(imageId));
const done = () =>
  until('all jobs to be done', async () => {
    const open = await query(`SELECT FROM outbox WHERE queue = 'moderation' AND processed_at IS NULL`);
    return open.length === 0;
  });
const purge = async (imageId: string) => {
  await submissions.database.dataSource.transaction((manager) => addPurgeImageJob(manager, imageId));
  await done();
};

it('removes a photo that was deleted 30 days ago from the store and the database', async () => {
  const { id } = await submissions.ready(await submissions.send(photo));
  await submissions.approve(id);
  await submissions.delete(id);
  await submissions.settled(id);
  const picture = await getImage(id);
  expect((await objectsOf(picture.id)).length).toBeGreaterThan(0);
  await query(`UPDATE snapshots SET deleted_at = now() - interval '31 days' WHERE id = $1`, [id]);
  expect(await sweepRetention(submissions.database.dataSource)).toBe(1);
  await done();
  expect([await exists(picture.id), await objectsOf(picture.id)]).toEqual([false, []]);
});

it('keeps a picture that is still referenced', async () => {
  const { id } = await submissions.ready(await submissions.send(photo));
  const picture = await getImage(id);
  await purge(picture.id);
  expect(await exists(picture.id)).toBe(true);
  expect((await objectsOf(picture.id)).length).toBe(picture.sizes.length);
});

it('keeps a picture in processing until it is finished, then removes it', async () => {
  const id = randomUUID();
  const stagingKey = `staging/${id}`;
  await query(
    `INSERT INTO images (id, kind, state, published, staging_key, base_key, sha256, size_bytes, media_type)
     VALUES ($1, 'snapshot', 'processing', false, $2, $3, '', 0, 'image/jpeg')`,
    [id, stagingKey, `snapshots/00/${id}`],
  );
  await purge(id);
  expect(await exists(id)).toBe(true);
  await submissions.store.put(stagingKey, photo, 'image/jpeg');
  await submissions.database.dataSource.transaction((manager) =>
    addToOutbox(manager, {
      queue: 'moderation',
      name: 'process-picture',
      payload: { pictureId: id, owner: 'submissions' },
    }),
  );
  await until('the picture to be gone', async () => !(await exists(id)));
  await done();
  expect([await objectsOf(id), await submissions.store.stat(stagingKey)]).toEqual([[], undefined]);
});

it('does nothing for a picture that no longer exists', async () => {
  await purge(randomUUID());
  expect(await query(`SELECT FROM outbox WHERE name = 'purge-picture' AND processed_at IS NULL`)).toEqual([]);
});

describe('a restored photo', () => {
  const restore = (id: string) =>
    submissions.service.call('trash.v1.TrashService', 'restoreFromTrash', { type: 'snapshot', id }, admin);
  const trash = async () => {
    const { items } = await submissions.service.call<{ items: { id: string; detail: string }[] }>(
      'trash.v1.TrashService',
      'listTrash',
      { limit: 100 },
      admin,
    );
    return items;
  };

  it.each<[string, (id: string) => Promise<unknown>]>([
    ['deleted', (id) => submissions.approve(id).then(() => submissions.delete(id))],
    [
      'deleted a while ago',
      async (id) => {
        await submissions.approve(id);
        await submissions.delete(id);
        await submissions.settled(id);
      },
    ],
    ['rejected', (id) => submissions.reject(id, 'Too dark')],
    ['deleted while it waited', (id) => submissions.delete(id)],
  ])('is pending after it was %s, and can be approved', async (_name, takeAway) => {
    const { id } = await submissions.ready(await submissions.send(photo));
    await takeAway(id);
    expect((await trash()).map((item) => item.id)).toContain(id);
    await restore(id);
    await restore(id);
    expect((await trash()).map((item) => item.id)).not.toContain(id);
    expect(await submissions.listed(id, 'pending')).toMatchObject({ status: 'pending', picture: { state: 'ready' } });
    const restored = await submissions.listed(id, 'pending');
    expect([restored?.decidedAt, restored?.rejectReason]).toEqual([undefined, undefined]);
    expect(restored?.picture?.sizes[0]?.key).toMatch(/^pending\//);
    expect(await submissions.approve(id)).toMatchObject({ status: 'approved' });
    const { sizes } = await getImage(id);
    await submissions.settled(id);
    for (const { key } of sizes) {
      expect(await submissions.store.stat(`public/${key}`)).toBeDefined();
      expect(await submissions.store.stat(`pending/${key}`)).toBeUndefined();
    }
    const restores = await query(`SELECT FROM audit WHERE subject_id = $1 AND action = 'snapshot.restore'`, [id]);
    expect(restores).toHaveLength(1);
  });

  it('shows in the trash why it was rejected', async () => {
    const id = await submissions.send(photo, { location: 'Jasper' });
    await submissions.reject(id, 'Too dark');
    expect((await trash()).find((item) => item.id === id)?.detail).toBe('Jasper, rejected: Too dark');
  });

  it("can't be a damaged one", async () => {
    const id = await submissions.send(photo.subarray(0, 300));
    await until('the photo to be refused', async () => (await trash()).some((item) => item.id === id));
    await expect(restore(id)).rejects.toMatchObject({ details: "This photo is damaged, so it can't be restored." });
    expect((await trash()).map((item) => item.id)).toContain(id);
  });
});
