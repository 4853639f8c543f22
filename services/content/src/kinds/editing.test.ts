import { status } from '@grpc/grpc-js';
import { newId } from '@site/platform/base/ids';
import { emptyTables } from '@site/platform/testing/empty-tables';
import { until } from '@site/platform/testing/until';
import { watchChanges, type WatchedChanges } from '@site/platform/testing/watch-changes';
import type { ListAuditEntriesResponse } from '@site/proto/gen/nest/audit/v1/audit';
import type { GetHomeContentResponse } from '@site/proto/gen/nest/content/v1/home';
import type { ListTrashResponse } from '@site/proto/gen/nest/trash/v1/trash';
import type { Caller } from '@site/proto/grpc';
import { admin, moderator, otherAdmin } from '../testing/callers.js';
import { startContent, type TestContent } from '../testing/content.js';

/** Behavior of all editable kinds of content. */

interface Item {
  id: string;
  version: number;
}

/** `part` reads it from the home page, where it is public. */
interface Spoken {
  type: string;
  topic: string;
  service: string;
  thing: string;
  /** In the rpcs' names. */
  name: string;
  fields: object;
  otherFields: object;
  label: string;
  otherLabel: string;
  part: (home: GetHomeContentResponse) => object[];
  /** Only one can exist. */
  single?: true;
}

const upload = (name: string) => ({
  key: `staging/${name}`,
  sha256: '0'.repeat(64),
  sizeBytes: 10,
  mediaType: 'image/png',
});

const spoken: Spoken[] = [
  {
    type: 'post',
    topic: 'posts',
    service: 'content.v1.PostsService',
    thing: 'post',
    name: 'Post',
    fields: { title: 'Ice', description: 'Stay home.', url: 'https://www.weather.gov/' },
    otherFields: { title: 'Snow', description: 'Stay in.' },
    label: 'Ice',
    otherLabel: 'Snow',
    part: ({ posts }) => posts,
  },
  {
    type: 'faq',
    topic: 'faqs',
    service: 'content.v1.FaqsService',
    thing: 'faq',
    name: 'Faq',
    fields: { question: 'Why?', answer: 'Because.' },
    otherFields: { question: 'When?', answer: 'Soon.' },
    label: 'Why?',
    otherLabel: 'When?',
    part: ({ faqs }) => faqs,
  },
  {
    type: 'team',
    topic: 'team',
    service: 'content.v1.TeamService',
    thing: 'member',
    name: 'TeamMember',
    fields: { name: 'Jo', designation: 'Forecaster', portrait: upload('jo') },
    otherFields: { name: 'Jo Byrd', designation: 'Chief' },
    label: 'Jo',
    otherLabel: 'Jo Byrd',
    part: ({ team }) => team,
  },
  {
    type: 'header',
    topic: 'header',
    service: 'content.v1.SiteService',
    thing: 'header',
    name: 'Header',
    fields: { header: 'Storms tonight' },
    otherFields: { header: 'All clear' },
    label: 'Storms tonight',
    otherLabel: 'All clear',
    single: true,
    part: ({ header }) => (header ? [header] : []),
  },
  {
    type: 'logo',
    topic: 'logo',
    service: 'content.v1.SiteService',
    thing: 'logo',
    name: 'Logo',
    fields: { logo: upload('one') },
    otherFields: { logo: upload('two') },
    label: 'Logo',
    otherLabel: 'Logo',
    single: true,
    part: ({ logo }) => (logo ? [logo] : []),
  },
];

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
beforeEach(async () => {
  const tables =
    'post_revisions, post_slugs, post_previews, posts, faqs, team_members, site_headers, site_logos, media, images, audit, idempotency';
  await emptyTables(content.database.dataSource, tables);
});

const claim = (key?: string, fingerprint = 'f'.repeat(64)) => ({ idempotency: { key, fingerprint } });
const home = () => content.service.call<GetHomeContentResponse>('content.v1.HomeService', 'getHomeContent', {});
const auditEntries = async () =>
  (
    await content.service.call<ListAuditEntriesResponse>(
      'audit.v1.AuditService',
      'listAuditEntries',
      { limit: 100 },
      admin,
    )
  ).entries;
