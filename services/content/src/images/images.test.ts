import { createHash, randomUUID } from 'node:crypto';
import { ObjectStore } from '@site/platform/data/object-store';
import { addPlaceImageJob } from '@site/platform/lifecycle/images';
import { testIdentity } from '@site/platform/testing/identities';
import { testLogger } from '@site/platform/testing/logger';
import { testObjectStore } from '@site/platform/testing/object-store';
import { until } from '@site/platform/testing/until';
import type { ListMediaItemsResponse } from '@site/proto/gen/nest/content/v1/media';
import type { CreateTeamMemberResponse, ListTeamMembersResponse } from '@site/proto/gen/nest/content/v1/team';
import type { CreatePostResponse, Post, UpdatePostResponse } from '@site/proto/gen/nest/content/v1/posts';
import type { Image } from '@site/proto/gen/nest/images/v1/images';
import sharp from 'sharp';
import { startModeration } from '../../../submissions/src/testing/moderation.js';
import { connectRemoteImageOwner } from '../../../submissions/src/images/image-owners.js';
import { sweepRetention } from '../retention.js';
import { admin } from '../testing/callers.js';
import { builders, startContent, type TestContent } from '../testing/content.js';

/** From the upload to the purge, with the picture worker. */

let content: TestContent;
let store: ObjectStore;
let workerStore: ObjectStore;
let owner: ReturnType<typeof connectRemoteImageOwner>;
let worker: ReturnType<typeof startModeration> | undefined;

beforeEach(async () => {
  content = await startContent();
  const bucket = await testObjectStore('pictures');
  store = bucket.store;
  workerStore = new ObjectStore(bucket.settings);
  const identity = testIdentity('picture-worker');
  owner = connectRemoteImageOwner({ peer: 'content', address: content.service.address, identity });
});
afterEach(async () => {
  await stopWorker();
  owner.close();
  store.close();
  workerStore.close();
  await content.close();
});

function startWorker() {
  worker = startModeration({
    dataSource: content.database.dataSource,
    store: workerStore,
    owners: { submissions: owner, content: owner },
    queue: {
      redisUrl: process.env['REDIS_URL'],
      databaseUrl: content.database.settings.url,
      onError: () => undefined,
    },
    logger: testLogger,
  });
}
async function stopWorker() {
  await worker?.close();
  worker = undefined;
}

/** As the gateway does. */
async function stage(background: string) {
  const bytes = await sharp({ create: { width: 400, height: 300, channels: 3, background } })
    .png()
    .toBuffer();
  const key = `staging/${randomUUID()}`;
  await store.put(key, bytes, 'image/png');
  return {
    key,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    sizeBytes: bytes.length,
    mediaType: 'image/png',
  };
}

const posts = <Result>(method: string, request: object) =>
  content.service.call<Result>('content.v1.PostsService', method, request, admin);
const text = { title: 'Ice', description: 'Stay home.' };
const claim = () => ({ idempotency: { key: randomUUID(), fingerprint: 'f' } });

async function create(cover?: object): Promise<string> {
  const { post } = await posts<CreatePostResponse>('createPost', { ...text, cover, ...claim() });
  return post!.id;
}
const edit = (id: string, request: object) =>
  posts<UpdatePostResponse>('updatePost', { id, ...text, ...claim(), ...request });
const restore = (id: string, type: 'team' | 'media' = 'team') =>
  content.service.call('trash.v1.TrashService', 'restoreFromTrash', { type, id }, admin);

/** A portrait is hidden with its member; other pictures stay in the library. */
const team = <Result>(method: string, request: object) =>
  content.service.call<Result>('content.v1.TeamService', method, request, admin);
async function join(portrait: object): Promise<string> {
  const request = { name: 'Jo', designation: 'Forecaster', portrait, ...claim() };
  return (await team<CreateTeamMemberResponse>('createTeamMember', request)).member!.id;
}
const leave = (id: string) => team<object>('deleteTeamMember', { id });
const portraitOf = async (id: string): Promise<Image | undefined> =>
  (await team<ListTeamMembersResponse>('listTeamMembers', { limit: 100 })).members.find((one) => one.id === id)
    ?.portrait ?? undefined;
const readyPortrait = (id: string) =>
  until('the portrait to be ready', async () => {
    const portrait = await portraitOf(id);
    return portrait?.state === 'ready' ? portrait : undefined;
  });

const library = <Result>(method: string, request: object) =>
  content.service.call<Result>('content.v1.MediaService', method, request, admin);

