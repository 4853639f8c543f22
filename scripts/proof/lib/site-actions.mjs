import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { until } from '../../lib/until.mjs';
import { exchange } from './http-load.mjs';
import { snapshotFields } from './multipart.mjs';

/** Actions of attackers, visitors and editors on the site. */

/** Returns the response with its text and parsed JSON. Never throws for a status. */
export async function call(product, method, path, { token, headers = {}, json, form, multipart } = {}) {
  const sent = { Accept: 'application/json', ...(token && { Authorization: `Bearer ${token}` }), ...headers };
  let body;
  if (json !== undefined) {
    sent['Content-Type'] ??= 'application/json';
    body = typeof json === 'string' ? json : JSON.stringify(json);
  }
  if (form) body = new URLSearchParams(form);
  if (multipart) {
    body = new FormData();
    for (const [name, value] of Object.entries(multipart)) {
      if (value && typeof value === 'object' && 'bytes' in value) {
        body.append(name, new Blob([value.bytes], { type: value.type ?? 'image/jpeg' }), value.name ?? 'photo.jpg');
      } else body.append(name, value);
    }
  }
  const send = multipart ? viaFetch : viaHttp;
  const { status, headers: responseHeaders, bytes } = await send(product.url + path, method, sent, body);
  const text = bytes.toString('utf8');
  let parsed;
  try {
    parsed = JSON.parse(text);
  } catch {
    parsed = undefined;
  }
  return { status, headers: responseHeaders, bytes, text, json: parsed };
}

async function viaFetch(url, method, headers, body) {
  const response = await fetch(url, {
    method,
    headers,
    body,
    redirect: 'manual',
    signal: AbortSignal.timeout(30_000),
  });
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
}

/** Omits the headers that fetch adds (such as Sec-Fetch-Mode), so that an attack can set them. */
async function viaHttp(url, method, headers, body) {
  const type = body instanceof URLSearchParams ? 'application/x-www-form-urlencoded;charset=UTF-8' : undefined;
  const response = await exchange({
    url,
    method,
    // Uncompressed: the attacks search the response text.
    headers: { 'accept-encoding': 'identity', ...(type && { 'Content-Type': type }), ...headers },
    body: body === undefined ? undefined : String(body),
  });
  if (response.error) throw new Error(`${method} ${url}: ${response.error}`);
  const headerPairs = Object.entries(response.headers).flatMap(([name, value]) =>
    [value].flat().map((one) => [name, one]),
  );
  return { status: response.status, headers: new Headers(headerPairs), bytes: response.body };
}

/** A busy machine may return 503 or 504. */
const retryTiming = { withinMs: 60_000, intervalMs: 1_000 };
const isBusy = ({ status }) => status === 503 || status === 504;

/** Like `call`, but retries 503 and 504. */
export const patiently = (...args) =>
  until(
    `${args[1]} ${args[2]}`,
    async () => {
      const response = await call(...args);
      return !isBusy(response) && response;
    },
    retryTiming,
  );

/** Generates a unique photo. */
export async function photo({ width = 640, height = 480 } = {}) {
  const channel = () => Math.floor(Math.random() * 256);
  const background = { r: channel(), g: channel(), b: channel() };
  const circle = `<circle cx="${channel()}" cy="${channel()}" r="90" fill="#fff"/>`;
  const bytes = await sharp({ create: { width, height, channels: 3, background } })
    .composite([{ input: Buffer.from(`<svg width="${width}" height="${height}">${circle}</svg>`) }])
    .jpeg()
    .toBuffer();
  return { bytes, type: 'image/jpeg', name: 'photo.jpg' };
}

/** Returns valid fields unless changed. */
export const sponsorForm = (changes) => ({
  name: 'S',
  email: 's@example.org',
  phone_number: '+15015550100',
  company_name: 'S',
  url: '',
  message: 'm',
  ...changes,
});

