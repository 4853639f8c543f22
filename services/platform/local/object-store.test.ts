import { createHmac, createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { storeAccess } from './store-access.mjs';
import { ObjectStore } from '../src/data/object-store.js';
import { z } from 'zod';
import { objectStoreVariables, parseConfig } from '../src/base/config.js';
import { makeAuthority, makeLeaf } from './certificates.mjs';
import { startObjectStore } from './object-store.mjs';

/** Requires signatures and limits each key to its prefixes. */

const bucket = 'walls';
const folder = mkdtempSync(join(tmpdir(), 'arkansas-weather-store-'));
const secretKey = randomBytes(16).toString('hex');
const names = Object.keys(storeAccess) as (keyof typeof storeAccess)[];
let running: Awaited<ReturnType<typeof startObjectStore>>;
let owner: ObjectStore;
const stores = {} as Record<(typeof names)[number], ObjectStore>;

const open = (accessKey: string, secret = secretKey) =>
  new ObjectStore({ endpoint: running.url, accessKey, secretKey: secret, bucket, region: 'us-east-1' });

beforeAll(async () => {
  running = await startObjectStore({
    directory: folder,
    port: 0,
    accessKey: 'the-owner',
    secretKey,
    bucket,
    keys: names.map((name) => ({ accessKey: `key-${name}`, secretKey, access: storeAccess[name] })),
  });
  owner = open('the-owner');
  for (const name of names) stores[name] = open(`key-${name}`);
  for (const key of ['staging/upload', 'pending/photo', 'public/photo', 'public/social/post', 'public/radar/frame'])
    await owner.put(key, Buffer.from(key), 'image/jpeg');
});

afterAll(async () => {
  for (const store of [owner, ...Object.values(stores)]) store.close();
  await running.stop();
  rmSync(folder, { recursive: true });
});

const done = (work: Promise<unknown>) =>
  work.then(
    () => true,
    (error: Error & { code?: string }) => {
      expect(error.code).toBe('AccessDenied');
      return false;
    },
  );

/** Sends any signed request, including ones our clients never send. */
async function signed(method: string, path: string, { query = '', headers = {}, accessKey = 'key-social' } = {}) {
  const time = new Date().toISOString().replace(/[-:]|\.\d+/g, '');
  const day = time.slice(0, 8);
  const { host } = new URL(running.url);
  const all: Record<string, string> = {
    host,
    'x-amz-content-sha256': 'UNSIGNED-PAYLOAD',
    'x-amz-date': time,
    ...headers,
  };
  const signedHeaders = Object.keys(all).sort();
  const canonical = [
    method,
    path,
    query,
    ...signedHeaders.map((name) => `${name}:${all[name]}`),
    '',
    signedHeaders.join(';'),
    'UNSIGNED-PAYLOAD',
  ].join('\n');
  const scope = `${day}/us-east-1/s3/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', time, scope, createHash('sha256').update(canonical).digest('hex')].join('\n');
  const key = [day, 'us-east-1', 's3', 'aws4_request'].reduce<Buffer | string>(
    (signing, part) => createHmac('sha256', signing).update(part).digest(),
    `AWS4${secretKey}`,
  );
  const signature = createHmac('sha256', key).update(text).digest('hex');
  delete all['host'];
  return fetch(`${running.url}${path}${query && `?${query}`}`, {
    method,
    headers: {
      ...all,
      Authorization: `AWS4-HMAC-SHA256 Credential=${accessKey}/${scope}, SignedHeaders=${signedHeaders.join(';')}, Signature=${signature}`,
    },
  });
}

describe('the object store of local mode', () => {
  it('refuses an unsigned request', async () => {
    for (const [method, path] of [
      ['GET', '/'],
      ['GET', `/${bucket}?list-type=2`],
      ['GET', `/${bucket}/public/photo`],
      ['HEAD', `/${bucket}/public/photo`],
      ['PUT', `/${bucket}/public/photo`],
      ['DELETE', `/${bucket}/public/photo`],
      ['POST', `/${bucket}?delete`],
      ['OPTIONS', `/${bucket}/public/photo`],
      ['PUT', '/another-bucket'],
    ] as const) {
      const response = await fetch(running.url + path, { method, ...(method === 'PUT' && { body: 'x' }) });
      expect([method, path, response.status]).toEqual([method, path, 403]);
    }
    expect((await owner.get('public/photo')).toString()).toBe('public/photo');
  });

  it('refuses a wrong secret and an unknown key', async () => {
    for (const store of [open('key-backup', 'not-the-secret'), open('nobody')]) {
      await expect(store.get('public/photo')).rejects.toThrow();
      store.close();
    }
  });

  it('lets every key read, list, write and remove only what its access line allows', async () => {
    const objects = ['staging/upload', 'pending/photo', 'public/photo', 'public/social/post', 'public/radar/frame'];
    for (const name of names) {
      const may = (right: keyof (typeof storeAccess)[typeof name], key: string) =>
        storeAccess[name][right].some((prefix) => key.startsWith(prefix));
      for (const key of objects) {
        const message = [name, key];
        expect([...message, 'read', await done(stores[name].get(key))]).toEqual([...message, 'read', may('read', key)]);
        const prefix = `${key.slice(0, key.lastIndexOf('/'))}/`;
        expect([...message, 'list', await done(stores[name].list(prefix))]).toEqual([
          ...message,
          'list',
          may('list', key),
        ]);
        const other = `${key}-of-${name}`;
        expect([...message, 'write', await done(stores[name].put(other, Buffer.from('x'), 'image/jpeg'))]).toEqual([
          ...message,
          'write',
          may('write', key),
        ]);
        expect([...message, 'remove', await done(stores[name].remove([other]))]).toEqual([
          ...message,
          'remove',
          may('remove', key),
        ]);
      }
      expect([name, await done(stores[name].list(''))]).toEqual([name, false]);
    }
  });

  it('lists the remaining objects while objects and whole folders are removed', async () => {
    const going = Array.from({ length: 100 }, (_unused, n) => `staging/going/${n}`);
    await Promise.all(going.map((key) => owner.put(key, Buffer.from('x'), 'image/jpeg')));
    let removed = false;
    const removal = Promise.all(going.map((key) => owner.remove([key]))).finally(() => (removed = true));
    while (!removed) expect(await owner.list('')).toContain('staging/upload');
    await removal;
    expect(await owner.list('staging/going/')).toEqual([]);
  });

  it('refuses to copy an object that the key may not read', async () => {
    expect(await done(stores.social.copy('staging/upload', 'public/social/stolen'))).toBe(false);
    expect(await done(stores.submissions.copy('staging/upload', 'public/stolen'))).toBe(false);
    expect(await done(stores.submissions.copy('pending/photo', 'public/approved'))).toBe(true);
  });

  it('refuses names, parameters and headers that could be parsed in two ways', async () => {
    const tricks = [
      signed('GET', `/${bucket}/public/social/%2e%2e/%2e%2e/staging/upload`),
      signed('GET', `/${bucket}/public/social/..%2f..%2fstaging/upload`),
      signed('GET', `/${bucket}/public/social/%252e%252e/upload`),
      signed('GET', `/${bucket}`, { query: 'list-type=2&prefix=public%2Fsocial%2F&prefix=' }),
      signed('GET', `/${bucket}`, { query: 'list-type=2' }),
      signed('GET', '/'),
      signed('PUT', `/${bucket}/public/social/x`, { query: `x-amz-copy-source=%2F${bucket}%2Fstaging%2Fupload` }),
      signed('PUT', `/${bucket}/public/social/x`, {
        headers: { 'x-amz-copy-source': `/${bucket}/public/social/../../staging/upload` },
      }),
      signed('PUT', `/${bucket}/public/social/x`, { headers: { 'x-amz-copy-source': '/other/public/social/post' } }),
      signed('PUT', '/a-bucket-of-mine'),
      signed('POST', `/${bucket}`, { query: 'delete=' }),
      signed('PUT', `/${bucket}/public/social/post`, { query: 'acl=' }),
      fetch(`${running.url}/${bucket}/public/photo`, { headers: { Authorization: 'AWS key-backup:c2lnbmF0dXJl' } }),
    ];
    for (const [index, trick] of tricks.entries()) expect([index, (await trick).status]).toEqual([index, 403]);
    const honest = await signed('GET', `/${bucket}/public/social/post`);
    expect([honest.status, await honest.text()]).toEqual([200, 'public/social/post']);
  });
});

describe('the connection to an object store with S3_CA_FILE', () => {
  it('is encrypted, and refused by a store with another certificate', async () => {
    const authority = await makeAuthority();
    const leaf = await makeLeaf(authority, { peer: 'object-store', names: ['localhost', '127.0.0.1'] });
    const caFile = join(folder, 'ca.crt');
    const foreignFile = join(folder, 'foreign.crt');
    writeFileSync(caFile, authority.certificate);
    writeFileSync(foreignFile, (await makeAuthority()).certificate);
    const secure = await startObjectStore({
      directory: join(folder, 'secure'),
      port: 0,
      accessKey: 'the-owner',
      secretKey,
      bucket,
      tls: { cert: leaf.certificate, key: leaf.key },
    });
    const settings = { endpoint: secure.url, accessKey: 'the-owner', secretKey, bucket, region: 'us-east-1' };
    const store = new ObjectStore({ ...settings, caFile });
    await store.put('public/photo', Buffer.from('x'), 'image/jpeg');
    expect((await store.get('public/photo')).toString()).toBe('x');
    store.close();
    const stranger = new ObjectStore({ ...settings, caFile: foreignFile });
    await expect(stranger.get('public/photo')).rejects.toThrow(/certificate|signature/);
    stranger.close();
    await secure.stop();
  });

  it('is never unencrypted or without the CA when one is configured', () => {
    const configured = (S3_ENDPOINT: string, S3_CA_FILE: string) =>
      parseConfig(z.object(objectStoreVariables), {
        S3_ENDPOINT,
        S3_CA_FILE,
        S3_ACCESS_KEY: 'a-key',
        S3_SECRET_KEY: secretKey,
      });
    const caFile = join(folder, 'ca.crt');
    expect(configured('https://store.example.org', caFile)).toMatchObject({ S3_CA_FILE: caFile });
    expect(() => configured('http://store.example.org', caFile)).toThrow(
      'S3_ENDPOINT: must be an address with TLS, because S3_CA_FILE is set',
    );
    expect(() => configured('https://store.example.org', join(folder, 'not-there'))).toThrow(
      'S3_CA_FILE: cannot be read',
    );
  });
});