const coverOf = async (id: string): Promise<Image | undefined> =>
  (await posts<Post>('getPost', { id })).cover ?? undefined;
const readyCover = (id: string) =>
  until('the cover to be ready', async () => {
    const cover = await coverOf(id);
    return cover?.state === 'ready' ? cover : undefined;
  });
const query = <Row extends object>(statement: string, values: unknown[] = []) =>
  content.database.dataSource.query<Row[]>(statement, values);
const settled = () =>
  until(
    'every job to be done',
    async () => (await query('SELECT FROM outbox WHERE processed_at IS NULL')).length === 0,
  );
const objects = async () => (await store.list('')).sort();
/** The test's store returns 500 for a listing during a removal, so this retries. */
const objectsBecome = (requested: string[]) =>
  until(`the objects to be [${requested.join()}]`, async () => {
    const lying = await objects().catch(() => undefined);
    return lying?.join() === requested.join();
  });
const named = (folder: 'public' | 'pending', { sizes }: Image) => sizes.map(({ key }) => `${folder}/${key}`).sort();

describe('the portrait of a member', () => {
  it('is published, hidden and restored with the member, and removed when the member is purged', async () => {
    startWorker();
    const id = await join(await stage('#246'));
    const portrait = await readyPortrait(id);
    expect(portrait).toMatchObject({ width: 400, height: 300, alt: 'Jo' });
    await objectsBecome(named('public', portrait));

    await leave(id);
    await settled();
    await objectsBecome(named('pending', portrait));

    await restore(id);
    await expect(readyPortrait(id)).resolves.toEqual(portrait);
    await settled();
    await objectsBecome(named('public', portrait));

    await leave(id);
    await query(`UPDATE team_members SET deleted_at = now() - interval '30 days 1 second'`);
    expect(await sweepRetention(content.database.dataSource)).toBe(1);
    await settled();
    await objectsBecome([]);
    expect(await query('SELECT FROM images')).toEqual([]);
  });

  it('is hidden when its member was deleted during processing', async () => {
    const deleted = await join(await stage('#462'));
    const stays = await join(await stage('#a42'));
    await leave(deleted);
    startWorker();
    const portrait = await readyPortrait(stays);
    await settled();
    const [hidden] = await query<{ sizes: { key: string }[] }>('SELECT sizes FROM images WHERE NOT published');
    await objectsBecome([
      ...(hidden?.sizes ?? []).map(({ key }) => `pending/${key}`).sort(),
      ...named('public', portrait),
    ]);
    expect(hidden?.sizes.length).toBeGreaterThan(0);
  });

  it('ends up where the last decision puts it, in any order of jobs', async () => {
    startWorker();
    const id = await join(await stage('#246'));
    const portrait = await readyPortrait(id);
    for (let runOnce = 0; runOnce < 3; runOnce += 1) {
      await leave(id);
      await restore(id);
    }
    await settled();
    await expect(readyPortrait(id)).resolves.toEqual(portrait);
    await objectsBecome(named('public', portrait));
  });

  it('is placed again when a decision is made while its objects move', async () => {
    const id = await join(await stage('#246'));
    startWorker();
    const portrait = await readyPortrait(id);
    await settled();
    await stopWorker();
    await leave(id);
    const [picture] = await query<{ id: string }>('SELECT id FROM images');
    const imageId = picture!.id;
    await expect(owner.claimPlacement({ id: imageId })).resolves.toMatchObject({ use: 'hidden' });
    await restore(id);
    const [job] = await query<{ id: string }>('SELECT id FROM outbox WHERE processed_at IS NULL ORDER BY id');
    const outboxId = job!.id;
    await expect(owner.completePlacement({ imageId, outboxId, use: 'hidden' })).resolves.toEqual({
      retry: true,
    });
    await expect(owner.completePlacement({ imageId, outboxId, use: 'public' })).resolves.toEqual({
      retry: false,
    });
    await expect(owner.completePlacement({ imageId, outboxId, use: 'public' })).resolves.toEqual({
      retry: false,
    });
    await expect(portraitOf(id)).resolves.toEqual(portrait);
  });
});

