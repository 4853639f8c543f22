import { expect } from '../../lib/visitor-journey.mjs';
import { newsletter } from './newsletter.mjs';
import { documentOf } from './draft.mjs';
import { sendJson } from './send-json.mjs';

/** Publishes a post with the newsletter; it appears on the site and is mailed to the confirmed address. */
export async function post(world) {
  const { site, say, session, outside, kept } = world;
  if (!kept.reader) await newsletter(world);
  const title = `Storm season outlook ${Date.now()}`;
  const headers = await session();
  const values = { title, document: documentOf(['Warm, moist air returns to the state this week.']) };
  const { data: draft } = await sendJson(site, 'POST', '/admin/main/post/draft', { values }, headers);
  const { data: published } = await sendJson(
    site,
    'POST',
    `/admin/main/post/${draft.post.id}/publish`,
    { revision: draft.post.revision, status: 'published', send_newsletter: true },
    headers,
  );
  expect((await site.get(`/blog/${published.slug}`)).status === 200, 'the post has no page');
  const mail = await outside.mail('the newsletter with the post', kept.reader, ({ subject, text }) =>
    `${subject}\n${text}`.includes(title),
  );
  expect(mail.text.includes(`/blog/${published.slug}`), 'the newsletter does not link to the post');
  kept.post = published.slug;
  say('a post is on the site, and its newsletter arrived');
}