export const sendSnapshot = async (product, { fields = {}, file } = {}) =>
  call(product, 'POST', '/main/snapshot/create', {
    multipart: { ...snapshotFields(fields), snapshot_file_path: file ?? (await photo()) },
  });

/** Returns the photo's row in the moderators' list once its sizes are generated. */
export const moderated = (product, token, id, list = 'pending') =>
  until(
    `the photo ${id} to be ready`,
    async () => {
      const { json } = await call(product, 'GET', `/admin/main/snapshot?state=${list}`, { token });
      const found = json.data[`${list}Snapshots`].find((snapshot) => snapshot.id === id);
      return found?.picture?.state === 'ready' ? found : undefined;
    },
    { withinMs: 120_000, intervalMs: 250 },
  );

export async function pendingSnapshot(product, token, options) {
  const { json, status, text } = await sendSnapshot(product, options);
  if (status !== 201) throw new Error(`a photo returned ${status}: ${text}`);
  return moderated(product, token, json.data.id);
}

export async function approvedSnapshot(product, token, options) {
  const { id } = await pendingSnapshot(product, token, options);
  const { status } = await call(product, 'POST', `/admin/main/snapshot/approve/${id}`, { token });
  if (status !== 200) throw new Error(`approving returned ${status}`);
  return moderated(product, token, id, 'approved');
}

/** Returns the account and token. @param from their address, when the product trusts its proxy */
export async function moderator(product, adminToken, { from } = {}) {
  const password = 'thunder over conway';
  const { email, created } = await until(
    'a moderator',
    async () => {
      // The response doesn't reveal that an account already existed.
      const multipart = { name: 'Mo Derator', email: `moderator-${randomUUID()}@example.org`, password };
      const response = await call(product, 'POST', '/admin/main/moderator/create', { token: adminToken, multipart });
      return !isBusy(response) && { email: multipart.email, created: response };
    },
    retryTiming,
  );
  if (created.status !== 201) throw new Error(`creating a moderator returned ${created.status}: ${created.text}`);
  return { id: created.json.data.id, email, password, token: await signIn(product, email, password, from) };
}

export async function signIn(product, email, password, from) {
  const headers = from && { 'X-Forwarded-For': from };
  const response = await patiently(product, 'POST', '/admin/auth/login', { json: { email, password }, headers });
  if (response.status !== 200) throw new Error(`signing in returned ${response.status}`);
  return response.json.data.token;
}

/** Lists operations, except endless event streams. */
export async function operations(product) {
  const { json } = await call(product, 'GET', '/docs-json');
  return Object.entries(json.paths)
    .filter(([path]) => !path.endsWith('/stream'))
    .flatMap(([path, methods]) => Object.keys(methods).map((method) => ({ method: method.toUpperCase(), path })));
}

export const publicReads = [
  '/main/home',
  '/main/teams',
  '/main/faqs',
  '/main/keys',
  '/main/post',
  '/main/snapshots',
  '/main/social/posts',
  '/main/weather/alerts',
  '/main/weather/layers',
  '/main/weather/forecast?lat=34.75&lon=-92.29&days=7',
  '/main/weather/search?q=conway',
];

export const documents = [
  '/',
  '/about',
  '/weather',
  '/forecast',
  '/alert',
  '/contact',
  '/blogs',
  '/sponsors',
  '/snapshots',
  '/livecam',
  '/privacy',
  '/terms',
  '/now',
  '/now/pulaski',
  '/feed.xml',
  '/sitemap.xml',
  '/robots.txt',
  '/dashboard/login',
];

/** Forbidden in responses: stack traces, SQL, internal addresses, names of libraries. */
export const leak =
  /(node_modules|\.[cm]?[jt]sx?:\d+:\d+|QueryFailed|SELECT .+ FROM|INSERT INTO|SQLSTATE|\/app\/|\/home\/|\/root\/|ECONN|ioredis|[Tt]ype(orm|ORM)|protobuf|CANARY_)/;
