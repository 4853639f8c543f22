import { randomUUID } from 'node:crypto';
import exifr from 'exifr';
import sharp from 'sharp';
import { addToOutbox } from '@site/platform/jobs/outbox';
import { ImageLedger } from '@site/platform/lifecycle/image-ledger';
import { addImage } from '@site/platform/lifecycle/images';
import { openQueue } from '@site/platform/jobs/queue';
import { until } from '@site/platform/testing/until';
import { bomb, phonePhoto, scene } from '../testing/photos.js';
import { Submissions } from '../testing/submissions.js';
import { onImageFinished } from '../submission-kinds.js';
import { explainOnCard } from './image-jobs.js';
import { type ImageOwner } from './image-owners.js';
import { sweepStaging } from './sweep-objects.js';

let submissions: Submissions;

beforeAll(async () => {
  submissions = await Submissions.start({ requeueAfterSeconds: 1 });
});
afterAll(() => submissions.stop());

const rejected = (id: string) =>
  until('the snapshot to be rejected', async () => {
    const [row] = await submissions.query<{ reject_reason: string }>(
      `SELECT reject_reason FROM snapshots WHERE id = $1 AND status = 'rejected' AND deleted_at IS NOT NULL`,
      [id],
    );
    return row?.reject_reason;
  });

const jpeg = (number: number) => scene(number).jpeg().toBuffer();

