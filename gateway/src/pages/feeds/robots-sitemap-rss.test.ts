import { newId } from '@site/platform/base/ids';
import request from 'supertest';
import { until } from '../../../../services/platform/testing/until.js';
import { aPost } from '../../testing/fake-messages.js';
import { setupGateway } from '../../testing/given-gateway.js';

const provided = setupGateway();
const get = (path: string) => request(provided.gateway.url).get(path).buffer(true);

it('gives robots the sitemap and the hidden addresses', async () => {
  const { text, headers } = await get('/robots.txt');
  expect(headers['content-type']).toBe('text/plain; charset=utf-8');
  expect(text).toContain('Disallow: /dashboard');
  expect(text).toContain('Sitemap: https://weather.example/sitemap.xml');
});

it('lists public pages, posts and photos in the sitemap, and no hidden page', async () => {
  const { data } = (await request(provided.gateway.url).get('/main/post')).body as { data: { id: string }[] };
  const { text, headers } = await get('/sitemap.xml');
  expect(headers['content-type']).toBe('application/xml; charset=utf-8');
  expect(text).toContain('<loc>https://weather.example/alert</loc>');
  for (const { id } of data) expect(text).toContain(`<loc>https://weather.example/blogdetail?id=${id}</loc>`);
  expect(text).not.toMatch(/dashboard|newsletter/);
});

it('contains a new post in the feed, with its text escaped', async () => {
  const id = newId();
  provided.services.content.handlers['content.v1.PostsService/ListPosts'] = () => ({
    posts: [aPost({ id, title: 'Hail & <script>', description: 'Ice ]]> from above.' })],
  });
  provided.services.content.announce('posts');
  const text = await until('the post is in the feed', async () => {
    const feed = (await get('/feed.xml')).text;
    return feed.includes(id) && feed;
  });
  expect(text).toContain('<title>Hail &amp; &lt;script&gt;</title>');
  expect(text).toContain('<description>Ice ]]&gt; from above.</description>');
  expect(text).toContain(`<link>https://weather.example/blogdetail?id=${id}</link>`);
  expect(text).toContain(
    '<content:encoded>&lt;p dir=&quot;auto&quot;&gt;Ice ]]&amp;gt; from above.&lt;/p&gt;</content:encoded>',
  );
});

it('contains the full text of a post with a document, from its known nodes only', async () => {
  const paragraph = (text: string, marks: object[] = []) => ({
    type: 'paragraph',
    content: [{ type: 'text', text, marks }],
  });
  const document = {
    type: 'doc',
    content: [
      { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: 'Now' }] },
      paragraph('<img src=x onerror=alert(1)>', [{ type: 'bold' }]),
      paragraph('radar', [{ type: 'link', attrs: { href: '/map' } }]),
      { type: 'orderedList', attrs: { start: 2 }, content: [{ type: 'listItem', content: [paragraph('two')] }] },
      { type: 'blockquote', content: [paragraph('said')] },
      { type: 'image', attrs: { mediaId: 'm1' } },
      { type: 'file', attrs: { mediaId: 'gone', name: 'Report.pdf', bytes: 31 } },
      { type: 'video', attrs: { provider: 'youtube', id: 'dQw4w9WgXcQ', title: 'Ice' } },
      { type: 'warning', attrs: { event: 'KLZK.TO.W.0042.2026' } },
    ],
  };
  const { cover, ...listed } = aPost({ slug: 'whole', tags: ['ice & snow'], author: 'Nora', hasDocument: true });
  const media = [{ id: 'm1', picture: cover, alt: 'A "branch"', credit: 'Nora & Ed' }];
  provided.services.content.handlers['content.v1.PostsService/ListPosts'] = () => ({ posts: [listed] });
  provided.services.content.handlers['content.v1.PostsService/GetPost'] = () => ({
    ...listed,
    document: JSON.stringify(document),
    media,
  });
  provided.services.content.announce('posts');
  const feed = await until('the post is in the feed', async () => {
    const { text } = await get('/feed.xml');
    return text.includes('/blog/whole') && text;
  });
  const encoded = /<content:encoded>(.*?)<\/content:encoded>/s.exec(String(feed))?.[1] ?? '';
  const html = encoded
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');
  expect(html.split('\n')).toEqual([
    '<h2 dir="auto">Now</h2>',
    '<p dir="auto"><strong>&lt;img src=x onerror=alert(1)&gt;</strong></p>',
    '<p dir="auto"><a href="https://weather.example/map">radar</a></p>',
    '<ol dir="auto" start="2"><li><p>two</p></li></ol>',
    '<blockquote dir="auto"><p>said</p></blockquote>',
    expect.stringMatching(
      /^<figure dir="auto"><img src="https:\/\/weather\.example\/media\/posts\/\S+" alt="A &quot;branch&quot;"><figcaption>Nora &amp; Ed<\/figcaption><\/figure>$/,
    ),
    '<p dir="auto">Report.pdf (PDF, 1 kB)</p>',
    '<figure dir="auto"><figcaption><a href="https://www.youtube.com/watch?v=dQw4w9WgXcQ">Watch “Ice” on YouTube</a></figcaption></figure>',
    '<p dir="auto"><a href="https://weather.example/warning/KLZK.TO.W.0042.2026">The warning, from its first message on</a></p>',
  ]);
  expect(feed).toContain('<dc:creator>Nora</dc:creator>');
  expect(feed).toContain('<category>ice &amp; snow</category>');
});

it('stays well-formed with any stored text', async () => {
  const hidden = '\u0001\u000b\u001f\ufffe\uffff';
  const paragraph = {
    type: 'paragraph',
    content: [{ type: 'text', text: `x${hidden}`, marks: [{ type: 'link', attrs: { href: `/now${hidden}` } }] }],
  };
  const document = JSON.stringify({ type: 'doc', content: [paragraph, { type: 'image', attrs: { mediaId: 'm1' } }] });
  const words = { title: `Ice${hidden}`, author: `No${hidden}ra`, tags: [`ice${hidden}`], excerpt: `Cold${hidden}` };
  const { cover, ...listed } = aPost({ ...words, slug: `stored${hidden}`, hasDocument: true });
  const media = [{ id: 'm1', picture: cover, alt: `A branch${hidden}`, credit: `Ed${hidden}` }];
  provided.services.content.handlers['content.v1.PostsService/ListPosts'] = () => ({ posts: [listed] });
  provided.services.content.handlers['content.v1.PostsService/GetPost'] = () => ({ ...listed, document, media });
  provided.services.content.announce('posts');
  const feed = await until('the post is in the feed', async () => {
    const { text } = await get('/feed.xml');
    return text.includes('/blog/stored') && text;
  });
  expect(feed).toContain('href=&quot;https://weather.example/now&quot;&gt;x&lt;/a&gt;');
  for (const text of [feed, (await get('/sitemap.xml')).text])
    expect(text).toMatch(/^[\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]*$/u);
});
