import { randomUUID } from 'node:crypto';
import { documentOf } from '../lib/hostile-documents.mjs';
import { call, editor, photo } from '../lib/site.mjs';

export const name = 'S-35';
export const title = 'links, feeds and previews';
export const rule =
  'A link with a control character, a lone surrogate or an off-site target is rejected by every form, with its field and the position; feeds, sitemap and pages stay well-formed for any stored content; preview links of a deleted post stay disabled.';

const hidden = { 'U+0000': '\0', 'U+0001': '\u0001', 'U+001B': '\u001b', 'U+000A': '\n', 'U+FFFF': '\uffff' };
const half = '\ud800';
const linked = (href) => ({
  type: 'doc',
  content: [{ type: 'paragraph', content: [{ type: 'text', text: 'x', marks: [{ type: 'link', attrs: { href } }] }] }],
});

const post = (product, token, path, options) =>
  call(product, 'POST', path, { token, headers: { 'Idempotency-Key': randomUUID() }, ...options });

/** Every form that takes a link, with its fields and the name of the link field. */
function forms(id, address, image) {
  const sponsor = {
    ...{ name: 'S', email: 's@example.org', phone_number: '+15015550100', company_name: 'S', message: 'm' },
    ...{ url: address, advertise_file: image },
  };
  const banner = { text: 'Ice', link_url: address, link_label: 'More', ends_at: '2099-01-01T00:00' };
  const values = { title: 'T', document: linked(address) };
  return {
    'a draft': ['POST', '/admin/main/post/draft', { json: { values } }, 'values.document'],
    'a version': [
      'PUT',
      `/admin/main/post/${id}/revision`,
      { json: { kind: 'saved', base_revision: 1, values } },
      'values.document',
    ],
    'the link of a version': [
      'PUT',
      `/admin/main/post/${id}/revision`,
      { json: { kind: 'saved', base_revision: 1, values: { title: 'T', url: address } } },
      'values.url',
    ],
    'a post': ['POST', '/admin/main/post/create', { multipart: { title: 'T', description: 'D', url: address } }, 'url'],
    'an edited post': [
      'POST',
      '/admin/main/post/edit',
      { multipart: { postId: id, title: 'T', description: 'D', url: address } },
      'url',
    ],
    'a sponsor': ['POST', '/admin/main/sponsor/create', { multipart: sponsor }, 'url'],
    'a sponsor’s request': ['POST', '/main/advertise/with/us', { multipart: sponsor }, 'url'],
    'the storm banner': ['POST', '/admin/main/storm-banner', { json: banner }, 'link_url'],
  };
}

async function refusals(product, { admin, id }, { checks, rows }) {
  const image = await photo();
  let tried = 0;
  for (const [code, character] of [...Object.entries(hidden), ['U+D800', half]])
    for (const address of [`/no${character}w`, `https://example.com/no${character}w`]) {
      const position = address.indexOf(character) + 1;
      for (const [what, [method, path, sent, field]] of Object.entries(forms(id, address, image))) {
        // Form text is UTF-8 with the browser's line breaks: only JSON can contain these.
        if (sent.multipart && [half, '\n'].includes(character)) continue;
        const headers = { 'Idempotency-Key': randomUUID() };
        const { status, json, text } = await call(product, method, path, { token: admin, headers, ...sent });
        const error = json?.errors?.find((one) => one.field === field);
        const isNamed = error?.message.includes(`(${code}) at position ${position}`) === true;
        checks.that(status === 400 && isNamed, `${what} with ${code} in a link: ${status} ${text.slice(0, 160)}`);
        tried += 1;
      }
    }
  for (const href of ['/a/..//evil.example/', '//evil.example/', '/\\evil.example/']) {
    const { status } = await post(product, admin, '/admin/main/post/draft', {
      json: { values: { document: linked(href) } },
    });
    checks.that(status === 400, `a link to ${href} returned ${status}`);
  }
  rows.push({ what: 'forms with a hidden character in a link', count: tried });
}

