import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { documentOf } from '../lib/hostile-documents.mjs';
import { call, editor, photo } from '../lib/site.mjs';

export const name = 'S-34';
export const title = 'newsletter content';
export const rule =
  'Subscribers get the version of a post that an admin decided to send, or nothing: no form, decision, restore or picture text of an editor reaches them, before its time or before its campaign is created; each attempt is in the audit log and on the post’s page.';

const admins = 'Written by the admin';
const editors = 'Written by the editor';
const patience = { withinMs: 60_000 };
/** In the state's local time; any future time will do. */
const nextYear = `${new Date().getFullYear() + 1}-07-01T07:30`;

const post = (product, token, path, options) =>
  call(product, 'POST', `/admin/main/${path}`, { token, headers: { 'Idempotency-Key': randomUUID() }, ...options });

/** Creates a post by the admin, with a picture if one is given; returns its id. */
async function draft(product, token, mediaId) {
  const document = documentOf(admins);
  if (mediaId) document.content.push({ type: 'image', attrs: { mediaId } });
  const values = { title: `${admins} ${randomUUID()}`, document };
  const { status, text, json } = await post(product, token, 'post/draft', { json: { values } });
  if (status !== 201) throw new Error(`a draft returned ${status}: ${text}`);
  return json.data.post.id;
}

const publish = (product, token, id, revision, decision) =>
  post(product, token, `post/${id}/publish`, { json: { revision, ...decision } });

async function must(answer, what) {
  const { status, text, json } = await answer;
  if (status !== 200 && status !== 201) throw new Error(`${what} returned ${status}: ${text}`);
  return json?.data;
}

const form = (id) => ({ postId: id, title: editors, description: editors });
/** Every way in which an editor can change a scheduled post, called with the editor's token. */
const attacks = {
  'the form, by POST': (product, token, id) => post(product, token, 'post/edit', { multipart: form(id) }),
  'the form, by GET': (product, token, id) =>
    call(product, 'GET', `/admin/main/post/edit?${new URLSearchParams(form(id))}`, { token }),
  'publishing a version': async (product, token, id) => {
    const json = { kind: 'saved', base_revision: 1, values: { title: editors, document: documentOf(editors) } };
    await must(call(product, 'PUT', `/admin/main/post/${id}/revision`, { token, json }), 'a version');
    return publish(product, token, id, 2, { status: 'published' });
  },
  'another time for another version': async (product, token, id) => {
    const json = { kind: 'saved', base_revision: 1, values: { title: editors, document: documentOf(editors) } };
    await must(call(product, 'PUT', `/admin/main/post/${id}/revision`, { token, json }), 'a version');
    return publish(product, token, id, 2, { status: 'scheduled', publish_at: nextYear });
  },
  'deleting, restoring and publishing': async (product, token, id) => {
    await must(post(product, token, `post/delete/${id}`), 'a deletion');
    await must(post(product, token, `trash/post/${id}/restore`), 'a restore');
    return post(product, token, 'post/edit', { multipart: form(id) });
  },
};

const isMailed = async (product, id) =>
  (await product.query('SELECT stories::text AS text FROM submissions.campaigns WHERE post_id = $1', [id])).map(
    ({ text }) => text,
  );
/** Makes a scheduled post due; returns false for a post that is no longer scheduled. */
const letCome = async (product, id) =>
  (
    await product.query(
      "UPDATE content.posts SET publish_at = now() WHERE id = $1 AND status = 'scheduled' RETURNING id",
      [id],
    )
  ).length > 0;
const isPublished = async (product, id) =>
  (await product.query("SELECT FROM content.posts WHERE id = $1 AND status = 'published'", [id])).length === 1;
const jobsDone = async (product, id) =>
  (
    await product.query(
      "SELECT FROM content.outbox WHERE name = 'campaign-of-post' AND payload->>'postId' = $1 AND processed_at IS NULL",
      [id],
    )
  ).length === 0;

