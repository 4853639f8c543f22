import { newId } from '@site/platform/base/ids';
import request from 'supertest';
import { until } from '../../../../services/platform/testing/until.js';
import { aPost } from '../../testing/fake-house.js';
import { givenGateway } from '../../testing/given.js';

const given = givenGateway();
const get = (path: string) => request(given.gateway.url).get(path).buffer(true);

it('tells robots where the sitemap is and what is nobody’s search result', async () => {
  const { text, headers } = await get('/robots.txt');
  expect(headers['content-type']).toBe('text/plain; charset=utf-8');
  expect(text).toContain('Disallow: /dashboard');
  expect(text).toContain('Sitemap: https://weather.example/sitemap.xml');
});

it('lists public pages, posts and photos in the sitemap, and no hidden page', async () => {
  const { data } = (await request(given.gateway.url).get('/main/post')).body as { data: { id: string }[] };
  const { text, headers } = await get('/sitemap.xml');
  expect(headers['content-type']).toBe('application/xml; charset=utf-8');
  expect(text).toContain('<loc>https://weather.example/alert</loc>');
  for (const { id } of data) expect(text).toContain(`<loc>https://weather.example/blogdetail?id=${id}</loc>`);
  expect(text).not.toMatch(/dashboard|newsletter/);
});

it('carries a new post in the feed, its texts harmless', async () => {
  const id = newId();
  given.house.content.handlers['content.v1.PostsService/ListPosts'] = () => ({
    posts: [aPost({ id, title: 'Hail & <script>', description: 'Ice ]]> from above.' })],
  });
  given.house.content.announce('posts');
  const text = await until('the post is in the feed', async () => {
    const feed = (await get('/feed.xml')).text;
    return feed.includes(id) && feed;
  });
  expect(text).toContain('<title>Hail &amp; &lt;script&gt;</title>');
  expect(text).toContain('<description>Ice ]]&gt; from above.</description>');
  expect(text).toContain(`<link>https://weather.example/blogdetail?id=${id}</link>`);
});
