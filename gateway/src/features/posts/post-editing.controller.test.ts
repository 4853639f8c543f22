import { newId } from '@site/platform/base/ids';
import { conflict, forbidden, invalid, readCaller } from '@site/proto/grpc';
import type { Role } from '@site/domain/roles';
import request from 'supertest';
import { anAlertEvent } from '../../testing/fake-messages.js';
import { setupGateway } from '../../testing/given-gateway.js';

const provided = setupGateway({ RATE_LIMIT_SCALE: '1000', PUBLIC_URL: 'https://weather.example' });
const id = newId();
const address = `/admin/main/post/${id}`;
const as = (role: Role = 'editor') => ({ Authorization: `Bearer ${provided.services.signIn(role).token}` });
const gateway = () => request(provided.gateway.url);

const document = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Stay home.' }] }] };
const words = {
  title: 'Ice',
  document,
  excerpt: '',
  slug: '',
  author: 'Ada',
  tags: ['winter'],
  url: '',
  cover_media_id: '',
};
const values = {
  title: 'Ice',
  document: JSON.stringify(document),
  excerpt: '',
  slug: '',
  author: 'Ada',
  tags: ['winter'],
  url: '',
  coverMediaId: '',
};
const edited = (changes: object = {}) => ({
  post: {
    id,
    title: 'Ice',
    description: 'Stay home.',
    createdAt: '2026-11-20T12:00:00.000Z',
    version: 3,
    excerpt: 'Stay home.',
    author: 'Ada',
    tags: ['winter'],
    status: 'draft',
    hasDocument: true,
  },
  revision: 2,
  editedAt: '2026-11-20T14:00:00.000Z',
  values,
  othersAtWork: ['Edith'],
  ...changes,
});

let target: { rpc: string; role: string; message: Record<string, unknown> }[];
const publicResponses = (rpc: string, response: (message: Record<string, unknown>) => object) => {
  provided.services.content.handlers[`content.v1.PostsService/${rpc}`] = (message, metadata) => {
    target.push({ rpc, role: readCaller(metadata).role, message });
    return response(message);
  };
};

beforeEach(() => {
  target = [];
  publicResponses('CreateDraft', () => ({ post: edited() }));
  publicResponses('GetEditedPost', () => ({ post: edited() }));
  publicResponses('SaveRevision', () => ({
    revision: 2,
    savedAt: '2026-11-20T14:00:00.000Z',
    othersAtWork: ['Edith'],
  }));
  publicResponses('DiscardAutosave', () => ({}));
  publicResponses('PublishPost', () => ({ post: edited() }));
  publicResponses('CreatePreview', () => ({ token: 'secret', expiresAt: '2026-11-27T14:00:00.000Z' }));
  publicResponses('EndPreviews', () => ({}));
});

const linked = (href: string) => ({
  type: 'doc',
  content: [{ type: 'paragraph', content: [{ type: 'text', text: 'x', marks: [{ type: 'link', attrs: { href } }] }] }],
});

