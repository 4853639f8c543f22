import { status } from '@grpc/grpc-js';
import { newId } from '@site/platform/base/ids';
import { emptyTables } from '@site/platform/testing/empty-tables';
import { until } from '@site/platform/testing/until';
import type {
  CreateMediaItemResponse,
  MediaItem,
  ListMediaItemsResponse,
  ListMediaUsesResponse,
  UpdateMediaItemResponse,
} from '@site/proto/gen/nest/content/v1/media';
import type { GetHomeContentResponse } from '@site/proto/gen/nest/content/v1/home';
import type { Caller } from '@site/proto/grpc';
import { addItemImage } from '../images/image-library.js';
import { getImageVisibility } from '../images/image-use.js';
import { sweepRetention } from '../retention.js';
import { admin, moderator, otherAdmin } from '../testing/callers.js';
import { builders, startContent, type TestContent } from '../testing/content.js';
import { Media } from './media.entity.js';
import { mediaKind } from './media.kind.js';
import { usedSentence } from './media-uses.js';

const editor: Caller = { ...admin, id: newId(), name: 'Eda Editor', role: 'editor' };

let content: TestContent;
beforeAll(async () => {
  content = await startContent();
});
afterAll(() => content.close());
beforeEach(() =>
  emptyTables(
    content.database.dataSource,
    'post_revisions, post_slugs, post_previews, posts, team_members, site_logos, media, images, outbox, audit, idempotency',
  ),
);

const query = <Row extends object>(statement: string, values: unknown[] = []) =>
  content.database.dataSource.query<Row[]>(statement, values);
const upload = () => ({
  key: `staging/${newId()}`,
  sha256: '0'.repeat(64),
  sizeBytes: 10,
  mediaType: 'image/png',
});
const claim = () => ({ idempotency: { key: newId(), fingerprint: 'f'.repeat(64) } });
const call = <Result>(method: string, request: object, caller?: Caller) =>
  content.service.call<Result>('content.v1.MediaService', method, request, caller);

async function create(words: object = {}, caller: Caller = admin): Promise<MediaItem> {
  const request = { name: 'Shelf cloud', alt: '', credit: '', picture: upload(), ...claim(), ...words };
  const { mediaItem } = await call<CreateMediaItemResponse>('createMediaItem', request, caller);
  return mediaItem!;
}
const edit = async (id: string, words: object) => {
  const all = { name: 'Shelf cloud', alt: '', credit: '', focalX: 0.5, focalY: 0.5, ...claim(), ...words };
  return (await call<UpdateMediaItemResponse>('updateMediaItem', { id, ...all }, admin)).mediaItem!;
};
const list = (request: object = {}) =>
  call<ListMediaItemsResponse>('listMediaItems', { limit: 100, ...request }, editor);
const names = async (request: object = {}) => (await list(request)).mediaItems.map(({ name }) => name);
const uses = async (id: string) => (await call<ListMediaUsesResponse>('listMediaUses', { id }, admin)).uses;
const remove = (id: string) => call('deleteMediaItem', { id }, admin);
const restore = (type: string, id: string) =>
  content.service.call('trash.v1.TrashService', 'restoreFromTrash', { type, id }, admin);

const getImage = async (id: string) =>
  (await query<{ image_id: string }>('SELECT image_id FROM media WHERE id = $1', [id]))[0]!.image_id;
const useOf = async (imageId: string) => {
  const { manager } = content.database.dataSource;
  return getImageVisibility(manager, { id: imageId } as Parameters<typeof getImageVisibility>[1]);
};

async function addRevision(postId: string, number: number, mediaIds: string[]) {
  await query(
    `INSERT INTO post_revisions (id, post_id, number, kind, values, author_id, author_name, media_ids)
     VALUES ($1, $2, $3, $4, '{}', $5, 'Ada', $6)`,
    [newId(), postId, number, number === 0 ? 'autosave' : 'saved', newId(), mediaIds],
  );
}

/** As the form does, with the portrait. */
async function addMember(name: string) {
  const { member } = await content.service.call<{ member: { id: string } }>(
    'content.v1.TeamService',
    'createTeamMember',
    { name, designation: 'Forecaster', portrait: upload(), ...claim() },
    admin,
  );
  const [row] = await query<{ id: string; image_id: string }>(
    'SELECT media.id, image_id FROM media JOIN team_members ON portrait_id = image_id WHERE team_members.id = $1',
    [member.id],
  );
  return { memberId: member.id, mediaId: row!.id, imageId: row!.image_id };
}