const wellFormed = /^[\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]*$/u;

/** Links as earlier releases stored them. */
async function stored(product, { admin, draft }, { checks, rows }) {
  const id = await draft();
  const { json } = await post(product, admin, `/admin/main/post/${id}/publish`, {
    json: { revision: 1, status: 'published' },
  });
  const slug = json?.data?.slug;
  const bad = '\u0001\u001f\uffff';
  await product.query(
    `UPDATE content.posts SET title = 'Stored' || $2, author = 'Nora' || $2, excerpt = 'Cold' || $2,
       tags = ARRAY['ice' || $2], document = $3, description = 'x' || $2, url = 'https://example.com/' || $2,
       version = version + 1, updated_at = now() WHERE id = $1`,
    [id, bad, JSON.stringify(linked(`/now${bad}`))],
  );
  // Another post makes the gateway read the list again.
  await post(product, admin, '/admin/main/post/create', { multipart: { title: 'Another', description: 'D' } });
  const read = (path) => call(product, 'GET', path, { headers: { Accept: '*/*' } });
  await checks.eventually(
    async () => {
      const { text } = await read('/feed.xml');
      return text.includes('Stored') && text.includes('Another');
    },
    'the stored post is not in the feed',
    { withinMs: 30_000 },
  );
  for (const path of ['/feed.xml', '/sitemap.xml', '/alerts.atom']) {
    const { status, text } = await read(path);
    checks.that(status === 200 && wellFormed.test(text), `${path} is not well-formed (${status})`);
  }
  for (const path of [`/blog/${slug}`, `/blogdetail?id=${id}`, `/main/post/${id}`, '/blogs']) {
    const { status } = await read(path);
    checks.that(status === 200, `${path} returned ${status}`);
  }
  await product.replaceReaders(1);
  const sent = await post(product, admin, '/admin/main/newsletter/campaign', { json: { post_id: id } });
  checks.that(sent.status === 201, `a campaign about a stored post returned ${sent.status}`);
  await checks.eventually(
    async () => {
      const rows = await product.query("SELECT FROM submissions.campaigns WHERE post_id = $1 AND state = 'sent'", [id]);
      return rows.length === 1;
    },
    'a stored post is not mailed',
    { withinMs: 60_000 },
  );
  rows.push({ what: 'a stored post with hidden characters in feeds, pages and a mail', count: 8 });
}

async function previews(product, { writer }, { checks }) {
  const { json } = await post(product, writer, '/admin/main/post/draft', { json: { values: { title: 'Secret' } } });
  const id = json?.data?.post.id;
  const link = async () => {
    const { json: made } = await post(product, writer, `/admin/main/post/${id}/preview`);
    return made?.data?.url.split('preview=')[1];
  };
  const show = async (token) => (await call(product, 'POST', '/main/post/preview', { json: { token } })).status;
  const before = await link();
  checks.that((await show(before)) === 200, 'a preview link shows nothing');
  await post(product, writer, `/admin/main/post/delete/${id}`);
  checks.that((await show(before)) === 404, 'a preview link shows a deleted post');
  const { status } = await post(product, writer, `/admin/main/trash/post/${id}/restore`);
  checks.that(status === 200, `a restore returned ${status}`);
  checks.that((await show(before)) === 404, 'a preview link works again after the post was restored');
  checks.that((await show(await link())) === 200, 'a restored post gets no new preview link');
}

export async function run({ product: start, checks, rows }) {
  const product = await start({ fresh: true, environment: { RATE_LIMIT_SCALE: '1000' } });
  const admin = await product.signIn();
  const { token: writer } = await editor(product, admin);
  const draft = async () => {
    const values = { title: 'Good', document: documentOf('Good') };
    const { json } = await post(product, admin, '/admin/main/post/draft', { json: { values } });
    return json.data.post.id;
  };
  const people = { admin, writer, draft, id: await draft() };
  const report = { checks, rows };
  await refusals(product, people, report);
  await previews(product, people, report);
  await stored(product, people, report);
}