const trash = async (caller: Caller = admin) =>
  (await content.service.call<ListTrashResponse>('trash.v1.TrashService', 'listTrash', { limit: 100 }, caller)).items;
const restore = (type: string, id: string) =>
  content.service.call('trash.v1.TrashService', 'restoreFromTrash', { type, id }, admin);
const timing = (topic: string, id: string) =>
  until('the notice', () => watched.notices.some((notice) => notice.topic === topic && notice.id === id));

describe.each(spoken)('a $type', ({ type, topic, service, thing, name, part, single, ...words }) => {
  const { fields, otherFields, label, otherLabel } = words;
  type Result = Record<string, Item> & { replayed: boolean };
  const call = async (method: string, request: object, caller?: Caller) => {
    const response = await content.service.call<Result>(service, method, request, caller);
    return { thing: response[thing] as Item, replayed: response.replayed };
  };
  const create = (request: object = {}, caller: Caller = admin) =>
    call(`create${name}`, { ...fields, ...claim(newId()), ...request }, caller);
  const edit = (id: string, request: object = {}, caller: Caller = admin) =>
    call(`update${name}`, { id, ...otherFields, ...claim(newId()), ...request }, caller);
  const remove = (id: string, caller: Caller = admin) => content.service.call(service, `delete${name}`, { id }, caller);
  const visible = async () => part(await home());

  it('is on the site after its creation, with a change notice and an audit entry', async () => {
    const { thing: created, replayed } = await create();
    expect([replayed, created.version]).toEqual([false, 1]);
    const { portrait: _portrait, logo: _logo, ...texts } = fields as Record<string, unknown>;
    expect(created).toMatchObject(texts);
    await expect(visible()).resolves.toEqual([created]);
    await timing(topic, created.id);
    expect(await auditEntries()).toEqual([
      expect.objectContaining({
        action: `${type}.create`,
        subjectId: created.id,
        subjectLabel: label,
        clientAddress: '192.0.2.1',
        principalId: admin.id,
        principalName: 'Ada Admin',
        requestId: 'test-request',
      }),
    ]);
  });

  it("can't be edited or restored by moderators or without a caller", async () => {
    const { id } = (await create()).thing;
    for (const attempt of [
      (caller?: Caller) => content.service.call(service, `create${name}`, { ...fields, ...claim(newId()) }, caller),
      (caller?: Caller) => content.service.call(service, `update${name}`, { id, ...fields, ...claim() }, caller),
      (caller?: Caller) => content.service.call(service, `delete${name}`, { id }, caller),
    ]) {
      await expect(attempt()).rejects.toMatchObject({ code: status.UNAUTHENTICATED });
      await expect(attempt(moderator)).rejects.toMatchObject({ code: status.PERMISSION_DENIED });
    }
    await expect(trash(moderator)).rejects.toMatchObject({ code: status.PERMISSION_DENIED });
    await expect(visible()).resolves.toEqual([expect.objectContaining({ id, version: 1 })]);
    expect(await auditEntries()).toHaveLength(1);
  });

  it('is stored once, however often it is sent', async () => {
    const request = { ...fields, ...claim() };
    const publicResponses = await Promise.all([1, 2, 3].map(() => call(`create${name}`, request, admin)));
    expect(new Set(publicResponses.map((response) => response.thing.id)).size).toBe(1);
    expect(publicResponses.map(({ replayed }) => replayed).sort()).toEqual([false, true, true]);
    const keyed = claim(newId(), 'a'.repeat(64));
    await expect(visible()).resolves.toHaveLength(1);
    await remove(publicResponses[0]!.thing.id);
    const first = await create(keyed);
    const second = await create(keyed);
    expect([second.thing, second.replayed]).toEqual([first.thing, true]);
    const other = claim(keyed.idempotency.key, 'b'.repeat(64));
    await expect(create(other)).rejects.toMatchObject({ code: status.FAILED_PRECONDITION });
    expect(await auditEntries()).toHaveLength(3);
  });

  it('can be created with the same content again after the first one is deleted', async () => {
    const request = { ...fields, ...claim() };
    const first = (await call(`create${name}`, request, admin)).thing;
    await remove(first.id);
    const second = await call(`create${name}`, request, admin);
    expect([second.replayed, second.thing.id === first.id]).toEqual([false, false]);
    const third = await call(`create${name}`, request, admin);
    expect([third.replayed, third.thing.id]).toEqual([true, second.thing.id]);
    await expect(visible()).resolves.toEqual([expect.objectContaining({ id: second.thing.id })]);
  });

  it('is created again when another admin sends the same content', async () => {
    const request = { ...fields, ...claim() };
    await call(`create${name}`, request, admin);
    const again = call(`create${name}`, request, otherAdmin);
    if (single) await expect(again).rejects.toMatchObject({ code: status.ABORTED });
    else expect((await again).replayed).toBe(false);
  });

  it('shows an edit, with a change notice and an audit entry', async () => {
    const { id } = (await create()).thing;
    const { thing: edited } = await edit(id, { expectedVersion: 1 });
    const { logo: _logo, ...texts } = otherFields as Record<string, unknown>;
    expect(edited).toMatchObject({ id, version: 2, ...texts });
    await expect(visible()).resolves.toEqual([edited]);
    await timing(topic, id);
    expect((await auditEntries()).map(({ action, subjectLabel }) => [action, subjectLabel])).toEqual([
      [`${type}.edit`, otherLabel],
      [`${type}.create`, label],
    ]);
  });

  it("does not overwrite another user's change, unless asked to", async () => {
    const { id } = (await create()).thing;
    const results = await Promise.allSettled([
      edit(id, { expectedVersion: 1 }),
      edit(id, { expectedVersion: 1 }, otherAdmin),
    ]);
    expect(results.map((result) => result.status).sort()).toEqual(['fulfilled', 'rejected']);
    await expect(edit(id, { expectedVersion: 1 })).rejects.toMatchObject({
      code: status.ABORTED,
      details: 'Someone else changed this in the meantime. Reload to see the latest version.',
    });
    expect((await edit(id)).thing.version).toBe(3);
  });

  it('recognizes a repeated edit', async () => {
    const { id } = (await create()).thing;
    const request = { expectedVersion: 1, ...claim(newId()) };
    const first = await edit(id, request);
    const second = await edit(id, request);
    expect([second.thing, second.replayed]).toEqual([first.thing, true]);
    // Without a key, the request's id identifies the retry.
    const unkeyed = { expectedVersion: 2, ...claim(undefined, 'c'.repeat(64)) };
    await edit(id, unkeyed);
    expect((await edit(id, unkeyed)).thing.version).toBe(3);
    expect(await auditEntries()).toHaveLength(3);
  });

  it('goes to the trash and can be restored', async () => {
    const { thing: created } = await create();
    await remove(created.id);
    await expect(visible()).resolves.toEqual([]);
    await timing(topic, created.id);
    await expect(remove(created.id)).resolves.toEqual({});
    expect(await trash()).toEqual([
      expect.objectContaining({ type, id: created.id, title: label, deletedAt: expect.any(String) as unknown }),
    ]);
    await expect(edit(created.id)).rejects.toMatchObject({ code: status.NOT_FOUND });
    await restore(type, created.id);
    await expect(restore(type, created.id)).resolves.toEqual({});
    await expect(visible()).resolves.toEqual([created]);
    expect(await trash()).toEqual([]);
    expect((await auditEntries()).map(({ action }) => action)).toEqual(
      ['restore', 'delete', 'create'].map((verb) => `${type}.${verb}`),
    );
  });

  it.each(['', 'nonsense', "'; DROP TABLE posts; --", newId()])('returns NOT_FOUND for the id "%s"', async (id) => {
    for (const attempt of [() => edit(id), () => remove(id), () => restore(type, id)])
      await expect(attempt()).rejects.toMatchObject({ code: status.NOT_FOUND });
  });

  it('requires an idempotency claim', async () => {
    await expect(create({ idempotency: undefined })).rejects.toMatchObject({ code: status.INVALID_ARGUMENT });
    const { id } = (await create()).thing;
    await expect(edit(id, { idempotency: undefined })).rejects.toMatchObject({ code: status.INVALID_ARGUMENT });
  });

  it('leaves no traces when it cannot be written', async () => {
    await content.database.dataSource.query(
      `ALTER TABLE audit ADD CONSTRAINT never CHECK (action <> '${type}.create')`,
    );
    await expect(create()).rejects.toMatchObject({ code: status.INTERNAL });
    await content.database.dataSource.query('ALTER TABLE audit DROP CONSTRAINT never');
    await expect(visible()).resolves.toEqual([]);
    expect(await content.database.dataSource.query('SELECT FROM images')).toEqual([]);
    expect(await content.database.dataSource.query('SELECT FROM idempotency')).toEqual([]);
  });

  if (single) {
    it('allows only one: rejects a second one, and restoring an earlier one', async () => {
      const first = (await create()).thing;
      await expect(create()).rejects.toMatchObject({
        code: status.ABORTED,
        details: expect.stringMatching(/^There is already a/) as unknown,
      });
      await remove(first.id);
      const second = (await create()).thing;
      await expect(restore(type, first.id)).rejects.toMatchObject({ code: status.ABORTED });
      await remove(second.id);
      await restore(type, first.id);
      await expect(visible()).resolves.toEqual([expect.objectContaining({ id: first.id })]);
    });

    it('can be read, and may be absent', async () => {
      const get = (caller?: Caller) => content.service.call<object>(service, `get${name}`, {}, caller);
      await expect(get(admin)).resolves.toEqual({});
      const { thing: created } = await create();
      await expect(get(admin)).resolves.toEqual({ [thing]: created });
      await expect(get()).rejects.toMatchObject({ code: status.UNAUTHENTICATED });
      await expect(get(moderator)).rejects.toMatchObject({ code: status.PERMISSION_DENIED });
    });
  }
});

