import { notFound, unavailable } from '@site/proto/grpc';
import request from 'supertest';
import { newId } from '@site/platform/base/ids';
import { until } from '../../../../services/platform/testing/until.js';
import { aPost } from '../../testing/fake-messages.js';
import { setupGateway } from '../../testing/given-gateway.js';

const provided = setupGateway();
const rpc = 'content.v1.PostsService/GetPost';
const get = (name: string) => request(provided.gateway.url).get(`/main/post/${name}`);
const document = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Stay home.' }] }] };
const full = (changes: object = {}) => aPost({ hasDocument: true, document: JSON.stringify(document), ...changes });

it('returns a post by id and by slug, with its document and pictures', async () => {
  const { cover, ...post } = full({ slug: 'by-slug' });
  const target: unknown[] = [];
  provided.services.content.handlers[rpc] = (message) => {
    target.push(message);
    return { ...post, media: [{ id: 'm1', picture: cover, alt: 'Ice', credit: '' }] };
  };
  for (const name of [post.id, 'by-slug']) {
    const { status, body } = await get(name);
    expect([status, body.data.document, body.data.slug]).toEqual([200, document, 'by-slug']);
    expect(body.data.media).toEqual([expect.objectContaining({ id: 'm1', alt: 'Ice', credit: '' })]);
  }
  expect(target).toEqual([
    expect.objectContaining({ id: post.id }),
    expect.objectContaining({ id: '', slug: 'by-slug' }),
  ]);
});

it.each([
  ['an id that nobody has', newId()],
  ['a slug that nobody has', 'nobody'],
  ['what can be neither', '../etc'],
  ['what is too long', 'a'.repeat(200)],
])('answers 404 for %s', async (_case, name) => {
  provided.services.content.handlers[rpc] = () => {
    throw notFound('There is no such post.');
  };
  const { status, body } = await get(encodeURIComponent(name));
  expect(status).toBe(404);
  expect(body.status).toBe(false);
});

it("falls back to the last known post while the content service is down, or to the list's text", async () => {
  const existing = full({ slug: 'known' });
  const listed = full({ slug: 'listed', description: 'The words alone.' });
  provided.services.content.handlers[rpc] = () => existing;
  expect((await get('known')).status).toBe(200);
  provided.services.content.handlers['content.v1.PostsService/ListPosts'] = () => ({
    posts: [{ ...listed, document: undefined }],
  });
  provided.services.content.announce('posts');
  provided.services.content.handlers[rpc] = () => {
    throw unavailable('The database is away.');
  };
  const words = await until('the list is renewed', async () => {
    const { status, body } = await get('listed');
    return status === 200 && body;
  });
  expect([words.data.description, words.data.document]).toEqual(['The words alone.', null]);
  expect((await get('known')).body.data.document).toEqual(document);
});

describe('a preview', () => {
  const preview = (body: object) => request(provided.gateway.url).post('/main/post/preview').send(body);

  it('requires its secret, and is never cached', async () => {
    const seen: unknown[] = [];
    provided.services.content.handlers['content.v1.PostsService/GetPreview'] = (message) => {
      seen.push(message);
      return full({ title: 'Not yet' });
    };
    const { status, body, headers } = await preview({ token: 'secret' });
    expect([status, body.data.title, headers['cache-control']]).toEqual([200, 'Not yet', 'no-store']);
    expect(headers['x-robots-tag']).toBe('noindex');
    expect(seen).toEqual([expect.objectContaining({ token: 'secret' })]);
  });

  it('is refused without a secret or with a wrong one', async () => {
    provided.services.content.handlers['content.v1.PostsService/GetPreview'] = () => {
      throw notFound('This preview has ended.');
    };
    const none = await preview({});
    expect([none.status, none.body.errors]).toEqual([400, [{ field: 'token', message: 'token is required' }]]);
    expect((await preview({ token: 'other' })).status).toBe(404);
  });
});