describe('the library', () => {
  it('accepts a picture, returns its texts, and lists the newest first', async () => {
    const first = await create({ name: 'Hail', alt: 'Hail on a lawn', credit: 'Jo Byrd' });
    expect(first).toMatchObject({
      name: 'Hail',
      alt: 'Hail on a lawn',
      credit: 'Jo Byrd',
      focalX: 0.5,
      focalY: 0.5,
      uses: 0,
      version: 1,
      picture: { state: 'processing', alt: 'Hail on a lawn', credit: 'Jo Byrd' },
    });
    expect(first.createdAt).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    expect(first.picture).not.toHaveProperty('focalX', expect.anything());
    await query(`UPDATE media SET created_at = created_at - interval '1 hour'`);
    const second = await create({ name: 'Flood' }, editor);
    expect(await names()).toEqual(['Flood', 'Hail']);
    const mediaItem = await call<MediaItem>('getMediaItem', { id: second.id }, editor);
    expect(mediaItem).toEqual(second);
    expect(await query(`SELECT kind FROM images`)).toEqual([{ kind: 'cover' }, { kind: 'cover' }]);
  });

  it('is searched by name, alternative text and credit, and paged without losing a picture', async () => {
    await create({ name: 'Hail', alt: 'Ice on a lawn' });
    await create({ name: 'Flood', credit: 'Jo Byrd' });
    await create({ name: 'Fog' });
    expect(await names({ q: 'LAWN hail' })).toEqual(['Hail']);
    expect(await names({ q: 'byrd' })).toEqual(['Flood']);
    expect(await names({ q: '100%' })).toEqual([]);
    const seen: string[] = [];
    for (let cursor: string | undefined, pages = 0; pages === 0 || cursor; pages += 1) {
      const page = await list({ limit: 1, cursor });
      seen.push(...page.mediaItems.map(({ name }) => name));
      cursor = page.nextCursor;
    }
    expect(seen).toEqual(['Fog', 'Flood', 'Hail']);
    await expect(list({ cursor: 'x' })).rejects.toMatchObject({ code: status.INVALID_ARGUMENT });
  });

  it("changes a picture's texts everywhere it is shown", async () => {
    const { id } = await create();
    const imageId = await getImage(id);
    await builders(content.database).post({ coverId: imageId });
    await query(`UPDATE images SET state = 'ready', width = 640, height = 360`);
    const edited = await edit(id, { alt: 'A cloud', credit: 'Jo', focalX: 0.25, focalY: 1, expectedVersion: 1 });
    expect(edited).toMatchObject({ focalX: 0.25, focalY: 1, version: 2, uses: 1 });
    const { posts } = await content.service.call<GetHomeContentResponse>(
      'content.v1.HomeService',
      'getHomeContent',
      {},
    );
    expect(posts[0]?.cover).toMatchObject({ state: 'ready', focalX: 0.25, focalY: 1, alt: 'A cloud', credit: 'Jo' });
    await expect(edit(id, { expectedVersion: 1 })).rejects.toMatchObject({ code: status.ABORTED });
    await expect(edit(newId(), {})).rejects.toMatchObject({ code: status.NOT_FOUND });
  });

  it('is for admins and editors', async () => {
    const { id } = await create();
    const calls: [string, object][] = [
      ['listMediaItems', { limit: 1 }],
      ['getMediaItem', { id }],
      ['createMediaItem', { picture: upload(), ...claim() }],
      ['updateMediaItem', { id, ...claim() }],
      ['deleteMediaItem', { id }],
      ['listMediaUses', { id }],
    ];
    for (const [method, request] of calls) {
      await expect(call(method, request)).rejects.toMatchObject({ code: status.UNAUTHENTICATED });
      await expect(call(method, request, moderator)).rejects.toMatchObject({ code: status.PERMISSION_DENIED });
    }
    expect(await names()).toEqual(['Shelf cloud']);
  });

  it('requires a picture and a claim, and stores a repeated upload once', async () => {
    await expect(create({ picture: undefined })).rejects.toMatchObject({
      code: status.INVALID_ARGUMENT,
      details: 'Picture is required',
    });
    await expect(create({ idempotency: undefined })).rejects.toMatchObject({ code: status.INVALID_ARGUMENT });
    const again = { picture: upload(), ...claim() };
    expect((await create(again)).id).toBe((await create(again)).id);
    expect(await names()).toHaveLength(1);
  });

  it.each(['', 'nonsense', newId()])('has no picture with the id "%s"', async (id) => {
    for (const method of ['getMediaItem', 'deleteMediaItem', 'listMediaUses'])
      await expect(call(method, { id }, admin)).rejects.toMatchObject({ code: status.NOT_FOUND });
  });
});