describe('an edit back to the original text', () => {
  it('is a new edit, not a retry', async () => {
    const service = 'content.v1.FaqsService';
    const write = (method: string, request: object) =>
      content.service.call<{ faq: Item & { question: string } }>(service, method, request, admin);
    const words = (question: string) => ({ question, answer: 'Because.' });
    const { faq } = await write('createFaq', { ...words('A'), ...claim(undefined, 'a') });
    for (const question of ['B', 'A']) {
      // A separate request each time.
      await write('updateFaq', { id: faq.id, ...words(question), ...claim(newId(), question) });
    }
    const [visible] = (await home()).faqs;
    expect(visible).toMatchObject({ question: 'A', version: 3 });
  });
});

describe('dashboard lists', () => {
  it.each([
    ['content.v1.FaqsService', 'listFaqs', 'faqs'],
    ['content.v1.TeamService', 'listTeamMembers', 'members'],
  ])('%s pages in order without losing or repeating a row', async (service, method, part) => {
    const table = part === 'faqs' ? 'faqs (id, question, answer' : 'team_members (id, name, designation';
    await content.database.dataSource.query(
      `INSERT INTO ${table}, created_at)
       SELECT gen_random_uuid(), 'n' || n, 'x', '2026-05-01T12:00:00Z'::timestamptz + (n / 2) * interval '1 second'
       FROM generate_series(0, 6) n`,
    );
    type Page = Record<string, { question?: string; name?: string; id: string }[]> & { nextCursor?: string };
    const list = (request: object) => content.service.call<Page>(service, method, request);
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page: Page = await list({ limit: 2, cursor });
      seen.push(...page[part]!.map(({ id }) => id));
      cursor = page.nextCursor;
    } while (cursor);
    const full = await list({ limit: 100 });
    expect(seen).toEqual(full[part]?.map(({ id }) => id));
    expect(new Set(seen).size).toBe(7);
    for (const request of [{ limit: 0 }, { limit: 101 }, { limit: 1, cursor: 'x' }])
      await expect(list(request)).rejects.toMatchObject({ code: status.INVALID_ARGUMENT });
  });
});