async function scheduled(product, { admin, writer }, { checks, rows }) {
  for (const [what, attack] of Object.entries(attacks)) {
    const id = await draft(product, admin);
    const decision = { status: 'scheduled', publish_at: nextYear, send_newsletter: true };
    await must(publish(product, admin, id, 1, decision), 'a schedule');
    const { status } = await attack(product, writer, id);
    const { json } = await call(product, 'GET', `/admin/main/post/${id}`, { token: writer });
    const { send_newsletter: sent, newsletter_cleared_at: clearedAt } = json?.data?.post ?? {};
    const audited = await product.query(
      "SELECT FROM content.audit WHERE subject_id = $1 AND action = 'post.clear_newsletter'",
      [id],
    );
    const isRefused = status === 403 || status === 409;
    const isCleared = sent === false && Boolean(clearedAt) && audited.length === 1;
    checks.that(isRefused || isCleared, `${what}: the newsletter stays on, or is turned off silently (${status})`);
    if (await letCome(product, id))
      await checks.eventually(() => isPublished(product, id), `${what}: the post is not published`, patience);
    await checks.eventually(() => jobsDone(product, id), `${what}: the campaign’s job is not done`, patience);
    const mailed = await isMailed(product, id);
    checks.that(!mailed.some((text) => text.includes(editors)), `${what}: the editor’s text is mailed`);
    rows.push({ what, answer: status, newsletter: sent ? 'on' : 'off', campaigns: mailed.length });
  }
}

/** A job mails the published post: the worker is paused while the editor writes. */
async function window(product, { admin, writer, mediaId }, { checks, rows }) {
  const id = await draft(product, admin, mediaId);
  await product.withoutWorkers(async () => {
    await must(publish(product, admin, id, 1, { status: 'published', send_newsletter: true }), 'a publication');
    await must(post(product, writer, 'post/edit', { multipart: form(id) }), 'an edit');
    await must(
      post(product, writer, 'media/edit', {
        multipart: { media_id: mediaId, name: 'a', alt: editors, credit: editors, focal_x: '0.5', focal_y: '0.5' },
      }),
      'an edit of a picture',
    );
  });
  await checks.eventually(async () => (await isMailed(product, id)).length === 1, 'no campaign was created', patience);
  const [text = ''] = await isMailed(product, id);
  checks.that(text.includes(admins), 'the admin’s text is not mailed');
  checks.that(!text.includes(editors), "an editor's text from after the publication is mailed");
  const mails = () =>
    readdirSync(join(product.dataDir, 'mail'), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.eml'))
      .map((file) => readFileSync(join(product.dataDir, 'mail', file), 'utf8'));
  await checks.eventually(() => mails().some((mail) => mail.includes(admins)), 'no mail was sent', patience);
  checks.that(!mails().some((mail) => mail.includes(editors)), 'a mail contains the editor’s text');
  rows.push({ what: 'edits between publication and campaign', campaigns: 1, mails: mails().length });
}

/** From the newsletter page: exactly the previewed text is sent, or nothing. */
async function previewed(product, { admin, writer }, { checks }) {
  const id = await draft(product, admin);
  await must(publish(product, admin, id, 1, { status: 'published' }), 'a publication');
  const { version } = await must(
    call(product, 'GET', `/admin/main/newsletter/preview?post_id=${id}`, { token: admin }),
    'a preview',
  );
  await must(post(product, writer, 'post/edit', { multipart: form(id) }), 'an edit');
  const { status } = await post(product, admin, 'newsletter/campaign', { json: { post_id: id, version } });
  checks.that(status === 409, `sending a post that changed after its preview returned ${status}`);
  checks.that((await isMailed(product, id)).length === 0, 'a post that changed after its preview is mailed');
}

export async function run({ product: start, checks, rows }) {
  const product = await start({ fresh: true, environment: { RATE_LIMIT_SCALE: '1000' } });
  await product.replaceReaders(1);
  const admin = await product.signIn();
  const { token: writer } = await editor(product, admin);
  const report = { checks, rows };
  const own = await draft(product, writer);
  const { status } = await publish(product, writer, own, 1, { status: 'published', send_newsletter: true });
  checks.that(status === 403, `an editor sending the newsletter got ${status}`);
  await scheduled(product, { admin, writer }, report);
  const multipart = { name: 'a', alt: admins, credit: admins, image: await photo() };
  const { id: mediaId } = await must(post(product, admin, 'media/create', { multipart }), 'a picture');
  await product.untilPicturesDone();
  await checks.eventually(
    async () => (await product.query("SELECT FROM content.pictures WHERE state = 'processing'")).length === 0,
    'the picture is not processed',
    patience,
  );
  await window(product, { admin, writer, mediaId }, report);
  await previewed(product, { admin, writer }, report);
}