describe('a library picture in use', () => {
  it('is in use by posts, unpublished edits, team and logo', async () => {
    const { id } = await create();
    const imageId = await getImage(id);
    const build = builders(content.database);
    const cover = await build.post({ title: 'A cover', coverId: imageId });
    const text = await build.post({ title: 'B text' });
    await query('UPDATE posts SET media_ids = $1 WHERE id = $2', [[id], text]);
    const written = await build.post({ title: 'C written' });
    await addRevision(written, 0, [id]);
    const latest = await build.post({ title: 'D latest' });
    await addRevision(latest, 1, []);
    await addRevision(latest, 2, [id]);
    const former = await build.post({ title: 'E former' });
    await addRevision(former, 1, [id]);
    await addRevision(former, 2, []);
    const trashed = await build.post({ title: 'F trashed', coverId: imageId });
    await query('UPDATE posts SET deleted_at = now() WHERE id = $1', [trashed]);
    const member = await build.member({ name: 'Jo', portraitId: imageId });
    expect(await uses(id)).toEqual([
      { kind: 'post', id: cover, title: 'A cover' },
      { kind: 'post', id: text, title: 'B text' },
      { kind: 'post', id: written, title: 'C written' },
      { kind: 'post', id: latest, title: 'D latest' },
      { kind: 'team', id: member, title: 'Jo' },
    ]);
    expect((await list()).mediaItems[0]?.uses).toBe(5);
  });

  it("can't be deleted, and the error says where it is shown", async () => {
    const { memberId, mediaId, imageId } = await addMember('Jo Byrd');
    await builders(content.database).post({ title: 'Ice', coverId: imageId });
    await expect(remove(mediaId)).rejects.toMatchObject({
      code: status.FAILED_PRECONDITION,
      details: 'This picture is shown in 2 places: the post “Ice”, the team member “Jo Byrd”.',
    });
    expect(await names()).toEqual(['Jo Byrd']);
    await query('UPDATE posts SET deleted_at = now()');
    await query('UPDATE team_members SET deleted_at = now() WHERE id = $1', [memberId]);
    await expect(remove(mediaId)).resolves.toEqual({});
  });

  it('names a few of many places', () => {
    const many = Array.from({ length: 8 }, (_none, index) => ({ kind: 'post', title: `P${index}` }));
    expect(usedSentence(many)).toBe(
      'This picture is shown in 8 places: the post “P0”, the post “P1”, the post “P2”, the post “P3”, the post “P4”, 3 more.',
    );
    expect(usedSentence([{ kind: 'logo', title: 'Logo' }])).toBe(
      'This picture is shown in 1 place: the logo of the site.',
    );
  });

  it('leaves no broken reference when a post starts to use it during its deletion', async () => {
    const { id } = await create();
    const imageId = await getImage(id);
    const taking = content.database.dataSource.createQueryRunner();
    await taking.startTransaction();
    await taking.query('SELECT FROM media WHERE id = $1 AND deleted_at IS NULL FOR SHARE', [id]);
    const deletion = remove(id).then(
      () => 'deleted',
      (error: { code: number }) => error.code,
    );
    await until('the deletion to wait for the row', async () => {
      const waiting = await query('SELECT FROM pg_locks WHERE NOT granted');
      return waiting.length > 0;
    });
    await taking.query(`INSERT INTO posts (id, title, description, cover_id) VALUES ($1, 'Taken', 'x', $2)`, [
      newId(),
      imageId,
    ]);
    await taking.commitTransaction();
    await taking.release();
    expect(await deletion).toBe(status.FAILED_PRECONDITION);
    expect(await names()).toEqual(['Shelf cloud']);
  });
});

