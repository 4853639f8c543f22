/** Stages of the compose test as an editor: drafts, posts and the storm banner. */
import { until } from '../../lib/until.mjs';
import { expect, sendJson } from '../../lib/visitor-requests.mjs';
import { newsletter } from './visitors.mjs';

/** @typedef {import('./run.mjs').World} World */

/** @typedef {{ id: number, revision: number }} PostDraft */
/** @typedef {{ values: { title: string, document: { content: unknown[] } } }} Autosave */

/** As in `body-parsers.ts`. */
const maxBodyBytes = 512 * 1024;

const documentOf = (/** @type {string[]} */ paragraphs) => ({
  type: 'doc',
  content: paragraphs.map((text) => ({ type: 'paragraph', content: [{ type: 'text', text }] })),
});

/** Autosaves the longest text in the largest body; one byte more is rejected. @param {World} world */
export async function draft({ site, log, session }) {
  const { richTextLimits } = await import('@site/proto/content/v1/rich-text.schema');
  const headers = await session();
  /** @type {{ data: { post: PostDraft } }} */
  const { data: created } = await sendJson(
    site,
    'POST',
    '/admin/main/post/draft',
    { values: { title: 'Long' } },
    headers,
  );
  const { id, revision } = created.post;
  const line = 'Ω'.repeat(98);
  // Two paragraphs count as separated by two line breaks.
  const paragraphs = Array.from({ length: Math.floor(richTextLimits.characters / (line.length + 2)) }, () => line);
  const values = { title: `Long ${Date.now()}`, document: documentOf(paragraphs) };
  const body = JSON.stringify({ kind: 'autosave', base_revision: revision, values });
  // JSON allows trailing whitespace.
  const padded = body + ' '.repeat(maxBodyBytes - Buffer.byteLength(body));
  const save = async (/** @type {string} */ text) => {
    const response = await fetch(`${site.address}/admin/main/post/${id}/revision`, {
      method: 'PUT',
      headers: { ...headers, 'Content-Type': 'application/json' },
      body: text,
      signal: AbortSignal.timeout(30_000),
    });
    const result = /** @type {{ message?: string }} */ (await response.json().catch(() => ({})));
    return { status: response.status, result };
  };
  for (const text of [body, padded]) {
    const { status, result } = await save(text);
    const kilobytes = Math.round(Buffer.byteLength(text) / 1_000);
    expect(status === 200, `an autosave of ${kilobytes} kB returned ${status}: ${result.message}`);
  }
  /** @type {{ data: { autosave?: Autosave } }} */
  const { data: stored } = await site.json(`/admin/main/post/${id}`, { headers });
  expect(stored.autosave?.values.title === values.title, 'the editor gets back something other than the autosave');
  expect(stored.autosave.values.document.content.length === paragraphs.length, 'the autosave lost paragraphs');

  const { status, result } = await save(`${padded} `);
  expect(status === 413 && result.message, `an autosave above the limit returned ${status} without a reason`);
  log(`a draft of ${maxBodyBytes / 1_024} KiB was autosaved; one byte more was rejected: "${result.message}"`);
}

/** Publishes a post, which is mailed to the confirmed address. @param {World} world */
export async function post(world) {
  const { site, log, session, outside, state } = world;
  if (!state.reader) await newsletter(world);
  expect(state.reader, 'no reader has signed up');
  const title = `Storm season outlook ${Date.now()}`;
  const headers = await session();
  const values = { title, document: documentOf(['Warm, moist air returns to the state this week.']) };
  /** @type {{ data: { post: PostDraft } }} */
  const { data: draft } = await sendJson(site, 'POST', '/admin/main/post/draft', { values }, headers);
  /** @type {{ data: { slug: string } }} */
  const { data: published } = await sendJson(
    site,
    'POST',
    `/admin/main/post/${draft.post.id}/publish`,
    { revision: draft.post.revision, status: 'published', send_newsletter: true },
    headers,
  );
  expect((await site.get(`/blog/${published.slug}`)).status === 200, 'the post has no page');
  const mail = await outside.mail('the newsletter with the post', state.reader, ({ subject, text }) =>
    `${subject}\n${text}`.includes(title),
  );
  expect(mail.text.includes(`/blog/${published.slug}`), 'the newsletter does not link to the post');
  state.post = published.slug;
  log('a post is on the site, and its newsletter arrived');
}

/** Returns "2026-11-26T07:30", as in the form. @param {number} hours @param {string} timeZone */
function localTimeIn(hours, timeZone) {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  return format.format(Date.now() + hours * 3_600_000).replace(' ', 'T');
}

/** Sets the storm banner, waits for it on the home page, and ends it. @param {World} world */
export async function storm({ site, log, session }) {
  const { state } = await import('@site/regions/state');
  const text = `Storms expected tonight ${Date.now()}`;
  const headers = await session();
  const banner = { text, ends_at: localTimeIn(3, state.timeZone) };
  await sendJson(site, 'POST', '/admin/main/storm-banner', banner, headers);
  const bannerNow = async () => {
    /** @type {{ data: { storm_banner: { text: string } | null } }} */
    const { data } = await site.json('/main/home');
    return data.storm_banner;
  };
  await until('the banner on the home page', async () => (await bannerNow())?.text === text);
  await until('the banner in the document', async () => (await (await site.get('/')).text()).includes(text));
  await site.json('/admin/main/storm-banner/end', { method: 'POST', headers });
  await until('the banner to be removed', async () => (await bannerNow()) === null);
  expect(
    (await site.json('/admin/main/storm-banner', { headers })).data === null,
    'the dashboard still shows the banner',
  );
  log('the storm banner was published, shown and removed');
}