describe('the post editor', () => {
  it('creates a draft, even an empty one', async () => {
    const { status, body } = await gateway().post('/admin/main/post/draft').set(as()).send({ values: words });
    expect([status, body.action]).toEqual([201, 'Draft Created Successfully']);
    expect(body.data).toMatchObject({
      post: { id, slug: '', status: 'draft', revision: 2, updated_at: '2026-11-20T14:00:00.000Z', publish_at: null },
      values: words,
      autosave: null,
      others_at_work: ['Edith'],
      media: [],
    });
    expect(target[0]).toMatchObject({ rpc: 'CreateDraft', role: 'editor', message: { values } });
    expect((await gateway().post('/admin/main/post/draft').set(as()).send({})).status).toBe(201);
    expect(target[1]?.message['values']).toMatchObject({ title: '', document: '', tags: [] });
  });

  it('lists posts by author and tag, with what was autosaved and by whom', async () => {
    const autosaved = { title: 'Ice', excerpt: 'Stay', createdAt: '2026-11-20T15:00:00.000Z' };
    publicResponses('ListEditedPosts', () => ({ posts: [edited({ editedBy: 'Nora', autosaved })] }));
    publicResponses('GetPostFilters', () => ({ authors: ['Ada'], tags: ['ice'] }));
    const { body } = await gateway().get('/admin/main/post?author=Ada&tag=ice&sort=title').set(as());
    expect(body.data).toMatchObject([
      { edited_by: 'Nora', autosaved: { title: 'Ice', excerpt: 'Stay', created_at: '2026-11-20T15:00:00.000Z' } },
    ]);
    expect(target[0]?.message).toMatchObject({ author: 'Ada', tag: 'ice', sort: 'title' });
    expect((await gateway().get('/admin/main/post?sort=color').set(as())).status).toBe(400);
    const filters = await gateway().get('/admin/main/post/filters').set(as());
    expect(filters.body.data).toEqual({ authors: ['Ada'], tags: ['ice'] });
  });

  it("shows the saved version and the caller's unsaved changes", async () => {
    const createdAt = '2026-11-20T14:05:00.000Z';
    publicResponses('GetEditedPost', () => ({
      post: edited({ autosave: { values: { ...values, title: 'Ice and' }, createdAt, baseRevision: 2 } }),
    }));
    const { body, headers } = await gateway().get(address).set(as());
    expect(body.data.autosave).toEqual({
      values: { ...words, title: 'Ice and' },
      created_at: createdAt,
      base_revision: 2,
      tab: '',
    });
    expect(headers['cache-control']).toBe('no-store');
  });

  it('saves text, and names other editors of the post', async () => {
    const save = (body: object) => gateway().put(`${address}/revision`).set(as()).send(body);
    const tabs = { tab: 'this', replaces: '2026-11-20T14:00:00.000Z' };
    const { body } = await save({ kind: 'autosave', base_revision: 2, values: words, ...tabs });
    expect(body.data).toEqual({
      revision: 2,
      latest_by: '',
      saved_at: '2026-11-20T14:00:00.000Z',
      others_at_work: ['Edith'],
    });
    const sent = { id, kind: 'autosave', baseRevision: 2, values, ...tabs };
    expect(target[0]?.message).toEqual(sent);
    publicResponses('SaveRevision', () => {
      throw conflict('Someone else changed this in the meantime.');
    });
    expect((await save({ kind: 'saved', base_revision: 1, values: words })).status).toBe(409);
  });

  it.each([
    ['kind', { kind: 'published' }, 'kind'],
    ['base_revision', { base_revision: -1 }, 'base_revision'],
    ['title', { values: { ...words, title: 'a'.repeat(201) } }, 'values.title'],
    ['slug', { values: { ...words, slug: 'Not This' } }, 'values.slug'],
    ['slug like an id', { values: { ...words, slug: newId() } }, 'values.slug'],
    ['tags', { values: { ...words, tags: ['a'.repeat(41)] } }, 'values.tags.0'],
    ['url', { values: { ...words, url: 'javascript:alert(1)' } }, 'values.url'],
    ['cover', { values: { ...words, cover_media_id: 'x' } }, 'values.cover_media_id'],
    ['document', { values: { ...words, document: { type: 'doc', content: [{ type: 'script' }] } } }, 'values.document'],
    ['link', { values: { ...words, document: linked('/no\u0000w') } }, 'values.document'],
    ['field', { values: { ...words, html: '<p>' } }, 'values.html'],
  ])('names an invalid %s', async (_what, changes, field) => {
    const body = { kind: 'autosave', base_revision: 2, values: words, ...changes };
    const response = await gateway().put(`${address}/revision`).set(as()).send(body);
    expect([response.status, response.body.errors[0].field]).toEqual([400, field]);
    expect(target).toEqual([]);
  });

  it('accepts up to half a megabyte, and says what is too large', async () => {
    const send = (text: string) =>
      gateway()
        .put(`${address}/revision`)
        .set(as())
        .send({
          kind: 'autosave',
          base_revision: 2,
          values: {
            ...words,
            document: { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] },
          },
        });
    expect((await send('🌩'.repeat(25_000))).status).toBe(200);
    const long = await send('a'.repeat(100_000));
    expect([long.status, long.body.errors[0].field]).toEqual([400, 'values.document']);
    const paste = await send('a'.repeat(2_000_000));
    expect([paste.status, paste.body.errors[0].field]).toEqual([413, 'values.document']);
    expect(paste.body.message).toBe('The text is too long: at most 50,000 characters');
  });

  it('publishes at a local time in Arkansas', async () => {
    const publish = (body: object) =>
      gateway()
        .post(`${address}/publish`)
        .set(as())
        .send({ revision: 2, ...body });
    const { status, body } = await publish({ status: 'scheduled', publish_at: '2027-11-07T01:30' });
    expect([status, body.action]).toEqual([200, 'Post Scheduled Successfully']);
    expect(target[0]?.message).toMatchObject({
      id,
      revision: 2,
      status: 'scheduled',
      publishAt: '2027-11-07T06:30:00.000Z',
      sendNewsletter: false,
      idempotency: { fingerprint: expect.any(String) as string },
    });
    for (const publish_at of ['2027-03-14T02:30', 'tomorrow']) {
      const rejected = await publish({ status: 'scheduled', publish_at });
      expect([rejected.status, rejected.body.errors[0].field]).toEqual([400, 'publish_at']);
    }
    expect(target).toHaveLength(1);
    await publish({ status: 'published' });
    expect(target[1]?.message).not.toHaveProperty('publishAt');
  });

  it("passes on why a post can't be published, by field", async () => {
    const publish = () =>
      gateway().post(`${address}/publish`).set(as()).send({ revision: 2, status: 'published', send_newsletter: true });
    publicResponses('PublishPost', () => {
      throw invalid('Title is required', [{ field: 'title', message: 'Title is required' }]);
    });
    const rejected = await publish();
    expect([rejected.status, rejected.body.errors]).toEqual([400, [{ field: 'title', message: 'Title is required' }]]);
    publicResponses('PublishPost', () => {
      throw forbidden('Only an admin can send the newsletter.');
    });
    expect((await publish()).status).toBe(403);
  });

  it("shows an editor the post's unfinished newsletter", async () => {
    const scheduledAt = '2026-11-26T13:30:00.000Z';
    let campaign: object | undefined = { state: 'planned', scheduledAt };
    provided.services.submissions.handlers['submissions.v1.NewsletterService/GetPostCampaign'] = (message) => {
      expect(message).toEqual({ id });
      return { campaign };
    };
    const get = () => gateway().get(`${address}/campaign`).set(as());
    expect((await get()).body.data).toEqual({ state: 'planned', scheduled_at: scheduledAt });
    campaign = undefined;
    expect((await get()).body.data).toBeNull();
  });

  it('lists the warnings that a post can show', async () => {
    provided.services.weather.handlers['weather.v1.AlertEventsService/ListRecentEvents'] = () => ({
      events: [
        { eventKey: 'K.TO.W.1', event: 'Tornado Warning', areas: 'Pulaski', beganAt: '2026-11-20T14:00:00.000Z' },
      ],
    });
    const { body } = await gateway().get('/admin/main/post/warnings').set(as());
    expect(body.data).toEqual([
      {
        event_key: 'K.TO.W.1',
        event: 'Tornado Warning',
        areas: 'Pulaski',
        began_at: '2026-11-20T14:00:00.000Z',
        ended_at: null,
      },
    ]);
  });

  it('saves no version with a warning that was never issued', async () => {
    const withWarning = (event: string) => ({ type: 'doc', content: [{ type: 'warning', attrs: { event } }] });
    const save = (event: string, kind = 'saved') =>
      gateway()
        .put(`${address}/revision`)
        .set(as())
        .send({ kind, base_revision: 2, values: { ...words, document: withWarning(event) } });
    const rejected = await save('KLZK.TO.W.9999.1999');
    expect([rejected.status, rejected.body.errors]).toEqual([
      400,
      [
        {
          field: 'values.document',
          message: 'We don’t know the warning “KLZK.TO.W.9999.1999”. Remove it or choose another one',
        },
      ],
    ]);
    expect((await save('KLZK.TO.W.9999.1999', 'autosave')).status).toBe(200);
    expect((await save(anAlertEvent().eventKey)).status).toBe(200);
  });

  it('lists versions and shows one', async () => {
    const createdAt = '2026-11-20T14:00:00.000Z';
    const revision = { number: 2, kind: 'saved', authorName: 'Edith', createdAt };
    publicResponses('ListRevisions', () => ({ revisions: [revision], nextCursor: 'more' }));
    publicResponses('GetRevision', () => ({ ...revision, values }));
    const list = await gateway().get(`${address}/revisions?limit=1`).set(as());
    const head = { number: 2, kind: 'saved', author_name: 'Edith', created_at: createdAt, published_at: null };
    expect([list.body.data, list.body.next_cursor]).toEqual([[head], 'more']);
    const one = await gateway().get(`${address}/revisions/2`).set(as());
    expect(one.body.data).toEqual({ ...head, values: words, media: [] });
    expect((await gateway().get(`${address}/revisions/x`).set(as())).status).toBe(404);
  });

  it('creates and revokes a preview link, and discards an autosave', async () => {
    const { status, body } = await gateway().post(`${address}/preview`).set(as());
    expect([status, body.data.url]).toEqual([201, 'https://weather.example/blogdetail#preview=secret']);
    expect((await gateway().delete(`${address}/preview`).set(as())).status).toBe(200);
    expect((await gateway().delete(`${address}/autosave`).set(as())).status).toBe(200);
    expect(target.map(({ rpc }) => rpc)).toEqual(['CreatePreview', 'EndPreviews', 'DiscardAutosave']);
  });

  it("accepts only JSON, which other sites' pages can't post", async () => {
    const form = await gateway().post('/admin/main/post/draft').set(as()).type('form').send('values=x');
    expect(form.status).toBe(415);
    expect(target).toEqual([]);
  });
});