describe('a library picture in the trash', () => {
  it('is hidden, is restored with its texts, and is purged with its objects', async () => {
    const { id } = await create({ alt: 'A cloud' });
    const imageId = await getImage(id);
    expect(await useOf(imageId)).toBe('public');
    await remove(id);
    expect([await useOf(imageId), await names()]).toEqual(['hidden', []]);
    await restore('media', id);
    expect((await list()).mediaItems[0]).toMatchObject({ id, alt: 'A cloud' });
    await remove(id);
    await query(`UPDATE media SET deleted_at = now() - interval '31 days'`);
    expect(await sweepRetention(content.database.dataSource)).toBe(1);
    expect(await useOf(imageId)).toBe('none');
    expect(await query(`SELECT FROM outbox WHERE name = 'place-picture'`)).toHaveLength(4);
  });

  it('is restored with the post that shows it', async () => {
    const inText = await create({ name: 'In the text' });
    const cover = await create({ name: 'Cover' });
    const postId = await builders(content.database).post({ coverId: await getImage(cover.id) });
    await query('UPDATE posts SET media_ids = $1, deleted_at = now()', [[inText.id]]);
    await remove(inText.id);
    await remove(cover.id);
    await restore('post', postId);
    expect((await names()).sort()).toEqual(['Cover', 'In the text']);
    expect(await useOf(await getImage(inText.id))).toBe('public');
  });
});

describe('pictures uploaded with other items', () => {
  it('are in the library from the start', async () => {
    await addMember('Jo Byrd');
    const { dataSource } = content.database;
    await dataSource.transaction((manager) =>
      addItemImage(manager, { type: 'logo', picture: { kind: 'logo' } }, upload(), {}),
    );
    const { mediaItems } = await list();
    expect(mediaItems.map(({ name, alt, uses: count }) => [name, alt, count]).sort()).toEqual([
      ['Jo Byrd', 'Jo Byrd', 1],
      ['Logo', '', 0],
    ]);
  });

  it('stay when their post is purged; a portrait is purged with its member', async () => {
    const { memberId, mediaId, imageId } = await addMember('Jo Byrd');
    const { id: coverMedia } = await create({ name: 'Cover' });
    const cover = await getImage(coverMedia);
    await builders(content.database).post({ coverId: cover });
    await edit(mediaId, { name: 'Jo Byrd', alt: 'Jo at the radar', focalY: 0.2 });

    await content.service.call('content.v1.TeamService', 'deleteTeamMember', { id: memberId }, admin);
    expect([await useOf(imageId), await names()]).toEqual(['hidden', ['Cover']]);
    await restore('team', memberId);
    expect(await useOf(imageId)).toBe('public');
    expect((await list({ q: 'radar' })).mediaItems).toEqual([expect.objectContaining({ focalY: 0.2 })]);

    await query(`UPDATE team_members SET deleted_at = now() - interval '31 days'`);
    await query(`UPDATE posts SET deleted_at = now() - interval '31 days'`);
    expect(await sweepRetention(content.database.dataSource)).toBe(2);
    expect([await useOf(imageId), await useOf(cover)]).toEqual(['none', 'public']);
    expect(await names()).toEqual(['Cover']);
  });
});

describe('the columns of the library', () => {
  it.each([
    ['focal_x', '1.1'],
    ['focal_y', '-0.1'],
    ['alt', `repeat('x', 501)`],
    ['credit', `repeat('x', 201)`],
    ['name', `repeat('x', 201)`],
  ])('reject a %s of %s', async (column, value) => {
    await create({}, otherAdmin);
    await expect(query(`UPDATE media SET ${column} = ${value}`)).rejects.toMatchObject({ code: '23514' });
  });

  it('sort the list by an index', async () => {
    const plan = await content.database.dataSource.transaction(async (manager) => {
      for (const way of ['seqscan', 'bitmapscan', 'sort']) await manager.query(`SET LOCAL enable_${way} = off`);
      return manager.query<Record<string, string>[]>(
        `EXPLAIN SELECT id FROM ${mediaKind.table} WHERE deleted_at IS NULL ORDER BY created_at DESC, id DESC LIMIT 21`,
      );
    });
    expect(plan.map((row) => row['QUERY PLAN']).join('\n')).toContain('media_newest');
    expect(content.database.dataSource.getRepository(Media).metadata.tableName).toBe('media');
  });
});