describe('the picture of a post', () => {
  it('stays when an edit has none, and stays in the library when replaced, until it is deleted there', async () => {
    startWorker();
    const id = await create(await stage('#246'));
    const first = await readyCover(id);
    expect((await edit(id, {})).post?.cover).toEqual(first);

    await edit(id, { cover: await stage('#a42'), removeCover: true });
    const second = await readyCover(id);
    expect(second.sizes[0]?.key).not.toBe(first.sizes[0]?.key);
    await settled();
    await objectsBecome([...named('public', first), ...named('public', second)].sort());

    await edit(id, { removeCover: true });
    expect(await coverOf(id)).toBeUndefined();
    const { mediaItems } = await library<ListMediaItemsResponse>('listMediaItems', { limit: 100 });
    expect(mediaItems.map(({ name }) => name)).toEqual(['Ice', 'Ice']);
    for (const item of mediaItems) await library('deleteMediaItem', { id: item.id });
    await settled();
    await objectsBecome([...named('pending', first), ...named('pending', second)].sort());

    await restore(mediaItems[0]!.id, 'media');
    await query(`UPDATE media SET deleted_at = deleted_at - interval '31 days'`);
    expect(await sweepRetention(content.database.dataSource)).toBe(1);
    await settled();
    await objectsBecome(named('public', second));
    expect(await query('SELECT FROM images')).toHaveLength(1);
  });

  it('has nothing to place during processing, or if it never existed', async () => {
    const inWork = await builders(content.database).picture('cover');
    for (const imageId of [inWork, randomUUID()])
      await expect(owner.claimPlacement({ id: imageId })).resolves.toMatchObject({ use: '', keys: [] });
  });
});

describe('the retention sweep', () => {
  it('purges every kind 30 days after its deletion, not earlier, and removes the names of former team members', async () => {
    const build = builders(content.database);
    const { dataSource } = content.database;
    const deleted = async (table: string, days: number, id: string) => {
      await query(`UPDATE ${table} SET deleted_at = now() - make_interval(days => $1) WHERE id = $2`, [days, id]);
      return id;
    };
    for (const days of [29, 31]) {
      await deleted('posts', days, await build.post());
      await deleted('faqs', days, await build.faq());
      await deleted('team_members', days, await build.member());
      await query(
        `INSERT INTO site_headers (id, header, deleted_at) VALUES ($1, 'x', now() - make_interval(days => $2))`,
        [randomUUID(), days],
      );
      await query(
        `INSERT INTO site_logos (id, image_id, deleted_at) VALUES ($1, $2, now() - make_interval(days => $3))`,
        [randomUUID(), await build.createReadyImage('logo'), days],
      );
    }
    const live = await build.post({ title: 'stays' });
    const [purged] = await query<{ id: string }>(`SELECT id FROM team_members ORDER BY deleted_at LIMIT 1`);
    await query(
      `INSERT INTO audit (id, principal_id, principal_name, action, subject_id, subject_label, client_address, request_id)
       SELECT gen_random_uuid(), gen_random_uuid(), 'Ada', 'x', id, 'Jo', '', '' FROM team_members`,
    );
    expect(await sweepRetention(dataSource)).toBe(5);
    expect(await sweepRetention(dataSource)).toBe(0);
    for (const table of ['faqs', 'team_members', 'site_headers', 'site_logos'])
      expect(await query(`SELECT FROM ${table}`)).toHaveLength(1);
    expect((await query<{ id: string }>('SELECT id FROM posts')).map(({ id }) => id)).toContain(live);
    expect(await query(`SELECT subject_id FROM audit WHERE action = 'x' AND subject_label = ''`)).toEqual([
      { subject_id: purged?.id },
    ]);
    expect(await query(`SELECT FROM outbox WHERE name = 'place-picture'`)).toHaveLength(1);
  });

  it('purges any number of rows', async () => {
    await query(
      `INSERT INTO faqs (id, question, answer, deleted_at)
       SELECT gen_random_uuid(), 'old', 'x', now() - interval '31 days' FROM generate_series(1, 1001)`,
    );
    expect(await sweepRetention(content.database.dataSource)).toBe(1_001);
  });

  it('removes unfinished pictures without references', async () => {
    const build = builders(content.database);
    const referred = await build.picture('cover');
    await build.post({ coverId: referred });
    await build.picture('cover');
    const young = await build.picture('cover');
    await query(`UPDATE images SET created_at = now() - interval '31 days' WHERE id <> $1`, [young]);
    expect(await sweepRetention(content.database.dataSource)).toBe(1);
    expect((await query<{ id: string }>('SELECT id FROM images ORDER BY id')).map(({ id }) => id)).toEqual(
      [referred, young].sort(),
    );
  });
});

describe('a job for a deleted picture', () => {
  it('completes immediately', async () => {
    startWorker();
    await content.database.dataSource.transaction((manager) => addPlaceImageJob(manager, randomUUID()));
    await settled();
  });
});
