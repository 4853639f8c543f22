import { notFound, unavailable } from '@site/proto/grpc';
import request from 'supertest';
import { newId } from '@site/platform/base/ids';
import { until } from '../../../../services/platform/testing/until.js';
import { aPost } from '../../testing/fake-services.js';
import { givenGateway } from '../../testing/given.js';

const given = givenGateway();
const rpc = 'content.v1.PostsService/GetPost';
const get = (name: string) => request(given.gateway.url).get(`/main/post/${name}`);
const document = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Stay home.' }] }] };
const whole = (changes: object = {}) => aPost({ hasDocument: true, document: JSON.stringify(document), ...changes });

it('returns a post by id and by slug, with its document and pictures', async () => {
  const { cover, ...post } = whole({ slug: 'by-slug' });
  const asked: unknown[] = [];
  given.services.content.handlers[rpc] = (message) => {
    asked.push(message);
    return { post: { ...post, media: [{ id: 'm1', picture: cover, alt: 'Ice', credit: '' }] } };
  };
  for (const name of [post.id, 'by-slug']) {
    const { status, body } = await get(name);
    expect([status, body.data.document, body.data.slug]).toEqual([200, document, 'by-slug']);
    expect(body.data.media).toEqual([expect.objectContaining({ id: 'm1', alt: 'Ice', credit: '' })]);
  }
  expect(asked).toEqual([
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
  given.services.content.handlers[rpc] = () => {
    throw notFound('There is no such post.');
  };
  const { status, body } = await get(encodeURIComponent(name));
  expect(status).toBe(404);
  expect(body.status).toBe(false);
});

it("falls back to the last known post while the content service is down, or to the list's text", async () => {
  const known = whole({ slug: 'known' });
  const listed = whole({ slug: 'listed', description: 'The words alone.' });
  given.services.content.handlers[rpc] = () => ({ post: known });
  expect((await get('known')).status).toBe(200);
  given.services.content.handlers['content.v1.PostsService/ListPosts'] = () => ({
    posts: [{ ...listed, document: undefined }],
  });
  given.services.content.announce('posts');
  given.services.content.handlers[rpc] = () => {
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
  const preview = (body: object) => request(given.gateway.url).post('/main/post/preview').send(body);

  it('requires its secret, and is never cached', async () => {
    const seen: unknown[] = [];
    given.services.content.handlers['content.v1.PostsService/GetPreview'] = (message) => {
      seen.push(message);
      return { post: whole({ title: 'Not yet' }) };
    };
    const { status, body, headers } = await preview({ token: 'secret' });
    expect([status, body.data.title, headers['cache-control']]).toEqual([200, 'Not yet', 'no-store']);
    expect(headers['x-robots-tag']).toBe('noindex');
    expect(seen).toEqual([expect.objectContaining({ token: 'secret' })]);
  });

  it('is refused without a secret or with a wrong one', async () => {
    given.services.content.handlers['content.v1.PostsService/GetPreview'] = () => {
      throw notFound('This preview has ended.');
    };
    const none = await preview({});
    expect([none.status, none.body.errors]).toEqual([400, [{ field: 'token', message: 'token is required' }]]);
    expect((await preview({ token: 'other' })).status).toBe(404);
  });
});
