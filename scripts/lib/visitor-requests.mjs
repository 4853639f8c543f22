/** A visitor's and a moderator's way through a running site, for tests of whole installations. */
import sharp from 'sharp';
import { hasMetadata } from '../../tests/support/phone-photos.mjs';
import { until } from './until.mjs';

/** @typedef {ReturnType<typeof siteAt>} Site */
/** @typedef {{ make: () => Promise<Buffer>, type: string, name: string }} PhotoFile */
/** @typedef {{ id: number, picture?: { state: string, sizes: [{ src: string }] } }} PendingSnapshot */
/** @typedef {{ id: number, comment: string, file: string, email?: string }} PublicSnapshot */

/**
 * @param {unknown} condition
 * @param {string} sentence
 * @returns {asserts condition}
 * @throws with the sentence unless the condition holds
 */
export function expect(condition, sentence) {
  if (!condition) throw new Error(sentence);
}

/** `get` returns any response, `json` requires a successful one. @param {string} site */
export function siteAt(site) {
  return {
    /** @param {string} path @param {Record<string, string>} [headers] */
    get: (path, headers = {}) =>
      fetch(`${site}${path}`, { headers, redirect: 'manual', signal: AbortSignal.timeout(15_000) }),
    /**
     * @template [T=unknown] the response's `data`
     * @param {string} path
     * @param {RequestInit} [options]
     */
    async json(path, options = {}) {
      const response = await fetch(`${site}${path}`, { ...options, signal: AbortSignal.timeout(30_000) });
      const body = /** @type {{ action?: string, message?: string, data: T }} */ (await response.json());
      expect(response.ok, `${options.method ?? 'GET'} ${path} answered ${response.status}: ${body.message}`);
      return body;
    },
  };
}

/** Generates a unique photo: identical ones are treated as a double click. */
async function cloudPhoto() {
  const noise = /** @type {const} */ ({ type: 'gaussian', mean: 128, sigma: 40 });
  return sharp({ create: { width: 1_600, height: 1_200, channels: 3, background: '#468', noise } })
    .jpeg()
    .toBuffer();
}

/** @param {Record<string, string | File>} fields */
export function formOf(fields) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
}

/** @param {string} comment @param {PhotoFile} [file] */
export const photo = async (
  comment,
  { make, type, name } = { make: cloudPhoto, type: 'image/jpeg', name: 'photo.jpg' },
) =>
  formOf({
    first_name: 'Smoke',
    last_name: 'Test',
    email: 'visitor@smoke.test',
    location: 'Conway',
    comment,
    snapshot_file_path: new File([await make()], name, { type }),
  });

/**
 * @template [T=unknown] the response's `data`
 * @param {Pick<Site, 'json'>} site
 * @param {string} method
 * @param {string} path
 * @param {unknown} body
 * @param {Record<string, string>} [headers]
 * @returns {Promise<{ action?: string, message?: string, data: T }>}
 * @throws Error when the site rejects the request
 */
export const sendJson = (site, method, path, body, headers = {}) =>
  site.json(path, { method, headers: { ...headers, 'Content-Type': 'application/json' }, body: JSON.stringify(body) });

/** @param {Site} site @param {{ email: string, password: string }} credentials */
export const openSession = async (site, { email, password }) =>
  /** @type {{ token: string }} */ ((await sendJson(site, 'POST', '/admin/auth/login', { email, password })).data);

/** @param {Site} site @param {string} email @param {string} password */
export const signIn = async (site, email, password) => ({
  Authorization: `Bearer ${(await openSession(site, { email, password })).token}`,
});

/**
 * @template T
 * @param {string} what
 * @param {number} seconds
 * @param {() => Promise<T>} attempt
 */
async function timed(what, seconds, attempt) {
  const from = Date.now();
  const result = await until(what, attempt, { withinMs: seconds * 1_000, intervalMs: 200 });
  return { result, seconds: (Date.now() - from) / 1_000 };
}

/**
 * Follows a photo from the form to the home page: it isn't public before approval, and then has no EXIF.
 * @param {Site} site of `siteAt`
 * @param {() => Promise<Record<string, string>>} session returns the headers of a moderator's session
 * @param {(line: string) => void} log
 * @param {PhotoFile} [file] as for `photo`
 * @returns the address of the public picture
 */
export async function followPhoto(site, session, log, file) {
  const { get, json } = site;
  const text = `Clouds over Conway ${Date.now()}`;
  const form = await photo(text, file);
  /** @type {{ action?: string, data: { id: number } }} */
  const sent = await json('/main/snapshot/create', { method: 'POST', body: form });
  expect(sent.action === 'Snapshot Created Successfully', `uploading a photo returned "${sent.action}"`);
  log(`a visitor uploaded photo ${sent.data.id}`);
  const headers = await session();
  log('the first admin signed in with the password that setup made');

  const pending = await timed('the picture to be processed', 90, async () => {
    /** @type {{ data: { pendingSnapshots: PendingSnapshot[] } }} */
    const { data } = await json('/admin/main/snapshot?state=pending', { headers });
    const snapshot = data.pendingSnapshots.find(({ id }) => id === sent.data.id);
    return snapshot?.picture?.state === 'ready' && snapshot.picture;
  });
  const preview = pending.result.sizes[0].src;
  expect((await get(preview)).status === 404, 'a pending picture is public');
  expect((await get(preview, headers)).status === 200, 'a moderator cannot see a pending picture');
  log(`the worker processed it within ${pending.seconds.toFixed(1)} s; only moderators can see it`);

  await json(`/admin/main/snapshot/approve/${sent.data.id}`, { headers });
  const listed = await timed('the photo on the home page', 30, async () => {
    /** @type {{ data: { snapshots: PublicSnapshot[] } }} */
    const { data } = await json('/main/home');
    return data.snapshots.find(({ id }) => id === sent.data.id);
  });
  expect(listed.result.comment === text && listed.result.email === undefined, 'the home page shows something else');
  const publicImage = await timed('the picture to be public', 30, async () => {
    const response = await get(listed.result.file);
    return response.status === 200 && Buffer.from(await response.arrayBuffer());
  });
  const { format } = await sharp(publicImage.result).metadata();
  expect(format === 'jpeg', `the picture is a ${format}`);
  expect(!(await hasMetadata(publicImage.result)), 'the picture has metadata');
  log(`approved; on the home page after ${listed.seconds.toFixed(1)} s`);
  return listed.result.file;
}