describe('the moderation worker', () => {
  beforeAll(() => void submissions.startWorker());

  it('makes upright sizes of a phone photo without location and device data', async () => {
    const original = await phonePhoto(1, { width: 2_400, height: 1_600 });
    expect(await exifr.gps(original)).toBeDefined();
    const { picture, id } = await submissions.ready(await submissions.send(original));
    expect(picture).toMatchObject({ width: 1_600, height: 2_400, duplicateOf: [] });
    expect(picture?.sizes.map(({ width, mediaType }) => `${width} ${mediaType}`)).toEqual(
      [320, 640, 1_280, 1_600].flatMap((width) => [`${width} image/webp`, `${width} image/jpeg`]),
    );
    for (const size of picture?.sizes ?? []) {
      expect(size.key.startsWith('pending/snapshots/')).toBe(true);
      const bytes = await submissions.store.get(size.key);
      expect(bytes.length).toBe(size.sizeBytes);
      expect((await sharp(bytes).metadata()).exif).toBeUndefined();
      if (size.mediaType === 'image/jpeg') expect(await exifr.parse(bytes, true)).toBeUndefined();
    }
    await until('the upload to be gone', async () => (await submissions.store.list('staging/')).length === 0);
    expect((await submissions.approve(id)).picture?.sizes[0]?.key).toMatch(/^snapshots\//);
  });

  it("rejects files that can't be displayed, with a reason, and removes the upload", async () => {
    const photo = await jpeg(2);
    const broken: [Buffer, RegExp][] = [
      [photo.subarray(0, photo.length / 2), /damaged/],
      [Buffer.from('a text named .jpg'), /damaged/],
      [bomb(), /too many pixels/],
    ];
    for (const [bytes, reason] of broken) {
      const id = await submissions.send(bytes);
      expect(await rejected(id)).toMatch(reason);
      await expect(submissions.approve(id)).rejects.toMatchObject({ details: 'This snapshot was already rejected.' });
    }
    await until('the uploads to be gone', async () => (await submissions.store.list('staging/')).length === 0);
  });

  it('shows moderators earlier photos that look the same', async () => {
    const original = await submissions.ready(await submissions.send(await jpeg(3)));
    const other = await submissions.ready(await submissions.send(await jpeg(4)));
    const copy = await submissions.ready(
      await submissions.send(await scene(3).resize(500).jpeg({ quality: 40 }).toBuffer()),
    );
    expect(copy.picture?.duplicateOf).toEqual([original.id]);
    expect(other.picture?.duplicateOf).toEqual([]);
    const withdrawn = await submissions.reject(copy.id);
    expect(withdrawn.picture?.duplicateOf).toEqual([original.id]);
  });

  it('detects two identical photos sent at the same moment', async () => {
    const photo = await jpeg(5);
    const ids = await Promise.all([submissions.send(photo), submissions.send(photo)]);
    const both = await Promise.all(ids.map((id) => submissions.ready(id)));
    expect(both.flatMap(({ picture }) => picture?.duplicateOf ?? [])).toHaveLength(1);
  });

  it('processes pictures of another service through its API', async () => {
    const upload = await submissions.stage(await jpeg(6));
    const { dataSource } = submissions.database;
    const imageId = await addImage(dataSource.manager, upload, 'portrait', true);
    await submissions.query(
      `UPDATE outbox SET payload = jsonb_set(payload, '{owner}', '"content"') WHERE payload ->> 'pictureId' = $1`,
      [imageId],
    );
    const sizes = await until('the picture to be ready', async () => {
      const [row] = await submissions.query<{ sizes: { key: string }[] }>(
        `SELECT sizes FROM images WHERE id = $1 AND state = 'ready'`,
        [imageId],
      );
      return row?.sizes;
    });
    expect(sizes).toHaveLength(6);
    for (const { key } of sizes) expect(await submissions.store.stat(`public/${key}`)).toBeDefined();
  });

  it('immediately fails unknown and unreadable jobs with a reason, and continues', async () => {
    const { manager } = submissions.database.dataSource;
    const payload = { pictureId: randomUUID(), owner: 'submissions' };
    const unknown = randomUUID();
    // As a release with other jobs would.
    await submissions.query(
      `INSERT INTO outbox (id, queue, name, payload) VALUES ($1, 'moderation', 'paint-picture', $2)`,
      [unknown, JSON.stringify(payload)],
    );
    const corrupt = await addToOutbox(manager, { queue: 'moderation', name: 'process-picture', payload: { a: 'b' } });
    const queue = openQueue('moderation', submissions.queue);
    const failure = (id: string) =>
      until('the job to fail', async () => (await queue.getJob(id))?.failedReason, 15_000);
    expect(await failure(unknown)).toMatch('no job "paint-picture"');
    expect(await failure(corrupt)).toMatch("the job's data is wrong");
    await submissions.query('UPDATE outbox SET processed_at = now() WHERE id = ANY($1)', [[unknown, corrupt]]);
    await queue.close();
    await submissions.ready(await submissions.send(await jpeg(7)));
  });

  it('removes only old uploads that no picture needs', async () => {
    const forgotten = await submissions.stage(await jpeg(8));
    const owners = [{ findStagedUploads: async () => ({ waitingKeys: [] as string[] }) }];
    const waiting = await submissions.stage(Buffer.from('still wanted'));
    const { manager } = submissions.database.dataSource;
    await manager.query(
      `INSERT INTO images (id, kind, state, published, staging_key, base_key, sha256, size_bytes, media_type)
       VALUES ($1, 'cover', 'processing', true, $2, '', '', 0, '')`,
      [randomUUID(), waiting.key],
    );
    const ledger = {
      findStagedUploads: (request: { keys: string[] }) =>
        submissions.service.call<{ waitingKeys: string[] }>('images.v1.ImagesService', 'findStagedUploads', request),
    };
    const hour = 3_600_000;
    expect(await sweepStaging(submissions.stores.pictures, [...owners, ledger], new Date(Date.now() - hour))).toBe(0);
    expect(await sweepStaging(submissions.stores.pictures, [...owners, ledger], new Date(Date.now() + hour))).toBe(1);
    expect(await submissions.store.list('staging/')).toEqual([waiting.key]);
    expect(await submissions.store.stat(forgotten.key)).toBeUndefined();
    await submissions.query('DELETE FROM images WHERE staging_key = $1', [waiting.key]);
    await submissions.store.remove([waiting.key]);
  });
});

describe('during outages', () => {
  let other: Submissions;
  beforeEach(async () => {
    other = await Submissions.start({ requeueAfterSeconds: 1 });
  });
  afterEach(() => other.stop());

  it('finishes every photo although the queue was wiped', async () => {
    const photo = await jpeg(9);
    const ids = await Promise.all([1, 2, 3].map(() => other.send(photo)));
    const queue = openQueue('moderation', other.queue);
    await until('the jobs to be queued', async () => (await queue.getJobCountByTypes('waiting', 'prioritized')) === 3);
    await queue.obliterate({ force: true });
    expect(await queue.getJobCountByTypes('waiting', 'prioritized')).toBe(0);
    await queue.close();
    other.startWorker();
    await Promise.all(ids.map((id) => other.ready(id)));
    await Promise.all(ids.map((id) => other.settled(id)));
  });

  it("doesn't count an outage of the object store as an attempt, and finishes the photo afterwards", async () => {
    let outages = 2;
    const { store } = other;
    const shaky = new Proxy(store, {
      get(target, name: keyof typeof store) {
        const value: unknown = target[name];
        if (name !== 'get' || outages === 0)
          return typeof value === 'function' ? (value.bind(target) as unknown) : value;
        outages -= 1;
        return () => Promise.reject(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }));
      },
    });
    other.startWorker({ store: shaky });
    const id = await other.send(await jpeg(10));
    await other.ready(id);
    const queue = openQueue('moderation', other.queue);
    const job = await until('the job to be completed', async () => (await queue.getJobs(['completed']))[0]);
    expect(job.attemptsMade).toBe(1);
    expect(job.attemptsStarted).toBeGreaterThanOrEqual(3);
    expect(outages).toBe(0);
    await queue.close();
  });

  it('shows on the card that the store is unreachable, and continues immediately when a moderator retries', async () => {
    let isAway = true;
    const { store, ledger } = other;
    const away = new Proxy(store, {
      get(target, name: keyof typeof store) {
        const value: unknown = target[name];
        if (name !== 'get' || !isAway) return typeof value === 'function' ? (value.bind(target) as unknown) : value;
        return () => Promise.reject(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }));
      },
    });
    other.startWorker({ store: away });
    const id = await other.send(await jpeg(13));
    const queue = openQueue('moderation', other.queue);
    const job = await until('the job to be put off', async () => (await queue.getJobs(['delayed']))[0]);
    // After postponing a job for half a minute.
    const setback = { kind: 'put off', reason: 'The picture store was unreachable.' } as const;
    await explainOnCard(job, setback, { submissions: ledger, content: ledger });
    const card = (await other.listed(id, 'pending'))?.picture;
    expect(card).toMatchObject({ state: 'failed', rejectedBecause: 'The picture store was unreachable.' });
    await expect(other.approve(id)).rejects.toMatchObject({
      details: 'The photo could not be prepared: The picture store was unreachable.',
    });

    isAway = false;
    await other.retryImage(card?.retryId ?? '');
    const { picture } = await other.ready(id);
    expect(picture).toMatchObject({ rejectedBecause: '', retryId: '' });
    await other.settled(id);
    await queue.close();
  });

  it('leaves no public copy of a photo that was deleted during processing', async () => {
    const id = await other.send(await jpeg(12));
    await other.query(`UPDATE snapshots SET status = 'approved', decided_at = now() WHERE id = $1`, [id]);
    await other.query('UPDATE images SET published = true');
    const ledger = new ImageLedger(other.database.dataSource, onImageFinished);
    const deletedMeanwhile: ImageOwner = {
      claimImage: async (request) => {
        const claim = await ledger.claimImage(request);
        await other.delete(id);
        return claim;
      },
      completeImage: (request) => ledger.completeImage(request),
      rejectImage: (request) => ledger.rejectImage(request),
      failImage: (request) => ledger.failImage(request),
      findStagedUploads: (request) => ledger.findStagedUploads(request),
      findImages: (request) => ledger.findImages(request),
      claimPlacement: (request) => ledger.claimPlacement(request),
      completePlacement: (request) => ledger.completePlacement(request),
    };
    other.startWorker({ owners: { submissions: deletedMeanwhile, content: deletedMeanwhile } });
    await other.settled(id);
    expect(await other.store.list('public/')).toEqual([]);
    expect(await other.store.list('pending/')).toHaveLength(6);
  });

  it('finishes the running job before it stops', async () => {
    const moderation = other.startWorker();
    const id = await other.send(await phonePhoto(11, { width: 3_000, height: 2_000 }));
    const queue = openQueue('moderation', other.queue);
    await until('the job to be under way', async () => (await queue.getActiveCount()) > 0);
    await moderation.close();
    expect((await other.listed(id, 'pending'))?.picture?.state).toBe('ready');
    await queue.close();
  });
});
